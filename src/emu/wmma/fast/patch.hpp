// The way out of the fast kernels for cells whose data they do not take: the scalar reference, a
// cell at a time.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "emu/wmma/wmma.hpp"

namespace tilewright::emu::wmma {

/// An instruction of a float form.
struct FloatInstruction {
  Family family;
  Form form;
  WaveSize wave;
  Policy policy;
};

/// Recomputes the cells of those `rows` and `columns` that are not zero, from registers that still
/// hold the sources. `cells` are floats that are numbers of the result's type.
void patch_cells(const FloatInstruction& instruction, const Operands& operands,
                 const uint32_t (&rows)[16], const uint32_t (&columns)[16], float (&cells)[16][16]);

}  // namespace tilewright::emu::wmma
