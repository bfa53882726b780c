// SPDX-License-Identifier: MIT
#include "ladder/kernels.hpp"

#include <cstdint>

namespace {

/// A row of the table that cmake/EmbedKernels.cmake writes.
struct EmbeddedKernel {
  const char* arch;
  const char* name;
  const std::byte* image;
  std::uint64_t bytes;
};

}  // namespace

extern "C" const EmbeddedKernel tw_kernel_table[];
extern "C" const EmbeddedKernel tw_kernel_table_end[];

namespace tilewright {

std::span<const std::byte> kernel_image(std::string_view arch, std::string_view rung_id) {
  for (const EmbeddedKernel* row = tw_kernel_table; row != tw_kernel_table_end; ++row) {
    if (arch == row->arch && rung_id == row->name) return {row->image, row->bytes};
  }
  return {};
}

}  // namespace tilewright
