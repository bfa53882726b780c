// V_SWMMAC_F32_16X16X32_{FP8,BF8}_{FP8,BF8} of gfx12, wave32: A holds 16 of 32 elements of K, two
// of every four, and an index says which.
// SPDX-License-Identifier: MIT
#pragma once

#include "emu/wmma/wmma.hpp"

namespace tilewright::emu::wmma {

struct SparseOperands {
  const Row* a = nullptr;      ///< 2 rows
  const Row* b = nullptr;      ///< 4 rows
  const Row* index = nullptr;  ///< 1 row: two index sets, a half each
  int index_key = 0;           ///< which half
  Row* d = nullptr;            ///< 8 rows, accumulator and result
};

/// `form` is one of the FP8 forms. The layout and the pairing are proven by captured words, the
/// rounding is that of the dense form under `policy`, a hypothesis.
void swmmac_f32_16x16x32(Form form, const SparseOperands& operands,
                         Policy policy = Policy::silicon);

}  // namespace tilewright::emu::wmma
