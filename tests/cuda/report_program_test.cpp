// tilewright report, and the files that it must leave alone.
// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include <fstream>
#include <string>

#include "cli/run_program.hpp"

namespace tilewright::cli {
namespace {

using testing::HasSubstr;

class Report : public ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    write("record.json", record("1", "fair"));
  }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(path(name), std::ios::binary) << text;
  }

  static std::string record(const std::string& version, const std::string& protocol) {
    return fmt::format(R"({{"schema_version": {}, "protocol": "{}", "tool": {{"command": "x"}},
        "runs": [{{"device": {{"name": "A GPU", "arch": "sm_90", "driver": "580"}},
         "dtype": "fp8-f32", "scales": "vectors", "accumulate": "f32", "output": "f32",
         "shape": {{"m": 64, "n": 64, "k": 64}},
         "rungs": [{{"id": "21", "exact": true, "refused": null, "error": null, "note": null,
          "float64": null, "resources": null, "time_ms": 4.0, "tflops": 500.0,
          "reference": null}}]}}]}})",
                       version, protocol);
  }
};

const std::string document =
    "of a person\r\n<!-- measured: begin -->\r\nold\r\n<!-- measured: end -->\r\n";

TEST_F(Report, FillsADocumentInItsLineEnds) {
  write("d.md", document);
  const Ended got = run("report record.json --document d.md");
  EXPECT_EQ(got.status, 0) << got.err;
  const std::string filled = read("d.md");
  EXPECT_THAT(filled, HasSubstr("begin -->\r\n\r\n### A GPU (sm_90), driver 580\r\n"));
  EXPECT_EQ(std::ranges::count(filled, '\n'), std::ranges::count(filled, '\r'));
}

TEST_F(Report, WritesNothingOfWhatIsNoRecordOfItsLadder) {
  write("d.md", document);
  write("http.json", R"({"protocol":"http","tool":{"command":"x"},"runs":[]})");
  write("empty.json", R"({"schema_version":1,"protocol":"fair","tool":{"command":"x"},"runs":[]})");
  write("newer.json", record("2", "fair"));
  write("other.json", record("1", "http"));
  write("zeros.json", record("1", "fair") + std::string(4, '\0'));
  for (const char* name : {"http", "empty", "newer", "other", "zeros"}) {
    const Ended got =
        run(fmt::format("report record.json {}.json --document d.md --plot p.svg "
                        "--dtype fp8-f32 --scales vectors --shape 64x64x64",
                        name));
    EXPECT_EQ(got.status, 1) << name;
    EXPECT_THAT(got.err, HasSubstr(fmt::format("{}.json: ", name)));
    EXPECT_EQ(read("d.md"), document) << name;
    EXPECT_FALSE(std::filesystem::exists(path("p.svg"))) << name;
  }
}

TEST_F(Report, WritesNothingWhereItCannotTellWhere) {
  write("d.md", document + document);
  const Ended got =
      run("report record.json --document d.md --plot p.svg --dtype fp8-f32 "
          "--scales vectors --shape 64x64x64");
  EXPECT_EQ(got.status, 1);
  EXPECT_THAT(got.err, HasSubstr("d.md: lines 2, 6 are <!-- measured: begin -->"));
  EXPECT_EQ(read("d.md"), document + document);
  EXPECT_FALSE(std::filesystem::exists(path("p.svg")));
}

TEST_F(Report, PlotsScaledProductsWhenAsked) {
  const std::string plot = "report record.json --plot p.svg --dtype fp8-f32 --shape 64x64x64";
  const Ended plain = run(plot);
  EXPECT_EQ(plain.status, 1);
  EXPECT_THAT(plain.err, HasSubstr("there are fp8-f32, scales: vectors at 64x64x64"));
  EXPECT_FALSE(std::filesystem::exists(path("p.svg")));
  EXPECT_EQ(run(plot + " --scales vectors").status, 0);
  EXPECT_THAT(read("p.svg"), HasSubstr(">fp8-f32, scales: vectors at 64x64x64, TFLOP/s by rung<"));
}

}  // namespace
}  // namespace tilewright::cli
