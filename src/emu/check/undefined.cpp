// SPDX-License-Identifier: MIT
#include "emu/check/undefined.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "emu/check/site.hpp"
#include "emu/check/transfer.hpp"
#include "emu/exec/initial_state.hpp"
#include "emu/isa/valu_bits.hpp"

namespace tilewright::emu::check {
namespace {

struct Named {
  std::string_view name;
  Transfer transfer;
};
constexpr Named kNamed[] = {
    {"v_mov_b32", Transfer::move},
    {"v_not_b32", Transfer::move},
    {"v_and_b32", Transfer::bit_and},
    {"v_or_b32", Transfer::bit_or},
    {"v_xor_b32", Transfer::bit_xor},
    {"v_xnor_b32", Transfer::bit_xor},
    {"v_xor3_b32", Transfer::bit_xor},
    {"v_and_or_b32", Transfer::and_or},
    {"v_or3_b32", Transfer::or3},
    {"v_cndmask_b32", Transfer::select},
    {"v_lshlrev_b32", Transfer::shift_left},
    {"v_lshrrev_b32", Transfer::shift_right},
    {"v_ashrrev_i32", Transfer::shift_right},
    {"v_lshl_or_b32", Transfer::shift_left_or},
    {"v_lshl_add_u32", Transfer::shift_left_add},
    {"v_add_lshl_u32", Transfer::add_shift_left},
    {"v_bfe_u32", Transfer::field},
    {"v_bfe_i32", Transfer::field},
    {"v_bfi_b32", Transfer::insert},
    {"v_perm_b32", Transfer::bytes},
    {"v_alignbit_b32", Transfer::align_bits},
    {"v_alignbyte_b32", Transfer::align_bytes},
    {"v_pack_b32_f16", Transfer::pack_halves},
    {"v_add_nc_u32", Transfer::carry},
    {"v_sub_nc_u32", Transfer::carry},
    {"v_subrev_nc_u32", Transfer::carry},
    {"v_add3_u32", Transfer::carry},
    {"v_mul_lo_u32", Transfer::carry},
    {"v_add_co_u32", Transfer::carry},
    {"v_add_co_ci_u32", Transfer::carry},
    {"v_mad_u64_u32", Transfer::carry},
    {"v_mad_i64_i32", Transfer::carry},
    {"v_mad_co_u64_u32", Transfer::carry},
    {"v_mad_co_i64_i32", Transfer::carry},
    {"v_lshlrev_b64", Transfer::shift_left},
    {"v_lshrrev_b64", Transfer::shift_right},
    {"v_ashrrev_i64", Transfer::shift_right},
    {"s_add_u32", Transfer::carry},
    {"s_add_i32", Transfer::carry},
    {"s_sub_u32", Transfer::carry},
    {"s_sub_i32", Transfer::carry},
    {"s_add_co_u32", Transfer::carry},
    {"s_add_co_i32", Transfer::carry},
    {"s_sub_co_u32", Transfer::carry},
    {"s_sub_co_i32", Transfer::carry},
    {"s_mul_i32", Transfer::carry},
    {"s_mov_b32", Transfer::move},
    {"s_mov_b64", Transfer::move},
    {"s_not_b32", Transfer::move},
    {"s_and_b32", Transfer::bit_and},
    {"s_and_b64", Transfer::bit_and},
    {"s_or_b32", Transfer::bit_or},
    {"s_or_b64", Transfer::bit_or},
    {"s_xor_b32", Transfer::bit_xor},
    {"s_xor_b64", Transfer::bit_xor},
};

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

uint32_t value_of(const Wave& wave, const Operand& operand, unsigned lane) {
  switch (operand.kind) {
    case Operand::Kind::vgpr:
      return wave.vgpr[operand.index].lane[lane];
    case Operand::Kind::scalar:
    case Operand::Kind::scalar_wide:
      return wave.scalar[operand.index];
    default:
      return operand.constant;
  }
}

Row filled(uint32_t value) {
  Row row;
  std::fill_n(row.lane, kLanes, value);
  return row;
}

}  // namespace

Transfer transfer_of(const Instruction& row) {
  const auto named = std::ranges::find(kNamed, row.name, &Named::name);
  if (named != std::end(kNamed)) return named->transfer;
  return row.shape == Shape::packed ? Transfer::halves : Transfer::any;
}

void UndefinedBits::reset(const Wave& wave) {
  suspect_.set();
  suspect_.reset(0);
  for (unsigned r = 1; r < rows_.size(); ++r) rows_[r] = filled(~0u);
  // Work-item ids; lanes that do not exist have none.
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const bool exists = (wave.exec() >> lane & 1) != 0;
    rows_[0].lane[lane] = exists ? 0 : ~0u;
    if (!exists) suspect_.set(0);
  }
  const uint32_t unwritten = poison(wave.id + wave.group->index * 7);
  for (unsigned i = 0; i < sreg::count; ++i) {
    scalars_[i] = wave.scalar[i] == unwritten ? ~0u : 0;
  }
  scalars_[sreg::exec_lo] = scalars_[sreg::exec_hi] = scalars_[sreg::null] = 0;
  scc_ = true;
}

