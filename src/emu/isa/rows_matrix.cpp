// WMMA and dot products. Their arithmetic is the wmma library's; here are the names and how
// operands reach it.
// SPDX-License-Identifier: MIT
#include "emu/exec/wave.hpp"
#include "emu/isa/lanes.hpp"
#include "emu/isa/matrix_bits.hpp"
#include "emu/isa/operand_value.hpp"
#include "emu/isa/rows.hpp"
#include "emu/wmma/constants.hpp"
#include "emu/wmma/dot.hpp"
#include "emu/wmma/wmma.hpp"

namespace tilewright::emu {
namespace {

using u32 = uint32_t;
using wmma::Family;
using wmma::Form;

wmma::Operands modifiers_of(const Wave& w, const Uop& u) {
  const MatrixModifiers modifiers = matrix_modifiers(u.bits);
  wmma::Operands operands;
  operands.neg_lo = modifiers.neg_lo;
  operands.neg_hi = modifiers.neg_hi;
  operands.op_sel = modifiers.op_sel;
  operands.clamp = modifiers.clamp;
  operands.fp16_ovfl = Mode{w.mode}.fp16_ovfl();
  return operands;
}

/// Registers of a wave64 as the matrix library has them: the halves of each side by side.
class Interleaved {
 public:
  Interleaved(const Wave& w, unsigned first, int count) {
    for (int i = 0; i < count; ++i) {
      for (unsigned half = 0; half < 2; ++half) rows_[2 * i + half] = row(w, first, i, half);
    }
  }
  void store(const Wave& w, unsigned first, int count) const {
    for (int i = 0; i < count; ++i) {
      for (unsigned half = 0; half < 2; ++half) row(w, first, i, half) = rows_[2 * i + half];
    }
  }
  [[nodiscard]] Row* rows() { return rows_; }

