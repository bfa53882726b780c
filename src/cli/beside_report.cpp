// SPDX-License-Identifier: MIT
#include "cli/beside_report.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/counters.hpp"
#include "core/json_text.hpp"
#include "report/table.hpp"

namespace tilewright::cli {
namespace {

using nlohmann::ordered_json;
using report::Align;
using report::grouped;
using report::Style;

uint32_t threads_of(const device::LaunchRecord& launch) {
  const auto& size = launch.workgroup_size;
  return size[0] * size[1] * size[2];
}

/// What a compute unit holds of the kernel that does the library's matrix work: the first of its
/// launches; what follows only adds up or converts.
std::optional<report::KernelResources> library_resources(const LadderRun& run) {
  if (run.beside->report.launches.empty()) return std::nullopt;
  const device::LaunchRecord& kernel = run.beside->report.launches.front();
  return report::kernel_resources({.vgprs = kernel.vgprs,
                                   .sgprs = kernel.sgprs,
                                   .lds_bytes = kernel.lds_bytes,
                                   .scratch_bytes = kernel.scratch_bytes},
                                  run.target->limits, threads_of(kernel));
}

std::string per_wmma(uint64_t count, const device::Counters& c) {
  if (c.wmmas == 0) return "-";
  return fmt::format("{:.2f}", static_cast<double>(count) / static_cast<double>(c.wmmas));
}

report::Row row(const CountedRung& who, const ByteUnit& unit,
                const std::optional<report::KernelResources>& resources,
                const std::optional<double>& milliseconds) {
  const device::Counters& c = *who.counters;
  return {{who.id},
          {grouped(c.wmmas)},
          {per_wmma(c.instructions, c)},
          {per_wmma(c.lds_clocks, c)},
          {per_wmma(c.lds_conflict_clocks, c)},
          {unit.of(c.loaded_bytes)},
          {unit.of(c.stored_bytes)},
          {resources ? std::to_string(resources->vgprs) : "-"},
          {resources ? grouped(resources->lds_bytes) : "-"},
          {resources ? std::to_string(resources->waves_per_simd) : "-"},
          {milliseconds ? fmt::format("{:.3f}", *milliseconds) : "-"}};
}

std::string comparison(const LadderRun& run) {
  const bench::Beside& beside = *run.beside;
  if (beside.error) return *beside.error;
  const uint64_t elements = static_cast<uint64_t>(run.shape.m) * static_cast<uint64_t>(run.shape.n);
  std::string out;
  if (beside.integers) {
    const bench::IntegerComparison& integers = *beside.integers;
    out = fmt::format("C is the integer product in {} of {} elements",
                      grouped(elements - integers.unequal), grouped(elements));
    if (integers.unequal != 0) {
      out += fmt::format(", and off it by {:.3g} at most in the rest", integers.max_distance);
    }
    if (integers.first) out += "; WRONG: " + describe(*integers.first);
  }
  if (beside.unwritten != 0) out += fmt::format("; never written: {}", grouped(beside.unwritten));
  if (beside.damage) {
    out += "; " + bench::describe(*beside.damage, run.shape, run.formats.precision);
  }
  const auto add_equality = [&](const std::string& with, uint64_t unlike) {
    out += fmt::format("{} {} in {}", out.empty() ? "C is" : "; it is", with,
                       unlike == 0 ? std::string("every bit")
                                   : fmt::format("all but {} elements", grouped(unlike)));
  };
  std::map<uint64_t, std::vector<std::string_view>> rungs_by_difference;
  for (const LadderRung& at : run.rungs) {
    if (at.unlike_reference) rungs_by_difference[*at.unlike_reference].push_back(at.rung->id);
  }
  for (const auto& [unlike, rungs] : rungs_by_difference) {
    add_equality(rungs.size() == 1 ? fmt::format("rung {}'s", rungs.front())
                                   : fmt::format("that of rungs {}", fmt::join(rungs, ", ")),
                 unlike);
  }
  if (beside.unlike_chain) {
    const uint32_t parts = beside.order->parts;
    const bool wrong = beside.chain_is_due && *beside.unlike_chain != 0;
    if (wrong) out += "; WRONG";
    add_equality(parts == 1 ? std::string("that of a chain of fp32 sums along K")
                            : fmt::format("that of {} chains of fp32 sums, added,", parts),
                 *beside.unlike_chain);
  }
  return out;
}

ordered_json launches_record(const device::LaunchReport& report) {
  ordered_json list = ordered_json::array();
  for (const device::LaunchRecord& launch : report.launches) {
    list.push_back({{"kernel", launch.kernel},
                    {"grid_size", launch.grid_size},
                    {"workgroup_size", launch.workgroup_size},
                    {"vgprs", launch.vgprs},
                    {"sgprs", launch.sgprs},
                    {"lds_bytes", launch.lds_bytes},
                    {"scratch_bytes", launch.scratch_bytes}});
  }
  return list;
}

/// The rungs and the library, a line each, in the units of the ladder's own table.
std::string side_by_side(const LadderRun& run, bool colours) {
  const bench::Beside& beside = *run.beside;
  const device::Counters none;  // of what was timed without being counted
  const auto counted = [&](std::string id, const std::optional<device::Counters>& counters) {
    return CountedRung{std::move(id), counters ? &*counters : &none};
  };
  std::vector<CountedRung> all;
  std::vector<const LadderRung*> rungs;
  for (const LadderRung& at : run.rungs) {
    if (!at.result.report.counters && !at.result.milliseconds) continue;
    all.push_back(counted("rung " + std::string(at.rung->id), at.result.report.counters));
    rungs.push_back(&at);
  }
  all.push_back(counted("hipBLASLt", beside.report.counters));

  const ByteUnit unit = byte_unit(all);
  std::vector<report::Row> rows;
  for (size_t i = 0; i < rungs.size(); ++i) {
    rows.push_back(row(all[i], unit, rungs[i]->resources, rungs[i]->result.milliseconds));
  }
  rows.push_back(row(all.back(), unit, library_resources(run), beside.milliseconds));
  return report::render({{"", "", Align::left},
                         {"WMMAs", "counted"},
                         {"instr.", "per WMMA"},
                         {"LDS clocks", "per WMMA"},
                         {"conflicts", "per WMMA"},
                         {"loaded", unit.name},
                         {"stored", unit.name},
                         {"VGPRs", ""},
                         {"LDS", "B"},
                         {"waves", "per SIMD"},
                         {"time", "ms"}},
                        rows, colours);
}

/// Tensile's names spell every parameter out; the record has them whole.
std::string shortened(const std::string& name, size_t most = 96) {
  return name.size() <= most ? name : name.substr(0, most - 1) + "…";
}

/// The first few: a library's kernels are alike, and so is what is found in them.
std::string findings_beside(std::vector<device::Finding> findings) {
  constexpr size_t kMost = 4;
  constexpr size_t kWidth = 100;
  constexpr std::string_view kIndent = "    ";
  const size_t found = findings.size();
  std::string text = fmt::format("  hipBLASLt: strict mode has found {}:\n", found);
  findings.resize(std::min(found, kMost));
  for (device::Finding& finding : findings) {
    finding.kernel = shortened(finding.kernel, 40);
    std::istringstream lines(report::fit_lines(device::describe(finding), kWidth - kIndent.size()));
    for (std::string line; std::getline(lines, line);) text += fmt::format("{}{}\n", kIndent, line);
  }
  if (found > kMost) {
    text += fmt::format("{}and {} more, which --json has\n", kIndent, grouped(found - kMost));
  }
  return text;
}

}  // namespace

std::string beside_text(const LadderRun& run, bool colours) {
  if (!run.beside) return {};
  const bench::Beside& beside = *run.beside;
  const std::string title =
      fmt::format("  beside {}", beside.name.empty() ? "hipBLASLt" : beside.name);
  const bool one_accumulator = run.formats.precision == Precision::fp8;
  std::string out = report::paint(title, Style::strong, colours) +
                    (one_accumulator ? "" : ", which has fp16 products with fp32 sums only") +
                    "\n  " + shortened(beside.solution) + "\n";
  if (!beside.error) out += side_by_side(run, colours);
  out += report::wrap(comparison(run), 100, "  hipBLASLt: ", "    ");
  if (!out.ends_with('\n')) out += '\n';
  if (!beside.report.findings.empty()) out += findings_beside(beside.report.findings);
  return out + "\n";
}

ordered_json beside_record(const LadderRun& run, const LadderRung& at) {
  if (!run.beside) return nullptr;
  const bench::Beside& beside = *run.beside;
  const auto& ours = at.result.milliseconds;
  ordered_json record;
  record["name"] = beside.name;
  record["time_ms"] = or_null(beside.milliseconds);
  record["ratio"] = ours && beside.milliseconds ? ordered_json(*beside.milliseconds / *ours)
                                                : ordered_json(nullptr);
  record["bitwise_equal"] =
      at.unlike_reference ? ordered_json(*at.unlike_reference == 0) : ordered_json(nullptr);
  record["unequal_elements"] = or_null(at.unlike_reference);
  record["solution"] = beside.solution;
  record["accumulate"] = "fp32";
  record["error"] = or_null(beside.error);
  record["unlike_fp32_chain"] = or_null(beside.unlike_chain);
  record["sum_parts"] = beside.order ? ordered_json(beside.order->parts) : ordered_json(nullptr);
  record["integers"] = nullptr;
  if (beside.integers) {
    record["integers"] = {{"unequal", beside.integers->unequal},
                          {"beyond", beside.integers->beyond},
                          {"max_distance", beside.integers->max_distance}};
  }
  record["kernels"] = launches_record(beside.report);
  record["findings"] = findings_record(beside.report.findings, run.strict && !beside.error);
  record["counters"] = counters_record(beside.report.counters);
  return record;
}

}  // namespace tilewright::cli
