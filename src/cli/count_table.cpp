// SPDX-License-Identifier: MIT
#include "cli/count_table.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "cli/counters.hpp"
#include "cli/invocation.hpp"
#include "report/terminal.hpp"

namespace tilewright::cli {
namespace {

using report::Align;
using report::Column;
using report::grouped;
using report::Row;

using Form = CountTable::Form;

/// Per WMMA, so that kernels with generations of different sizes can be compared. The last column
/// is the one before for the whole generation; 100 columns of text have no room for it.
std::vector<Column> columns(Form form) {
  std::vector<Column> all = {{"kernel", "", Align::left}, {"workgroups", "of launch"},
                             {"instr.", "/WMMA"},         {"barriers", "/workgroup"},
                             {"LDS", "clk/WMMA"},         {"conflicts", "clk/WMMA"},
                             {"loaded", "B/WMMA"},        {"via L2", "B/WMMA"},
                             {"DRAM", "B/WMMA"},          {"DRAM", "MiB"}};
  if (form == Form::aligned) all.pop_back();
  return all;
}

Row row(const CountSample& sample, Form form) {
  const device::Counters& c = sample.counters;
  const auto per_wmma = [&](uint64_t value) {
    return fmt::format(
        "{:.2f}", static_cast<double>(value) / static_cast<double>(std::max<uint64_t>(c.wmmas, 1)));
  };
  constexpr double kMib = 1024.0 * 1024.0;
  const uint64_t waves = uint64_t{sample.workgroups} * sample.waves;
  Row all = {{sample.rung->id},
             {fmt::format("{} of {}", sample.workgroups, sample.workgroups_of_launch)},
             {per_wmma(c.instructions)},
             {grouped(c.barriers / waves)},
             {per_wmma(c.lds_clocks)},
             {per_wmma(c.lds_conflict_clocks)},
             {per_wmma(c.loaded_bytes)},
             {per_wmma(c.l2_bytes)},
             {per_wmma(c.dram_read_bytes)},
             {fmt::format("{:.1f}", static_cast<double>(c.dram_read_bytes) / kMib)}};
  if (form == Form::aligned) all.pop_back();
  return all;
}

/// The table is 100 columns wide with a name of this many; a wider one has a line for itself.
constexpr size_t kWidestName = 17;

std::string markdown(const std::vector<std::string>& cells) {
  return fmt::format("| {} |\n", fmt::join(cells, " | "));
}

}  // namespace

CountTable::CountTable(Form form, bool colours)
    : form_(form), colours_(colours), table_(columns(form)) {}

std::string CountTable::begin(const Target& target, const bench::Shape& shape,
                              const std::vector<const Rung*>& rungs) {
  if (form_ == Form::markdown) {
    std::vector<std::string> titles;
    std::string rules = "|";
    for (const Column& column : columns(form_)) {
      titles.push_back(column.unit.empty() ? column.title : column.title + " " + column.unit);
      rules += column.align == Align::left ? "---|" : "---:|";
    }
    return markdown(titles) + rules + "\n";
  }
  table_ = report::Table(columns(form_));
  for (const Rung* rung : rungs) {
    // The widest that can come, so that lines printed one by one stay aligned.
    Row widest(columns(form_).size(), {"000.00"});
    widest[0] = {};
    if (report::display_width(rung->id) <= kWidestName) widest[0] = {rung->id};
    widest[1] = {"0000 of 00000"};
    widest[7] = {"0000.00"};
    table_.reserve(widest);
  }
  return fmt::format(
      "{}  one generation of workgroups\n{}\n{}",
      report::paint(fmt::format("{}  {}", target.name, text(shape)), report::Style::strong,
                    colours_),
      report::paint(
          "counted; LDS clocks follow a model of the banks, L2 and DRAM one of the caches",
          report::Style::faint, colours_),
      table_.header(colours_));
}

std::string CountTable::line(const CountSample& sample) const {
  if (form_ == Form::aligned) {
    Row figures = row(sample, form_);
    std::string name;
    if (report::display_width(sample.rung->id) > kWidestName) {
      name = fmt::format("  {}\n", std::exchange(figures[0].text, {}));
    }
    return name + table_.line(figures, colours_);
  }
  std::vector<std::string> cells;
  for (const report::Cell& cell : row(sample, form_)) cells.push_back(cell.text);
  return markdown(cells);
}

nlohmann::ordered_json count_record(const std::vector<CountSample>& samples,
                                    const bench::Shape& shape) {
  nlohmann::ordered_json kernels = nlohmann::ordered_json::array();
  for (const CountSample& sample : samples) {
    kernels.push_back({{"arch", sample.target->name},
                       {"id", sample.rung->id},
                       {"workgroups", sample.workgroups},
                       {"workgroups_of_launch", sample.workgroups_of_launch},
                       {"waves_per_workgroup", sample.waves},
                       {"counters", counters_record(sample.counters)}});
  }
  return {{"schema_version", 1},
          {"tool", tool_record(std::nullopt)},
          {"shape", {{"m", shape.m}, {"n", shape.n}, {"k", shape.k}}},
          {"kernels", kernels}};
}

}  // namespace tilewright::cli
