// SPDX-License-Identifier: MIT
#include "cli/device_state.hpp"

#include <algorithm>

#include "arch/targets.hpp"
#include "device/cuda/cuda_device.hpp"
#include "device/hip/hip_device.hpp"

namespace tilewright::cli {

std::vector<DeviceState> cuda_states() {
  const device::Info none{.kind = device::Kind::cuda, .arch = "", .name = "NVIDIA cards"};
  const auto found = device::list_cuda();
  if (!found) {
    return {{.info = none, .ready = false, .state = "no driver", .detail = found.error().message}};
  }
  if (found->empty()) return {{.info = none, .ready = false, .state = "none here", .detail = {}}};
  std::vector<DeviceState> states;
  for (const device::Info& info : *found) {
    const bool ours = info.arch == "sm_90";
    states.push_back({.info = info,
                      .ready = ours,
                      .state = ours ? "ready" : "no kernels: they are for sm_90",
                      .detail = {}});
  }
  return states;
}

std::vector<DeviceState> hip_states() {
  const device::Info none{.kind = device::Kind::hip, .arch = "", .name = "Radeon cards"};
  const auto found = device::list_hip();
  if (!found) {
    return {{.info = none, .ready = false, .state = "no runtime", .detail = found.error().message}};
  }
  if (found->empty()) return {{.info = none, .ready = false, .state = "none here", .detail = {}}};
  std::vector<DeviceState> states;
  for (const device::Info& info : *found) {
    const bool ours = std::ranges::any_of(
        targets, [&](const Target& target) { return info.arch == target.name; });
    states.push_back(
        {.info = info, .ready = ours, .state = ours ? "ready" : "no kernels for it", .detail = {}});
  }
  return states;
}

Result<void> require_device(device::Kind kind) {
  const std::vector<DeviceState> states = kind == device::Kind::cuda ? cuda_states() : hip_states();
  if (std::ranges::any_of(states, &DeviceState::ready)) return {};
  const DeviceState& first = states.front();
  return fail("device {}: {}{}", device::name(kind), first.state,
              first.detail.empty() ? "" : "; " + first.detail);
}

}  // namespace tilewright::cli
