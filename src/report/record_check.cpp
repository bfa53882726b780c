// SPDX-License-Identifier: MIT
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>
#include <string_view>
#include <utility>

#include "core/printable.hpp"
#include "report/measured.hpp"

namespace tilewright::report {
namespace {

using nlohmann::json;

enum class Kind : uint8_t { text, truth, count, number, positive, object, list };

struct Field {
  std::string_view name;
  Kind kind;
  bool may_be_null = false;
  bool may_be_missing = false;
  std::span<const Field> inside = {};  ///< of the object, or of each object of the list
};

// What measured_tables() and ladder_plot() read.
constexpr Field kTool[] = {{"command", Kind::text}};
constexpr Field kDevice[] = {{"name", Kind::text}, {"arch", Kind::text}, {"driver", Kind::text}};
constexpr Field kShape[] = {{"m", Kind::count}, {"n", Kind::count}, {"k", Kind::count}};
constexpr Field kFloat64[] = {{"relative_error", Kind::number}};
constexpr Field kResources[] = {{"registers", Kind::count}, {"shared_bytes", Kind::count}};
constexpr Field kReference[] = {{"name", Kind::text},
                                {"time_ms", Kind::positive, true},
                                {"ratio", Kind::positive, true},
                                {"ratio_uncertainty", Kind::number, false, true},
                                {"within_noise", Kind::truth, false, true}};
constexpr Field kRung[] = {{"id", Kind::text},
                           {"exact", Kind::truth, true},
                           {"refused", Kind::text, true},
                           {"error", Kind::text, true},
                           {"note", Kind::text, true},
                           {"float64", Kind::object, true, false, kFloat64},
                           {"resources", Kind::object, true, false, kResources},
                           {"time_ms", Kind::positive, true},
                           {"tflops", Kind::positive, true},
                           {"reference", Kind::object, true, false, kReference}};
constexpr Field kRun[] = {{"device", Kind::object, false, false, kDevice},
                          {"dtype", Kind::text},
                          {"scales", Kind::text, false, true},
                          {"accumulate", Kind::text},
                          {"output", Kind::text},
                          {"shape", Kind::object, false, false, kShape},
                          {"rungs", Kind::list, false, false, kRung}};
constexpr Field kRecord[] = {{"tool", Kind::object, false, false, kTool},
                             {"runs", Kind::list, false, false, kRun}};

bool within(const json& value, double least, double most) {
  return value.is_number() && value.get<double>() >= least && value.get<double>() <= most;
}

bool fits(const json& value, Kind kind) {
  switch (kind) {
    case Kind::text:
      return value.is_string();
    case Kind::truth:
      return value.is_boolean();
    case Kind::count:
      return value.is_number_integer() && within(value, 0, 0x7fffffff);
    case Kind::number:
      return within(value, 0, 1e9);
    case Kind::positive:
      return within(value, 1e-9, 1e9);
    case Kind::object:
      return value.is_object();
    case Kind::list:
      return value.is_array();
  }
  return false;
}

std::string_view words(Kind kind) {
  switch (kind) {
    case Kind::text:
      return "a string";
    case Kind::truth:
      return "true or false";
    case Kind::count:
      return "a whole number from 0 to 2147483647";
    case Kind::number:
      return "a number from 0 to 1e9";
    case Kind::positive:
      return "a number from 1e-9 to 1e9";
    case Kind::object:
      return "an object";
    case Kind::list:
      return "an array";
  }
  return "";
}

/// A figure as it stands, of anything else the type.
std::string shown(const json& value) {
  return value.is_number() ? value.dump() : std::string(value.type_name());
}

Result<void> check(const json& object, std::span<const Field> fields, const std::string& path) {
  for (const Field& field : fields) {
    const std::string at = fmt::format("{}/{}", path, field.name);
    const auto found = object.find(field.name);
    if (found == object.end()) {
      if (field.may_be_missing) continue;
      return fail("damaged record: {} is missing", at);
    }
    if (found->is_null() && field.may_be_null) continue;
    if (!fits(*found, field.kind)) {
      return fail("damaged record: {} is {}, not {}{}", at, shown(*found), words(field.kind),
                  field.may_be_null ? " or null" : "");
    }
    if (field.kind == Kind::object) {
      if (auto inside = check(*found, field.inside, at); !inside) return inside;
    }
    if (field.kind != Kind::list) continue;
    if (found->empty()) return fail("damaged record: {} is empty, not one or more", at);
    for (size_t i = 0; i < found->size(); ++i) {
      const std::string entry = fmt::format("{}/{}", at, i);
      if (!(*found)[i].is_object()) {
        return fail("damaged record: {} is {}, not an object", entry, shown((*found)[i]));
      }
      if (auto inside = check((*found)[i], field.inside, entry); !inside) return inside;
    }
  }
  return {};
}

// What `tilewright ladder --device cuda --json` writes.
constexpr int kSchemaVersion = 1;
constexpr std::string_view kProtocols[] = {"fair", "posts", "checked only"};
constexpr std::string_view kNoRecord = "no record of `tilewright ladder --device cuda --json`";

/// A word or a figure as it stands, of anything else the type.
std::string quoted(const json& value) {
  return value.is_string() ? fmt::format("'{}'", printable(value.get<std::string>()))
                           : shown(value);
}

/// Whether anything of ours wrote it, and what is known here.
Result<void> check_kind(const json& record) {
  if (!record.is_object()) {
    return fail("{}: it is {}, not an object", kNoRecord, record.type_name());
  }
  const auto version = record.find("schema_version");
  if (version == record.end()) return fail("{}: it has no schema_version", kNoRecord);
  if (*version != kSchemaVersion) {
    return fail("schema_version is {}, and this program reads {}", quoted(*version),
                kSchemaVersion);
  }
  const auto protocol = record.find("protocol");
  if (protocol == record.end()) return fail("{}: it has no protocol", kNoRecord);
  if (std::ranges::none_of(kProtocols, [&](auto known) { return *protocol == known; })) {
    return fail("{}: its protocol is {}, not one of {}", kNoRecord, quoted(*protocol),
                fmt::join(kProtocols, ", "));
  }
  return {};
}

}  // namespace

Result<void> check_record(const json& record) {
  return check_kind(record).and_then([&] { return check(record, kRecord, ""); });
}

Result<json> parse_record(std::string_view text) {
  // The parser takes a NUL for the end of the text.
  if (const size_t at = text.find('\0'); at != std::string_view::npos) {
    return fail("{}: byte {} is NUL", kNoRecord, at + 1);
  }
  json record;
  try {
    record = json::parse(text);
  } catch (const json::parse_error& error) {
    return fail("{}: no JSON from byte {} on", kNoRecord, error.byte);
  } catch (const json::exception&) {
    return fail("{}: it has a number that is out of range", kNoRecord);
  }
  return check_record(record).map([&] { return std::move(record); });
}

}  // namespace tilewright::report
