// How undefined bits spread through vector instructions.
// SPDX-License-Identifier: MIT
#include <array>
#include <string_view>

#include "emu/check/site.hpp"
#include "emu/check/transfer.hpp"
#include "emu/check/undefined.hpp"
#include "emu/isa/operand_value.hpp"
#include "emu/isa/valu_bits.hpp"

namespace tilewright::emu::check {
namespace {

/// The bits of a source that an operand of its type looks at, moved to the low end if it is a half.
uint32_t seen(uint32_t bits, Type type, const valu_bits::Modifiers& modifiers, unsigned i) {
  if (is_packed(type)) {
    const unsigned low = (modifiers.op_sel >> i & 1) * 16;
    const unsigned high = (modifiers.op_sel_hi >> i & 1) * 16;
    return (bits >> low & 0xffff) | (bits >> high & 0xffff) << 16;
  }
  if (!is_16bit(type)) return bits;
  return (modifiers.op_sel >> i & 1) != 0 ? bits >> 16 : bits & 0xffff;
}

}  // namespace

/// D is computed element by element from C; A and B have been reported and count as defined.
void UndefinedBits::matrix(const Site& site, const Uop& uop) {
  const RegisterRange& d = site.use.writes()[0];
  const bool c_is_vgpr = uop.src[2].kind == Operand::Kind::vgpr;
  std::array<Row, 8> rows;
  for (unsigned i = 0; i < d.count; ++i) {
    const unsigned c = uop.src[2].index + i;
    rows[i] = c_is_vgpr && suspect_[row(c)] ? rows_[row(c)] : filled(0);
    for (uint32_t& bits : rows[i].lane) {
      bits = ((bits & 0xffff) != 0 ? 0xffffu : 0) | ((bits >> 16) != 0 ? 0xffff0000u : 0);
    }
  }
  for (unsigned i = 0; i < d.count; ++i) write_row(d.first + i, rows[i], ~0u, ~0u);
}

/// Both halves of a VOPD read before either writes.
void UndefinedBits::dual(const Wave& wave, const Site& site, const Uop& uop) {
  const auto half = [&](unsigned first, unsigned third, unsigned dst, Transfer kind) {
    const Row a = source_bits(uop.src[first], 0);
    const Row b = source_bits(uop.src[first + 1], 0);
    const bool accumulates = third == valu_bits::third_is_dst;
    const Row c = accumulates && suspect_[dst] ? rows_[dst] : filled(0);
    Row result;
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      const Partial mask{wave.scalar[sreg::vcc_lo] >> lane & 1, scalars_[sreg::vcc_lo] >> lane & 1};
      result.lane[lane] =
          transfer::apply(kind, {lane_value(wave, uop.src[first], lane), a.lane[lane]},
                          {lane_value(wave, uop.src[first + 1], lane), b.lane[lane]},
                          {0, c.lane[lane]}, kind == Transfer::select ? mask : Partial{}, false);
    }
    return result;
  };
  const Row x = half(0, uop.flags & 3, uop.dst, site.transfer);
  const Row y = half(2, uop.flags >> 2 & 3, uop.sdst, site.second_transfer);
  write_row(uop.dst, x, ~0u, wave.exec());
  write_row(uop.sdst, y, ~0u, wave.exec());
}

/// Between lanes, without memory (ds_bpermute): an active lane with undefined bits spoils all.
uint32_t UndefinedBits::moved_bits(const Wave& wave, const Site& site) const {
  uint32_t any = 0;
  for (const RegisterRange& range : site.use.reads()) {
    if (range.file == RegisterRange::File::vector && suspect_[row(range.first)]) {
      any |= lanes_of(row(range.first), ~0u, wave.exec());
    }
  }
  return transfer::all_or_nothing(any);
}
void UndefinedBits::moved(const Wave& wave, const Site& site, uint32_t bits) {
  const Row result = filled(bits);
  for (const RegisterRange& range : site.use.writes()) {
    write_row(range.first, result, ~0u, wave.exec());
  }
}

