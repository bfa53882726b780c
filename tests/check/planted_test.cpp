// Each bug of planted.s is found, as what it is; the sound counterparts are silent.
// SPDX-License-Identifier: MIT
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
  const char* kind;  ///< the finding's; null: sound
  bool gfx12_only = false;
};

constexpr Case kCases[] = {
    {1, "exchange", nullptr},
    {2, "no_barrier", "LDS race"},
    {3, "barrier_before_store_is_complete", "LDS race"},
    {4, "overwritten_without_barrier", "LDS race"},
    {5, "barrier_before_load_is_complete", "LDS race"},
    {6, "both_waves_write", "LDS race"},
    {7, "all_lanes_write", "race between lanes"},
    {8, "all_lanes_write_the_same", nullptr},
    {9, "waves_write_bytes_of_a_dword", nullptr},
    {10, "waves_write_half_a_dword", "LDS race"},
    {11, "lds_never_written", "undefined LDS"},
    {12, "lds_half_written", "undefined LDS"},
    {13, "no_wait_for_lds", "missing wait"},
    {14, "wait_too_high_for_lds", "missing wait"},
    {15, "wait_high_enough_for_lds", nullptr},
    {16, "no_wait_for_load", "missing wait"},
    {17, "wait_too_high_for_load", "missing wait"},
    {18, "wait_high_enough_for_load", nullptr},
    {19, "load_overwrites_later", "missing wait"},
    {20, "loads_in_order", nullptr},
    {21, "no_wait_for_scalar_load", "missing wait"},
    {22, "scalar_loads_out_of_order", "missing wait"},
    {23, "stores_what_is_being_loaded", "missing wait"},
    {24, "wrong_counter", "missing wait"},
    {25, "undefined_address", "undefined register"},
    {26, "undefined_data", "undefined register"},
    {27, "defined_half", nullptr},
    {28, "undefined_vcc_branch", "undefined register"},
    {29, "undefined_exec", "undefined register"},
    {30, "undefined_scc_branch", "undefined register"},
    {31, "undefined_matrix", "undefined register"},
    {32, "matrix_without_all_lanes", "lanes switched off"},
    {33, "matrix", nullptr},
    {34, "workgroups_write_one_place", "memory race"},
    {35, "workgroups_read_each_other", "memory race"},
    {36, "atomics", nullptr},
    {37, "waves_without_barrier", "memory race"},
    {38, "waves_with_barrier", nullptr},
    {39, "barrier_before_global_store_is_complete", "memory race"},
    {40, "memory_never_written", "undefined memory"},
    {41, "memory_written_by_kernel", nullptr},
    {42, "misaligned_scalar_load", "misaligned"},
    {43, "misaligned_lds_store", "misaligned"},
    {44, "descriptor_too_large", "buffer descriptor"},
    {45, "descriptor", nullptr},
    {46, "barrier_left_out", "barrier"},
    {47, "undefined_scalar_offset", "undefined register"},
    {48, "flat_load_waited_for_once", "missing wait"},
    {49, "flat_load", nullptr},
    {50, "halves_of_a_register", nullptr},
    {51, "other_half_undefined", "undefined register"},
    {52, "split_barrier", nullptr, true},
    {53, "store_behind_the_signal", "LDS race", true},
    {54, "half_that_is_there", nullptr},
    {55, "half_on_its_way_stored", "missing wait"},
    {56, "half_on_its_way_added", "missing wait"},
    {57, "half_on_its_way_overwritten", "missing wait"},
};

/// A case on one target.
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
    if (!what.gfx12_only) all.push_back({what, "gfx1100"});
    all.push_back({what, "gfx1201"});
  }
  return all;
}

class Planted : public testing::TestWithParam<Run> {};
INSTANTIATE_TEST_SUITE_P(Strict, Planted, testing::ValuesIn(runs()),
                         [](const auto& info) { return name(info.param); });

struct Arguments {
  uint64_t out;
  uint64_t fresh;
  uint32_t number;
};

std::vector<device::Finding> findings_of(const std::string& arch, uint32_t number) {
  const auto image = read_file(std::string(TW_OBJECT_DIR) + "/planted." + arch + ".co").value();
  auto gpu = device::open_emu(arch, {.threads = 2, .strict = true}).value();
  const auto module = gpu->load(image).value();
  const auto kernel = module->kernel("planted").value();
  const auto out = gpu->allocate(4096, "out").value();
  const auto fresh = gpu->allocate(4096, "fresh").value();
  const std::vector<std::byte> zeros(4096);
  EXPECT_TRUE(gpu->upload(*out, 0, zeros));
  const Arguments arguments{out->address(), fresh->address(), number};
  std::vector<std::byte> bytes(20);
  std::memcpy(bytes.data(), &arguments, bytes.size());
  const auto launched = gpu->launch(*kernel, {.grid = {2, 1, 1}, .block = {64, 1, 1}}, bytes);
  EXPECT_TRUE(launched) << launched.error().message;
  return gpu->take_report().findings;
}

std::string text(const std::vector<device::Finding>& findings) {
  std::string all;
  for (const device::Finding& finding : findings) all += describe(finding) + "\n";
  return all;
}

TEST_P(Planted, IsFoundAsWhatItIs) {
  const auto& [what, arch] = GetParam();
  const auto findings = findings_of(arch, what.number);
  if (what.kind == nullptr) {
    EXPECT_TRUE(findings.empty()) << text(findings);
    return;
  }
  const auto same = [&](const device::Finding& finding) { return finding.kind == what.kind; };
  const auto found = std::ranges::find_if(findings, same);
  ASSERT_NE(found, findings.end()) << text(findings);
  EXPECT_NE(found->here.source.find("planted.s"), std::string::npos) << describe(*found);
  EXPECT_FALSE(found->here.instruction.empty());
  EXPECT_EQ(found->kernel, "planted");
}

TEST(Findings, NameBothPartiesAndTheLine) {
  const auto findings = findings_of("gfx1201", 6);
  ASSERT_EQ(findings.size(), 1u) << text(findings);
  const std::string words = describe(findings[0]);
  for (const char* part :
       {"LDS race in planted, seen 64 times",
        "workgroup (0, 0, 0), wave 1, lane 0 writes 4 bytes at LDS offset 0x0",
        "wave 0, lane 0 wrote LDS offset 0x0", "ds_store_b32 v6, v3", "planted.s:"}) {
    EXPECT_NE(words.find(part), std::string::npos) << part << " is not in\n" << words;
  }
}

TEST(Findings, SayWhichWaitIsMissing) {
  const auto findings = findings_of("gfx1100", 17);
  ASSERT_EQ(findings.size(), 1u) << text(findings);
  EXPECT_NE(describe(findings[0]).find("s_waitcnt vmcnt(0) is missing"), std::string::npos)
      << describe(findings[0]);
}

TEST(Findings, DoNotDependOnTheRun) {
  EXPECT_EQ(text(findings_of("gfx1201", 35)), text(findings_of("gfx1201", 35)));
  EXPECT_EQ(text(findings_of("gfx1201", 6)), text(findings_of("gfx1201", 6)));
}

}  // namespace
}  // namespace tilewright
