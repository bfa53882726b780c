// The rungs on NVIDIA Hopper as contestants.
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bench/fair_types.hpp"
#include "device/cuda/cuda_device.hpp"

namespace tilewright::bench {

/// A rung as the ladder lists it.
struct HopperRung {
  std::string_view id;
  std::string_view idea;
};
/// All of them, in order.
[[nodiscard]] std::vector<HopperRung> hopper_rungs();

/// Errors: no such rung. `device` must outlive the contestant.
[[nodiscard]] Result<std::unique_ptr<Contestant>> hopper_contestant(device::CudaDevice& device,
                                                                    std::string_view rung_id);

}  // namespace tilewright::bench
