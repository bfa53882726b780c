// SPDX-License-Identifier: MIT
#include "cli/emu_record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/plural.hpp"
#include "core/printable.hpp"
#include "core/symbol.hpp"
#include "device/launch_record.hpp"
#include "report/table.hpp"

namespace tilewright::cli {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;
using report::grouped;

constexpr size_t kNameColumns = 44;

KernelSum& sum_of(EmuRecord& record, const std::string& arch, const std::string& kernel) {
  const std::pair key{arch, kernel};
  const auto found = std::find_if(record.kernels.begin(), record.kernels.end(),
                                  [&](const auto& entry) { return entry.first == key; });
  if (found != record.kernels.end()) return found->second;
  return record.kernels.emplace_back(key, KernelSum{}).second;
}

void read_launch(const json& line, EmuRecord& record) {
  device::LaunchRecord launch = device::launch_of(line);
  KernelSum& sum = sum_of(record, launch.arch, launch.kernel);
  ++sum.launches;
  if (line.at("repeat").get<bool>()) ++sum.repeats;
  sum.nanoseconds += launch.end_ns - launch.start_ns;
  if (const json& counters = line.at("counters"); counters.is_object()) {
    for (const auto& [name, value] : counters.items()) sum.counters[name] += value.get<uint64_t>();
  }
  record.findings += line.at("findings").get<uint64_t>();
  if (const std::string error = line.at("error"); !error.empty()) {
    record.errors.push_back(error);
  } else {
    record.launches.push_back(std::move(launch));
  }
}

void read_line(const json& line, EmuRecord& record) {
  record.processes.insert(line.at("pid").get<int64_t>());
  if (line.contains("start")) return;
  if (!line.contains("exit")) return read_launch(line, record);
  for (const json& leak : line.at("leaks")) {
    ++record.leaks;
    record.leaked_bytes += leak.get<uint64_t>();
  }
}

/// The middle is left out of long names.
std::string shortened(const std::string& name) {
  if (name.size() <= kNameColumns) return printable(name);
  const size_t half = (kNameColumns - 1) / 2;
  return printable(name.substr(0, half)) + "…" +
         printable(name.substr(name.size() - (kNameColumns - 1 - half)));
}

std::string counter(const KernelSum& sum, const char* name) {
  const auto found = sum.counters.find(name);
  return found == sum.counters.end() ? "-" : grouped(found->second);
}

double seconds(uint64_t nanoseconds) { return static_cast<double>(nanoseconds) * 1e-9; }

}  // namespace

KernelSum EmuRecord::total() const {
  KernelSum all;
  for (const auto& [key, sum] : kernels) {
    all.launches += sum.launches;
    all.repeats += sum.repeats;
    all.nanoseconds += sum.nanoseconds;
    for (const auto& [name, value] : sum.counters) all.counters[name] += value;
  }
  return all;
}

Result<EmuRecord> read_emu_record(const std::string& file) {
  EmuRecord record;
  std::ifstream lines(file);
  uint64_t number = 0;
  for (std::string text; std::getline(lines, text);) {
    ++number;
    try {
      read_line(json::parse(text), record);
    } catch (const json::exception& error) {
      return fail("line {} of the record of launches: {}", number, error.what());
    }
  }
  return record;
}

bool went_wrong(const EmuRecord& record, bool strict) {
  return !record.errors.empty() || record.findings != 0 || (strict && record.leaks != 0);
}

std::string emu_summary(const EmuRecord& record, bool colours) {
  if (record.processes.empty()) return "tilewright emu: no HIP: the program launched nothing\n";
  const KernelSum all = record.total();
  std::string text = fmt::format("tilewright emu: {} of {} in {}, emulated in {:.3f} s\n",
                                 count_of(all.launches, "launch", "launches"),
                                 count_of(record.kernels.size(), "kernel", "kernels"),
                                 count_of(record.processes.size(), "process", "processes"),
                                 seconds(all.nanoseconds));
  if (!record.kernels.empty()) {
    std::vector<report::Row> rows;
    const auto row = [](std::string arch, std::string name, const KernelSum& sum) {
      return report::Row{{std::move(arch)},
                         {std::move(name)},
                         {grouped(sum.launches)},
                         {counter(sum, "wmma")},
                         {counter(sum, "instructions")},
                         {fmt::format("{:.3f}", seconds(sum.nanoseconds))}};
    };
    for (const auto& [key, sum] : record.kernels) {
      rows.push_back(row(key.first, shortened(readable_symbol(key.second)), sum));
    }
    if (rows.size() > 1) rows.push_back(row("", "all", all));
    text += report::render({{"", "", report::Align::left},
                            {"kernel", "", report::Align::left},
                            {"launches", ""},
                            {"WMMAs", "counted"},
                            {"instructions", "of waves"},
                            {"emulation", "host s"}},
                           rows, colours);
  }
  if (all.repeats != 0) {
    text += fmt::format(
        "{} {} not run: an equal one had left memory as it was found again; its counters are "
        "told\n",
        count_of(all.repeats, "launch", "launches"), all.repeats == 1 ? "was" : "were");
  }
  if (!record.errors.empty()) {
    text += count_of(record.errors.size(), "kernel", "kernels") + " stopped by the software GPU\n";
  }
  if (record.findings != 0)
    text += count_of(record.findings, "finding", "findings") + " of strict mode\n";
  if (record.leaks != 0) {
    text +=
        fmt::format("{} never freed, {} B\n", count_of(record.leaks, "allocation", "allocations"),
                    grouped(record.leaked_bytes));
  }
  return text;
}

ordered_json emu_json(const EmuRecord& record) {
  ordered_json kernels = ordered_json::array();
  for (const auto& [key, sum] : record.kernels) {
    kernels.push_back(
        {{"arch", key.first},
         {"name", key.second},
         {"launches", sum.launches},
         {"repeats", sum.repeats},
         {"emulation_s", seconds(sum.nanoseconds)},
         {"counters", sum.counters.empty() ? ordered_json() : ordered_json(sum.counters)}});
  }
  return {{"processes", record.processes.size()},
          {"kernels", kernels},
          {"errors", record.errors},
          {"findings", record.findings},
          {"leaks", record.leaks},
          {"leaked_bytes", record.leaked_bytes}};
}

}  // namespace tilewright::cli
