// Launches: what the driver checks before it queues one.
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <csignal>
#include <cstdint>

#include "card.hpp"
#include "exported.hpp"
#include "faults.hpp"
#include "module.hpp"
#include "work.hpp"

namespace tilewright::fake_cuda {
namespace {

using device::cuda::KernelLaunch;
using device::cuda::LaunchAttribute;

/// Arithmetic: of every launch of ours, whatever its shape.
constexpr double kLaunchMs = 1;
constexpr std::uint64_t kMostThreads = 1024;

const LaunchAttribute* find_attribute(const KernelLaunch& launch, int id) {
  for (unsigned i = 0; i < launch.attribute_count; ++i) {
    if (launch.attributes[i].id == id) return &launch.attributes[i];
  }
  return nullptr;
}

bool is_programmatic(const KernelLaunch& launch) {
  const auto* found = find_attribute(launch, LaunchAttribute::kProgrammaticSerialization);
  return found != nullptr && found->allowed != 0;
}

/// The cluster is compiled into the kernel; whoever names it again must name the same.
Status check_cluster(const Kernel& kernel, const KernelLaunch& launch) {
  const auto compiled = static_cast<unsigned>(kernel.tma == nullptr ? 1 : kernel.tma->cluster);
  const auto* named = find_attribute(launch, LaunchAttribute::kClusterDimension);
  const bool same = named == nullptr || (named->cluster.x == compiled && named->cluster.y == 1 &&
                                         named->cluster.z == 1);
  return same && launch.grid[0] % compiled == 0 ? kSuccess : kInvalidClusterSize;
}

Status check(const Kernel& kernel, const KernelLaunch& launch) {
  std::uint64_t threads = 1;
  for (int i = 0; i < 3; ++i) {
    if (launch.grid[i] == 0 || launch.block[i] == 0) return kInvalidValue;
    threads *= launch.block[i];
  }
  if (threads > kMostThreads) return kInvalidValue;
  if (threads > kernel.threads) return kOutOfResources;
  if (launch.shared_bytes + kernel.static_shared_bytes > kernel.allowed_shared_bytes) {
    return kInvalidValue;
  }
  return check_cluster(kernel, launch);
}

}  // namespace
}  // namespace tilewright::fake_cuda

using namespace tilewright;
using namespace tilewright::fake_cuda;

extern "C" TW_FAKE_EXPORT Status cuLaunchKernelEx(const device::cuda::KernelLaunch* launch,
                                                  device::cuda::Function function,
                                                  void** parameters, void**) {
  Card& card = Card::instance();
  const Kernel* const kernel = live_kernel(function);
  if (kernel == nullptr) return kInvalidHandle;
  if (card.status() != kSuccess) return card.status();
  if (has_fault(Fault::kill, kernel->name)) (void)std::raise(SIGKILL);
  if (has_fault(Fault::fail_launch, kernel->name)) return kOutOfResources;
  if (const Status wrong = check(*kernel, *launch); wrong != kSuccess) return wrong;
  log_launch(fmt::format("{} grid {},{},{} block {},{},{} shared {} programmatic {}", kernel->name,
                         launch->grid[0], launch->grid[1], launch->grid[2], launch->block[0],
                         launch->block[1], launch->block[2], launch->shared_bytes,
                         is_programmatic(*launch) ? 1 : 0));
  card.queue(work_of(*kernel, *launch, parameters), kLaunchMs * slowness(kernel->name));
  return kSuccess;
}
