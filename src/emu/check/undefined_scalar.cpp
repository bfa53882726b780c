// How undefined bits spread through scalar instructions, and between scalars and lanes.
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "emu/check/site.hpp"
#include "emu/check/transfer.hpp"
#include "emu/check/undefined.hpp"
#include "emu/isa/operand_value.hpp"

namespace tilewright::emu::check {

void UndefinedBits::one_lane(const Wave& wave, const Site& site, const Uop& uop) {
  const uint64_t exec = wave.whole_exec();
  unsigned lane = exec == 0 ? 0 : static_cast<unsigned>(__builtin_ctzll(exec));
  if (site.one_lane != Site::OneLane::read_first) {
    lane = lane_value(wave, uop.src[1], 0) % emu::lanes_of(wave.size);
  }
  half_ = lane / kLanes;
  const Row bits = source_bits(uop.src[0], 0);
  if (site.one_lane == Site::OneLane::write) {
    write_row(uop.dst, bits, ~0u, 1u << lane % kLanes);
  } else if (uop.dst != sreg::null) {
    scalars_[uop.dst] = bits.lane[lane % kLanes];
  }
  half_ = 0;
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
