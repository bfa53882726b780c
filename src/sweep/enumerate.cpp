// SPDX-License-Identifier: MIT
#include "sweep/enumerate.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "report/published.hpp"

namespace tilewright::sweep {
namespace {

using nlohmann::json;

constexpr int kExtents[] = {64, 96, 128, 160, 192, 224, 256};
constexpr int kDepthBytes[] = {32, 64, 128};
constexpr struct {
  int m, n;
} kWaveGrids[] = {{2, 2}, {2, 4}, {4, 2}, {4, 4}};
constexpr Layout kLayouts[] = {Layout::padded, Layout::permuted};
constexpr int kGroupRows = 8;

std::vector<Candidate> grid(Precision precision) {
  std::vector<Candidate> all;
  for (const int m : kExtents) {
    for (const int n : kExtents) {
      for (const int depth : kDepthBytes) {
        for (const auto& waves : kWaveGrids) {
          for (const int buffers : {1, 2}) {
            for (const Layout layout : kLayouts) {
              all.push_back({precision,
                             {m, n, depth / operand_bytes(precision), waves.m, waves.n, buffers,
                              layout, kGroupRows}});
            }
          }
        }
      }
    }
  }
  return all;
}

struct Published {
  Candidate candidate;
  PublishedVerdict verdict;
};

Published read(const json& record) {
  const Precision precision =
      record.at("dtype") == name(Precision::fp8) ? Precision::fp8 : Precision::fp16;
  PublishedVerdict verdict{
      .source = record.at("source"), .verdict = record.at("verdict"), .lds_bytes = {}};
  if (record.contains("lds_bytes")) verdict.lds_bytes = record.at("lds_bytes");
  // The data is part of the program: tests/sweep reads every configuration.
  return {{precision, *parse_tile(record.at("config").get<std::string>())}, std::move(verdict)};
}

std::vector<Published> published(Precision precision) {
  std::vector<Published> all;
  for (const json& record : report::amd_posts().at("configurations")) {
    Published one = read(record);
    if (one.candidate.precision == precision) all.push_back(std::move(one));
  }
  return all;
}

/// Rungs that differ in what a tile does not say (the order of blocks, the kernel) share a tile:
/// the last one is the one that a sweep's kernel is.
std::string rung_of(const Candidate& candidate) {
  std::string id;
  for (const Rung& rung : rungs) {
    if (candidate == Candidate{rung.precision, rung.tile}) id = rung.id;
  }
  return id;
}

}  // namespace

std::string extents_text() { return fmt::format("{}", fmt::join(kExtents, ", ")); }

std::vector<Entry> enumerate(const Target& target, Precision precision) {
  std::vector<Candidate> candidates = grid(precision);
  const std::vector<Published> posts = published(precision);
  for (const Published& post : posts) {
    if (std::ranges::find(candidates, post.candidate) == candidates.end()) {
      candidates.push_back(post.candidate);
    }
  }
  std::vector<Entry> entries;
  for (const Candidate& candidate : candidates) {
    Entry entry{.candidate = candidate,
                .assessment = assess(candidate, target),
                .published = std::nullopt,
                .rung = rung_of(candidate),
                .built = std::nullopt,
                .build_error = {}};
    const auto post = std::ranges::find(posts, candidate, &Published::candidate);
    if (post != posts.end()) entry.published = post->verdict;
    entries.push_back(std::move(entry));
  }
  return entries;
}

}  // namespace tilewright::sweep
