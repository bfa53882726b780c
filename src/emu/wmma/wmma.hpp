// The matrix instructions of gfx11 and gfx12 as functions on registers. README.md in this folder is
// the specification: what the silicon computes, how sure that is, and where each element lies.
//
// Ask once for the function of an instruction (`wmma_function`) and call it as often as the
// instruction runs. EXEC plays no part: WMMA reads and writes every lane.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "emu/wmma/row.hpp"

namespace tilewright::emu::wmma {

/// gfx11 is RDNA 3 and 3.5 (gfx1100, gfx1151 ...), gfx12 is RDNA 4 (gfx1200, gfx1201).
enum class Family : uint8_t { gfx11, gfx12 };

/// D and C's type, then A and B's. All are 16x16x16 but i32_iu4_k32, which is 16x16x32.
enum class Form : uint8_t {
  f32_f16,
  f32_bf16,
  f16_f16,
  bf16_bf16,
  i32_iu8,
  i32_iu4,
  i32_iu4_k32,
  f32_fp8_fp8,
  f32_fp8_bf8,
  f32_bf8_fp8,
  f32_bf8_bf8,
};
inline constexpr int form_count = 11;

using emu::WaveSize;

/// How sums are rounded. `silicon` is what the hardware does, wherever that is known; for the FP8
/// forms of gfx12 it is not, and `silicon` means the most likely hypothesis, which is `fp8_h1`. The
/// other hypotheses change the FP8 forms only. `ieee` is a chain of fused multiply-adds.
enum class Policy : uint8_t { silicon, ieee, fp8_h2, fp8_h3, fp8_h4, fp8_h5 };
inline constexpr int policy_count = 6;

/// What a policy is called and how well its claim is founded, for reports.
struct PolicyInfo {
  std::string_view name;         ///< as on a command line
  std::string_view description;  ///< one line
  std::string_view fp8_status;   ///< what may be said of an FP8 result under it
};
[[nodiscard]] const PolicyInfo& describe(Policy policy);

/// One operand set. Rows per operand: see `registers`.
///
/// C may be an inline constant: `c` then points to a single row whose lanes all hold the word that
/// `inline_constant_c` gives, and `c_stride` is 0. D may overlap A, B and C in any way: the sources
/// are read completely before D is written.
struct Operands {
  const Row* a = nullptr;
  const Row* b = nullptr;
  const Row* c = nullptr;
  Row* d = nullptr;
  uint32_t c_stride = 1;  ///< rows from one row of C to the next: 1, or 0 for an inline constant
  uint8_t neg_lo = 0;     ///< NEG: bits 0, 1, 2 are A, B, C; signedness of A and B in integer forms
  uint8_t neg_hi = 0;     ///< NEG_HI; bit 2 takes the absolute value of C, before its negation
  uint8_t op_sel = 0;     ///< bit 2, on gfx11 and 16-bit results only: which half of C and D
  uint8_t op_sel_hi = 0;  ///< no effect on WMMA
  bool clamp = false;     ///< integer forms only
  bool fp16_ovfl = false;  ///< MODE bit 23: F16 results saturate instead of becoming infinite
};

using WmmaFunction = void (*)(const Operands&);

/// Instruction set of the host, for the choice of implementation. `scalar` is the reference, which
/// everything else is tested against; all give the same bits.
enum class HostIsa : uint8_t { scalar, portable, avx2, avx512 };

/// The best one that this machine and this build have.
[[nodiscard]] HostIsa best_host_isa();
/// Whether this machine can run, and this build contains, the implementation.
[[nodiscard]] bool available(HostIsa isa);
[[nodiscard]] std::string_view name(HostIsa isa);

/// Null for a combination that does not exist (FP8 on gfx11, say). An `isa` that is not available
/// gives the best one below it; a policy without a fast version gives the scalar one.
[[nodiscard]] WmmaFunction wmma_function(Family family, Form form, WaveSize wave,
                                         Policy policy = Policy::silicon,
                                         HostIsa isa = best_host_isa());

/// VGPRs of each operand; in rows, twice as many for wave64.
struct Registers {
  int a = 0;
  int b = 0;
  int cd = 0;
};
/// All zero for a combination that does not exist.
[[nodiscard]] Registers registers(Family family, Form form, WaveSize wave);

[[nodiscard]] std::string_view name(Form form);

/// The word that C holds in every lane when SRC2 is the inline constant `selector` (128 to 208 and
/// 240 to 248): integers as they are, in both halves of 16-bit C; floats in C's own type.
[[nodiscard]] uint32_t inline_constant_c(Form form, int selector);

}  // namespace tilewright::emu::wmma
