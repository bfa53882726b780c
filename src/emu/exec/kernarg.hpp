// The two blocks of memory that a kernel finds its launch in: the kernel arguments, hidden ones
// included, and the AQL dispatch packet.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "codeobject/code_object.hpp"
#include "core/result.hpp"
#include "emu/exec/geometry.hpp"

namespace tilewright::emu {

/// The kernarg segment: `arguments` followed by the hidden arguments that the kernel's metadata
/// lists (LLVM AMDGPUUsage, "Code Object V5 Metadata"). Services that the software GPU has not
/// (printf, hostcall, device-side malloc …) get null pointers. Errors: wrong number of argument
/// bytes, an unknown hidden argument.
[[nodiscard]] Result<std::vector<std::byte>> build_kernarg(const codeobject::Kernel& kernel,
                                                           const Geometry& geometry,
                                                           std::span<const std::byte> arguments);

/// hsa_kernel_dispatch_packet_t (HSA runtime specification, 2.9.6).
struct DispatchPacket {
  uint16_t header = 0, setup = 0;
  uint16_t workgroup_size_x = 0, workgroup_size_y = 0, workgroup_size_z = 0, reserved0 = 0;
  uint32_t grid_size_x = 0, grid_size_y = 0, grid_size_z = 0;  ///< work-items
  uint32_t private_segment_size = 0, group_segment_size = 0;
  uint64_t kernel_object = 0;  ///< address of the kernel descriptor
  uint64_t kernarg_address = 0, reserved2 = 0, completion_signal = 0;
};
static_assert(sizeof(DispatchPacket) == 64);

[[nodiscard]] DispatchPacket build_packet(const codeobject::Kernel& kernel,
                                          const Geometry& geometry, uint64_t load_base,
                                          uint64_t kernarg_address);

}  // namespace tilewright::emu
