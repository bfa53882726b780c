// SPDX-License-Identifier: MIT
#include "check/planted_case.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <ostream>

#include "core/file.hpp"
#include "device/emu/emu_device.hpp"

namespace tilewright::test {

using testing::HasSubstr;

std::string name_of(const PlantedRun& run) { return std::string(run.what.name) + "_" + run.arch; }

void PrintTo(const PlantedRun& run, std::ostream* out) { *out << name_of(run); }

std::vector<PlantedRun> on_each_target(std::span<const PlantedCase> cases) {
  std::vector<PlantedRun> all;
  for (const PlantedCase& what : cases) {
    if (!what.gfx12_only) all.push_back({what, "gfx1100"});
    all.push_back({what, "gfx1201"});
  }
  return all;
}

Seen launch_case(const PlantedKernel& kernel, const std::string& arch, uint32_t number,
                 bool strict) {
  constexpr uint64_t bytes = 4096;
  const auto image =
      read_file(std::string(TW_OBJECT_DIR) + "/" + kernel.name + "." + arch + ".co").value();
  const auto gpu = device::open_emu(arch, {.threads = 2, .strict = strict}).value();
  const auto module = gpu->load(image).value();
  const auto function = module->kernel(kernel.name).value();
  const auto out = gpu->allocate(bytes, "out").value();
  const auto fresh = gpu->allocate(bytes, "fresh").value();
  EXPECT_TRUE(gpu->upload(*out, 0, std::vector<std::byte>(bytes)));
  std::vector<std::byte> arguments(20);
  const uint64_t addresses[] = {out->address(), fresh->address()};
  std::memcpy(arguments.data(), addresses, sizeof(addresses));
  std::memcpy(arguments.data() + sizeof(addresses), &number, sizeof(number));
  const auto launched = gpu->launch(
      *function, {.grid = {kernel.workgroups, 1, 1}, .block = {kernel.workgroup_size, 1, 1}},
      arguments);
  return {gpu->take_report().findings, launched ? "" : launched.error().message};
}

void expect_found_as_what_it_is(const PlantedKernel& kernel, const PlantedRun& run) {
  const Seen seen = launch_case(kernel, run.arch, run.what.number);
  EXPECT_EQ(seen.error, "");
  if (run.what.kind == nullptr) {
    EXPECT_TRUE(seen.silent()) << seen.text();
    return;
  }
  const auto found = std::ranges::find(seen.findings, run.what.kind, &device::Finding::kind);
  ASSERT_NE(found, seen.findings.end()) << seen.text();
  EXPECT_THAT(found->here.source, HasSubstr(std::string(kernel.name) + ".s")) << seen.text();
  EXPECT_FALSE(found->here.instruction.empty()) << seen.text();
  EXPECT_EQ(found->kernel, kernel.name);
  if (const auto& place = run.what.place) {
    EXPECT_EQ(found->here.lane, place->lane) << seen.text();
    EXPECT_EQ(found->other ? found->other->lane : -1, place->other_lane) << seen.text();
    EXPECT_THAT(found->here.does, HasSubstr(place->does)) << seen.text();
  }
}

}  // namespace tilewright::test
