// SPDX-License-Identifier: MIT
#include "cli/sweep_report.hpp"

#include <nlohmann/json.hpp>

#include "cli/resources_record.hpp"
#include "report/table.hpp"
#include "sweep/fields.hpp"

namespace tilewright::cli {
namespace {

using nlohmann::ordered_json;
using report::Align;
using report::Cell;
using report::Style;
using sweep::Entry;
using sweep::Verdict;

Cell verdict_cell(const Entry& entry) {
  if (!entry.build_error.empty()) return {"does not build", Style::bad};
  if (entry.built && entry.built->spills != 0)
    return {fmt::format("spills {}", entry.built->spills), Style::note};
  switch (entry.assessment.verdict) {
    case Verdict::fits:
      return {"fits", Style::good};
    case Verdict::spills:
      return {"would spill", Style::note};
    case Verdict::impossible:
      return {"impossible", Style::faint};
  }
  return {};
}

/// Why not, or what is known of it besides.
std::string remark(const Entry& entry) {
  std::string out = entry.build_error.empty() ? entry.assessment.reason : entry.build_error;
  const auto add = [&](const std::string& text) { out += (out.empty() ? "" : "; ") + text; };
  if (!entry.rung.empty()) add("rung " + entry.rung);
  if (entry.published) {
    const auto& post = *entry.published;
    std::string text = fmt::format("{}: {}", post.source, post.verdict);
    if (post.lds_bytes && *post.lds_bytes != entry.assessment.lds_bytes) {
      text += fmt::format(", {} B of LDS", report::grouped(static_cast<uint64_t>(*post.lds_bytes)));
    }
    add(text);
  }
  return out;
}

/// "178 (182)": the compiler's figure, and the prediction.
std::string vgprs_text(const Entry& entry, bool compiled) {
  const sweep::Assessment& a = entry.assessment;
  if (!a.divides()) return "-";
  if (!compiled) return std::to_string(a.predicted_vgprs);
  return fmt::format("{} ({})", entry.built ? std::to_string(entry.built->vgprs) : "-",
                     a.predicted_vgprs);
}

report::Row row(const Entry& entry, bool compiled) {
  const sweep::Assessment& a = entry.assessment;
  report::Row cells = {{sweep::text(entry.candidate.tile)},
                       {fmt::format("{:.1f}", sweep::reuse(entry.candidate.tile))},
                       {report::grouped(static_cast<uint64_t>(a.lds_bytes))},
                       {std::to_string(a.fold_steps)},
                       {a.divides() ? fmt::format("{}+{}", a.chunks_a, a.chunks_b) : "-"},
                       {vgprs_text(entry, compiled)}};
  if (compiled) {
    const auto figure = [&](uint32_t report::KernelResources::* which) {
      return Cell{entry.built ? std::to_string((*entry.built).*which) : "-"};
    };
    cells.push_back(figure(&report::KernelResources::waves_per_simd));
    cells.push_back(figure(&report::KernelResources::workgroups_per_cu));
  }
  cells.push_back(verdict_cell(entry));
  return cells;
}

std::vector<report::Column> columns(bool compiled) {
  std::vector<report::Column> all = {{"configuration", "", Align::left},
                                     {"reuse", "results"},
                                     {"LDS", "B"},
                                     {"fold", "steps"},
                                     {"chunks", "A+B"},
                                     {"VGPRs", compiled ? "(predicted)" : "predicted"}};
  if (compiled) {
    all.push_back({"waves", "per SIMD"});
    all.push_back({"groups", "per CU"});
  }
  all.push_back({"verdict", "", Align::left});
  return all;
}

ordered_json published_verdict(const Entry& entry) {
  if (!entry.published) return nullptr;
  const auto& post = *entry.published;
  return {{"source", post.source},
          {"verdict", post.verdict},
          {"lds_bytes", post.lds_bytes ? ordered_json(*post.lds_bytes) : ordered_json(nullptr)}};
}

ordered_json or_null(const std::string& text) {
  return text.empty() ? ordered_json(nullptr) : ordered_json(text);
}

}  // namespace

std::string sweep_table(std::span<const Entry> entries, bool compiled, bool colours) {
  constexpr size_t kWidth = 100;
  constexpr std::string_view kIndent = "      ";
  report::Table table(columns(compiled));
  std::vector<report::Row> rows;
  for (const Entry& entry : entries) {
    rows.push_back(row(entry, compiled));
    table.reserve(rows.back());
  }
  std::string out = table.header(colours);
  for (size_t i = 0; i < rows.size(); ++i) {
    out += table.line(rows[i], colours);
    // Reasons are sentences: they have lines of their own.
    const std::string why = remark(entries[i]);
    if (why.empty()) continue;
    const Style style = entries[i].published ? Style::note : Style::faint;
    out += report::paint(report::wrap(why, kWidth, kIndent, kIndent), style, colours) + "\n";
  }
  return out;
}

ordered_json sweep_record(std::span<const Entry> entries) {
  ordered_json list = ordered_json::array();
  for (const Entry& entry : entries) {
    const Tile& tile = entry.candidate.tile;
    const sweep::Assessment& a = entry.assessment;
    list.push_back(
        {{"config", sweep::text(tile)},
         {"block", {{"m", tile.block_m}, {"n", tile.block_n}, {"k", tile.block_k}}},
         {"waves", {{"m", tile.waves_m}, {"n", tile.waves_n}}},
         {"buffers", tile.buffers},
         {"layout", sweep::name(tile.layout)},
         {"verdict", sweep::name(a.verdict)},
         {"reason", or_null(a.reason)},
         {"reuse", sweep::reuse(tile)},
         {"lds_bytes", a.lds_bytes},
         {"fold_steps", a.fold_steps},
         {"chunks", {{"a", a.chunks_a}, {"b", a.chunks_b}}},
         {"predicted_vgprs", a.divides() ? ordered_json(a.predicted_vgprs) : nullptr},
         {"resources", entry.built ? resources_record(*entry.built) : ordered_json(nullptr)},
         {"build_error", or_null(entry.build_error)},
         {"rung", or_null(entry.rung)},
         {"published", published_verdict(entry)}});
  }
  return list;
}

}  // namespace tilewright::cli
