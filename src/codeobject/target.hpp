// Which code runs on which GPU.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>

#include "arch/targets.hpp"

namespace tilewright::codeobject {

/// Code that runs on every GPU of a family (LLVM AMDGPUUsage, "Generic Processors").
struct GenericTarget {
  const char* name;
  Family family;
  uint32_t elf_mach;
};
inline constexpr GenericTarget generic_targets[] = {{"gfx11-generic", Family::rdna3, 0x54},
                                                    {"gfx12-generic", Family::rdna4, 0x59}};

/// Whether code built for `built_for` ("gfx1201", "gfx12-generic") runs on the target `arch`.
[[nodiscard]] bool runs_on(std::string_view built_for, std::string_view arch);

}  // namespace tilewright::codeobject
