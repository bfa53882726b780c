// The shape of a launch.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

#include "emu/wmma/row.hpp"

namespace tilewright::emu {

struct Geometry {
  std::array<uint32_t, 3> workgroups = {1, 1, 1};
  std::array<uint32_t, 3> workgroup_size = {1, 1, 1};  ///< work-items
  uint32_t dynamic_lds_bytes = 0;

  [[nodiscard]] uint64_t workgroup_items() const {
    return uint64_t{workgroup_size[0]} * workgroup_size[1] * workgroup_size[2];
  }
  [[nodiscard]] uint64_t waves(WaveSize size) const {
    return (workgroup_items() + lanes_of(size) - 1) / lanes_of(size);
  }
  [[nodiscard]] uint64_t workgroup_count() const {
    return uint64_t{workgroups[0]} * workgroups[1] * workgroups[2];
  }
  bool operator==(const Geometry&) const = default;
};

}  // namespace tilewright::emu
