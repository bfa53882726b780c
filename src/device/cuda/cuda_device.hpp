// An NVIDIA GPU behind the Device interface, and what rungs 9 and up need besides.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "device/cuda/driver.hpp"
#include "device/device.hpp"

namespace tilewright::device {

/// What the driver says of a loaded kernel.
struct CudaKernelResources {
  uint32_t registers = 0;
  uint32_t static_shared_bytes = 0;
  uint32_t local_bytes = 0;  ///< stack and spills of a thread
};

/// A matrix of rows for TMA: `row_elements` of `element_bytes` each (1, 2 or 4), rows
/// `row_stride_bytes` apart. The copy engine moves boxes of box_rows x box_elements with the
/// 128-byte swizzle, and reads zeros outside. It moves elements without a look at them.
struct TensorMapRequest {
  uint64_t address = 0;
  int element_bytes = 2;
  uint64_t row_elements = 0;
  uint64_t rows = 0;
  uint64_t row_stride_bytes = 0;
  uint32_t box_elements = 0;
  uint32_t box_rows = 0;
  bool swizzled = true;  ///< by the 128-byte swizzle
};

class CudaDevice : public Device {
 public:
  [[nodiscard]] virtual int multiprocessors() const = 0;
  [[nodiscard]] virtual size_t l2_bytes() const = 0;
  [[nodiscard]] virtual const std::string& pci_bus_id() const = 0;
  /// "12.4", of the driver.
  [[nodiscard]] virtual std::string driver_api_version() const = 0;
  /// For libraries that queue work of their own.
  [[nodiscard]] virtual cuda::Stream stream() const = 0;
  [[nodiscard]] virtual Result<CudaKernelResources> resources(Kernel& kernel) const = 0;
  /// Errors: an address or a stride that is not a multiple of 16, and what else the driver refuses.
  [[nodiscard]] virtual Result<cuda::TensorMap> tensor_map(const TensorMapRequest& request) = 0;
};

/// Errors: no driver, no GPU, or one that is not of the sm_90 family.
[[nodiscard]] Result<std::unique_ptr<CudaDevice>> open_cuda(int index = 0);

/// Names of all CUDA devices, whatever their family. Errors: no driver.
[[nodiscard]] Result<std::vector<Info>> list_cuda();

}  // namespace tilewright::device
