// SPDX-License-Identifier: MIT
#include "report/measured.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "cli/cuda_record.hpp"
#include "core/json_text.hpp"

namespace tilewright::report {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::MatchesRegex;
using testing::Not;

json rung(const std::string& id, double ms, double ratio, bool noise) {
  return {{"id", id},
          {"exact", true},
          {"refused", nullptr},
          {"error", nullptr},
          {"note", nullptr},
          {"float64", {{"relative_error", 2e-4}, {"max_share_of_bound", 0.5}}},
          {"resources", {{"registers", 232}, {"shared_bytes", 110592}}},
          {"time_ms", ms},
          {"tflops", 2 * 1000.0 / ms},
          {"reference",
           {{"name", "cuBLASLt 13.1.0"},
            {"time_ms", ms * ratio},
            {"ratio", ratio},
            {"ratio_uncertainty", 0.004},
            {"within_noise", noise}}}};
}

// Lists of one are spelled json::array: compilers differ on whether {x} is a list or a copy of x.
json record() {
  const json run = {{"device", {{"name", "NVIDIA H200"}, {"arch", "sm_90"}, {"driver", "580"}}},
                    {"dtype", "fp16"},
                    {"accumulate", "f16"},
                    {"output", "f16"},
                    {"shape", {{"m", 10000}, {"n", 10000}, {"k", 10000}}},
                    {"rungs", {rung("7", 4, 0.5, false), rung("8", 2.5, 1.002, true)}}};
  return {{"schema_version", 1},
          {"protocol", "fair"},
          {"tool", {{"command", "tilewright ladder --device cuda"}}},
          {"runs", json::array({run})}};
}

const PlottedProduct kProduct = {.dtype = "fp16", .scales = "none", .shape = "10000x10000x10000"};

TEST(MeasuredTables, ShowEachRungWithItsRatio) {
  const std::string text = measured_tables({record()});
  EXPECT_THAT(text, HasSubstr("NVIDIA H200 (sm_90), driver 580"));
  EXPECT_THAT(text, HasSubstr("| `7` | yes | 4.0000 | 500 | 1000 | 0.500 ± 0.004 |"));
  EXPECT_THAT(text, HasSubstr("1.002 ± 0.004 (within noise)"));
}

TEST(MeasuredTables, SayHowLongTurnsWere) {
  json timed = record();
  timed["turns"] = {{"pairs", 5}, {"turn_ms", 200.0}};
  EXPECT_THAT(measured_tables({timed}), HasSubstr("(sm_90), driver 580, turns of 200 ms\n"));
  timed["turns"] = nullptr;
  EXPECT_THAT(measured_tables({timed}), HasSubstr("(sm_90), driver 580\n"));
}

TEST(MeasuredTables, HaveNoReferenceBesideARungWithoutATime) {
  json refused = record();
  json& first = refused.at("runs").at(0).at("rungs").at(0);
  first.at("refused") = "there is no kernel";
  first.at("time_ms") = nullptr;
  first.at("tflops") = nullptr;
  first.at("reference").at("ratio") = nullptr;
  EXPECT_THAT(measured_tables({refused}), HasSubstr("| `7` | refused | – | – | – | – |"));
}

TEST(MeasuredTables, ShowShapesBesideEachOtherWithTheirGeometricMean) {
  json two = record();
  json other = two.at("runs").at(0);
  other.at("shape").at("m") = 5000;
  other.at("rungs") = json::array({rung("8", 2.5, 0.998, false)});
  two.at("runs").push_back(other);
  const std::string text = measured_tables({two});
  EXPECT_THAT(text, HasSubstr("| types | rung | 10000x10000x10000 | 5000x10000x10000 | geometric"));
  EXPECT_THAT(text, HasSubstr("| fp16 | `7` | 0.500 | – | 0.500 |"));
  EXPECT_THAT(text, HasSubstr("| fp16 | `8` | 1.002 | 0.998 | 1.000 |"));
}

TEST(MeasuredTables, FoldWhatLiesBehindTheMean) {
  json two = record();
  EXPECT_THAT(measured_tables({two}), Not(HasSubstr("<details>"))) << "there is but one table";
  json other = two.at("runs").at(0);
  other.at("shape").at("m") = 5000;
  two.at("runs").push_back(other);
  EXPECT_THAT(measured_tables({two}),
              MatchesRegex("(.|\n)*geometric mean(.|\n)*\n<details>\n<summary>.*</summary>\n"
                           "\n\\*\\*10000x10000x10000(.|\n)*5000x10000x10000\\*\\*(.|\n)*"
                           "\n</details>\n"));
}

TEST(MeasuredTables, KeepScaledProductsApart) {
  json two = record();
  json other = two.at("runs").at(0);
  other.emplace("scales", "vectors");
  other.at("rungs") = json::array({rung("8", 2.5, 0.998, false)});
  two.at("runs").push_back(other);
  other.at("shape").at("m") = 5000;
  two.at("runs").push_back(other);
  const std::string text = measured_tables({two});
  EXPECT_THAT(text, HasSubstr("| fp16 | `8` | 1.002 | – | 1.002 |"));
  EXPECT_THAT(text, HasSubstr("| fp16, scales: vectors | `8` | 0.998 | 0.998 | 0.998 |"));
}

TEST(MeasuredTables, ShowWhatWasMeasuredTwiceTwice) {
  json two = record();
  json other = two.at("runs").at(0);
  other.at("rungs") = json::array({rung("8", 2.5, 0.24, false), rung("8", 2.5, 0.125, false)});
  two.at("runs").push_back(other);
  const std::string text = measured_tables({two});
  EXPECT_THAT(text, HasSubstr("| types | rung | 10000x10000x10000 | 10000x10000x10000 (2) | geo"));
  EXPECT_THAT(text, HasSubstr("| fp16 | `7` | 0.500 | – | 0.500 |"));
  EXPECT_THAT(text, HasSubstr("| fp16 | `8` | 1.002 | 0.240 | 0.490 |"));
  EXPECT_THAT(text, HasSubstr("| fp16 | `8` (2) | – | 0.125 | 0.125 |"));
  EXPECT_THAT(text, HasSubstr("\n**10000x10000x10000**, fp16"));
  EXPECT_THAT(text, HasSubstr("\n**10000x10000x10000 (2)**, fp16"));
}

TEST(MeasuredTables, AreHeadedWithTheCardThatMeasuredThem) {
  json two = record();
  json other = two.at("runs").at(0);
  other.at("device").at("name") = "NVIDIA H100";
  other.at("rungs") = json::array({rung("8", 2.5, 0.25, false)});
  two.at("runs").push_back(other);
  const std::string text = measured_tables({two});
  EXPECT_THAT(text, MatchesRegex("\n### NVIDIA H200 \\(sm_90\\), driver 580\n(.|\n)*1.002(.|\n)*"
                                 "\n### NVIDIA H100 \\(sm_90\\), driver 580\n(.|\n)*0.250.*\n"));
  EXPECT_THAT(text, Not(HasSubstr("geometric mean"))) << "two cards' speeds beside each other";
  EXPECT_THAT(text, Not(HasSubstr("(2)")));
}

// The reader knows the writer's protocols and its version.
TEST(MeasuredTables, AreOfWhateverTheLadderWrites) {
  bench::FairRun run;
  run.device = {.kind = device::Kind::cuda, .arch = "sm_90", .name = "NVIDIA H200"};
  run.driver = "580";
  run.shape = {.m = 64, .n = 64, .k = 64};
  run.types = bench::find_product_types("fp8-f32");
  run.scaling = bench::FairScaling::vectors;
  run.rungs.emplace_back().id = "21";
  bench::FairLadderRequest request;
  for (const auto& [time, fair] : {std::pair{true, true}, {true, false}, {false, false}}) {
    request.time = time;
    request.fair = fair;
    const auto read = parse_record(json_text(cli::fair_record({run}, request)));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_THAT(measured_tables({*read}), HasSubstr("**64x64x64**, fp8-f32, scales: vectors ("));
  }
}

TEST(LadderPlot, HasABarForEachRungAndTheReferencesLine) {
  const auto svg = ladder_plot({record()}, kProduct);
  ASSERT_TRUE(svg) << svg.error().message;
  EXPECT_THAT(*svg, HasSubstr("<svg"));
  EXPECT_THAT(*svg, HasSubstr(">500</text>"));
  EXPECT_THAT(*svg, HasSubstr(">800</text>"));
  // 1000 and 798 TFLOP/s: the top of the plot, and a fifth of its 280 pixels below.
  EXPECT_THAT(*svg, HasSubstr("cuBLASLt 13.1.0 in the same turns: 798 to 1000"));
  EXPECT_THAT(*svg, HasSubstr("d=\"M64 66.0H140V122.4H216\""));
}

TEST(LadderPlot, HasNoLineWhereTheReferenceHasNoTime) {
  json some = record();
  json& rungs = some.at("runs").at(0).at("rungs");
  rungs.push_back(rung("9", 2, 0.5, false));
  rungs.at(1).at("reference").at("time_ms") = nullptr;
  const auto svg = ladder_plot({some}, kProduct);
  ASSERT_TRUE(svg) << svg.error().message;
  EXPECT_THAT(*svg, MatchesRegex("(.|\n)* d=\"M64 [0-9.]+H140M216 [0-9.]+H292\"(.|\n)*"));
  for (json& each : rungs) each.at("reference") = nullptr;
  const auto without = ladder_plot({some}, kProduct);
  ASSERT_TRUE(without) << without.error().message;
  EXPECT_THAT(*without, Not(HasSubstr("cuBLASLt")));
  EXPECT_THAT(*without, Not(HasSubstr("<path")));
}

TEST(LadderPlot, SaysInTurnsOnlyWhereItWasSo) {
  json record_of_means = record();
  record_of_means.at("protocol") = "posts";
  const auto svg = ladder_plot({record_of_means}, kProduct);
  ASSERT_TRUE(svg) << svg.error().message;
  EXPECT_THAT(*svg, HasSubstr(">cuBLASLt 13.1.0: 798 to 1000<"));
}

TEST(LadderPlot, HasFewLinesForAnySpeed) {
  json fast = record();
  fast.at("runs").at(0).at("rungs").at(0).at("tflops") = 9e4;
  const auto svg = ladder_plot({fast}, kProduct);
  ASSERT_TRUE(svg) << svg.error().message;
  size_t lines = 0;
  for (size_t at = 0; (at = svg->find("class=\"grid\"", at)) != std::string::npos; ++at) ++lines;
  EXPECT_LE(lines, 18u) << "one at each step from zero to above the fastest";
  EXPECT_GE(lines, 8u);
}

TEST(LadderPlot, IsOfTheRunWithTheMostRungs) {
  json fewer = record();
  fewer.at("runs").at(0).at("rungs") = json::array({rung("18", 1, 0.9, false)});
  const auto svg = ladder_plot({fewer, record()}, kProduct);
  ASSERT_TRUE(svg) << svg.error().message;
  EXPECT_THAT(*svg, HasSubstr(">500</text>"));
  EXPECT_THAT(*svg, Not(HasSubstr(">2000</text>")));
}

TEST(LadderPlot, OfWhatWasNotMeasuredIsRefused) {
  PlottedProduct product = kProduct;
  product.dtype = "bf16";
  const auto svg = ladder_plot({record()}, product);
  ASSERT_FALSE(svg);
  EXPECT_EQ(svg.error().message,
            "no record has times for bf16 at 10000x10000x10000; there are fp16 at "
            "10000x10000x10000");
}

TEST(LadderPlot, OfScaledProductsSaysSo) {
  json scaled = record();
  scaled.at("runs").at(0).emplace("scales", "vectors");
  scaled.at("runs").at(0).at("rungs").push_back(rung("9", 1, 1, false));
  const auto plain = ladder_plot({scaled}, kProduct);
  ASSERT_FALSE(plain);
  EXPECT_THAT(plain.error().message,
              HasSubstr("there are fp16, scales: vectors at 10000x10000x10000"));
  PlottedProduct product = kProduct;
  product.scales = "vectors";
  const auto svg = ladder_plot({scaled, record()}, product);
  ASSERT_TRUE(svg) << svg.error().message;
  EXPECT_THAT(*svg, HasSubstr(">fp16, scales: vectors at 10000x10000x10000, TFLOP/s by rung<"));
  const auto without = ladder_plot({scaled, record()}, kProduct);
  ASSERT_TRUE(without) << without.error().message;
  EXPECT_THAT(*without, HasSubstr(">fp16 at 10000x10000x10000, TFLOP/s by rung<"));
  EXPECT_THAT(*without, Not(HasSubstr(">2000</text>"))) << "rung 9 was measured with scales";
}

int width_of(const std::string& svg) {
  const std::string before = " width=\"";
  return std::stoi(svg.substr(svg.find(before) + before.size()));
}

// By the advance widths in DejaVu Sans, the widest font that system-ui commonly stands for: the
// title takes 391.4 pixels in bold at 15, an x 7.1 at 12.
TEST(LadderPlot, OfOneRungHasRoomForItsWords) {
  json one = record();
  one.at("runs").at(0).at("rungs") = json::array({rung("8", 2.5, 0.998, false)});
  const auto svg = ladder_plot({one}, kProduct);
  ASSERT_TRUE(svg) << svg.error().message;
  EXPECT_GE(width_of(*svg), 64 + 392);
  one.at("runs").at(0).at("device").at("name") = std::string(100, 'x');
  const auto wider = ladder_plot({one}, kProduct);
  ASSERT_TRUE(wider) << wider.error().message;
  EXPECT_GE(width_of(*wider), 64 + 100 * 7.2);
}

}  // namespace
}  // namespace tilewright::report
