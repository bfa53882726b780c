// SPDX-License-Identifier: MIT
#include "emu/exec/kernarg.hpp"

#include <algorithm>
#include <cstring>
#include <string_view>

#include "emu/exec/access.hpp"

namespace tilewright::emu {
namespace {

using codeobject::Argument;
using codeobject::Kernel;

/// HIP always launches in three dimensions.
constexpr uint16_t grid_dims = 3;

struct Hidden {
  std::string_view kind;
  uint32_t bytes;
  uint64_t (*value)(const Geometry&);
};

uint64_t zero(const Geometry&) { return 0; }

template <int axis>
uint64_t block_count(const Geometry& geometry) {
  return geometry.workgroups[axis];
}

template <int axis>
uint64_t group_size(const Geometry& geometry) {
  return geometry.workgroup_size[axis];
}

constexpr Hidden hidden_arguments[] = {
    {"hidden_block_count_x", 4, block_count<0>},
    {"hidden_block_count_y", 4, block_count<1>},
    {"hidden_block_count_z", 4, block_count<2>},
    {"hidden_group_size_x", 2, group_size<0>},
    {"hidden_group_size_y", 2, group_size<1>},
    {"hidden_group_size_z", 2, group_size<2>},
    {"hidden_remainder_x", 2, zero},  // every workgroup of a launch is whole
    {"hidden_remainder_y", 2, zero},
    {"hidden_remainder_z", 2, zero},
    {"hidden_global_offset_x", 8, zero},
    {"hidden_global_offset_y", 8, zero},
    {"hidden_global_offset_z", 8, zero},
    {"hidden_grid_dims", 2, [](const Geometry&) { return uint64_t{grid_dims}; }},
    {"hidden_dynamic_lds_size", 4, [](const Geometry& g) { return uint64_t{g.dynamic_lds_bytes}; }},
    {"hidden_private_base", 4, [](const Geometry&) { return uint64_t{private_aperture_hi}; }},
    {"hidden_shared_base", 4, [](const Geometry&) { return uint64_t{shared_aperture_hi}; }},
    // Services that there are not: whoever uses one reads at address 0 and is told so.
    {"hidden_none", 8, zero},
    {"hidden_printf_buffer", 8, zero},
    {"hidden_hostcall_buffer", 8, zero},
    {"hidden_multigrid_sync_arg", 8, zero},
    {"hidden_heap_v1", 8, zero},
    {"hidden_default_queue", 8, zero},
    {"hidden_completion_action", 8, zero},
    {"hidden_queue_ptr", 8, zero},
};

/// Bytes up to the end of the last explicit argument; all of the segment if none is declared.
uint32_t explicit_bytes(const Kernel& kernel) {
  if (kernel.arguments.empty()) return kernel.kernarg_bytes;
  uint32_t end = 0;
  for (const Argument& argument : kernel.arguments) {
    if (!argument.hidden()) end = std::max(end, argument.offset + argument.bytes);
  }
  return end;
}

std::string describe_arguments(const Kernel& kernel) {
  std::string text;
  for (const Argument& argument : kernel.arguments) {
    if (argument.hidden()) continue;
    text += fmt::format("{}{} {} at {}", text.empty() ? "" : ", ",
                        argument.name.empty() ? argument.value_kind : argument.name, argument.bytes,
                        argument.offset);
  }
  return text.empty() ? "none declared" : text;
}

}  // namespace

Result<std::vector<std::byte>> build_kernarg(const Kernel& kernel, const Geometry& geometry,
                                             std::span<const std::byte> arguments) {
  const uint32_t wanted = explicit_bytes(kernel);
  // A packed struct of arguments may have padding at its end.
  const uint32_t padded = std::min(kernel.kernarg_bytes, (wanted + 7) / 8 * 8);
  if (arguments.size() < wanted || arguments.size() > std::max(wanted, padded)) {
    return fail("{} takes {} bytes of arguments ({}), got {}", kernel.name, wanted,
                describe_arguments(kernel), arguments.size());
  }
  std::vector<std::byte> block(kernel.kernarg_bytes);
  std::copy(arguments.begin(), arguments.end(), block.begin());
  for (const Argument& argument : kernel.arguments) {
    if (!argument.hidden()) continue;
    const auto known = std::find_if(std::begin(hidden_arguments), std::end(hidden_arguments),
                                    [&](const Hidden& h) { return h.kind == argument.value_kind; });
    if (known == std::end(hidden_arguments) || known->bytes != argument.bytes) {
      return fail("{}: the hidden argument {} of {} bytes is not supported", kernel.name,
                  argument.value_kind, argument.bytes);
    }
    const uint64_t value = known->value(geometry);
    std::memcpy(block.data() + argument.offset, &value, argument.bytes);
  }
  return block;
}

DispatchPacket build_packet(const Kernel& kernel, const Geometry& geometry, uint64_t load_base,
                            uint64_t kernarg_address) {
  constexpr uint16_t packet_type_kernel_dispatch = 2;
  const auto& groups = geometry.workgroups;
  const auto& size = geometry.workgroup_size;
  DispatchPacket packet;
  packet.header = packet_type_kernel_dispatch;
  packet.setup = grid_dims;
  packet.workgroup_size_x = static_cast<uint16_t>(size[0]);
  packet.workgroup_size_y = static_cast<uint16_t>(size[1]);
  packet.workgroup_size_z = static_cast<uint16_t>(size[2]);
  packet.grid_size_x = groups[0] * size[0];
  packet.grid_size_y = groups[1] * size[1];
  packet.grid_size_z = groups[2] * size[2];
  packet.private_segment_size = kernel.descriptor.private_segment_bytes;
  packet.group_segment_size = kernel.descriptor.group_segment_bytes + geometry.dynamic_lds_bytes;
  packet.kernel_object = load_base + kernel.descriptor.address;
  packet.kernarg_address = kernarg_address;
  return packet;
}

}  // namespace tilewright::emu
