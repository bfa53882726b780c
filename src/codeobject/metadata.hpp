// The metadata note (NT_AMDGPU_METADATA): a MessagePack map that tells about each kernel what its
// descriptor does not.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "codeobject/code_object.hpp"

namespace tilewright::codeobject {

struct KernelMetadata {
  std::string name;
  std::string symbol;  ///< of the kernel descriptor, "<name>.kd"; as in the file
  Resources resources;
  std::vector<Argument> arguments;
  uint32_t kernarg_bytes = 0;
};

struct Metadata {
  std::string target;  ///< "amdgcn-amd-amdhsa--gfx1201"; empty if not stated
  std::vector<KernelMetadata> kernels;
};

/// Text other than symbols is made printable(). Errors: not MessagePack, nested too deeply, a
/// required field is missing or out of range.
[[nodiscard]] Result<Metadata> parse_metadata(std::span<const std::byte> note);

}  // namespace tilewright::codeobject
