// Host evaluation of what a GEMM kernel computes with matrix instructions: C = A * B as a chain of
// instructions along K, from C = +0. Bit for bit what the kernel must give if it adds in this
// order, which is the usual one: K in steps of the instruction's depth, and within a step lanes
// load contiguous K, so that position in K (layout.hpp) is K itself. gfx12's 16-bit forms then add
// elements 0-3, 8-11, 4-7, 12-15 of every 16.
//
// A last step that K does not fill is filled with +0 in A and B.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "emu/wmma/wmma.hpp"

namespace tilewright::emu::wmma {

struct ChainOptions {
  Policy policy = Policy::silicon;
  bool fp16_ovfl = false;
  bool clamp = false;  ///< integer forms
  uint8_t neg_lo = 0;  ///< integer forms: signedness of A and B
};

/// One element, by the scalar reference: `a` is a row of A, `b` a column of B, as codes. The result
/// has the width of the form's D.
[[nodiscard]] uint32_t chain_element(Family family, Form form, std::span<const uint32_t> a,
                                     std::span<const uint32_t> b, const ChainOptions& options = {});

/// The same for F16 in and out.
[[nodiscard]] uint16_t chain_element_f16(Family family, std::span<const uint16_t> a,
                                         std::span<const uint16_t> b);

/// A or B in memory. Strides are in elements: of A from row to row, of B from column to column, and
/// of either along K. An element has 2 bytes, or 1 for factors of 8 bits or fewer.
struct FactorView {
  const void* data = nullptr;
  ptrdiff_t outer_stride = 0;
  ptrdiff_t k_stride = 1;
};

/// D in memory: elements of 4 bytes, or 2 for packed forms.
struct ResultView {
  void* data = nullptr;
  ptrdiff_t row_stride = 0;
  ptrdiff_t column_stride = 1;
};

struct ChainGemm {
  Family family = Family::gfx12;
  Form form = Form::f16_f16;
  int64_t n = 0;
  int64_t k = 0;
  FactorView a;
  FactorView b;
  ResultView d;
  ChainOptions options;
};

/// Rows [first, last) of D, by the fast implementation. Calls for different rows may run at the
/// same time; ranges of a few hundred rows, or of all of them, pack B least often.
void chain_gemm(const ChainGemm& gemm, int64_t first, int64_t last);

}  // namespace tilewright::emu::wmma
