// What the ladder says and keeps when a card, a kernel or a library misbehaves.
// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include "fake_program.hpp"

namespace tilewright::cli {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;

using FakeFaults = FakeCudaProgram;

constexpr const char* kInTurns =
    "--reference cublaslt --fair --pairs 3 --turn 2 --dtype bf16 --shape 136x72x48 --rung 9";
constexpr const char* kTwoTypes = "--dtype bf16,fp8-f32 --shape 136x72x48 --rung 9 --rung 13";

TEST_F(FakeFaults, AWrongElementIsFoundNamedAndNotTimed) {
  const Ended ended =
      ladder("--reference cublaslt --dtype bf16 --shape 136x72x48 --rung 9 --rung 13",
             "TW_FAKE_WRONG='tw_rung_13_.*'");
  EXPECT_EQ(ended.status, 1);
  ASSERT_EQ(runs().size(), 1u);
  const json wrong = rung_of(runs().at(0), "13");
  EXPECT_EQ(wrong.at("exact"), false);
  EXPECT_EQ(wrong.at("mismatches"), 1);
  EXPECT_EQ(wrong.at("unwritten"), 0);
  EXPECT_EQ(wrong.at("reference").at("bitwise_equal"), false);
  EXPECT_EQ(wrong.at("time_ms"), nullptr);
  EXPECT_EQ(wrong.at("tflops"), nullptr);
  EXPECT_EQ(wrong.at("reference").at("ratio"), nullptr);
  int is = 0;
  int must_be = 0;
  const auto first = wrong.at("first_mismatch").get<std::string>();
  ASSERT_EQ(std::sscanf(first.c_str(), "C[68, 24] is %d, must be %d", &is, &must_be), 2) << first;
  EXPECT_EQ(is, must_be + 2);
  EXPECT_THAT(ended.out, HasSubstr("13 FAIL: ±1: C[68, 24] is"));
  EXPECT_EQ(rung_of(runs().at(0), "9").at("exact"), true);
  EXPECT_EQ(rung_of(runs().at(0), "9").at("time_ms"), 1.0);
}

/// Nor are rungs that are right called wrong for it.
TEST_F(FakeFaults, AReferenceThatIsWrongIsNotComparedWith) {
  const Ended ended = ladder("--reference cublaslt --dtype bf16 --shape 136x72x48 --rung 9",
                             "TW_FAKE_WRONG='cublaslt_.*'");
  EXPECT_EQ(ended.status, 1);
  ASSERT_EQ(runs().size(), 1u);
  const json reference = runs().at(0).at("reference");
  EXPECT_EQ(reference.at("exact"), false);
  EXPECT_EQ(reference.at("posts_ms"), nullptr);
  const json rung = rung_of(runs().at(0), "9");
  EXPECT_EQ(rung.at("mismatches"), 0);
  EXPECT_EQ(rung.at("exact"), true);
  EXPECT_EQ(rung.at("reference").at("time_ms"), nullptr);
  EXPECT_EQ(rung.at("reference").at("bitwise_equal"), nullptr);
  EXPECT_THAT(ended.out, HasSubstr(" FAIL: ±1: C[68, 24] is"));
}

/// The fastest of the fake's offers that run is its fifth, fourth of those not refused; what is
/// checked must be what is timed.
TEST_F(FakeFaults, TheReferencesChosenAlgorithmIsTheOneThatIsChecked) {
  const Ended ended = ladder(kInTurns, "TW_FAKE_WRONG=cublaslt_offer_4");
  EXPECT_EQ(ended.status, 1);
  ASSERT_EQ(runs().size(), 1u);
  EXPECT_EQ(runs().at(0).at("reference").at("chosen"), 3);
  EXPECT_EQ(runs().at(0).at("reference").at("exact"), false);
  EXPECT_EQ(rung_of(runs().at(0), "9").at("fair"), nullptr);
}

TEST_F(FakeFaults, TurnsWithoutAReferenceAreNotReplacedByOtherTimes) {
  const Ended ended = ladder(kInTurns, "TW_FAKE_ABSENT='cublaslt_.*'");
  EXPECT_EQ(ended.status, 1);
  ASSERT_EQ(runs().size(), 1u);
  EXPECT_THAT(runs().at(0).at("reference").at("error").get<std::string>(),
              HasSubstr("it offers no algorithm"));
  const json rung = rung_of(runs().at(0), "9");
  EXPECT_EQ(rung.at("exact"), true);
  EXPECT_EQ(rung.at("time_ms"), nullptr);
  EXPECT_THAT(ended.out, HasSubstr("no times: there is no right reference to take turns with"));
}

TEST_F(FakeFaults, AKernelThatCannotBeLoadedIsAFailureAndNotARefusal) {
  const Ended ended = ladder("--check-only --dtype bf16 --shape 136x72x48 --rung 9 --rung 13",
                             "TW_FAKE_ABSENT='tw_rung_13_.*'");
  EXPECT_EQ(ended.status, 1);
  ASSERT_EQ(runs().size(), 1u);
  const json rung = rung_of(runs().at(0), "13");
  EXPECT_EQ(rung.at("exact"), false);
  EXPECT_EQ(rung.at("refused"), nullptr);
  EXPECT_THAT(rung.at("error").get<std::string>(), HasSubstr("CUDA_ERROR_NOT_FOUND"));
}

TEST_F(FakeFaults, ALaunchThatIsRefusedInARoundFailsItsRungAlone) {
  // It is checked in four launches; then there are figures to lose.
  const Ended ended = ladder(
      "--reference cublaslt --fair --pairs 3 --turn 100 --dtype bf16 "
      "--shape 136x72x48 --rung 9 --rung 13 --rung 14",
      "TW_FAKE_FAIL_LAUNCH_AFTER=6 TW_FAKE_FAIL_LAUNCH='tw_rung_13_bf16'");
  EXPECT_EQ(ended.status, 1);
  ASSERT_EQ(runs().size(), 1u);
  EXPECT_THAT(rung_of(runs().at(0), "13").at("error").get<std::string>(),
              HasSubstr("tw_rung_13_bf16"));
  EXPECT_EQ(rung_of(runs().at(0), "13").at("fair"), nullptr);
  EXPECT_EQ(rung_of(runs().at(0), "9").at("fair").at("ratio").at("median"), 0.5);
  EXPECT_EQ(rung_of(runs().at(0), "14").at("fair").at("ratio").at("median"), 0.5);
}

TEST_F(FakeFaults, ANamedRungThatRefusesANamedShapeIsToldByTheStatus) {
  const std::string product = "--check-only --dtype fp16 --shape 136x72x48 ";
  EXPECT_EQ(ladder(product + "--rung 1 --rung 9").status, 1);
  EXPECT_EQ(ladder(product).status, 0);
}

TEST_F(FakeFaults, ARecordForAStreamIsWrittenOnce) {
  const Ended ended = on_card(
      "ladder --device cuda --check-only --dtype bf16,fp8-f32 "
      "--shape 136x72x48 --rung 9 --json /dev/stderr");
  EXPECT_EQ(ended.status, 0);
  const auto record = json::parse(ended.err, nullptr, false);
  ASSERT_TRUE(record.is_object()) << ended.err;
  EXPECT_EQ(record.at("runs").size(), 2u);
}

TEST_F(FakeFaults, ALaunchThatIsRefusedIsToldWithItsKernel) {
  const Ended ended =
      ladder(std::string("--check-only ") + kTwoTypes, "TW_FAKE_FAIL_LAUNCH='tw_rung_13_bf16'");
  EXPECT_EQ(ended.status, 1);
  ASSERT_EQ(runs().size(), 2u);
  const json failed = rung_of(runs().at(0), "13");
  EXPECT_EQ(
      failed.at("error"),
      "kernel tw_rung_13_bf16: cuLaunchKernelEx: CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, too many "
      "resources requested for launch");
  EXPECT_EQ(failed.at("exact"), false);
  EXPECT_EQ(failed.at("mismatches"), nullptr);
  EXPECT_EQ(rung_of(runs().at(0), "9").at("exact"), true);
  EXPECT_EQ(rung_of(runs().at(1), "13").at("exact"), true);
  EXPECT_THAT(ended.out, HasSubstr("kernel tw_rung_13_bf16"));
}

TEST_F(FakeFaults, TooLittleMemoryForTheOperandsIsToldInBytes) {
  const Ended ended =
      ladder(std::string("--check-only ") + kTwoTypes, "TW_FAKE_NO_MEMORY_ABOVE=100000");
  EXPECT_EQ(ended.status, 1);
  // C with a guard of 64 KiB on either side, behind A and B of 13056 and 6912 B.
  EXPECT_THAT(ended.err,
              HasSubstr("bf16 136x72x48: 2 copies of the operands, 170624 B each: 150656 B for C: "
                        "cuMemAlloc: CUDA_ERROR_OUT_OF_MEMORY, out of memory"));
}

TEST_F(FakeFaults, TooLittleMemoryForTheReferencesWorkspaceIsToldInBytes) {
  const Ended ended = ladder(std::string("--check-only --reference cublaslt ") + kTwoTypes,
                             "TW_FAKE_NO_MEMORY_ABOVE=60000000");
  EXPECT_EQ(ended.status, 1);
  EXPECT_THAT(ended.err, AllOf(HasSubstr("67108864 B for cuBLASLt's workspace"),
                               HasSubstr("CUDA_ERROR_OUT_OF_MEMORY")));
}

/// An error of a running kernel ends all work on the card: the run cannot go on, nor can the next.
TEST_F(FakeFaults, ATrapIsToldWithItsRungAndKeepsTheRunsBefore) {
  const Ended ended =
      ladder(std::string("--check-only ") + kTwoTypes, "TW_FAKE_TRAP='tw_rung_13_e4m3.*'");
  EXPECT_EQ(ended.status, 1);
  EXPECT_THAT(ended.err, AllOf(HasSubstr("rung 13"), HasSubstr("fp8-f32 136x72x48"),
                               HasSubstr("CUDA_ERROR_ILLEGAL_ADDRESS")));
  ASSERT_EQ(runs().size(), 1u);
  EXPECT_EQ(runs().at(0).at("dtype"), "bf16");
  EXPECT_EQ(rung_of(runs().at(0), "13").at("exact"), true);
}

/// After its four launches of the check: what was measured before it is kept, and nothing behind
/// it claims a time.
TEST_F(FakeFaults, ATrapWhileTimingKeepsWhatWasMeasured) {
  const Ended ended = ladder(
      "--fair --pairs 3 --turn 2 --reference cublaslt --dtype bf16 --shape 64x64x64 --rung 9 "
      "--rung 13 --rung 20",
      "TW_FAKE_TRAP=tw_rung_13_bf16 TW_FAKE_TRAP_AFTER=4");
  EXPECT_EQ(ended.status, 1);
  ASSERT_EQ(runs().size(), 1u);
  EXPECT_EQ(rung_of(runs().at(0), "9").at("time_ms"), 1.0);
  const json trapped = rung_of(runs().at(0), "13");
  EXPECT_EQ(trapped.at("exact"), false);
  EXPECT_EQ(trapped.at("time_ms"), nullptr);
  EXPECT_THAT(trapped.at("error").get<std::string>(), HasSubstr("CUDA_ERROR_ILLEGAL_ADDRESS"));
  const json behind = rung_of(runs().at(0), "20");
  EXPECT_EQ(behind.at("time_ms"), nullptr);
  EXPECT_THAT(behind.at("error").get<std::string>(), HasSubstr("CUDA_ERROR_ILLEGAL_ADDRESS"));
  EXPECT_THAT(ended.out, HasSubstr("13 FAIL: cu"));
}

TEST_F(FakeFaults, ARecordThatCannotBeWrittenIsTold) {
  const Ended ended = on_card(
      "ladder --device cuda --json /dev/full --check-only --dtype bf16,fp8-f32 --shape 64x64x64 "
      "--rung 9");
  EXPECT_EQ(ended.status, 1);
  EXPECT_THAT(ended.err, AllOf(HasSubstr("/dev/full"), HasSubstr("it is tried again")));
  EXPECT_THAT(ended.out, HasSubstr("fp8-f32  64x64x64")) << "the ladder goes on";
}

TEST_F(FakeFaults, ADeathInTheSecondRunKeepsTheFirst) {
  const Ended ended =
      ladder(std::string("--check-only ") + kTwoTypes, "TW_FAKE_KILL='tw_rung_13_e4m3.*'");
  EXPECT_EQ(ended.status, 128 + SIGKILL);
  ASSERT_EQ(runs().size(), 1u);
  EXPECT_EQ(runs().at(0).at("dtype"), "bf16");
  EXPECT_EQ(rung_of(runs().at(0), "9").at("exact"), true);
}

}  // namespace
}  // namespace tilewright::cli
