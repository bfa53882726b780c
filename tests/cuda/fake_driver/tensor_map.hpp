// What the fake keeps inside the opaque tensor map: the request itself.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "device/cuda/driver.hpp"
#include "status.hpp"

namespace tilewright::fake_cuda {

struct MapRequest {
  std::uint64_t address;
  std::uint64_t length;  ///< elements of a row
  std::uint64_t rows;
  std::uint64_t stride_bytes;
  std::uint32_t box_length;
  std::uint32_t box_rows;
  std::uint32_t element_bytes;
  std::uint32_t swizzled;
  std::uint64_t made_here;  ///< kMadeHere
};
inline constexpr std::uint64_t kMadeHere = 0x70616d2d656b6166;

/// Errors: a map that cuTensorMapEncodeTiled did not make.
[[nodiscard]] Status read_map(const void* map, MapRequest& request);

}  // namespace tilewright::fake_cuda
