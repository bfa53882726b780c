// Single properties by number.
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "hip_runtime/gpu.hpp"

namespace tilewright::hip {

/// Nothing for an attribute that is not known. Programs ask hundreds of times per problem.
[[nodiscard]] std::optional<int> device_attribute(const Gpu& gpu, hipDeviceAttribute_t attribute);

}  // namespace tilewright::hip
