// SPDX-License-Identifier: MIT
#include <nlohmann/json.hpp>
#include <span>
#include <string_view>

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
constexpr Field kRecord[] = {{"protocol", Kind::text},
                             {"tool", Kind::object, false, false, kTool},
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

}  // namespace

Result<void> check_record(const json& record) {
  if (!record.is_object()) return fail("no record: it is {}, not an object", record.type_name());
  return check(record, kRecord, "");
}

}  // namespace tilewright::report
