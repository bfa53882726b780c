// SPDX-License-Identifier: MIT
#include "codeobject/descriptor.hpp"

#include <fmt/format.h>
#include <llvm/Support/AMDHSAKernelDescriptor.h>

#include <cstring>

namespace tilewright::codeobject {

using llvm::amdhsa::kernel_descriptor_t;
static_assert(sizeof(kernel_descriptor_t) == descriptor_bytes);

KernelDescriptor read_descriptor(std::span<const std::byte, descriptor_bytes> bytes,
                                 uint64_t address) {
  kernel_descriptor_t raw;
  std::memcpy(&raw, bytes.data(), sizeof(raw));
  KernelDescriptor descriptor;
  descriptor.address = address;
  descriptor.group_segment_bytes = raw.group_segment_fixed_size;
  descriptor.private_segment_bytes = raw.private_segment_fixed_size;
  descriptor.kernarg_bytes = raw.kernarg_size;
  descriptor.entry = address + static_cast<uint64_t>(raw.kernel_code_entry_byte_offset);
  descriptor.rsrc1 = raw.compute_pgm_rsrc1;
  descriptor.rsrc2 = raw.compute_pgm_rsrc2;
  descriptor.rsrc3 = raw.compute_pgm_rsrc3;
  descriptor.properties = raw.kernel_code_properties;
  descriptor.kernarg_preload = raw.kernarg_preload;
  return descriptor;
}

std::optional<std::string> contradicts(const KernelDescriptor& descriptor,
                                       const KernelMetadata& metadata) {
  const auto differ = [](const char* what, uint32_t in_descriptor, uint32_t in_metadata) {
    return fmt::format("the descriptor has {} {}, the metadata {}", what, in_descriptor,
                       in_metadata);
  };
  const Resources& resources = metadata.resources;
  // 0 is not stated: hand-written kernels, which AMD's runtime launches by the metadata.
  if (descriptor.group_segment_bytes != 0 &&
      descriptor.group_segment_bytes != resources.lds_bytes) {
    return differ("LDS bytes", descriptor.group_segment_bytes, resources.lds_bytes);
  }
  if (descriptor.private_segment_bytes != resources.scratch_bytes) {
    return differ("scratch bytes", descriptor.private_segment_bytes, resources.scratch_bytes);
  }
  if (descriptor.kernarg_bytes != 0 && descriptor.kernarg_bytes != metadata.kernarg_bytes) {
    return differ("kernarg bytes", descriptor.kernarg_bytes, metadata.kernarg_bytes);
  }
  const uint32_t wavefront_size = descriptor.wave32() ? 32 : 64;
  if (resources.wavefront_size != wavefront_size) {
    return differ("wavefront size", wavefront_size, resources.wavefront_size);
  }
  return std::nullopt;
}

}  // namespace tilewright::codeobject
