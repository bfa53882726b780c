// SPDX-License-Identifier: MIT
#include "cli/choices.hpp"

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "bench/shape.hpp"
#include "cli/device_state.hpp"
#include "device/emu/emu_device.hpp"
#include "device/hip/hip_device.hpp"

namespace tilewright::cli {
namespace {

bool wanted(const std::vector<std::string>& names, std::string_view name) {
  return names.empty() || std::ranges::find(names, name) != names.end();
}

bool is_set(const char* variable) {
  const char* const value = std::getenv(variable);
  return value != nullptr && std::string_view(value) == "1";
}

}  // namespace

std::vector<std::string> target_names() {
  std::vector<std::string> names;
  for (const Target& target : targets) names.emplace_back(target.name);
  return names;
}

std::vector<std::string> rung_ids() {
  std::vector<std::string> ids;
  for (const Rung& rung : rungs) ids.emplace_back(rung.id);
  return ids;
}

std::vector<std::string> rung_ids(Precision precision) {
  std::vector<std::string> ids;
  for (const Rung* rung : chosen_rungs({}, precision)) ids.emplace_back(rung->id);
  return ids;
}

std::vector<std::string> device_names() {
  std::vector<std::string> names;
  for (const device::Kind kind : {device::Kind::emu, device::Kind::hip, device::Kind::cuda}) {
    names.emplace_back(device::name(kind));
  }
  return names;
}

std::vector<const Target*> chosen_targets(const std::vector<std::string>& names) {
  std::vector<const Target*> chosen;
  for (const Target& target : targets) {
    if (wanted(names, target.name)) chosen.push_back(&target);
  }
  return chosen;
}

std::vector<const Rung*> chosen_rungs(const std::vector<std::string>& ids, Precision precision) {
  std::vector<const Rung*> chosen;
  for (const Rung& rung : rungs) {
    if (rung.precision == precision && wanted(ids, rung.id)) chosen.push_back(&rung);
  }
  return chosen;
}

std::string check_shape(const std::string& text) {
  const Result<bench::Shape> shape = bench::parse_shape(text);
  return shape ? std::string() : shape.error().message;
}

std::string targets_of(const Rung& rung) {
  std::vector<std::string> names;
  for (const Target& target : targets) {
    if (has(target.family, rung.precision)) names.emplace_back(target.name);
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

Error not_built(const Rung& rung, std::string_view target) {
  return {fmt::format("rung {} is not built for {}; it exists for {}", rung.id, target,
                      targets_of(rung))};
}

Result<void> takes_rdna_kernels(const std::string& device) {
  if (device == device::name(device::Kind::emu)) return {};
  if (device == device::name(device::Kind::hip)) return require_device(device::Kind::hip);
  if (Result<void> here = require_device(device::Kind::cuda); !here) return here;
  return fail("device {} runs the ladder only, tilewright ladder --device {}; take --device emu",
              device, device);
}

Result<std::unique_ptr<device::Device>> open_device(const DeviceRequest& request) {
  if (Result<void> known = takes_rdna_kernels(request.device); !known) {
    return tl::unexpected(known.error());
  }
  if (request.device == device::name(device::Kind::hip)) {
    auto opened = device::open_hip(request.arch);
    if (!opened) return tl::unexpected(opened.error());
    const Watch& watch = request.watch;
    const bool asked = watch.strict || watch.counters || !watch.trace.empty();
    // Our runtime watches if the environment tells it to; AMD's never does.
    const bool watched = (*opened)->emulated() && (!watch.strict || is_set("TILEWRIGHT_STRICT")) &&
                         (!watch.counters || is_set("TILEWRIGHT_COUNTERS"));
    if (asked && !watched) {
      return fail(
          "--strict, --counters and --trace look into the software GPU: take --device emu, or give "
          "them to tilewright emu, for programs that use HIP");
    }
    return std::move(*opened);
  }
  device::EmuOptions options;
  options.threads = request.threads;
  options.progress = request.progress;
  options.strict = request.watch.strict;
  options.counters = request.watch.counters;
  options.trace = !request.watch.trace.empty();
  if (request.instruction_limit) options.instruction_limit = *request.instruction_limit;
  return device::open_emu(request.arch, options);
}

}  // namespace tilewright::cli
