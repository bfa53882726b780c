// SPDX-License-Identifier: MIT
#include "hip_runtime/record.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <mutex>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "core/immortal.hpp"
#include "core/json_text.hpp"
#include "core/plural.hpp"
#include "device/counter_fields.hpp"
#include "device/emu/launched.hpp"
#include "device/finding_record.hpp"
#include "device/launch_record.hpp"
#include "hip_runtime/say.hpp"

namespace tilewright::hip {
namespace {

using nlohmann::ordered_json;

ordered_json counters_record(const device::Counters& counters) {
  ordered_json record;
  for (const device::CounterField& field : device::kCounterFields) {
    record[field.name] = counters.*field.value;
  }
  return record;
}

void append(const std::string& file, const ordered_json& line) {
  const std::string text = json_line(line);
  const int fd = ::open(file.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
  const bool written =
      fd >= 0 && ::write(fd, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  if (fd >= 0) ::close(fd);
  if (!written) say(fmt::format("cannot append to {}: this launch is not recorded", file));
}

/// What this process allocated and never freed.
std::vector<const Block*> leaks(const Runtime& runtime) {
  std::vector<const Block*> list;
  for (const auto& [begin, block] : runtime.memory.blocks()) {
    if (*block.made_by != '\0' && block.process == ::getpid()) list.push_back(&block);
  }
  std::ranges::sort(list, {}, &Block::serial);
  return list;
}

/// Runs when the library is unloaded: after the program's own exit handlers, which may free memory.
/// Other threads may still be running.
[[gnu::destructor]] void at_exit() {
  if (!Runtime::exists()) return;
  Runtime& runtime = Runtime::get();
  if (runtime.settings.record.empty() && !runtime.settings.strict) return;
  const std::unique_lock lock = runtime.lock_or_give_up();
  if (!lock.owns_lock() && runtime.settings.strict) {
    say("strict mode: the process ends within a call of HIP: what it never freed is not known");
  }
  const auto list = lock.owns_lock() ? leaks(runtime) : std::vector<const Block*>{};
  if (!runtime.settings.record.empty()) {
    ordered_json sizes = ordered_json::array();
    for (const Block* block : list) sizes.push_back(block->bytes);
    append(runtime.settings.record, {{"pid", ::getpid()}, {"exit", true}, {"leaks", sizes}});
  }
  if (!runtime.settings.strict || list.empty()) return;
  std::string text = fmt::format("strict mode: {} never freed:",
                                 count_of(list.size(), "allocation was", "allocations were"));
  for (const Block* block : list) text += "\n    " + block->name();
  say(text);
}

}  // namespace

void record_start(const Runtime& runtime) {
  if (runtime.settings.record.empty()) return;
  append(runtime.settings.record, {{"pid", ::getpid()}, {"start", true}});
}

void record_launch(Runtime& runtime, const EndedLaunch& launch) {
  if (runtime.settings.record.empty() && !runtime.kept_report) return;
  ordered_json line = device::launch_record(device::launched(
      launch.gpu.target().name, launch.kernel, launch.geometry, launch.begin, launch.end));
  line["pid"] = ::getpid();
  line["device"] = launch.gpu.index();
  line["findings"] = launch.report.findings.size();
  line["error"] = launch.error;
  line["repeat"] = launch.repeat;
  line["counters"] =
      launch.report.counters ? counters_record(*launch.report.counters) : ordered_json();
  if (!runtime.settings.record.empty()) append(runtime.settings.record, line);
  if (runtime.kept_report) {
    line["findings"] = device::findings_record(launch.report.findings);
    *runtime.kept_report += json_line(line);
  }
}

}  // namespace tilewright::hip

const char* tilewrightTakeReport() {
  static std::string& taken = tilewright::immortal(std::string());
  tilewright::hip::Runtime& runtime = tilewright::hip::Runtime::get();
  const std::scoped_lock lock(runtime.mutex);
  taken = std::exchange(runtime.kept_report, std::string()).value_or("");
  return taken.c_str();
}
