// Records that are no longer what the ladder wrote.
// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "report/document.hpp"
#include "report/measured.hpp"

namespace tilewright::report {
namespace {

using nlohmann::json;
using testing::HasSubstr;

json sound_record(const std::string& words = "8") {
  json record = json::parse(R"({"protocol": "fair", "tool": {"command": "tilewright ladder"},
      "runs": [{"device": {"name": "A GPU", "arch": "sm_90", "driver": "580"}, "dtype": "fp16",
       "accumulate": "f16", "output": "f16", "shape": {"m": 64, "n": 64, "k": 64},
       "rungs": [{"id": null, "exact": true, "refused": null, "error": null, "note": null,
                  "float64": {"relative_error": 0}, "resources": null, "time_ms": 4.0,
                  "tflops": 500.0,
                  "reference": {"name": "L", "time_ms": 3.0, "ratio": 0.75}}]}]})");
  record["runs"][0]["rungs"][0]["id"] = words;
  record["runs"][0]["rungs"][0]["note"] = words;
  return record;
}

TEST(DamagedRecord, IsToldWithItsPlace) {
  const auto sound = check_record(sound_record());
  EXPECT_TRUE(sound) << sound.error().message;
  struct Case {
    const char* path;
    json value;
    const char* words;
  };
  for (const Case& c : {
           Case{"/runs/0/dtype", nullptr, "/runs/0/dtype is null, not a string"},
           Case{"/runs/0/shape", "64x64x64", "/runs/0/shape is string, not an object"},
           Case{"/runs/0/shape/m", 64.5, "/runs/0/shape/m is 64.5, not a whole number from 0"},
           Case{"/runs/0/shape/m", -64, "/runs/0/shape/m is -64, not a whole number from 0"},
           Case{"/runs/0/rungs/0/tflops", "fast",
                "/runs/0/rungs/0/tflops is string, not a number from 1e-9 to 1e9 or null"},
           Case{"/runs/0/rungs/0/reference/time_ms", 0, "/reference/time_ms is 0, not a number"},
           Case{"/runs/0/rungs/0/reference/ratio", -1, "/reference/ratio is -1, not a number"},
           Case{"/runs/0/rungs/0/float64", 1.5, "/rungs/0/float64 is 1.5, not an object or null"},
           Case{"/runs/0/rungs/0", json::object(), "/runs/0/rungs/0/id is missing"},
           Case{"/runs/0", json::array(), "/runs/0 is array, not an object"},
           Case{"/runs", 3, "/runs is 3, not an array"},
           Case{"/tool", "none", "/tool is string, not an object"},
       }) {
    json record = sound_record();
    record[json::json_pointer(c.path)] = c.value;
    const auto checked = check_record(record);
    ASSERT_FALSE(checked) << c.path;
    EXPECT_THAT(checked.error().message, HasSubstr(c.words));
  }
}

TEST(DamagedRecord, WithoutAFieldIsRefusedOrRead) {
  // Whatever is missing or null: what passes can be shown.
  const json sound = sound_record().flatten();
  size_t refused = 0;
  for (const auto& [path, value] : sound.items()) {
    json null = sound_record();
    null[json::json_pointer(path)] = nullptr;
    json missing = sound_record();
    const json::json_pointer pointer(path);
    missing[pointer.parent_pointer()].erase(pointer.back());
    for (const json& record : {null, missing}) {
      if (!check_record(record)) {
        ++refused;
        continue;
      }
      EXPECT_NO_THROW((void)measured_tables({record})) << path;
      EXPECT_NO_THROW((void)ladder_plot({record}, "fp16", "64x64x64")) << path;
    }
  }
  EXPECT_GT(refused, sound.size());
}

TEST(DamagedRecord, CannotBreakOutOfThePlotOrTheTable) {
  using namespace std::string_literals;
  const std::vector<json> records = {sound_record("a|b<&>`\0\n\x1b"s)};
  const auto svg = ladder_plot(records, "fp16", "64x64x64");
  ASSERT_TRUE(svg) << svg.error().message;
  EXPECT_THAT(*svg, HasSubstr("a|b&lt;&amp;&gt;`\\u{0}\\u{a}\\u{1b}</text>"));
  const std::string tables = measured_tables(records);
  EXPECT_THAT(tables, HasSubstr("| `a\\|b<&>'\\u{0}\\u{a}\\u{1b}` | yes |"));
  EXPECT_THAT(tables, HasSubstr("`: a\\|b\\<\\&>\\`\\\\u{0}\\\\u{a}\\\\u{1b}\n"));
}

TEST(DamagedRecord, CannotMoveTheEndOfTheTables) {
  const std::string document =
      std::string("before\n") + kTablesBegin + "\n" + kTablesEnd + "\nafter\n";
  const auto once = with_tables(document, measured_tables({sound_record(kTablesEnd)}));
  ASSERT_TRUE(once);
  const auto again = with_tables(*once, "tables");
  ASSERT_TRUE(again);
  EXPECT_EQ(*again, *with_tables(document, "tables"));
}

TEST(DamagedRecord, OfAnImpossibleSpeedIsNotPlotted) {
  json record = sound_record();
  record["runs"][0]["rungs"][0]["tflops"] = 1e8;
  const auto svg = ladder_plot({record}, "fp16", "64x64x64");
  ASSERT_FALSE(svg);
  EXPECT_THAT(svg.error().message, HasSubstr("TFLOP/s for fp16 at 64x64x64"));
}

}  // namespace
}  // namespace tilewright::report
