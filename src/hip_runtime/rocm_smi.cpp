// librocm_smi64.so.7 for programs that watch the card while they run on the software GPU, as AMD's
// benchmarks do. There is no clock, no power and no temperature to read: what a program asks of
// those is "not supported", by which it leaves them out.
// SPDX-License-Identifier: MIT
#include <cstdint>
#include <cstdio>

#include "hip_runtime/abi_functions.hpp"

namespace {

// Values and layouts are facts of the published API (rocm_smi.h).
enum Status : unsigned { kSuccess = 0, kInvalidArguments = 1, kNotSupported = 2 };

const char* text(Status status) {
  switch (status) {
    case kSuccess:
      return "success";
    case kInvalidArguments:
      return "invalid arguments";
    case kNotSupported:
      return "not supported by the software GPU";
  }
  return "an error of no known kind";
}

}  // namespace

extern "C" {

Status rsmi_init(uint64_t) { return kSuccess; }
Status rsmi_shut_down() { return kSuccess; }

Status rsmi_status_string(Status status, const char** words) {
  if (words == nullptr) return kInvalidArguments;
  *words = text(status);
  return kSuccess;
}

Status rsmi_num_monitor_devices(uint32_t* count) {
  int devices = 0;
  if (count == nullptr || hipGetDeviceCount(&devices) != hipSuccess) return kInvalidArguments;
  *count = static_cast<uint32_t>(devices);
  return kSuccess;
}

/// Domain, bus, device and function, by which a program finds its HIP device here.
Status rsmi_dev_pci_id_get(uint32_t device, uint64_t* id) {
  char words[32] = {};
  unsigned domain = 0, bus = 0, slot = 0, function = 0;
  if (id == nullptr ||
      hipDeviceGetPCIBusId(words, sizeof(words), static_cast<int>(device)) != hipSuccess ||
      std::sscanf(words, "%x:%x:%x.%x", &domain, &bus, &slot, &function) != 4) {
    return kInvalidArguments;
  }
  *id = uint64_t{domain} << 32 | bus << 8 | slot << 3 | function;
  return kSuccess;
}

Status rsmi_dev_gpu_clk_freq_get(uint32_t, unsigned, void*) { return kNotSupported; }
Status rsmi_dev_gpu_metrics_info_get(uint32_t, void*) { return kNotSupported; }
Status rsmi_dev_metrics_xcd_counter_get(uint32_t, uint16_t*) { return kNotSupported; }

}  // extern "C"
