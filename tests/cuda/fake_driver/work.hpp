// What a launch does: its product, worked out of the parameters as the kernel would.
// SPDX-License-Identifier: MIT
#pragma once

#include "card.hpp"
#include "device/cuda/driver.hpp"
#include "kernel.hpp"

namespace tilewright::fake_cuda {

/// The parameters are copied, as by a launch. Work's own errors are those of a kernel that runs.
[[nodiscard]] Card::Work work_of(const Kernel& kernel, const device::cuda::KernelLaunch& launch,
                                 void* const* parameters);

}  // namespace tilewright::fake_cuda
