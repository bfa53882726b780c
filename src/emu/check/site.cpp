// SPDX-License-Identifier: MIT
#include "emu/check/site.hpp"

#include "emu/isa/valu_bits.hpp"

namespace tilewright::emu::check {
namespace {

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

Site::Control control_of(std::string_view name) {
  if (name.starts_with("s_wait") && !contains(name, "depctr") && name != "s_wait_event" &&
      name != "s_wait_alu") {
    return Site::Control::wait;
  }
  if (name == "s_barrier") return Site::Control::barrier;
  if (name == "s_barrier_wait") return Site::Control::barrier_wait;
  if (name.starts_with("s_barrier_signal")) return Site::Control::signal;
  if (name == "s_endpgm") return Site::Control::end;
  return Site::Control::none;
}

bool is_memory(Shape shape) {
  return shape == Shape::smem || shape == Shape::smem_buffer || shape == Shape::lds ||
         shape == Shape::global || shape == Shape::buffer;
}

/// Of 8- and 16-bit elements: which half of the register, and whether all of it is replaced.
void set_halves(std::string_view name, Site& site) {
  const bool high = contains(name, "d16_hi");
  const bool is_store = contains(name, "_store_");
  if (is_store) {
    const uint32_t bits = contains(name, "_b8") ? 0xff : contains(name, "_b16") ? 0xffff : ~0u;
    site.stored_bits = high ? bits << 16 : bits;
  } else if (contains(name, "d16")) {
    site.written_bits = high ? 0xffff0000 : 0xffff;
  }
}

Halves halves_of(uint32_t bits) {
  return static_cast<Halves>(((bits & 0xffff) != 0 ? kLowHalf : 0) |
                             ((bits >> 16) != 0 ? kHighHalf : 0));
}

/// The halves of a register that the instruction looks at: memory instructions and those on 16-bit
/// values leave one alone, which may be on its way from memory meanwhile.
Halves read_halves(const RegisterRange& range, const Site& site, const Uop& uop) {
  if (range.role == RegisterRange::Role::stored) return halves_of(site.stored_bits);
  if (!site.has_value_types || range.source < 0 || range.source > 2) return kBothHalves;
  const Type type = site.row->src[range.source];
  if (!is_16bit(type) && !is_packed(type)) return kBothHalves;
  const auto modifiers = valu_bits::modifiers(uop.bits);
  const auto half = [&range](unsigned selects) {
    return (selects >> range.source & 1) != 0 ? kHighHalf : kLowHalf;
  };
  const Halves low = half(modifiers.op_sel);
  return is_packed(type) ? static_cast<Halves>(low | half(modifiers.op_sel_hi)) : low;
}

}  // namespace

Site analyse(const InstructionSet& instructions, const Uop& uop) {
  Site site;
  const Instruction& row = instructions.instruction(uop);
  site.row = &row;
  site.use = registers_of(instructions, uop);
  site.control = control_of(row.name);
  if (site.control == Site::Control::wait) site.waits = waits_of(row, uop.offset);
  site.issues = counters_of(row, uop);
  site.out_of_order = site.issues.has(Counter::scalar) ||
                      (site.issues.has(Counter::lds) && row.shape == Shape::global);
  site.full_exec = row.shape == Shape::wmma;
  site.scalar_only = is_scalar(row.shape);
  site.loads_scalar_dwords = row.shape == Shape::smem && row.name.starts_with("s_load_b");
  site.dual = is_dual(uop);
  site.one_lane = row.name == "v_readlane_b32"        ? Site::OneLane::read
                  : row.name == "v_readfirstlane_b32" ? Site::OneLane::read_first
                  : row.name == "v_writelane_b32"     ? Site::OneLane::write
                                                      : Site::OneLane::no;
  site.mixes_lanes = row.name.starts_with("v_permlane") || contains(row.name, "permute") ||
                     row.name == "ds_swizzle_b32";
  site.has_value_types = !site.dual && !site.scalar_only && !site.full_exec &&
                         !is_memory(row.shape) && row.shape != Shape::valu_scalar &&
                         row.shape != Shape::valu_custom && row.shape != Shape::integer_dot &&
                         row.shape != Shape::mix;
  site.transfer = transfer_of(row);
  if (site.dual) {
    const auto second = static_cast<size_t>(uop.offset);
    site.second_transfer = transfer_of(instructions.instructions()[second]);
  }
  if (is_memory(row.shape)) {
    set_halves(row.name, site);
  } else if ((site.has_value_types || row.shape == Shape::mix) && is_16bit(row.dst)) {
    site.high_half_result = (valu_bits::modifiers(uop.bits).op_sel & 8) != 0;
    site.written_bits = site.high_half_result ? 0xffff0000 : 0xffff;
  }
  site.written_halves = halves_of(site.written_bits);
  for (unsigned i = 0; i < site.use.read_count; ++i) {
    site.read_halves[i] = read_halves(site.use.read_ranges[i], site, uop);
  }
  return site;
}

const Site& Sites::add(const Code& code, const Uop& uop) {
  if (first_ == nullptr) {
    const CodePlace place = code.place_of(&uop);
    first_ = &uop - place.index;
    table_.resize(place.segment.size());
  }
  const size_t index = index_of(uop);
  auto& entry = index < table_.size() ? table_[index] : elsewhere_[&uop];
  if (entry == nullptr) entry = std::make_unique<Site>(analyse(instructions_, uop));
  return *entry;
}

}  // namespace tilewright::emu::check
