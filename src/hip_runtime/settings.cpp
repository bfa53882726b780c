// SPDX-License-Identifier: MIT
#include "hip_runtime/settings.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <string_view>

namespace tilewright::hip {
namespace {

constexpr std::string_view kDefaultDevices = "gfx1201";
constexpr unsigned kMostThreads = 1024;

std::string_view variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string_view{} : value;
}

Result<bool> flag(const char* name) {
  const std::string_view value = variable(name);
  if (value.empty() || value == "0") return false;
  if (value == "1") return true;
  return fail("{}={}: give 1 or 0", name, value);
}

/// `into` stays as it is where the variable is not set.
template <class Number>
Result<void> number(const char* name, Number least, Number most, Number& into) {
  const std::string_view text = variable(name);
  if (text.empty()) return {};
  const char* const end = text.data() + text.size();
  const auto [next, error] = std::from_chars(text.data(), end, into);
  if (error == std::errc{} && next == end && into >= least && into <= most) return {};
  return fail("{}={}: give a number from {} to {}", name, text, least, most);
}

Result<std::vector<const Target*>> devices(std::string_view names) {
  std::vector<const Target*> found;
  while (!names.empty()) {
    const size_t comma = std::min(names.find(','), names.size());
    const std::string_view name = names.substr(0, comma);
    names.remove_prefix(std::min(comma + 1, names.size()));
    const auto target = std::find_if(std::begin(targets), std::end(targets),
                                     [name](const Target& t) { return t.name == name; });
    if (target == std::end(targets)) {
      std::string known;
      for (const Target& t : targets)
        known += fmt::format("{}{}", known.empty() ? "" : ", ", t.name);
      return fail("TILEWRIGHT_ARCH: the software GPU has no target \"{}\"; it has: {}", name,
                  known);
    }
    found.push_back(&*target);
  }
  return found;
}

}  // namespace

Result<Settings> read_settings() {
  Settings settings;
  const std::string_view archs = variable("TILEWRIGHT_ARCH");
  auto found = devices(archs.empty() ? kDefaultDevices : archs);
  if (!found) return tl::unexpected(found.error());
  settings.devices = std::move(*found);
  const auto strict = flag("TILEWRIGHT_STRICT");
  if (!strict) return tl::unexpected(strict.error());
  settings.strict = *strict;
  const auto counters = flag("TILEWRIGHT_COUNTERS");
  if (!counters) return tl::unexpected(counters.error());
  settings.counters = *counters;
  const auto skip_repeats = flag("TILEWRIGHT_SKIP_REPEATS");
  if (!skip_repeats) return tl::unexpected(skip_repeats.error());
  settings.skip_repeats = *skip_repeats && !settings.strict;
  const auto threads = number("TILEWRIGHT_THREADS", 0u, kMostThreads, settings.threads);
  if (!threads) return tl::unexpected(threads.error());
  const auto limit = number("TILEWRIGHT_LIMIT", uint64_t{1}, std::numeric_limits<uint64_t>::max(),
                            settings.instruction_limit);
  if (!limit) return tl::unexpected(limit.error());
  settings.record = variable("TILEWRIGHT_RECORD");
  std::error_code nowhere;  // the program may change its folder
  if (!settings.record.empty()) {
    settings.record = std::filesystem::absolute(settings.record, nowhere).string();
  }
  return settings;
}

}  // namespace tilewright::hip
