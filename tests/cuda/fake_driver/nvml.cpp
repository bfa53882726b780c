// libnvidia-ml.so.1 as far as Tilewright binds it: a card in steady state.
// SPDX-License-Identifier: MIT
#include <cstdio>
#include <cstring>

#include "exported.hpp"

namespace {

constexpr int kNotFound = 6;
constexpr int kNotSupported = 3;
int the_card;

}  // namespace

#define TW_NVML extern "C" TW_FAKE_EXPORT int

TW_NVML nvmlInit_v2() { return 0; }
TW_NVML nvmlDeviceGetHandleByPciBusId_v2(const char* bus_id, void** device) {
  *device = &the_card;
  return std::strcmp(bus_id, "0000:FA:CE.0") == 0 ? 0 : kNotFound;
}
TW_NVML nvmlDeviceGetClockInfo(void*, int kind, unsigned* mhz) {
  if (kind != 1 && kind != 2) return kNotSupported;
  *mhz = kind == 1 ? 1755 : 3201;
  return 0;
}
TW_NVML nvmlDeviceGetPowerUsage(void*, unsigned* milliwatts) {
  *milliwatts = 612500;
  return 0;
}
TW_NVML nvmlDeviceGetTemperature(void*, int sensor, unsigned* celsius) {
  *celsius = 47;
  return sensor == 0 ? 0 : kNotSupported;
}
TW_NVML nvmlSystemGetDriverVersion(char* text, unsigned bytes) {
  std::snprintf(text, bytes, "999.07");
  return 0;
}
