// SPDX-License-Identifier: MIT
#include "cli/choices.hpp"

#include <algorithm>
#include <utility>

#include "device/emu/emu_device.hpp"

namespace tilewright::cli {
namespace {

bool wanted(const std::vector<std::string>& names, std::string_view name) {
  return names.empty() || std::ranges::find(names, name) != names.end();
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

Result<std::unique_ptr<device::Device>> open_device(const std::string& device,
                                                    const std::string& arch, unsigned threads,
                                                    LaunchProgress progress, const Watch& watch) {
  if (device != device::name(device::Kind::emu)) {
    return fail("device {} is not built in: this version has the software GPU, --device emu",
                device);
  }
  device::EmuOptions options;
  options.threads = threads;
  options.progress = std::move(progress);
  options.strict = watch.strict;
  options.counters = watch.counters;
  options.trace = !watch.trace.empty();
  return device::open_emu(arch, options);
}

}  // namespace tilewright::cli
