// Each bug of planted.s is found, as what it is; the sound counterparts are silent.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <string>

#include "check/planted_case.hpp"

namespace tilewright::test {
namespace {

constexpr PlantedKernel kKernel{"planted", 2, 64};

constexpr PlantedCase kCases[] = {
    {1, "exchange"},
    {2, "no_barrier", "LDS race"},
    {3, "barrier_before_store_is_complete", "LDS race"},
    {4, "overwritten_without_barrier", "LDS race"},
    {5, "barrier_before_load_is_complete", "LDS race"},
    {6, "both_waves_write", "LDS race"},
    {7, "all_lanes_write", "race between lanes"},
    {8, "all_lanes_write_the_same"},
    {9, "waves_write_bytes_of_a_dword"},
    {10, "waves_write_half_a_dword", "LDS race"},
    {11, "lds_never_written", "undefined LDS"},
    {12, "lds_half_written", "undefined LDS"},
    {13, "no_wait_for_lds", "missing wait"},
    {14, "wait_too_high_for_lds", "missing wait"},
    {15, "wait_high_enough_for_lds"},
    {16, "no_wait_for_load", "missing wait"},
    {17, "wait_too_high_for_load", "missing wait"},
    {18, "wait_high_enough_for_load"},
    {19, "load_overwrites_later", "missing wait"},
    {20, "loads_in_order"},
    {21, "no_wait_for_scalar_load", "missing wait"},
    {22, "scalar_loads_out_of_order", "missing wait"},
    {23, "stores_what_is_being_loaded", "missing wait"},
    {24, "wrong_counter", "missing wait"},
    {25, "undefined_address", "undefined register"},
    {26, "undefined_data", "undefined register"},
    {27, "defined_half"},
    {28, "undefined_vcc_branch", "undefined register"},
    {29, "undefined_exec", "undefined register"},
    {30, "undefined_scc_branch", "undefined register"},
    {31, "undefined_matrix", "undefined register"},
    {32, "matrix_without_all_lanes", "lanes switched off"},
    {33, "matrix"},
    {34, "workgroups_write_one_place", "memory race"},
    {35, "workgroups_read_each_other", "memory race"},
    {36, "atomics"},
    {37, "waves_without_barrier", "memory race"},
    {38, "waves_with_barrier"},
    {39, "barrier_before_global_store_is_complete", "memory race"},
    {40, "memory_never_written", "undefined memory"},
    {41, "memory_written_by_kernel"},
    {42, "misaligned_scalar_load", "misaligned"},
    {43, "misaligned_lds_store", "misaligned"},
    {44, "descriptor_too_large", "buffer descriptor"},
    {45, "descriptor"},
    {46, "barrier_left_out", "barrier"},
    {47, "undefined_scalar_offset", "undefined register"},
    {48, "flat_load_waited_for_once", "missing wait"},
    {49, "flat_load"},
    {50, "halves_of_a_register"},
    {51, "other_half_undefined", "undefined register"},
    {.number = 52, .name = "split_barrier", .gfx12_only = true},
    {.number = 53, .name = "store_behind_the_signal", .kind = "LDS race", .gfx12_only = true},
    {54, "half_that_is_there"},
    {55, "half_on_its_way_stored", "missing wait"},
    {56, "half_on_its_way_added", "missing wait"},
    {57, "half_on_its_way_overwritten", "missing wait"},
};

class Planted : public testing::TestWithParam<PlantedRun> {};
INSTANTIATE_TEST_SUITE_P(Strict, Planted, testing::ValuesIn(on_each_target(kCases)),
                         [](const auto& info) { return name_of(info.param); });

TEST_P(Planted, IsFoundAsWhatItIs) { expect_found_as_what_it_is(kKernel, GetParam()); }

TEST(Findings, NameBothPartiesAndTheLine) {
  const Seen seen = launch_case(kKernel, "gfx1201", 6);
  ASSERT_EQ(seen.findings.size(), 1u) << seen.text();
  const std::string words = describe(seen.findings[0]);
  for (const char* part :
       {"LDS race in planted, seen 64 times",
        "workgroup (0, 0, 0), wave 1, lane 0 writes 4 bytes at LDS offset 0x0",
        "wave 0, lane 0 wrote LDS offset 0x0", "ds_store_b32 v6, v3", "planted.s:"}) {
    EXPECT_NE(words.find(part), std::string::npos) << part << " is not in\n" << words;
  }
}

TEST(Findings, SayWhichWaitIsMissing) {
  const Seen seen = launch_case(kKernel, "gfx1100", 17);
  ASSERT_EQ(seen.findings.size(), 1u) << seen.text();
  EXPECT_NE(describe(seen.findings[0]).find("s_waitcnt vmcnt(0) is missing"), std::string::npos)
      << seen.text();
}

TEST(Findings, DoNotDependOnTheRun) {
  for (const uint32_t number : {35u, 6u}) {
    EXPECT_EQ(launch_case(kKernel, "gfx1201", number).text(),
              launch_case(kKernel, "gfx1201", number).text());
  }
}

}  // namespace
}  // namespace tilewright::test
