// tilewright devices
// SPDX-License-Identifier: MIT
#include "cli/command.hpp"
#include "cli/cuda_ladder.hpp"
#include "device/emu/emu_device.hpp"
#include "report/table.hpp"
#include "report/terminal.hpp"

namespace tilewright::cli {
namespace {

using report::Align;
using report::Style;

Result<Outcome> devices() {
  std::vector<report::Row> rows;
  for (const device::Info& info : device::emu_devices()) {
    rows.push_back(
        {{std::string(device::name(info.kind))}, {info.arch}, {info.name}, {"ready", Style::good}});
  }
  for (const DeviceState& state : hip_states()) rows.push_back(device_row(state));
  for (report::Row& row : cuda_device_rows()) rows.push_back(std::move(row));
  fmt::print("{}", report::render({{"device", "", Align::left},
                                   {"arch", "", Align::left},
                                   {"name", "", Align::left},
                                   {"state", "", Align::left}},
                                  rows, report::wants_colours(stdout)));
  return Outcome::right;
}

}  // namespace

void add_devices(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("devices", "What kernels can run on here");
  command->footer("Example:\n  tilewright devices");
  command->callback([&action] { action = devices; });
}

}  // namespace tilewright::cli