/// v_permlane64.
void UndefinedBits::swap_halves(const Wave& wave, const Uop& uop) {
  Row from[2];
  each_half(wave, [&](const Wave& half) { from[half.half] = source_bits(uop.src[0], 0); });
  each_half(wave,
            [&](const Wave& half) { write_row(uop.dst, from[1 - half.half], ~0u, half.exec()); });
}

void UndefinedBits::vector(const Wave& wave, const Site& site, const Uop& uop) {
  const Instruction& row = *site.row;
  const uint32_t exec = wave.exec();
  const bool simple = site.has_value_types;
  const auto modifiers = simple ? valu_bits::modifiers(uop.bits) : valu_bits::Modifiers{};
  const bool permutes = simple && (uop.flags & (valu_bits::dpp16 | valu_bits::dpp8)) != 0;

  Row bits[3];
  Row high[3];
  for (unsigned i = 0; i < 3; ++i) {
    bits[i] = row.src[i] == Type::none ? filled(0) : source_bits(uop.src[i], 0);
    for (uint32_t& lane : bits[i].lane) {
      if (simple) lane = seen(lane, row.src[i], modifiers, i);
    }
    high[i] = is_wide(row.src[i]) ? source_bits(uop.src[i], 1) : filled(0);
  }
  if (permutes || site.mixes_lanes) {
    // Which lane reads which is not followed: an active lane with undefined bits spoils all.
    uint32_t all = 0;
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      if ((exec >> lane & 1) != 0) all |= bits[0].lane[lane];
    }
    bits[0] = filled(all);
  }
  uint32_t mask_bits = 0;
  uint32_t mask_value = 0;
  if (uop.src[3].kind == Operand::Kind::scalar || uop.src[3].kind == Operand::Kind::scalar_wide) {
    mask_bits = scalars_[uop.src[3].index + wave.half];
    mask_value = wave.scalar[uop.src[3].index + wave.half];
  }

  const bool is_signed = row.name.find("_i32") != std::string_view::npos ||
                         row.name.find("_i64") != std::string_view::npos;
  const bool is_wide_result = is_wide(row.dst);
  Row result;
  Row high_result = filled(0);
  uint32_t lanes = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const auto partial = [&](unsigned i) {
      const uint32_t value = lane_value(wave, uop.src[i], lane);
      return Partial{simple ? seen(value, row.src[i], modifiers, i) : value, bits[i].lane[lane]};
    };
    const auto wide = [&](unsigned i) {
      return bits[i].lane[lane] | uint64_t{high[i].lane[lane]} << 32;
    };
    uint32_t& undefined = result.lane[lane];
    if (is_wide_result) {
      const uint64_t both =
          transfer::apply_wide(site.transfer, partial(0), wide(0), wide(1), wide(2), is_signed);
      undefined = static_cast<uint32_t>(both);
      high_result.lane[lane] = static_cast<uint32_t>(both >> 32);
    } else {
      undefined = transfer::apply(site.transfer, partial(0), partial(1), partial(2),
                                  {mask_value >> lane & 1, mask_bits >> lane & 1}, is_signed);
      if ((high[0].lane[lane] | high[1].lane[lane] | high[2].lane[lane]) != 0) undefined = ~0u;
    }
    if ((undefined | high_result.lane[lane]) != 0 && (exec >> lane & 1) != 0) lanes |= 1u << lane;
  }
  for (const RegisterRange& range : site.use.writes()) {
    if (range.file == RegisterRange::File::scalar) {
      // A mask: a bit for each lane.
      scalars_[range.first + wave.half] = lanes;
      continue;
    }
    if (site.high_half_result) {
      for (uint32_t& lane : result.lane) lane <<= 16;
    }
    for (unsigned i = 0; i < range.count; ++i) {
      write_row(range.first + i, i == 0 ? result : high_result, site.written_bits, exec);
    }
  }
}

}  // namespace tilewright::emu::check
