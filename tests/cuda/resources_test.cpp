// What ptxas says of the rungs on Hopper, pinned: registers and static shared memory to the unit
// for the nvcc that these figures come from, and for every nvcc no spill and no stack. Dynamic
// shared memory follows from the tile.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <ostream>
#include <regex>
#include <sstream>
#include <string>

#include "ladder/hopper/portable.hpp"
#include "ladder/hopper/rungs.hpp"

namespace tilewright {
namespace {

struct Used {
  int registers = 0;
  int stack = 0;
  int spills = 0;
  int shared = 0;  ///< static
};

struct Pinned {
  const char* rung;
  const char* kernel;
  int registers;
  int shared_bytes;  ///< static and dynamic together
};
/// For GoogleTest, which would print the bytes.
void PrintTo(const Pinned& pinned, std::ostream* to) { *to << pinned.kernel; }

constexpr const char* kPinnedFor = "13.0";
constexpr Pinned kPinned[] = {
    {"1", "tw_fp16_rung_1", 58, 2048},
    {"2", "tw_fp16_rung_2", 122, 32768},
    {"3-padded", "tw_fp16_rung_3_padded", 122, 49152},
    {"3-permuted", "tw_fp16_rung_3_permuted", 126, 32768},
    {"4", "tw_fp16_rung_4", 123, 49152},
    {"4", "tw_fp16_rung_4_unaligned", 128, 49152},
    {"5", "tw_fp16_rung_5", 251, 147456},
    {"6", "tw_fp16_rung_6", 252, 147456},
    {"7", "tw_fp16_rung_7", 255, 147456},
    {"8", "tw_fp16_rung_8", 232, 110592},
    {"8", "tw_fp16_rung_8_unaligned", 252, 36864},
    {"8", "tw_fp16_f32_rung_8", 212, 73728},
    {"8", "tw_fp16_f32_rung_8_unaligned", 254, 36864},
    {"8", "tw_bf16_rung_8", 212, 73728},
    {"8", "tw_bf16_rung_8_unaligned", 254, 36864},
    {"8", "tw_fp8_f32_rung_8", 186, 20480},
    {"8", "tw_fp8_bf16_rung_8", 187, 20480},
    {"8", "tw_fp8_f16_rung_8", 187, 20480},
    {"8", "tw_fp8_f32_rung_8_unaligned", 161, 6144},
    {"8", "tw_fp8_bf16_rung_8_unaligned", 161, 6144},
    {"8", "tw_fp8_f16_rung_8_unaligned", 161, 6144},
};

/// Rungs 9 and up: the tile's shared memory, and registers at launch. From rung 11 on the consumers
/// take what the producer gives up.
struct PinnedTile {
  const char* stem;
  int shared_bytes;
  int registers;      ///< where sums are f32
  int registers_f16;  ///< where they are f16
};
void PrintTo(const PinnedTile& pinned, std::ostream* to) { *to << pinned.stem; }

constexpr PinnedTile kPinnedTiles[] = {
    {"9", 32784, 164, 100},
    {"10", 131136, 154, 90},
    {"11", 196704, 168, 168},
    {"12", 196672, 168, 168},
    {"13", 196672, 168, 168},
    {"14", 196672, 168, 168},
    {"15", 229440, 168, 168},
    {"16_256", 229440, 168, 168},
    {"16_256_balanced", 229440, 168, 168},
    {"16_200", 217152, 168, 168},
    {"17_128", 229472, 168, 168},
    {"17_200", 217152, 168, 168},
    {"18_128_alone", 229472, 168, 168},
    {"18_128", 229472, 168, 168},
    {"18_200", 217152, 168, 168},
    {"18_256_balanced", 229440, 168, 168},
    {"19_128", 229472, 168, 168},
    {"20_256", 229440, 168, 168},
    {"20_200", 217152, 168, 168},
    {"20_128", 229472, 168, 168},
    {"21_256", 229440, 168, 168},
    {"21_192", 229440, 168, 168},
    {"21_128", 229472, 168, 168},
    {"22_192", 221232, 168, 168},
};

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// Kernels of a report of ptxas -v, by name.
std::map<std::string, Used> kernels_in(const std::string& report) {
  std::map<std::string, Used> kernels;
  const std::regex properties(R"(Function properties for (\w+))");
  const std::regex stack(R"((\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill)");
  const std::regex used(R"(Used (\d+) registers)");
  const std::regex shared(R"((\d+) bytes smem)");
  std::istringstream lines(report);
  std::string name;
  for (std::string line; std::getline(lines, line);) {
    std::smatch found;
    if (std::regex_search(line, found, properties)) name = found[1];
    if (name.empty()) continue;
    Used& kernel = kernels[name];
    if (std::regex_search(line, found, stack)) {
      kernel.stack = std::stoi(found[1]);
      kernel.spills = std::stoi(found[2]) + std::stoi(found[3]);
    }
    if (std::regex_search(line, found, used)) {
      kernel.registers = std::stoi(found[1]);
      if (std::regex_search(line, found, shared)) kernel.shared = std::stoi(found[1]);
    }
  }
  return kernels;
}

const Tile& tile_of_kernel(const Pinned& pinned) {
  for (const hopper::PortableKernel& more : hopper::more_kernels) {
    if (same_text(more.kernel, pinned.kernel)) return more.tile;
  }
  return hopper::find_portable_rung(pinned.rung)->tile;
}

class HopperResources : public testing::TestWithParam<Pinned> {
 protected:
  void SetUp() override {
    if (!TW_HAS_NVCC) GTEST_SKIP() << "built without nvcc";
  }
};

TEST_P(HopperResources, AreAsPinned) {
  const Pinned& pinned = GetParam();
  const std::string report = text_of(std::string(TW_PTXAS_REPORTS "/") + pinned.rung + ".ptxas");
  const auto kernels = kernels_in(report);
  const auto found = kernels.find(pinned.kernel);
  ASSERT_NE(found, kernels.end()) << report;
  const Used& used = found->second;
  EXPECT_EQ(used.spills, 0);
  EXPECT_EQ(used.stack, 0);
  const int element = std::string(pinned.kernel).find("fp8") == std::string::npos ? 2 : 1;
  const int dynamic = used.shared > 0 ? 0 : lds_bytes(tile_of_kernel(pinned), element);
  EXPECT_EQ(used.shared + dynamic, pinned.shared_bytes);
  // Another compiler may do as well with other registers.
  const std::string version = text_of(TW_PTXAS_REPORTS "/nvcc.version");
  if (version.find(std::string("release ") + kPinnedFor) == std::string::npos) {
    GTEST_SKIP() << "registers are pinned for nvcc " << kPinnedFor << ", this is " << version;
  }
  EXPECT_EQ(used.registers, pinned.registers);
}

INSTANTIATE_TEST_SUITE_P(Rungs, HopperResources, testing::ValuesIn(kPinned),
                         [](const auto& pinned) { return std::string(pinned.param.kernel); });

class HopperTiles : public testing::TestWithParam<PinnedTile> {
 protected:
  void SetUp() override {
    if (!TW_HAS_NVCC) GTEST_SKIP() << "built without nvcc";
  }
};

TEST_P(HopperTiles, AreAsPinned) {
  const PinnedTile& pinned = GetParam();
  const hopper::TmaKernel* const kernel = hopper::find_tma_kernel(pinned.stem);
  ASSERT_NE(kernel, nullptr);
  EXPECT_EQ(hopper::shared_bytes(kernel->tile), pinned.shared_bytes);
  const auto compiled =
      kernels_in(text_of(std::string(TW_PTXAS_REPORTS "/") + kernel->rung + ".ptxas"));
  const bool exactly =
      text_of(TW_PTXAS_REPORTS "/nvcc.version").find(std::string("release ") + kPinnedFor) !=
      std::string::npos;
  for (const std::string types : {"bf16", "f16", "f16_f16", "e4m3_f32", "e4m3_bf16", "e4m3_f16",
                                  "e4m3_f32_vectors", "e4m3_bf16_vectors", "e4m3_f16_vectors"}) {
    const bool vectors = types.ends_with("_vectors");
    const auto found = compiled.find(std::string("tw_rung_") + pinned.stem + "_" + types);
    if (vectors && !kernel->vectors) {
      EXPECT_EQ(found, compiled.end()) << types;
      continue;
    }
    ASSERT_NE(found, compiled.end()) << types;
    const Used& used = found->second;
    EXPECT_EQ(used.spills, 0) << types;
    EXPECT_EQ(used.stack, 0) << types;
    EXPECT_EQ(used.shared, 0) << types << ": all of it is dynamic";
    if (!exactly) continue;
    const int registers = types == "f16_f16" ? pinned.registers_f16 : pinned.registers;
    // Factors that wait for their sums may cost a register more.
    EXPECT_GE(used.registers, registers) << types;
    EXPECT_LE(used.registers, registers + (vectors ? 1 : 0)) << types;
  }
}

INSTANTIATE_TEST_SUITE_P(Tiles, HopperTiles, testing::ValuesIn(kPinnedTiles),
                         [](const auto& pinned) {
                           return "rung_" + std::string(pinned.param.stem);
                         });

TEST(HopperTileList, IsPinnedInFull) {
  EXPECT_EQ(std::size(kPinnedTiles), std::size(hopper::tma_kernels));
}

}  // namespace
}  // namespace tilewright
