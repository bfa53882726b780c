// Rungs 9 and up as contestants: what ladder/hopper/launch.hpp works out, carried out.
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/fair_types.hpp"
#include "device/cuda/cuda_device.hpp"

namespace tilewright::bench {

/// Ids and ideas, each id once.
[[nodiscard]] std::vector<std::pair<std::string_view, std::string_view>> tma_rungs();

/// nullptr if there is no such rung. `fallback` computes what TMA cannot read.
[[nodiscard]] std::unique_ptr<Contestant> tma_contestant(device::CudaDevice& device,
                                                         std::string_view rung_id,
                                                         std::unique_ptr<Contestant> fallback);

}  // namespace tilewright::bench
