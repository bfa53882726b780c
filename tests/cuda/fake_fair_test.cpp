// Measuring on the fake driver, whose clock is arithmetic: a launch of ours takes 1 ms, cuBLASLt's
// fastest algorithm that runs 0.5 ms. So every figure of a record is known.
// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include "fake_program.hpp"

namespace tilewright::cli {
namespace {

using nlohmann::json;
using testing::HasSubstr;

using FakeMeasurement = FakeCudaProgram;

constexpr const char* kTwiceAsSlow = "TW_FAKE_SLOW='tw_rung_9_.*=2'";

/// 2 * 64^3 operations in 1 ms.
constexpr double kTflops = 2 * 64.0 * 64 * 64 / 1e9;

void expect_all_equal(const json& summary, double value, int count) {
  EXPECT_EQ(summary, (json{{"count", count},
                           {"mean", value},
                           {"deviation", 0.0},
                           {"median", value},
                           {"low", value},
                           {"high", value}}));
}

void expect_turns(const json& rung, double ms, int launches_ours, int launches_theirs) {
  EXPECT_EQ(rung.at("exact"), true) << rung.dump(2);
  EXPECT_EQ(rung.at("time_ms"), ms);
  EXPECT_DOUBLE_EQ(rung.at("tflops").get<double>(), kTflops / ms);
  EXPECT_EQ(rung.at("posts_ms"), nullptr);
  const json& fair = rung.at("fair");
  expect_all_equal(fair.at("ours_ms"), ms, 3);
  expect_all_equal(fair.at("theirs_ms"), 0.5, 3);
  expect_all_equal(fair.at("ratio"), 0.5 / ms, 3);
  EXPECT_EQ(fair.at("launches_ours"), launches_ours);
  EXPECT_EQ(fair.at("launches_theirs"), launches_theirs);
  EXPECT_EQ(fair.at("climate"), (json{{"sm_mhz", 1755.0},
                                      {"memory_mhz", 3201.0},
                                      {"power_w", 612.5},
                                      {"temperature_c", 47.0}}));
  EXPECT_EQ(rung.at("reference"), (json{{"name", "cuBLASLt 13.99.7"},
                                        {"time_ms", 0.5},
                                        {"ratio", 0.5 / ms},
                                        {"ratio_quartiles", {0.5 / ms, 0.5 / ms}},
                                        {"ratio_uncertainty", 0.0},
                                        {"within_noise", false},
                                        {"bitwise_equal", true}}));
}

/// Of nine algorithms the heuristic calls one unusable, two would round what they add, and the
/// quickest of the rest fails when run.
void expect_fastest_algorithm(const json& reference) {
  EXPECT_EQ(reference.at("exact"), true);
  EXPECT_EQ(reference.at("error"), nullptr);
  EXPECT_EQ(reference.at("candidates"), 6);
  EXPECT_EQ(reference.at("chosen"), 3);
  EXPECT_EQ(reference.at("gain_over_first"), 1.5);
  expect_all_equal(reference.at("posts_ms"), 0.5, 30);
}

TEST_F(FakeMeasurement, InShortTurnsGivesTheClocksRatios) {
  const Ended ended = ladder(
      "--fair --pairs 3 --turn 2 --reference cublaslt --dtype bf16,fp8-bf16 --shape 64x64x64 "
      "--rung 8 --rung 9 --rung 20",
      kTwiceAsSlow);
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  const json record = json::parse(read("record.json"));
  EXPECT_EQ(record.at("schema_version"), 1);
  EXPECT_THAT(record.at("tool").at("command").get<std::string>(), HasSubstr("--turn 2"));
  EXPECT_EQ(record.at("tool").at("seed"), 1);
  EXPECT_EQ(record.at("protocol"), "fair");
  EXPECT_EQ(record.at("turns"), (json{{"pairs", 3}, {"turn_ms", 2.0}, {"warm_up_ms", 400.0}}));
  ASSERT_EQ(record.at("runs").size(), 2u);
  for (const json& run : record.at("runs")) {
    EXPECT_EQ(run.at("shape"), (json{{"m", 64}, {"n", 64}, {"k", 64}}));
    expect_fastest_algorithm(run.at("reference"));
    ASSERT_EQ(run.at("rungs").size(), 3u);
    expect_turns(rung_of(run, "8"), 1, 2, 4);
    expect_turns(rung_of(run, "9"), 2, 1, 4);
    expect_turns(rung_of(run, "20"), 1, 2, 4);
  }
  EXPECT_THAT(ended.out, HasSubstr("25.0 ±0.0 %"));
  EXPECT_THAT(ended.out, HasSubstr("the best of 6 offers, number 4, 50.0 % faster than its first"));
}

TEST_F(FakeMeasurement, IsWhatTheReportTellsOf) {
  ASSERT_EQ(ladder("--fair --pairs 3 --turn 2 --reference cublaslt --dtype bf16 "
                   "--shape 1024x64x64 --rung 9",
                   kTwiceAsSlow)
                .status,
            0);
  const Ended told = on_card("report record.json --plot plot.svg --dtype bf16 --shape 1024x64x64");
  EXPECT_EQ(told.status, 0) << told.err;
  EXPECT_THAT(told.out, HasSubstr("Fake H200 (sm_90), driver 999.07, CUDA 13.0"));
  EXPECT_THAT(told.out, HasSubstr("0.250 ± 0.000"));
  EXPECT_THAT(read("plot.svg"), HasSubstr("cuBLASLt 13.99.7"));
}

TEST_F(FakeMeasurement, InLongTurnsGivesTheSame) {
  const Ended ended = ladder(
      "--fair --pairs 3 --turn 100 --reference cublaslt --dtype bf16 --shape 64x64x64 --rung 9 "
      "--rung 20",
      kTwiceAsSlow);
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  ASSERT_EQ(runs().size(), 1u);
  expect_turns(rung_of(runs().at(0), "9"), 2, 50, 200);
  expect_turns(rung_of(runs().at(0), "20"), 1, 100, 200);
}

TEST_F(FakeMeasurement, LikeThePostsTimesThirtyLaunches) {
  const Ended ended =
      ladder("--reference cublaslt --dtype bf16 --shape 64x64x64 --rung 9 --rung 20", kTwiceAsSlow);
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  ASSERT_EQ(runs().size(), 1u);
  const json rung = rung_of(runs().at(0), "9");
  expect_all_equal(rung.at("posts_ms"), 2, 30);
  EXPECT_EQ(rung.at("fair"), nullptr);
  EXPECT_EQ(rung.at("reference").at("ratio"), 0.25);
  EXPECT_EQ(rung_of(runs().at(0), "20").at("reference").at("ratio"), 0.5);
}

/// What is timed of the reference is the algorithm that was chosen, in its place in the list before
/// the unusable ones were dropped.
TEST_F(FakeMeasurement, LaunchesTheChosenAlgorithmLast) {
  const Ended ended = ladder(
      "--fair --pairs 3 --turn 2 --reference cublaslt --dtype bf16 --shape 64x64x64 --rung 9",
      "TW_FAKE_LOG=log.txt");
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_TRUE(read("log.txt").ends_with("cublaslt_offer_4\n"));
}

/// Results of the sums' own type lose nothing by being added: there all algorithms may run.
TEST_F(FakeMeasurement, LimitsTheReferenceOnlyWhereResultsAreRounded) {
  const Ended ended = ladder(
      "--fair --pairs 3 --turn 2 --reference cublaslt --dtype fp16,fp8-f32 --shape 64x64x64 "
      "--rung 9",
      "TW_FAKE_LOG=log.txt");
  EXPECT_EQ(ended.status, 0) << ended.err;
  ASSERT_EQ(runs().size(), 2u);
  for (const json& run : runs()) EXPECT_EQ(run.at("reference").at("candidates"), 8);
  EXPECT_TRUE(read("log.txt").ends_with("cublaslt_offer_8\n"));
}

TEST_F(FakeMeasurement, FillsTheCacheTwiceOver) {
  const Ended ended =
      ladder("--check-only --dtype bf16 --shape 136x72x48 --rung 20", "TW_FAKE_L2=1000000");
  EXPECT_EQ(ended.status, 0) << ended.err;
  // A, B and C have 13056 + 6912 + 19584 B: 50 of them are less than 2 MB.
  EXPECT_EQ(runs().at(0).at("operand_copies"), 51);
}

}  // namespace
}  // namespace tilewright::cli