uint32_t UndefinedBits::lanes_of(unsigned vgpr, uint32_t bits, uint32_t among) const {
  uint32_t lanes = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    if ((rows_[vgpr].lane[lane] & bits) != 0) lanes |= 1u << lane;
  }
  return lanes & among;
}

void UndefinedBits::forgive(const RegisterRange& range) {
  for (unsigned i = range.first; i < unsigned{range.first} + range.count; ++i) {
    if (range.file == RegisterRange::File::vector) {
      suspect_.reset(i);
    } else {
      scalars_[i] = 0;
    }
  }
}

/// Replaces `written` bits in the lanes of EXEC.
void UndefinedBits::write_row(unsigned vgpr, const Row& bits, uint32_t written, uint32_t exec) {
  Row& row = rows_[vgpr];
  if (!suspect_[vgpr]) row = filled(0);
  uint32_t left = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const uint32_t mask = (exec >> lane & 1) != 0 ? written : 0;
    row.lane[lane] = (row.lane[lane] & ~mask) | (bits.lane[lane] & mask);
    left |= row.lane[lane];
  }
  suspect_.set(vgpr, left != 0);
}

void UndefinedBits::load(const Wave& wave, const RegisterRange& range, uint32_t bits) {
  for (unsigned i = range.first; i < unsigned{range.first} + range.count; ++i) {
    if (range.file == RegisterRange::File::scalar) {
      scalars_[i] = 0;
    } else if (suspect_[i]) {
      if (bits == ~0u && wave.exec() == ~0u) {
        suspect_.reset(i);
      } else {
        write_row(i, filled(0), bits, wave.exec());
      }
    }
  }
}

bool UndefinedBits::any_undefined(const Site& site) const {
  if (site.use.reads_scc && scc_) return true;
  for (const RegisterRange& range : site.use.reads()) {
    for (unsigned i = range.first; i < unsigned{range.first} + range.count; ++i) {
      if (range.file == RegisterRange::File::vector ? suspect_[i] : scalars_[i] != 0) return true;
    }
  }
  return false;
}

void UndefinedBits::define_results(const Wave& wave, const Site& site) {
  const uint32_t exec = site.full_exec ? ~0u : wave.exec();
  for (const RegisterRange& range : site.use.writes()) {
    for (unsigned i = range.first; i < unsigned{range.first} + range.count; ++i) {
      if (range.file == RegisterRange::File::scalar) {
        scalars_[i] = 0;
      } else if (suspect_[i]) {
        if (site.written_bits == ~0u && exec == ~0u) {
          suspect_.reset(i);
        } else {
          write_row(i, filled(0), site.written_bits, exec);
        }
      }
    }
  }
  if (site.use.writes_scc) scc_ = false;
}

void UndefinedBits::propagate(const Wave& wave, const Site& site, const Uop& uop) {
  if (site.use.write_count == 0 && !site.use.writes_scc) return;
  if (site.one_lane != Site::OneLane::no) return one_lane(wave, site, uop);
  if (!any_undefined(site)) return define_results(wave, site);
  if (site.full_exec) return matrix(site, uop);
  if (site.scalar_only) return scalar_alu(wave, site, uop);
  if (site.dual) return dual(wave, site, uop);
  if (!site.issues.empty()) return moved(wave, site);
  vector(wave, site, uop);
}

/// D is computed element by element from C; A and B have been reported and count as defined.
void UndefinedBits::matrix(const Site& site, const Uop& uop) {
  const RegisterRange& d = site.use.writes()[0];
  const bool c_is_vgpr = uop.src[2].kind == Operand::Kind::vgpr;
  std::array<Row, 8> rows;
  for (unsigned i = 0; i < d.count; ++i) {
    const unsigned c = uop.src[2].index + i;
    rows[i] = c_is_vgpr && suspect_[c] ? rows_[c] : filled(0);
    for (uint32_t& bits : rows[i].lane) {
      bits = ((bits & 0xffff) != 0 ? 0xffffu : 0) | ((bits >> 16) != 0 ? 0xffff0000u : 0);
    }
  }
  for (unsigned i = 0; i < d.count; ++i) write_row(d.first + i, rows[i], ~0u, ~0u);
}

