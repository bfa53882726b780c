// SPDX-License-Identifier: MIT
#include "emu/isa/passes.hpp"

namespace tilewright::emu {

Passes passes_of(const Instruction& row, Generation generation) {
  if (is_scalar(row.shape)) return Passes::once;
  switch (row.shape) {
    case Shape::smem:
    case Shape::smem_buffer:
    case Shape::valu_scalar:
    case Shape::wmma:
      return Passes::once;
    default:
      break;
  }
  if (row.name == "v_writelane_b32" || row.name == "v_permlane64_b32") return Passes::once;
  if (row.name == "ds_permute_b32" || row.name.starts_with("ds_bpermute")) {
    return permutes_whole_waves(generation) ? Passes::once : Passes::halves;
  }
  // A wave64 transposes other shapes of matrices, with half the registers.
  if (row.name.starts_with("global_load_tr_")) return Passes::unknown;
  return Passes::halves;
}

}  // namespace tilewright::emu
