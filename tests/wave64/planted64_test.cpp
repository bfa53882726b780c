// Strict mode on a wave64: each bug of planted64.s is found, as what it is and in the lane where it
// is; the sound counterparts are silent.
// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <ostream>
#include <string>
#include <vector>

#include "core/file.hpp"
#include "device/emu/emu_device.hpp"

namespace tilewright {
namespace {

struct Case {
  uint32_t number;
  const char* name;
  const char* kind = nullptr;  ///< the finding's; null: sound
  int lane = -1;               ///< of the first
  int other_lane = -1;
  const char* does = "";  ///< part of what it says
};

constexpr Case kCases[] = {
    {1, "exchange"},
    {2, "race_of_high_halves", "LDS race", 32, 32, "writes 4 bytes"},
    {3, "halves_of_a_store_differ", "race between lanes", 32, 0, "writes 4 bytes"},
    {4, "halves_of_a_store_agree"},
    {5, "halves_of_a_double_store_differ", "race between lanes", 32, 0, "at LDS offset 0x4"},
    {6, "one_wait_for_both_halves"},
    {7, "no_wait", "missing wait", -1, -1, "reads v5"},
    {8, "high_half_never_written", "undefined register", 32, -1, "uses v20"},
    {9, "both_halves_written"},
    {10, "half_a_mask", "undefined register", -1, -1, "uses vcc_hi as a branch"},
    {11, "whole_mask"},
    {12, "half_of_exec", "undefined register", -1, -1, "the mask of active lanes"},
    {13, "swapped_to_low", "undefined register", 0, -1, "uses v21"},
    {14, "swapped_to_high"},
    {15, "read_from_a_high_lane", "undefined register", 0, -1, "uses v6"},
    {18, "low_half_of_a_mask", "undefined register", -1, -1, "uses vcc as a branch"},
    {16, "matrix_without_lanes", "lanes switched off", 48, -1, "EXEC 0x0000ffffffffffff"},
};

struct Run {
  Case what;
  const char* arch;
};
std::string name(const Run& run) { return std::string(run.what.name) + "_" + run.arch; }
// For GoogleTest.
[[maybe_unused]] void PrintTo(const Run& run, std::ostream* out) { *out << name(run); }

std::vector<Run> runs() {
  std::vector<Run> all;
  for (const Case& what : kCases) {
    for (const char* arch : {"gfx1100", "gfx1201"}) all.push_back({what, arch});
  }
  return all;
}

class Planted64 : public testing::TestWithParam<Run> {};
INSTANTIATE_TEST_SUITE_P(Strict, Planted64, testing::ValuesIn(runs()),
                         [](const auto& info) { return name(info.param); });

struct Seen {
  std::vector<device::Finding> findings;
  std::string error;
};

Seen launch(const std::string& arch, uint32_t number, bool strict) {
  const auto image = read_file(std::string(TW_OBJECT_DIR) + "/planted64." + arch + ".co").value();
  auto gpu = device::open_emu(arch, {.threads = 1, .strict = strict}).value();
  const auto kernel = gpu->load(image).value()->kernel("planted64").value();
  const auto out = gpu->allocate(1024, "out").value();
  const std::vector<std::byte> zeros(1024);
  EXPECT_TRUE(gpu->upload(*out, 0, zeros));
  struct {
    uint64_t out;
    uint32_t number, padding = 0;
  } const arguments{out->address(), number};
  const auto launched = gpu->launch(*kernel, {.grid = {1, 1, 1}, .block = {128, 1, 1}},
                                    std::as_bytes(std::span(&arguments, 1)).first(12));
  return {gpu->take_report().findings, launched ? "" : launched.error().message};
}

TEST_P(Planted64, IsFoundAsWhatItIs) {
  const auto& [what, arch] = GetParam();
  const auto [findings, error] = launch(arch, what.number, true);
  EXPECT_EQ(error, "");
  std::string all;
  for (const device::Finding& finding : findings) all += describe(finding) + "\n";
  if (what.kind == nullptr) {
    EXPECT_TRUE(findings.empty()) << all;
    return;
  }
  const auto found = std::ranges::find(findings, what.kind, &device::Finding::kind);
  ASSERT_NE(found, findings.end()) << all;
  EXPECT_EQ(found->here.lane, what.lane) << all;
  EXPECT_EQ(found->other ? found->other->lane : -1, what.other_lane) << all;
  EXPECT_THAT(found->here.does, testing::HasSubstr(what.does)) << all;
}

TEST(Wave64Faults, NameTheLaneOfTheWave) {
  for (const char* arch : {"gfx1100", "gfx1201"}) {
    // 9 * (64 + 50) + 4 bytes are the first beyond 1024.
    EXPECT_THAT(launch(arch, 17, false).error, testing::HasSubstr("wave 1, lane 50, at +0x"));
  }
}

}  // namespace
}  // namespace tilewright