Row UndefinedBits::source_bits(const Operand& operand, unsigned extra) const {
  switch (operand.kind) {
    case Operand::Kind::vgpr:
      return suspect_[operand.index + extra] ? rows_[operand.index + extra] : filled(0);
    case Operand::Kind::scalar:
    case Operand::Kind::scalar_wide:
      return filled(scalars_[operand.index + extra]);
    case Operand::Kind::scc:
      return filled(scc_ ? ~0u : 0);
    default:
      return filled(0);
  }
}

void UndefinedBits::one_lane(const Wave& wave, const Site& site, const Uop& uop) {
  const uint32_t exec = wave.exec();
  unsigned lane = exec == 0 ? 0 : static_cast<unsigned>(__builtin_ctz(exec));
  if (site.one_lane != Site::OneLane::read_first) {
    lane = value_of(wave, uop.src[1], 0) % kLanes;
  }
  const Row bits = source_bits(uop.src[0], 0);
  if (site.one_lane == Site::OneLane::write) {
    write_row(uop.dst, bits, ~0u, 1u << lane);
  } else if (uop.dst != sreg::null) {
    scalars_[uop.dst] = bits.lane[lane];
  }
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
          transfer::apply(kind, {value_of(wave, uop.src[first], lane), a.lane[lane]},
                          {value_of(wave, uop.src[first + 1], lane), b.lane[lane]},
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
void UndefinedBits::moved(const Wave& wave, const Site& site) {
  uint32_t any = 0;
  for (const RegisterRange& range : site.use.reads()) {
    if (range.file == RegisterRange::File::vector) any |= lanes(range.first, ~0u, wave.exec());
  }
  const Row result = filled(transfer::all_or_nothing(any));
  for (const RegisterRange& range : site.use.writes()) {
    write_row(range.first, result, ~0u, wave.exec());
  }
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
  if (uop.src[3].kind == Operand::Kind::scalar) {
    mask_bits = scalars_[uop.src[3].index];
    mask_value = wave.scalar[uop.src[3].index];
  }

  const bool is_signed = row.name.find("_i32") != std::string_view::npos ||
                         row.name.find("_i64") != std::string_view::npos;
  const bool is_wide_result = is_wide(row.dst);
  Row result;
  Row high_result = filled(0);
  uint32_t lanes = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const auto partial = [&](unsigned i) {
      const uint32_t value = value_of(wave, uop.src[i], lane);
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
      scalars_[range.first] = lanes;
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

void UndefinedBits::scalar_alu(const Wave& wave, const Site& site, const Uop& uop) {
  const bool wide_source = std::ranges::any_of(
      site.use.reads(), [](const RegisterRange& range) { return range.count > 1; });
  const auto partial = [&](unsigned source, unsigned extra) {
    const Operand& operand = uop.src[source];
    const Row bits = source_bits(operand, extra);
    uint32_t value = operand.constant;
    if (operand.kind == Operand::Kind::scalar || operand.kind == Operand::Kind::scalar_wide) {
      value = wave.scalar[operand.index + extra];
    } else if (operand.kind == Operand::Kind::constant_wide) {
      value = static_cast<uint32_t>(operand.constant64() >> 32 * extra);
    }
    return Partial{value, bits.lane[0]};
  };
  uint32_t any = site.use.reads_scc && scc_ ? ~0u : 0;
  for (const RegisterRange& range : site.use.reads()) {
    for (unsigned i = range.first; i < unsigned{range.first} + range.count; ++i) any |= scalars_[i];
  }
  const bool bitwise = site.transfer != Transfer::any && site.use.write_count == 1;
  uint32_t result = 0;
  for (const RegisterRange& range : site.use.writes()) {
    for (unsigned i = 0; i < range.count; ++i) {
      const uint32_t undefined =
          bitwise ? transfer::apply(site.transfer, partial(0, wide_source ? i : 0),
                                    partial(1, wide_source ? i : 0), {}, {}, false)
                  : transfer::all_or_nothing(any);
      scalars_[range.first + i] = undefined;
      result |= undefined;
    }
  }
  if (site.use.writes_scc) scc_ = site.use.write_count == 0 ? any != 0 : result != 0;
}

}  // namespace tilewright::emu::check
