// SPDX-License-Identifier: MIT
#include "cli/ladder_table.hpp"

#include <algorithm>

#include "cli/beside_report.hpp"
#include "cli/counters.hpp"
#include "cli/watch.hpp"
#include "report/progress.hpp"

namespace tilewright::cli {
namespace {

using report::Align;
using report::Cell;
using report::Row;
using report::Style;

constexpr size_t kWidth = 100;

report::Table empty_table() {
  return report::Table({{"rung", "", Align::left},
                        {"exact", "", Align::left},
                        {"WMMAs", "computed"},
                        {"LDS", "B"},
                        {"VGPRs"},
                        {"waves", "per SIMD"},
                        {"spills"},
                        {"emulation", "host s"}});
}

Cell verdict(const bench::RungResult& result) {
  if (result.refused) return {"refused", Style::note};
  return result.exact() ? Cell{"yes", Style::good} : Cell{"FAIL", Style::bad};
}

Row row(const LadderRung& at, Cell exact, std::string seconds) {
  const report::KernelResources& r = at.resources;
  const auto& plan = at.result.plan;
  return {{at.rung->id},
          std::move(exact),
          {plan ? report::grouped(plan->wmmas) : "-"},
          {report::grouped(r.lds_bytes)},
          {std::to_string(r.vgprs)},
          {std::to_string(r.waves_per_simd)},
          {std::to_string(r.spills), r.spills == 0 ? Style::plain : Style::bad},
          {std::move(seconds)}};
}

std::string formats_text(const bench::Formats& formats) {
  if (formats.precision == Precision::fp16) return "fp16 with fp16 accumulation";
  return fmt::format("{} by {} with fp32 accumulation", name(formats.a), name(formats.b));
}

/// What "exact" claims.
std::string check_text(const LadderRun& run) {
  if (run.data == bench::Data::normal) {
    if (run.formats.precision == Precision::fp8) {
      return "A, B: N(0,1). exact: within the bound of float64, and the instruction chain's bits "
             "where its rounding is silicon's";
    }
    return "A, B: N(0,1). exact: the instruction chain's bits, within their bound of float64";
  }
  if (run.target->family == Family::rdna4) return "A, B: ±1. exact: the integer product";
  return "A, B: ±1. exact: the instruction chain's bits, which are within 2^-23 of the integer "
         "product";
}

/// One failed rung in words, possibly of several lines.
std::string failure(const bench::RungResult& result, const LadderRun& run) {
  const bench::Shape& shape = run.shape;
  std::vector<std::string> reports;
  if (result.error) reports.push_back(*result.error);
  if (!result.report.findings.empty()) reports.push_back(findings_text(result.report.findings));
  if (!reports.empty()) return fmt::format("{}", fmt::join(reports, "\n"));
  std::vector<std::string> parts;
  if (result.verdict.first) {
    parts.push_back(fmt::format("{}; wrong elements: {} of {}", describe(*result.verdict.first),
                                report::grouped(result.verdict.mismatches),
                                report::grouped(uint64_t(shape.m) * uint64_t(shape.n))));
  }
  if (result.unwritten != 0) {
    parts.push_back(fmt::format("never written: {}", report::grouped(result.unwritten)));
  }
  if (result.damage) parts.push_back(describe(*result.damage, shape, run.formats.precision));
  return fmt::format("{}", fmt::join(parts, "; "));
}

/// `text` under `label`, wrapped; lines of a report that has its own layout are kept.
std::string note(const std::string& label, const std::string& text, Style style, bool colours) {
  constexpr std::string_view kMargin = "  ";
  std::string body;
  if (text.find('\n') == std::string::npos) {
    // Escape sequences have no width: the label is painted when the lines are broken.
    const std::string plain = fmt::format("{}{}: ", kMargin, label);
    body = report::wrap(text, kWidth, plain, "    ").substr(kMargin.size() + label.size());
  } else {
    body = ":\n    ";
    const std::string fitted = report::fit_lines(text, kWidth - 4);
    for (const char c : fitted) body += c == '\n' ? std::string("\n    ") : std::string(1, c);
  }
  return fmt::format("{}{}{}\n", kMargin, report::paint(label, style, colours), body);
}

}  // namespace

std::string LadderTable::begin(const LadderRun& run) {
  table_ = empty_table();
  for (const LadderRung& at : run.rungs) {
    // The widest that can come, so that lines printed one by one stay aligned.
    LadderRung widest = at;
    const auto plan = bench::plan_launch(*at.rung, run.shape);
    if (plan) widest.result.plan = *plan;
    table_->reserve(row(widest, {"refused"}, "000.000"));
  }
  const std::string title = fmt::format("{}  {}", run.target->name, text(run.shape));
  return fmt::format(
      "{}  {}, {}, {}\n{}\n{}", report::paint(title, Style::strong, colours_),
      run.target->generation, run.device.name, formats_text(run.formats),
      report::paint(report::wrap(check_text(run), kWidth, "", ""), Style::faint, colours_),
      table_->header(colours_));
}

std::string LadderTable::line(const LadderRung& at) const {
  const bool ran = at.result.plan && !at.result.error;
  return table_->line(
      row(at, verdict(at.result), ran ? fmt::format("{:.3f}", at.result.seconds) : "-"), colours_);
}

std::string LadderTable::notes(const LadderRun& run) const {
  std::string out;
  // Rungs refused for the same reason share a note.
  std::vector<std::pair<std::string, std::string>> refusals;
  for (const LadderRung& at : run.rungs) {
    if (!at.result.refused) continue;
    const auto same = std::ranges::find(refusals, *at.result.refused,
                                        &std::pair<std::string, std::string>::second);
    if (same == refusals.end()) {
      refusals.emplace_back(at.rung->id, *at.result.refused);
    } else {
      same->first += fmt::format(", {}", at.rung->id);
    }
  }
  for (const auto& [ids, why] : refusals) out += note(ids, why, Style::note, colours_);
  std::vector<CountedRung> counted;
  for (const LadderRung& at : run.rungs) {
    if (at.result.report.counters)
      counted.push_back({std::string(at.rung->id), &*at.result.report.counters});
  }
  if (!counted.empty()) out += counters_table(counted, colours_);
  for (const LadderRung& at : run.rungs) {
    if (at.result.failed()) {
      out +=
          note(fmt::format("{} FAIL", at.rung->id), failure(at.result, run), Style::bad, colours_);
    }
  }
  return out + "\n" + beside_text(run, colours_);
}

std::string ladder_summary(const std::vector<LadderRun>& runs, double seconds, bool colours) {
  size_t exact = 0;
  size_t refused = 0;
  size_t failed = 0;
  bool looked = false;
  bool found = false;
  bool found_beside = false;
  for (const LadderRun& run : runs) {
    found_beside = found_beside || (run.beside && !run.beside->report.findings.empty());
    for (const LadderRung& at : run.rungs) {
      exact += at.result.exact() ? 1 : 0;
      refused += at.result.refused ? 1 : 0;
      failed += at.result.failed() ? 1 : 0;
      looked = looked || (run.strict && !at.result.refused);
      found = found || !at.result.report.findings.empty();
    }
  }
  std::string out = report::paint(fmt::format("{} exact", exact), Style::good, colours);
  if (failed != 0) {
    out += ", " + report::paint(fmt::format("{} FAILED", failed), Style::bad, colours);
  }
  if (refused != 0) out += fmt::format(", {} refused", refused);
  out += fmt::format(", in {}\n", report::duration_text(seconds));
  if (looked && !found) {
    out += fmt::format("{}{}\n", kNothingFound, found_beside ? " in the rungs" : "");
  }
  out += report::paint(
      "WMMAs are computed from the tile; LDS, VGPRs and spills are the compiler's, waves per SIMD\n"
      "follow from them; emulation is the software GPU's time here and says nothing of a card's.\n",
      Style::faint, colours);
  return out;
}

}  // namespace tilewright::cli
