// SPDX-License-Identifier: MIT
#include "device/emu/launched.hpp"

#include <unistd.h>

#include <utility>

namespace tilewright::device {
namespace {

/// Every wave of these generations has all of them.
constexpr uint32_t kSgprs = 128;

uint64_t nanoseconds(Instant time) {
  return static_cast<uint64_t>(std::chrono::nanoseconds(time.time_since_epoch()).count());
}

}  // namespace

LaunchRecord launched(std::string arch, const codeobject::Kernel& kernel,
                      const emu::Geometry& geometry, Instant begin, Instant end) {
  const codeobject::KernelDescriptor& descriptor = kernel.descriptor;
  LaunchRecord record{.arch = std::move(arch),
                      .kernel = kernel.name,
                      .thread_id = static_cast<uint64_t>(::gettid()),
                      .start_ns = nanoseconds(begin),
                      .end_ns = nanoseconds(end),
                      .lds_bytes = descriptor.group_segment_bytes + geometry.dynamic_lds_bytes,
                      .scratch_bytes = descriptor.private_segment_bytes,
                      .vgprs = descriptor.vgprs(),
                      .sgprs = kSgprs,
                      .workgroup_size = geometry.workgroup_size};
  for (size_t axis = 0; axis < 3; ++axis) {
    record.grid_size[axis] = geometry.workgroups[axis] * geometry.workgroup_size[axis];
  }
  return record;
}

}  // namespace tilewright::device
