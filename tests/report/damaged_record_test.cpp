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
  json record = json::parse(
      R"({"schema_version": 1, "protocol": "fair", "tool": {"command": "tilewright ladder"},
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

const PlottedProduct kProduct = {.dtype = "fp16", .scales = "none", .shape = "64x64x64"};

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
           Case{"/runs", json::array(), "/runs is empty, not one or more"},
           Case{"/runs/0/rungs", json::array(), "/runs/0/rungs is empty, not one or more"},
           Case{"/tool", "none", "/tool is string, not an object"},
       }) {
    json record = sound_record();
    record[json::json_pointer(c.path)] = c.value;
    const auto checked = check_record(record);
    ASSERT_FALSE(checked) << c.path;
    EXPECT_THAT(checked.error().message, HasSubstr(c.words));
  }
}

TEST(ForeignRecord, IsRefused) {
  constexpr const char* kNoRecord = "no record of `tilewright ladder --device cuda --json`: ";
  struct Case {
    const char* patch;
    std::string words;
  };
  for (const Case& c : {
           Case{R"({"schema_version": null})", std::string(kNoRecord) + "it has no schema_version"},
           Case{R"({"schema_version": 2})", "schema_version is 2, and this program reads 1"},
           Case{R"({"schema_version": "1"})", "schema_version is '1', and this program reads 1"},
           Case{R"({"protocol": null})", std::string(kNoRecord) + "it has no protocol"},
           Case{R"({"protocol": "http"})",
                std::string(kNoRecord) +
                    "its protocol is 'http', not one of fair, posts, checked only"},
           Case{R"({"protocol": 3})",
                std::string(kNoRecord) + "its protocol is 3, not one of fair"},
       }) {
    json record = sound_record();
    record.merge_patch(json::parse(c.patch));  // null takes the field away
    const auto checked = check_record(record);
    ASSERT_FALSE(checked) << c.patch;
    EXPECT_EQ(checked.error().message.substr(0, c.words.size()), c.words);
  }
  EXPECT_THAT(check_record(3).error().message, HasSubstr("it is number, not an object"));
  for (const char* protocol : {"fair", "posts", "checked only"}) {
    json record = sound_record();
    record["protocol"] = protocol;
    EXPECT_TRUE(check_record(record)) << protocol;
  }
}

TEST(ForeignRecord, IsNotTheWholeText) {
  using namespace std::string_literals;
  const std::string text = sound_record().dump();
  EXPECT_TRUE(parse_record(text));
  EXPECT_TRUE(parse_record(text + "\n"));
  for (const auto& [damaged, words] : {
           std::pair{""s, "no JSON from byte 1 on"s},
           std::pair{text + "\0"s, fmt::format("byte {} is NUL", text.size() + 1)},
           std::pair{text + "\n\0\0words"s, fmt::format("byte {} is NUL", text.size() + 2)},
           std::pair{text + "{}", fmt::format("no JSON from byte {} on", text.size() + 1)},
           std::pair{text.substr(0, text.size() / 2), "no JSON from byte "s},
           std::pair{"[1e400]"s, "a number that is out of range"s},
       }) {
    const auto parsed = parse_record(damaged);
    ASSERT_FALSE(parsed) << damaged;
    EXPECT_THAT(parsed.error().message, HasSubstr(words));
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
      EXPECT_NO_THROW((void)ladder_plot({record}, kProduct)) << path;
    }
  }
  EXPECT_GT(refused, sound.size());
}

TEST(DamagedRecord, CannotBreakOutOfThePlotOrTheTable) {
  using namespace std::string_literals;
  const std::vector<json> records = {sound_record("a|b<&>`\0\n\x1b"s)};
  const auto svg = ladder_plot(records, kProduct);
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
  const auto svg = ladder_plot({record}, kProduct);
  ASSERT_FALSE(svg);
  EXPECT_THAT(svg.error().message, HasSubstr("TFLOP/s for fp16 at 64x64x64"));
}

}  // namespace
}  // namespace tilewright::report