 private:
  static Row& row(const Wave& w, unsigned first, int i, unsigned half) {
    return w.vgpr[first + static_cast<unsigned>(i) + half * kVgprsPerWave];
  }
  Row rows_[16];  ///< of up to eight registers
};

void run_wmma_wave64(Wave& w, const Uop& u) {
  const auto function = reinterpret_cast<wmma::WmmaFunction>(u.function);
  const wmma::Registers counts = unpack_registers(u.offset);
  const bool has_c = u.src[2].kind == Operand::Kind::vgpr;
  Interleaved a(w, u.src[0].index, counts.a);
  Interleaved b(w, u.src[1].index, counts.b);
  Interleaved c(w, u.src[2].index, has_c ? counts.cd : 0);
  // 16-bit results of gfx11 leave half of each register as it was.
  Interleaved d(w, u.dst, counts.cd);
  wmma::Operands operands = modifiers_of(w, u);
  operands.a = a.rows();
  operands.b = b.rows();
  operands.c = c.rows();
  operands.d = d.rows();
  if (!has_c) {
    for (u32& lane : c.rows()->lane) lane = u.src[2].constant;
    operands.c_stride = 0;
  }
  function(operands);
  d.store(w, u.dst, counts.cd);
}

/// EXEC plays no part: all lanes read and all are written.
void run_wmma(Wave& w, const Uop& u) {
  if (w.size == WaveSize::w64) return run_wmma_wave64(w, u);
  const auto function = reinterpret_cast<wmma::WmmaFunction>(u.function);
  wmma::Operands operands = modifiers_of(w, u);
  operands.a = w.vgpr + u.src[0].index;
  operands.b = w.vgpr + u.src[1].index;
  operands.d = w.vgpr + u.dst;
  if (u.src[2].kind == Operand::Kind::vgpr) {
    operands.c = w.vgpr + u.src[2].index;
    function(operands);
    return;
  }
  Row constant;
  for (u32& lane : constant.lane) lane = u.src[2].constant;
  operands.c = &constant;
  operands.c_stride = 0;
  function(operands);
}

constexpr Instruction matrix(std::string_view name, Form form, On on) {
  Instruction row;
  row.name = name;
  row.on = on;
  row.shape = Shape::wmma;
  row.run = run_wmma;
  row.bits = static_cast<uint32_t>(form);
  return row;
}

// --- dot products of floats: lane functions for the VALU executor, which applies OP_SEL and NEG.
// MODE's denorm fields have no effect on them, so their operands count as bits.
template <Family kFamily>
u32 dot2_f32_f16(u32 a, u32 b, u32 c) {
  return wmma::dot2_f32_f16(kFamily, a, b, c);
}
template <Family kFamily>
u32 dot2_f32_bf16(u32 a, u32 b, u32 c) {
  return wmma::dot2_f32_bf16(kFamily, a, b, c);
}
template <Family kFamily>
uint16_t dot2_f16_f16(u32 a, u32 b, uint16_t c, Mode mode) {
  return static_cast<uint16_t>(wmma::dot2_f16_f16(kFamily, a, b, c, mode.fp16_ovfl()));
}
template <Family kFamily>
uint16_t dot2_bf16_bf16(u32 a, u32 b, uint16_t c) {
  return static_cast<uint16_t>(wmma::dot2_bf16_bf16(kFamily, a, b, c));
}
template <u32 (*kFunction)(u32, u32, u32)>
u32 dot4_f32(u32 a, u32 b, u32 c) {
  return kFunction(a, b, c);
}

template <auto kFunction>
constexpr Instruction dot(std::string_view name, wmma::DotSource source, On on,
                          unsigned flags = 0) {
  Instruction row = Lanes<kFunction>::row(name, on, Shape::dot, flags);
  row.src[0] = row.src[1] = Type::pk_b16;
  row.bits = static_cast<uint32_t>(source);
  return row;
}

// --- dot products of integers: NEG says which of A and B are signed
using IntegerDot = u32 (*)(u32 a, u32 b, u32 c, uint8_t neg_lo, bool clamp);

template <u32 (*kFunction)(u32, u32, u32, bool)>
u32 without_signs(u32 a, u32 b, u32 c, uint8_t, bool clamp) {
  return kFunction(a, b, c, clamp);
}

template <IntegerDot kFunction>
void run_integer_dot(Wave& w, const Uop& u) {
  const MatrixModifiers modifiers = matrix_modifiers(u.bits);
  for (u32 left = w.exec(); left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(left));
    w.vgpr[u.dst].lane[lane] =
        kFunction(lane_value(w, u.src[0], lane), lane_value(w, u.src[1], lane),
                  lane_value(w, u.src[2], lane), modifiers.neg_lo, modifiers.clamp);
  }
}

template <IntegerDot kFunction>
constexpr Instruction integer_dot(std::string_view name) {
  Instruction row;
  row.name = name;
  row.shape = Shape::integer_dot;
  row.run = run_integer_dot<kFunction>;
  row.dst = row.src[0] = row.src[1] = row.src[2] = Type::b32;
  return row;
}

using wmma::DotSource;

constexpr Instruction kRows[] = {
    matrix("v_wmma_f32_16x16x16_f16", Form::f32_f16, On::both),
    matrix("v_wmma_f32_16x16x16_bf16", Form::f32_bf16, On::both),
    matrix("v_wmma_f16_16x16x16_f16", Form::f16_f16, On::both),
    matrix("v_wmma_bf16_16x16x16_bf16", Form::bf16_bf16, On::both),
    matrix("v_wmma_i32_16x16x16_iu8", Form::i32_iu8, On::both),
    matrix("v_wmma_i32_16x16x16_iu4", Form::i32_iu4, On::both),
    matrix("v_wmma_i32_16x16x32_iu4", Form::i32_iu4_k32, On::gfx12),
    matrix("v_wmma_f32_16x16x16_fp8_fp8", Form::f32_fp8_fp8, On::gfx12),
    matrix("v_wmma_f32_16x16x16_fp8_bf8", Form::f32_fp8_bf8, On::gfx12),
    matrix("v_wmma_f32_16x16x16_bf8_fp8", Form::f32_bf8_fp8, On::gfx12),
    matrix("v_wmma_f32_16x16x16_bf8_bf8", Form::f32_bf8_bf8, On::gfx12),

    dot<dot2_f32_f16<Family::gfx11>>("v_dot2_f32_f16", DotSource::f16, On::gfx11),
    dot<dot2_f32_f16<Family::gfx12>>("v_dot2_f32_f16", DotSource::f16, On::gfx12),
    dot<dot2_f32_bf16<Family::gfx11>>("v_dot2_f32_bf16", DotSource::bf16, On::gfx11),
    dot<dot2_f32_bf16<Family::gfx12>>("v_dot2_f32_bf16", DotSource::bf16, On::gfx12),
    dot<dot2_f16_f16<Family::gfx11>>("v_dot2_f16_f16", DotSource::f16, On::gfx11),
    dot<dot2_f16_f16<Family::gfx12>>("v_dot2_f16_f16", DotSource::f16, On::gfx12),
    dot<dot2_bf16_bf16<Family::gfx11>>("v_dot2_bf16_bf16", DotSource::bf16, On::gfx11),
    dot<dot2_bf16_bf16<Family::gfx12>>("v_dot2_bf16_bf16", DotSource::bf16, On::gfx12),
    dot<dot2_f32_f16<Family::gfx11>>("v_dot2acc_f32_f16", DotSource::f16_vop2, On::gfx11,
                                     kAccumulate),
    dot<dot2_f32_f16<Family::gfx12>>("v_dot2acc_f32_f16", DotSource::f16_vop2, On::gfx12,
                                     kAccumulate),
    dot<dot2_f32_bf16<Family::gfx11>>("v_dot2acc_f32_bf16", DotSource::bf16, On::gfx11,
                                      kAccumulate),
    dot<dot2_f32_bf16<Family::gfx12>>("v_dot2acc_f32_bf16", DotSource::bf16, On::gfx12,
                                      kAccumulate),
    dot<dot4_f32<wmma::dot4_f32_fp8_fp8>>("v_dot4_f32_fp8_fp8", DotSource::f16, On::gfx12),
    dot<dot4_f32<wmma::dot4_f32_fp8_bf8>>("v_dot4_f32_fp8_bf8", DotSource::f16, On::gfx12),
    dot<dot4_f32<wmma::dot4_f32_bf8_fp8>>("v_dot4_f32_bf8_fp8", DotSource::f16, On::gfx12),
    dot<dot4_f32<wmma::dot4_f32_bf8_bf8>>("v_dot4_f32_bf8_bf8", DotSource::f16, On::gfx12),

    integer_dot<wmma::dot4_i32_iu8>("v_dot4_i32_iu8"),
    integer_dot<wmma::dot8_i32_iu4>("v_dot8_i32_iu4"),
    integer_dot<without_signs<wmma::dot4_u32_u8>>("v_dot4_u32_u8"),
    integer_dot<without_signs<wmma::dot8_u32_u4>>("v_dot8_u32_u4"),
};

}  // namespace

Instructions matrix_rows() { return kRows; }

}  // namespace tilewright::emu
