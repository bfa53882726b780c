// A launch of a CUDA kernel with its arguments packed.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "bench/fair_types.hpp"
#include "device/cuda/cuda_device.hpp"

namespace tilewright::bench {

/// `device` outlives this; `workspace` are buffers that the launch needs besides the operands.
class Queued final : public Prepared {
 public:
  Queued(device::CudaDevice& device, std::shared_ptr<device::Kernel> kernel,
         const device::LaunchConfig& config, std::vector<std::byte> arguments,
         std::vector<std::shared_ptr<device::Buffer>> workspace = {})
      : device_(device),
        kernel_(std::move(kernel)),
        config_(config),
        arguments_(std::move(arguments)),
        workspace_(std::move(workspace)) {}

  [[nodiscard]] Result<void> enqueue() override {
    return device_.launch(*kernel_, config_, arguments_);
  }

 private:
  device::CudaDevice& device_;
  std::shared_ptr<device::Kernel> kernel_;
  device::LaunchConfig config_;
  std::vector<std::byte> arguments_;
  std::vector<std::shared_ptr<device::Buffer>> workspace_;
};

}  // namespace tilewright::bench
