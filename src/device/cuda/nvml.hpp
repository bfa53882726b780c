// What the card says of itself while it works. Read only: nothing here changes a setting.
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "core/result.hpp"

namespace tilewright::device::cuda {

struct Vitals {
  std::optional<double> sm_mhz;
  std::optional<double> memory_mhz;
  std::optional<double> power_w;
  std::optional<double> temperature_c;
};

class Nvml {
 public:
  /// Errors: no libnvidia-ml.so.1, or it does not know the card.
  [[nodiscard]] static Result<Nvml> open(const std::string& pci_bus_id);

  /// What cannot be read stays empty.
  [[nodiscard]] Vitals read() const;
  [[nodiscard]] std::optional<std::string> driver_version() const;

 private:
  using Device = struct nvmlDevice_st*;
  int (*clock_)(Device, int kind, unsigned* mhz) = nullptr;
  int (*power_)(Device, unsigned* milliwatts) = nullptr;
  int (*temperature_)(Device, int sensor, unsigned* celsius) = nullptr;
  int (*driver_version_)(char*, unsigned bytes) = nullptr;
  Device device_ = nullptr;
};

}  // namespace tilewright::device::cuda
