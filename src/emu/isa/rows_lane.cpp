// VALU instructions that move values between lanes and scalars (ISA manuals, V_READLANE_B32 and its
// relatives). They have handlers of their own.
// SPDX-License-Identifier: MIT
#include <utility>

#include "emu/isa/rows.hpp"
#include "emu/isa/scalars.hpp"
#include "emu/wmma/fp8.hpp"

namespace tilewright::emu {
namespace {

using namespace scalar_alu;

/// Of any lane of the wave, which these instructions name by its number.
uint32_t value_of_lane(const Wave& w, const Operand& operand, unsigned lane) {
  return operand.kind == Operand::Kind::vgpr ? w.cell(operand.index, lane)
                                             : scalar_value(w, operand);
}
/// The first active lane, or lane 0 if none is.
void read_first_lane(Wave& w, const Uop& u) {
  const uint64_t exec = w.whole_exec();
  const unsigned lane = exec == 0 ? 0 : static_cast<unsigned>(__builtin_ctzll(exec));
  write32(w, u.dst, value_of_lane(w, u.src[0], lane));
}
/// EXEC plays no part in the next two.
void read_lane(Wave& w, const Uop& u) {
  const unsigned lane = scalar_value(w, u.src[1]) % lanes_of(w.size);
  write32(w, u.dst, value_of_lane(w, u.src[0], lane));
}
void write_lane(Wave& w, const Uop& u) {
  w.cell(u.dst, scalar_value(w, u.src[1]) % lanes_of(w.size)) = scalar_value(w, u.src[0]);
}
/// Swaps the halves of a wave64, whose inactive lanes are read too; a wave32 has none.
void swap_halves(Wave& w, const Uop& u) {
  if (w.size == WaveSize::w32) return;
  const Row low = w.vgpr[u.src[0].index];
  const Row high = w.vgpr[u.src[0].index + kVgprsPerWave];
  for (uint64_t left = w.whole_exec(); left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctzll(left));
    w.cell(u.dst, lane) = (lane < kLanes ? high : low).lane[lane % kLanes];
  }
}

void nothing(Wave&, const Uop&) {}

void swap(Wave& w, const Uop& u) {
  Row& a = w.vgpr[u.dst];
  Row& b = w.vgpr[u.src[0].index];
  for (uint32_t left = w.exec(); left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(left));
    std::swap(a.lane[lane], b.lane[lane]);
  }
}

/// Copies from the lane that `source_of` names. OP_SEL[0] is FI: inactive lanes may be read too;
/// OP_SEL[1] is BOUND_CTRL: a lane whose source may not be read gets 0 and not its old value.
template <class SourceOf>
void permute_lanes(Wave& w, const Uop& u, SourceOf source_of) {
  const Row from = w.vgpr[u.src[0].index];
  const uint32_t exec = w.exec();
  const bool fetch_inactive = (u.bits & 1) != 0;
  const bool bound_ctrl = (u.bits & 2) != 0;
  Row result = w.vgpr[u.dst];
  for (uint32_t left = exec; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(left));
    const unsigned source = source_of(lane);
    if (fetch_inactive || (exec >> source & 1) != 0) {
      result.lane[lane] = from.lane[source];
    } else if (bound_ctrl) {
      result.lane[lane] = 0;
    }
  }
  w.vgpr[u.dst] = result;
}
/// Selectors: 4 bits for each of the 16 lanes of a row, in S1 and S2. `kOtherRow`: 0 or 16.
template <unsigned kOtherRow>
void permlane16(Wave& w, const Uop& u) {
  const uint64_t select = scalar_value(w, u.src[1]) | uint64_t{scalar_value(w, u.src[2])} << 32;
  permute_lanes(w, u, [&](unsigned lane) {
    return ((lane & 16) ^ kOtherRow) | (select >> 4 * (lane & 15) & 15);
  });
}
/// Each lane brings its own selector.
template <unsigned kOtherRow>
void permlane16_var(Wave& w, const Uop& u) {
  const Row select = w.vgpr[u.src[1].index];
  permute_lanes(
      w, u, [&](unsigned lane) { return ((lane & 16) ^ kOtherRow) | (select.lane[lane] & 15); });
}

/// v_cvt_sr_*: one byte of D, which OP_SEL[3:2] names (bit 0 of the number is OP_SEL[2]).
template <uint32_t (*kConvert)(uint32_t, uint32_t, bool)>
void convert_stochastic(Wave& w, const Uop& u) {
  const int byte = static_cast<int>(u.bits >> 2 & 3);
  const bool saturate = Mode{w.mode}.fp16_ovfl();
  for (uint32_t left = w.exec(); left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(left));
    uint32_t source = lane_value(w, u.src[0], lane);
    if ((u.src[0].modifiers & Operand::absolute) != 0) source &= 0x7fffffff;
    if ((u.src[0].modifiers & Operand::negative) != 0) source ^= 0x80000000;
    uint32_t& d = w.vgpr[u.dst].lane[lane];
    d = wmma::insert_byte(d, kConvert(source, lane_value(w, u.src[1], lane), saturate), byte);
  }
}

constexpr Instruction row(std::string_view name, Handler run, Shape shape, unsigned sources,
                          On on = On::both, unsigned flags = 0) {
  Instruction instruction;
  instruction.name = name;
  instruction.on = on;
  instruction.shape = shape;
  instruction.flags = static_cast<uint16_t>(flags);
  instruction.run = run;
  instruction.dst = sources == 0 ? Type::none : Type::b32;
  for (unsigned i = 0; i < sources; ++i) instruction.src[i] = Type::b32;
  return instruction;
}

constexpr Instruction kRows[] = {
    row("v_readfirstlane_b32", read_first_lane, Shape::valu_scalar, 1),
    row("v_readlane_b32", read_lane, Shape::valu_scalar, 2),
    row("v_writelane_b32", write_lane, Shape::valu_custom, 2),
    row("v_nop", nothing, Shape::valu_custom, 0),
    row("v_pipeflush", nothing, Shape::valu_custom, 0),
    row("v_swap_b32", swap, Shape::valu_custom, 1, On::both, kVgprSources),
    row("v_permlane16_b32", permlane16<0>, Shape::valu_custom, 3, On::both, kVgprFirst),
    row("v_permlanex16_b32", permlane16<16>, Shape::valu_custom, 3, On::both, kVgprFirst),
    row("v_permlane16_var_b32", permlane16_var<0>, Shape::valu_custom, 2, On::gfx12, kVgprSources),
    row("v_permlanex16_var_b32", permlane16_var<16>, Shape::valu_custom, 2, On::gfx12,
        kVgprSources),
    row("v_permlane64_b32", swap_halves, Shape::valu_custom, 1, On::both, kVgprSources),
    row("v_cvt_sr_fp8_f32", convert_stochastic<wmma::fp8_from_f32_stochastic>, Shape::valu_custom,
        2, On::gfx12, kSignModifiers),
    row("v_cvt_sr_bf8_f32", convert_stochastic<wmma::bf8_from_f32_stochastic>, Shape::valu_custom,
        2, On::gfx12, kSignModifiers),
};

}  // namespace

Instructions lane_rows() { return kRows; }

}  // namespace tilewright::emu
