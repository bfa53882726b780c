// SPDX-License-Identifier: MIT
#include "report/published.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "report/amd_posts.hpp"

namespace tilewright::report {
namespace {

using nlohmann::json;

constexpr uint32_t kKilobyte = 1024;

const char* key_of(Family family) { return family == Family::rdna3 ? "rdna3" : "rdna4"; }

/// A figure given as {"rdna3": x, "rdna4": y}.
std::optional<uint32_t> by_family(const json& record, const char* field, Family family) {
  const auto figures = record.find(field);
  if (figures == record.end()) return std::nullopt;
  const auto figure = figures->find(key_of(family));
  if (figure == figures->end()) return std::nullopt;
  return figure->get<uint32_t>();
}

/// Where a record says which families its figures are of, they are of no other.
bool is_of(const json& record, Family family) {
  const auto families = record.find("families");
  return families == record.end() ||
         std::ranges::find(*families, json(key_of(family))) != families->end();
}

std::optional<uint32_t> lds(const json& record) {
  if (const auto bytes = record.find("lds_bytes"); bytes != record.end()) {
    return bytes->get<uint32_t>();
  }
  if (const auto kilobytes = record.find("lds_kb"); kilobytes != record.end()) {
    return kilobytes->get<uint32_t>() * kKilobyte;
  }
  return std::nullopt;
}

/// FP16 tables are numbered in part 1; the tile table of part 2 has no number.
std::string source(const json& record) {
  const json& table = record.at("table");
  return table.is_number() ? fmt::format("AMD post, Table {}", table.get<int>())
                           : std::string("AMD post, part 2");
}

}  // namespace

const json& amd_posts() {
  static const json posts = json::parse(amd_posts_json);
  return posts;
}

std::optional<PublishedResources> published_resources(std::string_view rung, Family family) {
  for (const json& record : amd_posts().at("resources")) {
    if (record.at("rung").get_ref<const std::string&>() != rung) continue;
    if (!is_of(record, family)) continue;
    return PublishedResources{.source = source(record),
                              .lds_bytes = lds(record),
                              .vgprs = by_family(record, "vgprs", family),
                              .waves_per_simd = by_family(record, "waves_per_simd", family)};
  }
  return std::nullopt;
}

}  // namespace tilewright::report
