// The ladder on the fake driver: the host's side of every rung, from the command line to C. What C
// must be is the ladder's own business, which knows the integers.
// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include <ostream>
#include <set>

#include "fake_program.hpp"

namespace tilewright::cli {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;

constexpr const char* kAllTypes = "fp16,fp16-f32,bf16,fp8-f32,fp8-bf16,fp8-f16";
constexpr const char* kFp8Types = "fp8-f32,fp8-bf16,fp8-f16";

using FakeLadder = FakeCudaProgram;

/// Ids of the rungs that refuse; all others must be exact.
std::set<std::string> refusals(const json& run) {
  std::set<std::string> refused;
  for (const json& rung : run.at("rungs")) {
    if (!rung.at("refused").is_null()) {
      refused.insert(rung.at("id").get<std::string>());
      continue;
    }
    EXPECT_EQ(rung.at("exact"), true) << run.at("dtype") << ' ' << rung.dump(2);
    EXPECT_EQ(rung.at("mismatches"), 0);
    EXPECT_EQ(rung.at("time_ms"), nullptr);
  }
  return refused;
}

const std::set<std::string> kWholeTilesOnly = {"1", "2", "3-padded", "3-permuted"};
/// Below 9, of other types only 8 has kernels.
const std::set<std::string> kFp16Only = {"1", "2", "3-padded", "3-permuted", "4", "5", "6", "7"};
const std::set<std::string> kUnscaled = {"1", "2", "3-padded", "3-permuted", "4",
                                         "5", "6", "7",        "8"};

TEST_F(FakeLadder, DevicesListTheCard) {
  const Ended devices = on_card("devices");
  EXPECT_EQ(devices.status, 0) << devices.err;
  EXPECT_THAT(devices.out, testing::ContainsRegex("cuda +sm_90 +Fake H200 +ready"));
}

TEST_F(FakeLadder, IsNotForCardsOfOtherFamilies) {
  const Ended devices = on_card("devices", "TW_FAKE_SM=80");
  EXPECT_EQ(devices.status, 0) << devices.err;
  EXPECT_THAT(devices.out,
              testing::ContainsRegex("cuda +sm_80 +Fake H200 +no kernels: they are for sm_90"));
  const Ended ended = ladder("--check-only --shape 64x64x64", "TW_FAKE_SM=80");
  EXPECT_EQ(ended.status, 1);
  EXPECT_THAT(ended.err, HasSubstr("device cuda: no kernels: they are for sm_90"));
}

TEST_F(FakeLadder, IsExactInWholeTiles) {
  const Ended ended = ladder("--check-only --reference cublaslt --shape 256x256x64");
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  ASSERT_EQ(runs().size(), 1u);
  const json run = runs().at(0);
  EXPECT_GE(run.at("rungs").size(), 22u);
  EXPECT_EQ(refusals(run), std::set<std::string>{});
  EXPECT_EQ(run.at("device").at("driver"), "999.07, CUDA 13.0");
  EXPECT_EQ(run.at("operand_copies"), 2);
}

TEST_F(FakeLadder, IsExactAtARaggedShapeInAllTypes) {
  const Ended ended = ladder(
      fmt::format("--check-only --reference cublaslt --shape 136x72x48 --dtype {}", kAllTypes));
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  ASSERT_EQ(runs().size(), 6u);
  for (const json& run : runs()) {
    EXPECT_EQ(refusals(run), run.at("dtype") == "fp16" ? kWholeTilesOnly : kFp16Only);
    EXPECT_EQ(run.at("reference").at("name"), "cuBLASLt 13.99.7");
    EXPECT_EQ(run.at("reference").at("exact"), true);
    for (const json& rung : run.at("rungs")) {
      if (!rung.at("refused").is_null()) continue;
      EXPECT_EQ(rung.at("reference").at("bitwise_equal"), true) << rung.dump(2);
    }
  }
}

/// Columns of C at odd addresses: TMA cannot write them, threads do.
TEST_F(FakeLadder, IsExactWhereTmaCannotWriteC) {
  const Ended ended = ladder(fmt::format("--check-only --shape 135x71x48 --dtype {}", kAllTypes));
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  ASSERT_EQ(runs().size(), 6u);
  for (const json& run : runs()) {
    EXPECT_EQ(refusals(run), run.at("dtype") == "fp16" ? kWholeTilesOnly : kFp16Only);
  }
}

TEST_F(FakeLadder, FallsToRung8WhereTmaCannotReadAndSaysSo) {
  const Ended ended = ladder(
      fmt::format("--check-only --reference cublaslt --shape 136x72x50 --dtype {}", kAllTypes));
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  ASSERT_EQ(runs().size(), 6u);
  for (const json& run : runs()) {
    const bool fp8 = run.at("input") == "e4m3";
    const std::set<std::string> aligned_only = {"1", "2", "3-padded", "3-permuted", "5", "6", "7"};
    EXPECT_EQ(refusals(run), run.at("dtype") == "fp16" ? aligned_only : kFp16Only);
    for (const char* id : {"9", "14", "19", "21"}) {
      EXPECT_EQ(rung_of(run, id).at("note"),
                "computed by rung 8: TMA reads rows at multiples of 16 B only");
    }
    // cuBLASLt takes no FP8 rows of 50 B either: then nothing is said of its bits.
    EXPECT_EQ(run.at("reference").at("exact"), !fp8);
    EXPECT_EQ(rung_of(run, "9").at("reference").at("bitwise_equal"), fp8 ? json() : json(true));
  }
  EXPECT_THAT(runs().at(3).at("reference").at("error").get<std::string>(),
              AllOf(HasSubstr("136x72x50 fp8-f32"), HasSubstr("CUBLAS_STATUS_NOT_SUPPORTED (15)")));
}

/// One tile, and a K that is worth dividing among all of the card: its sums go through a workspace,
/// whose counts of arrivals are zero before each launch.
TEST_F(FakeLadder, IsExactWhereATileIsShared) {
  const Ended ended =
      ladder("--check-only --shape 64x64x8192 --dtype fp16,bf16 --rung 16 --rung 18 --rung 19",
             "TW_FAKE_LOG=log.txt");
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  EXPECT_THAT(read("log.txt"), AllOf(HasSubstr("tw_rung_16_256_balanced_bf16 grid 132,1,1"),
                                     HasSubstr("tw_rung_18_256_balanced_f16_f16 grid 132,1,1")));
  ASSERT_EQ(runs().size(), 2u);
  for (const json& run : runs()) {
    EXPECT_EQ(refusals(run), std::set<std::string>{});
    EXPECT_EQ(rung_of(run, "18").at("note"), json());
    EXPECT_EQ(rung_of(run, "19").at("note"),
              "computed by rung 18's 18_256_balanced, which should be faster");
  }
}

/// A rung that chooses among tiles, at the smallest products for which it takes each.
struct ChosenTile {
  const char* rung;
  const char* shape;
  const char* stem;
};
/// For GoogleTest, which would print the bytes.
void PrintTo(const ChosenTile& tile, std::ostream* to) { *to << tile.stem; }

class FakeTiles : public FakeLadder, public testing::WithParamInterface<ChosenTile> {};

TEST_P(FakeTiles, AreExactWhereTheyAreChosen) {
  const auto& [rung, shape, stem] = GetParam();
  const Ended ended =
      ladder(fmt::format("--check-only --dtype fp16 --shape {} --rung {}", shape, rung),
             "TW_FAKE_LOG=log.txt");
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  EXPECT_THAT(read("log.txt"), testing::StartsWith(fmt::format("tw_rung_{}_f16_f16 ", stem)));
}

INSTANTIATE_TEST_SUITE_P(Of, FakeTiles,
                         testing::Values(ChosenTile{"16", "640x4352x64", "16_256"},
                                         ChosenTile{"16", "128x128x64", "16_200"},
                                         ChosenTile{"17", "128x128x64", "17_128"},
                                         ChosenTile{"17", "4352x384x64", "17_200"},
                                         ChosenTile{"18", "128x128x64", "18_128_alone"},
                                         ChosenTile{"18", "896x2432x512", "18_200"},
                                         ChosenTile{"19", "976x64x4096", "19_128"},
                                         ChosenTile{"20", "4352x640x64", "20_200"},
                                         ChosenTile{"20", "128x128x64", "20_128"},
                                         ChosenTile{"21", "4224x640x64", "21_192"},
                                         ChosenTile{"21", "128x128x64", "21_128"}),
                         [](const auto& tile) { return std::string(tile.param.stem); });

class FakeScaledLadder : public FakeLadder, public testing::WithParamInterface<const char*> {};

TEST_P(FakeScaledLadder, IsExact) {
  const Ended ended =
      ladder(fmt::format("--check-only --reference cublaslt --shape 144x80x48 --dtype {} "
                         "--scales {}",
                         kFp8Types, GetParam()));
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  ASSERT_EQ(runs().size(), 3u);
  for (const json& run : runs()) {
    EXPECT_EQ(run.at("scales"), GetParam());
    EXPECT_EQ(refusals(run), kUnscaled);
    EXPECT_EQ(run.at("reference").at("exact"), true);
  }
}

TEST_P(FakeScaledLadder, RefusesWhatTmaCannotRead) {
  const Ended ended = ladder(fmt::format(
      "--check-only --rung 20 --shape 144x80x50 --dtype fp8-f32 --scales {}", GetParam()));
  EXPECT_EQ(ended.status, 1);
  ASSERT_EQ(runs().size(), 1u);
  EXPECT_THAT(rung_of(runs().at(0), "20").at("refused").get<std::string>(),
              HasSubstr("does not scale: take a K that is a multiple of 16"));
}

INSTANTIATE_TEST_SUITE_P(By, FakeScaledLadder, testing::Values("tensor", "vectors"),
                         [](const auto& scales) { return std::string(scales.param); });

TEST_F(FakeLadder, MeasuresOnceWhatIsNamedTwice) {
  const Ended ended = ladder(
      "--check-only --dtype bf16,bf16 --shape 136x72x48 --shape 136x72x48 "
      "--rung 9 --rung 9");
  EXPECT_EQ(ended.status, 0);
  ASSERT_EQ(runs().size(), 1u);
  EXPECT_EQ(runs().at(0).at("rungs").size(), 1u);
}

}  // namespace
}  // namespace tilewright::cli
