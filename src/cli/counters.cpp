// SPDX-License-Identifier: MIT
#include "cli/counters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "device/counter_fields.hpp"

namespace tilewright::cli {
namespace {

using nlohmann::ordered_json;
using report::Align;
using report::grouped;
using report::Style;

double ratio(uint64_t value, uint64_t by) {
  return by == 0 ? 0 : static_cast<double>(value) / static_cast<double>(by);
}

report::Row row(const CountedRung& rung, const ByteUnit& unit) {
  const device::Counters& c = *rung.counters;
  const CounterFigures per = figures(c);
  return {{rung.id},
          {fmt::format("{:.2f}", per.instructions_per_wmma)},
          {fmt::format("{:.2f}", per.lds_conflict_clocks_per_access)},
          {fmt::format("{:.0f}", per.barriers_per_workgroup)},
          {unit.of(c.loaded_bytes)},
          {unit.of(c.stored_bytes)},
          {unit.of(c.l2_bytes)},
          {unit.of(c.dram_read_bytes)},
          {unit.of(c.dram_written_bytes)}};
}

}  // namespace

std::string ByteUnit::of(uint64_t figure) const {
  return fmt::format("{:.1f}", ratio(figure, bytes));
}

ByteUnit byte_unit(const std::vector<CountedRung>& rungs) {
  constexpr ByteUnit kMiB{"MiB", 1 << 20};
  constexpr ByteUnit kKiB{"KiB", 1 << 10};
  const bool large = std::ranges::any_of(rungs, [&](const CountedRung& rung) {
    return std::max(rung.counters->loaded_bytes, rung.counters->l2_bytes) >= kMiB.bytes;
  });
  return large ? kMiB : kKiB;
}

CounterFigures figures(const device::Counters& c) {
  return {.instructions_per_wmma = ratio(c.instructions, c.wmmas),
          .loaded_bytes_per_wmma = ratio(c.loaded_bytes, c.wmmas),
          .lds_clocks_per_wmma = ratio(c.lds_clocks, c.wmmas),
          .lds_conflict_clocks_per_wmma = ratio(c.lds_conflict_clocks, c.wmmas),
          .lds_conflict_clocks_per_access = ratio(c.lds_conflict_clocks, c.lds_accesses),
          .barriers_per_workgroup = ratio(c.barriers, c.workgroups)};
}

std::string counters_table(const std::vector<CountedRung>& rungs, bool colours) {
  const ByteUnit unit = byte_unit(rungs);
  std::vector<report::Row> rows;
  for (const CountedRung& rung : rungs) rows.push_back(row(rung, unit));
  return report::paint(
             "  counted; LDS conflicts by the model of its banks, L2 and DRAM by that of the "
             "caches\n",
             Style::faint, colours) +
         report::render({{"rung", "", Align::left},
                         {"instr.", "per WMMA"},
                         {"conflicts", "clocks/LDS"},
                         {"barriers", "per group"},
                         {"loaded", unit.name},
                         {"stored", unit.name},
                         {"L2", unit.name},
                         {"DRAM rd", unit.name},
                         {"DRAM wr", unit.name}},
                        rows, colours);
}

std::string counters_text(const device::Counters& c) {
  constexpr size_t kWidth = 100;
  const std::string wmmas = c.wmmas == 0
                                ? ": "
                                : fmt::format(" ({:.2f} per WMMA): {} WMMA, ",
                                              figures(c).instructions_per_wmma, grouped(c.wmmas));
  const std::string counted = fmt::format(
      "{} instructions{}{} VALU, {} SALU, {} LDS, {} VMEM, {} SMEM, {} "
      "barriers, {} waits; {} B loaded, {} B stored, {} lines of 128 B",
      grouped(c.instructions), wmmas, grouped(c.valu), grouped(c.salu), grouped(c.lds),
      grouped(c.vmem), grouped(c.smem), grouped(c.barriers), grouped(c.waits),
      grouped(c.loaded_bytes), grouped(c.stored_bytes), grouped(c.lines_128));
  const std::string modelled = fmt::format(
      "{} LDS clocks, {} of them lost to bank conflicts; {} B through L2, {} B read from DRAM, "
      "{} B written",
      grouped(c.lds_clocks + c.lds_conflict_clocks), grouped(c.lds_conflict_clocks),
      grouped(c.l2_bytes), grouped(c.dram_read_bytes), grouped(c.dram_written_bytes));
  return report::wrap(counted, kWidth, "counted: ", "  ") + "\n" +
         report::wrap(modelled, kWidth, "model: ", "  ");
}

ordered_json counters_record(const std::optional<device::Counters>& counters) {
  if (!counters) return nullptr;
  ordered_json record;
  ordered_json model;
  for (const device::CounterField& field : device::kCounterFields) {
    (field.modelled ? model : record)[field.name] = (*counters).*field.value;
  }
  record["model"] = std::move(model);
  ordered_json& opcodes = record["by_opcode"] = ordered_json::object();
  for (const auto& [name, count] : counters->by_opcode) opcodes[name] = count;
  return record;
}

}  // namespace tilewright::cli
