// What a kernel of the ladder computes, and what it was compiled for. The name says the first; the
// second is in the lists that the kernels themselves are compiled from.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "ladder/hopper/rungs.hpp"
#include "product.hpp"

namespace tilewright {
struct Tile;
}

namespace tilewright::fake_cuda {

enum class Scaling : std::uint8_t { none, tensor, vectors };

/// Shared memory that a block can have: without asking, and at most.
inline constexpr std::uint32_t kUnaskedSharedBytes = 48 * 1024;
inline constexpr std::uint32_t kMostSharedBytes = 227 * 1024;

struct Kernel {
  std::string name;
  Number input = Number::f16;
  Number sum = Number::f32;
  Number output = Number::f16;
  Scaling scaling = Scaling::none;
  const hopper::TmaTile* tma = nullptr;  ///< rungs 9 and up
  const Tile* portable = nullptr;        ///< rungs 1 to 8
  bool whole_tiles = false;              ///< it reads and writes whole tiles only
  bool aligned = true;                   ///< it reads 16 bytes at a time
  std::uint32_t threads = 0;             ///< of a block
  std::uint32_t static_shared_bytes = 0;
  std::uint32_t needed_shared_bytes = 0;  ///< dynamic
  std::uint32_t allowed_shared_bytes = kUnaskedSharedBytes;
};

/// Nothing if no kernel of the ladder has that name.
[[nodiscard]] std::optional<Kernel> kernel_named(const std::string& name);

}  // namespace tilewright::fake_cuda
