// SPDX-License-Identifier: MIT
#include "device/cuda/nvml.hpp"

#include "device/library.hpp"

namespace tilewright::device::cuda {

Result<Nvml> Nvml::open(const std::string& pci_bus_id) {
  Result<Library> library = Library::open({"libnvidia-ml.so.1"});
  if (!library) return tl::unexpected(library.error());
  Nvml nvml;
  int (*init)() = nullptr;
  int (*by_bus_id)(const char*, Device*) = nullptr;
  Result<void> bound;
  const auto bind = [&](auto*& function, const char* name) {
    if (bound) bound = library->bind(function, name);
  };
  bind(init, "nvmlInit_v2");
  bind(by_bus_id, "nvmlDeviceGetHandleByPciBusId_v2");
  bind(nvml.clock_, "nvmlDeviceGetClockInfo");
  bind(nvml.power_, "nvmlDeviceGetPowerUsage");
  bind(nvml.temperature_, "nvmlDeviceGetTemperature");
  bind(nvml.driver_version_, "nvmlSystemGetDriverVersion");
  if (!bound) return tl::unexpected(bound.error());
  if (const int status = init(); status != 0) return fail("nvmlInit: error {}", status);
  if (const int status = by_bus_id(pci_bus_id.c_str(), &nvml.device_); status != 0) {
    return fail("NVML does not know the card at {}: error {}", pci_bus_id, status);
  }
  return nvml;
}

Vitals Nvml::read() const {
  constexpr int kSmClock = 1;
  constexpr int kMemoryClock = 2;
  constexpr int kGpuSensor = 0;
  Vitals vitals;
  unsigned value = 0;
  if (clock_(device_, kSmClock, &value) == 0) vitals.sm_mhz = value;
  if (clock_(device_, kMemoryClock, &value) == 0) vitals.memory_mhz = value;
  if (power_(device_, &value) == 0) vitals.power_w = value / 1000.0;
  if (temperature_(device_, kGpuSensor, &value) == 0) vitals.temperature_c = value;
  return vitals;
}

std::optional<std::string> Nvml::driver_version() const {
  char text[96] = {};
  if (driver_version_(text, sizeof text) != 0) return std::nullopt;
  return std::string(text);
}

}  // namespace tilewright::device::cuda
