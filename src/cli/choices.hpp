// What users can choose from: targets, rungs, devices, and the devices opened.
// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "cli/watch.hpp"
#include "device/device.hpp"
#include "ladder/rdna/rungs.hpp"

namespace tilewright::cli {

[[nodiscard]] std::vector<std::string> target_names();
[[nodiscard]] std::vector<std::string> rung_ids();
[[nodiscard]] std::vector<std::string> rung_ids(Precision precision);
[[nodiscard]] std::vector<std::string> device_names();

/// The named ones in the lists' own order, all of them for no name. Unknown names are skipped: the
/// command line's checks have refused them.
[[nodiscard]] std::vector<const Target*> chosen_targets(const std::vector<std::string>& names);
[[nodiscard]] std::vector<const Rung*> chosen_rungs(const std::vector<std::string>& ids,
                                                    Precision precision);

/// Called after each workgroup of a launch, by one thread at a time.
using LaunchProgress = std::function<void(uint64_t done, uint64_t total)>;

/// `threads`: workers of the software GPU, 0 for all cores. Errors: a device that this build does
/// not have.
[[nodiscard]] Result<std::unique_ptr<device::Device>> open_device(const std::string& device,
                                                                  const std::string& arch,
                                                                  unsigned threads,
                                                                  LaunchProgress progress,
                                                                  const Watch& watch = {});

}  // namespace tilewright::cli
