// Strict mode on a wave64: each bug of planted64.s is found, as what it is and in the lane where it
// is; the sound counterparts are silent.
// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "check/planted_case.hpp"

namespace tilewright::test {
namespace {

constexpr PlantedKernel kKernel{"planted64", 1, 128};

constexpr PlantedCase kCases[] = {
    {1, "exchange"},
    {2, "race_of_high_halves", "LDS race", Place{32, 32, "writes 4 bytes"}},
    {3, "halves_of_a_store_differ", "race between lanes", Place{32, 0, "writes 4 bytes"}},
    {4, "halves_of_a_store_agree"},
    {5, "halves_of_a_double_store_differ", "race between lanes", Place{32, 0, "at LDS offset 0x4"}},
    {6, "one_wait_for_both_halves"},
    {7, "no_wait", "missing wait", Place{-1, -1, "reads v5"}},
    {8, "high_half_never_written", "undefined register", Place{32, -1, "uses v20"}},
    {9, "both_halves_written"},
    {10, "half_a_mask", "undefined register", Place{-1, -1, "uses vcc_hi as a branch"}},
    {11, "whole_mask"},
    {12, "half_of_exec", "undefined register", Place{-1, -1, "the mask of active lanes"}},
    {13, "swapped_to_low", "undefined register", Place{0, -1, "uses v21"}},
    {14, "swapped_to_high"},
    {15, "read_from_a_high_lane", "undefined register", Place{0, -1, "uses v6"}},
    {18, "low_half_of_a_mask", "undefined register", Place{-1, -1, "uses vcc as a branch"}},
    {16, "matrix_without_lanes", "lanes switched off", Place{48, -1, "EXEC 0x0000ffffffffffff"}},
};

class Planted64 : public testing::TestWithParam<PlantedRun> {};
INSTANTIATE_TEST_SUITE_P(Strict, Planted64, testing::ValuesIn(on_each_target(kCases)),
                         [](const auto& info) { return name_of(info.param); });

TEST_P(Planted64, IsFoundAsWhatItIs) { expect_found_as_what_it_is(kKernel, GetParam()); }

TEST(Wave64Faults, NameTheLaneOfTheWave) {
  for (const char* arch : {"gfx1100", "gfx1201"}) {
    // 9 * (64 + 50) + 4 bytes are the first beyond 1024.
    EXPECT_THAT(launch_case(kKernel, arch, 17, false).error,
                testing::HasSubstr("wave 1, lane 50, at +0x"));
  }
}

}  // namespace
}  // namespace tilewright::test
