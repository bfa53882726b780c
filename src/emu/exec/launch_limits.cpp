// SPDX-License-Identifier: MIT
#include "emu/exec/launch_limits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "arch/targets.hpp"
#include "emu/exec/initial_state.hpp"

namespace tilewright::emu {
namespace {

using Checked = tl::expected<void, LaunchRefusal>;

constexpr Limits limits;  // the same for all targets
/// 15 bits of 256 bytes for a wave (COMPUTE_TMPRING_SIZE.WAVESIZE).
constexpr uint32_t max_scratch_bytes_per_wave = 0x7fff * 256;
/// Far more than a compiler accepts; a code object that states more is corrupted.
constexpr uint32_t max_kernarg_bytes = 1 << 16;

template <class... Args>
Checked refuse(LaunchLimit limit, fmt::format_string<Args...> format, Args&&... args) {
  return tl::unexpected(LaunchRefusal{limit, fmt::format(format, std::forward<Args>(args)...)});
}

Checked check_grid(const codeobject::Kernel& kernel, Generation generation,
                   const Geometry& geometry) {
  constexpr char axis_name[] = "xyz";
  for (size_t axis = 0; axis < 3; ++axis) {
    const uint32_t groups = geometry.workgroups[axis];
    const uint32_t size = geometry.workgroup_size[axis];
    if (groups == 0 || size == 0) {
      return refuse(LaunchLimit::empty,
                    "{}: the launch is empty: {} workgroups of {} work-items in {}", kernel.name,
                    groups, size, axis_name[axis]);
    }
    if (uint64_t{groups} * size > std::numeric_limits<uint32_t>::max()) {
      return refuse(LaunchLimit::work_items_of_axis,
                    "{}: {} workgroups of {} work-items in {} are more than 2^32 - 1 work-items",
                    kernel.name, groups, size, axis_name[axis]);
    }
    if (generation == Generation::gfx12 && axis > 0 && groups > 0xffff) {
      return refuse(LaunchLimit::workgroups_of_axis,
                    "{}: {} workgroups in {}, gfx12 numbers at most 65535 (TTMP7 has 16 bits for "
                    "it)",
                    kernel.name, groups, axis_name[axis]);
    }
  }
  const auto [x, y, z] = geometry.workgroups;
  if (uint64_t{x} * y > std::numeric_limits<uint64_t>::max() / z) {
    return refuse(LaunchLimit::workgroups, "{}: {} x {} x {} workgroups are more than 2^64 - 1",
                  kernel.name, x, y, z);
  }
  return {};
}

Checked check_workgroup(const codeobject::Kernel& kernel, const Geometry& geometry) {
  const uint32_t most = max_workgroup_size(kernel);
  const auto& size = geometry.workgroup_size;
  // One by one first: the product of three may not fit.
  if (*std::max_element(size.begin(), size.end()) > most || geometry.workgroup_items() > most) {
    return refuse(LaunchLimit::workgroup_size,
                  "{}: a workgroup of {} x {} x {} work-items, at most {} are allowed{}",
                  kernel.name, size[0], size[1], size[2], most,
                  most < static_cast<uint32_t>(limits.threads_per_workgroup)
                      ? " (what it was compiled for)"
                      : "");
  }
  const uint64_t lds = uint64_t{kernel.descriptor.group_segment_bytes} + geometry.dynamic_lds_bytes;
  if (lds > static_cast<uint64_t>(limits.lds_bytes)) {
    return refuse(LaunchLimit::lds,
                  "{}: {} bytes of LDS ({} static, {} dynamic), a workgroup has at most {}",
                  kernel.name, lds, kernel.descriptor.group_segment_bytes,
                  geometry.dynamic_lds_bytes, limits.lds_bytes);
  }
  return {};
}

/// What does not depend on the launch's shape.
Checked check_kernel(const codeobject::Kernel& kernel) {
  const uint32_t max_scratch_bytes =
      max_scratch_bytes_per_wave / lanes_of(wave_size_of(kernel.descriptor));
  if (const uint32_t scratch = kernel.descriptor.private_segment_bytes;
      scratch > max_scratch_bytes) {
    return refuse(LaunchLimit::scratch, "{}: {} bytes of scratch, a work-item has at most {}",
                  kernel.name, scratch, max_scratch_bytes);
  }
  if (kernel.kernarg_bytes > max_kernarg_bytes) {
    return refuse(LaunchLimit::kernel_arguments,
                  "{}: {} bytes of kernel arguments, at most {} are allowed", kernel.name,
                  kernel.kernarg_bytes, max_kernarg_bytes);
  }
  return {};
}

}  // namespace

uint32_t max_workgroup_size(const codeobject::Kernel& kernel) {
  const auto most = static_cast<uint32_t>(limits.threads_per_workgroup);
  const uint32_t declared = kernel.resources.max_workgroup_size;
  return declared == 0 ? most : std::min(declared, most);
}

tl::expected<void, LaunchRefusal> check_launch(const codeobject::Kernel& kernel,
                                               Generation generation, const Geometry& geometry) {
  return check_grid(kernel, generation, geometry)
      .and_then([&] { return check_workgroup(kernel, geometry); })
      .and_then([&] { return check_kernel(kernel); });
}

}  // namespace tilewright::emu
