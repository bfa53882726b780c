// What users can choose from: targets, rungs, devices, and the devices opened.
// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
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

/// What CLI11 shows when a shape is not one; else empty.
[[nodiscard]] std::string check_shape(const std::string& text);

/// Called after each workgroup of a launch, by one thread at a time.
using LaunchProgress = std::function<void(uint64_t done, uint64_t total)>;

/// "gfx1201": the targets that have a rung's instructions.
[[nodiscard]] std::string targets_of(const Rung& rung);
/// That a target has no such rung, and which have.
[[nodiscard]] Error not_built(const Rung& rung, std::string_view target);

struct DeviceRequest {
  std::string device;
  std::string arch;
  unsigned threads = 0;  ///< workers of the software GPU, 0 for all cores
  LaunchProgress progress = {};
  Watch watch = {};
  std::optional<uint64_t> instruction_limit = {};  ///< of a wave; nothing: the device's own
};

/// Errors: a device that this build or this machine does not have, or that runs the ladder only.
/// For commands that want to know before they do anything else.
[[nodiscard]] Result<void> takes_rdna_kernels(const std::string& device);

/// Errors: those of takes_rdna_kernels().
[[nodiscard]] Result<std::unique_ptr<device::Device>> open_device(const DeviceRequest& request);

}  // namespace tilewright::cli
