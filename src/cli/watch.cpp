// SPDX-License-Identifier: MIT
#include "cli/watch.hpp"

#include <fmt/format.h>

#include "device/kernel_trace.hpp"
#include "report/table.hpp"

namespace tilewright::cli {

using nlohmann::ordered_json;
using report::grouped;

void add_watch_options(CLI::App& command, Watch& watch) {
  command.add_flag("--strict", watch.strict,
                   "Look for races, missing waits and reads of nothing; any is a failure");
  command.add_flag("--counters", watch.counters,
                   "Count instructions, LDS conflicts and memory traffic");
  command
      .add_option(
          "--trace", watch.trace,
          "List the launches in FILE, as rocprofv3's kernel_trace.csv does; times are those "
          "of the emulation")
      ->type_name("FILE");
}

Result<void> write_trace(const Watch& watch, std::span<const device::LaunchRecord> launches) {
  if (watch.trace.empty()) return {};
  return device::write_kernel_trace(watch.trace, launches);
}

std::string findings_text(const std::vector<device::Finding>& findings) {
  std::string text = fmt::format("strict mode has found {}:", findings.size());
  for (const device::Finding& finding : findings) text += "\n" + describe(finding);
  return text;
}

bool tell(const device::LaunchReport& report) {
  if (report.counters) fmt::print("{}\n", counters_text(*report.counters));
  if (report.findings.empty()) return true;
  fmt::print(stderr, "{}\n", findings_text(report.findings));
  return false;
}

std::string counters_text(const device::Counters& c) {
  const double per_wmma =
      c.wmmas == 0 ? 0 : static_cast<double>(c.instructions) / static_cast<double>(c.wmmas);
  return fmt::format(
      "counted: {} instructions ({:.2f} per WMMA): {} WMMA, {} VALU, {} SALU, {} LDS, {} VMEM, {} "
      "SMEM, {} barriers, {} waits\n"
      "counted: {} B loaded, {} B stored, {} lines of 128 B; model: {} LDS clocks, {} of them lost "
      "to bank conflicts\n"
      "model: {} B through L2, {} B read from DRAM, {} B written",
      grouped(c.instructions), per_wmma, grouped(c.wmmas), grouped(c.valu), grouped(c.salu),
      grouped(c.lds), grouped(c.vmem), grouped(c.smem), grouped(c.barriers), grouped(c.waits),
      grouped(c.loaded_bytes), grouped(c.stored_bytes), grouped(c.lines_128),
      grouped(c.lds_clocks + c.lds_conflict_clocks), grouped(c.lds_conflict_clocks),
      grouped(c.l2_bytes), grouped(c.dram_read_bytes), grouped(c.dram_written_bytes));
}

namespace {

ordered_json party_record(const device::FindingParty& party) {
  return {{"does", party.does}, {"workgroup", party.workgroup}, {"wave", party.wave},
          {"lane", party.lane}, {"source", party.source},       {"instruction", party.instruction}};
}

}  // namespace

ordered_json findings_record(const std::vector<device::Finding>& findings) {
  ordered_json list = ordered_json::array();
  for (const device::Finding& finding : findings) {
    list.push_back({{"kind", finding.kind},
                    {"kernel", finding.kernel},
                    {"count", finding.count},
                    {"here", party_record(finding.here)},
                    {"other", finding.other ? party_record(*finding.other) : ordered_json()}});
  }
  return list;
}

ordered_json counters_record(const std::optional<device::Counters>& counters) {
  if (!counters) return nullptr;
  const device::Counters& c = *counters;
  ordered_json opcodes = ordered_json::object();
  for (const auto& [name, count] : c.by_opcode) opcodes[name] = count;
  return {{"workgroups", c.workgroups},
          {"instructions", c.instructions},
          {"wmma", c.wmmas},
          {"valu", c.valu},
          {"salu", c.salu},
          {"lds", c.lds},
          {"vmem", c.vmem},
          {"smem", c.smem},
          {"branches", c.branches},
          {"barriers", c.barriers},
          {"waits", c.waits},
          {"lds_accesses", c.lds_accesses},
          {"loaded_bytes", c.loaded_bytes},
          {"stored_bytes", c.stored_bytes},
          {"lines_32", c.lines_32},
          {"lines_64", c.lines_64},
          {"lines_128", c.lines_128},
          {"model",
           {{"lds_clocks", c.lds_clocks},
            {"lds_conflict_clocks", c.lds_conflict_clocks},
            {"l2_bytes", c.l2_bytes},
            {"dram_read_bytes", c.dram_read_bytes},
            {"dram_written_bytes", c.dram_written_bytes}}},
          {"by_opcode", opcodes}};
}

}  // namespace tilewright::cli
