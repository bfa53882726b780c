// Reads the 64 bytes of a kernel descriptor.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "codeobject/code_object.hpp"
#include "codeobject/metadata.hpp"

namespace tilewright::codeobject {

inline constexpr size_t descriptor_bytes = 64;

/// `address` is the descriptor's own, which the entry is relative to.
[[nodiscard]] KernelDescriptor read_descriptor(std::span<const std::byte, descriptor_bytes> bytes,
                                               uint64_t address);

/// What descriptor and metadata of one kernel disagree about, if anything. A kernarg size of 0 in
/// the descriptor means "not stated".
[[nodiscard]] std::optional<std::string> contradicts(const KernelDescriptor& descriptor,
                                                     const KernelMetadata& metadata);

}  // namespace tilewright::codeobject
