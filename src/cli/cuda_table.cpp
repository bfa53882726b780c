// SPDX-License-Identifier: MIT
#include "cli/cuda_table.hpp"

#include <algorithm>
#include <vector>

namespace tilewright::cli {
namespace {

using bench::FairRun;
using bench::FairRung;
using report::Align;
using report::Cell;
using report::Row;
using report::Style;

constexpr size_t kWidth = 100;

Cell verdict(const FairRung& rung) {
  if (rung.refused) return {"refused", Style::note};
  return rung.exact() ? Cell{"yes", Style::good} : Cell{"FAIL", Style::bad};
}

/// In percent of the figure itself.
std::string spread(const FairRung& rung) {
  if (rung.fair) {
    const bench::Summary& ours = rung.fair->times.ours_ms;
    return fmt::format("{:.1f} %", 50 * (ours.high - ours.low) / ours.median);
  }
  if (!rung.posts_ms) return "-";
  return fmt::format("{:.1f} %", 100 * rung.posts_ms->deviation / rung.posts_ms->mean);
}

Cell against(const FairRun& run, const FairRung& rung) {
  if (rung.fair) {
    const bench::Comparison& times = rung.fair->times;
    const Style style = times.within_noise()      ? Style::note
                        : times.ratio.median >= 1 ? Style::good
                                                  : Style::plain;
    return {fmt::format("{:.1f} ±{:.1f} %", 100 * times.ratio.median, 100 * times.uncertainty()),
            style};
  }
  const auto ours = rung.ms();
  const auto theirs = run.reference ? run.reference->ms() : std::nullopt;
  if (!ours || !theirs) return {"-"};
  return {fmt::format("{:.1f} %", 100 * *theirs / *ours)};
}

Row row(const FairRun& run, const FairRung& rung, Cell exact, Cell ratio) {
  const auto ms = rung.ms();
  const auto& used = rung.resources;
  const auto number = [](const auto& value, auto field) {
    return value ? report::grouped((*value).*field) : std::string("-");
  };
  return {{rung.id},
          std::move(exact),
          {ms ? fmt::format("{:.4f}", *ms) : "-"},
          {spread(rung)},
          {ms ? fmt::format("{:.1f}", bench::tflops(run.shape, *ms)) : "-"},
          std::move(ratio),
          {rung.float64 ? fmt::format("{:.1e}", rung.float64->relative_error) : "-"},
          {number(used, &bench::ContestantResources::registers)},
          {number(used, &bench::ContestantResources::shared_bytes)}};
}

std::string note(const std::string& label, const std::string& text, Style style, bool colours) {
  return report::wrap(text, kWidth, "  " + report::paint(label, style, colours) + ": ", "    ") +
         "\n";
}

std::string failure(const FairRung& rung) {
  if (rung.error) return *rung.error;
  std::vector<std::string> parts;
  if (rung.integers.mismatches != 0) {
    parts.push_back(fmt::format("±1: {}; wrong elements: {}, never written: {}",
                                rung.integers.first, report::grouped(rung.integers.mismatches),
                                report::grouped(rung.integers.unwritten)));
  }
  if (rung.equals_reference && !*rung.equals_reference) {
    parts.emplace_back("±1: not the reference's bits");
  }
  if (!rung.float64 || !rung.float64->right()) {
    parts.push_back(fmt::format("N(0,1): {:.1f} times as far from float64 as its types allow",
                                rung.float64 ? rung.float64->share_of_bound : 0));
  }
  return fmt::format("{}", fmt::join(parts, "; "));
}

}  // namespace

std::string FairTable::begin(const FairRun& run) {
  table_.emplace(std::vector<report::Column>{{"rung", "", Align::left},
                                             {"exact", "", Align::left},
                                             {"time", "ms"},
                                             {"±"},
                                             {"TFLOP/s"},
                                             {"of reference"},
                                             {"error", "relative"},
                                             {"registers", "a thread"},
                                             {"shared", "B a block"}});
  for (const FairRung& rung : run.rungs) {
    table_->reserve(row(run, rung, {"refused"}, {"100.0 ±0.0 %"}));
  }
  if (run.reference) table_->reserve(row(run, *run.reference, {"yes"}, {"-"}));
  const std::string title = fmt::format("{}  {}", run.types->name, text(run.shape));
  const std::string scaled =
      run.scaling == bench::FairScaling::none ? "" : fmt::format(", scales: {}", name(run.scaling));
  return fmt::format(
      "{}  {}, driver {}\n{}\n{}", report::paint(title, Style::strong, colours_), run.device.name,
      run.driver,
      report::paint(fmt::format("{} by {}, {} sums, C in {}{}; N(0,1) in {} copies",
                                name(run.types->input), name(run.types->input),
                                name(run.types->sum), name(run.types->output), scaled, run.copies),
                    Style::faint, colours_),
      table_->header(colours_));
}

std::string FairTable::line(const FairRun& run, const FairRung& rung) const {
  return table_->line(row(run, rung, verdict(rung), against(run, rung)), colours_);
}

std::string FairTable::end(const FairRun& run) const {
  std::string out;
  if (run.reference) {
    const FairRung& reference = *run.reference;
    out += table_->line(row(run, reference, verdict(reference), {"-"}), colours_);
    if (reference.refused || reference.error) {
      out += note(reference.id, reference.refused ? *reference.refused : *reference.error,
                  Style::note, colours_);
    } else if (reference.failed()) {
      out += note(reference.id + " FAIL", failure(reference), Style::bad, colours_);
    } else if (run.tuning.candidates > 0) {
      out += note(reference.id,
                  fmt::format("the best of {} offers, number {}, {:.1f} % faster than its first",
                              run.tuning.candidates, run.tuning.chosen + 1,
                              100 * (run.tuning.gain_over_first - 1)),
                  Style::faint, colours_);
    }
  }
  if (request_.time && request_.fair && !(run.reference && run.reference->exact())) {
    out +=
        note("no times", "there is no right reference to take turns with", Style::note, colours_);
  }
  // Rungs refused for the same reason share a note.
  std::vector<std::pair<std::string, std::string>> refusals;
  for (const FairRung& rung : run.rungs) {
    if (!rung.refused) continue;
    const auto same =
        std::ranges::find(refusals, *rung.refused, &std::pair<std::string, std::string>::second);
    if (same == refusals.end()) {
      refusals.emplace_back(rung.id, *rung.refused);
    } else {
      same->first += ", " + rung.id;
    }
  }
  for (const auto& [ids, why] : refusals) out += note(ids, why, Style::note, colours_);
  for (const FairRung& rung : run.rungs) {
    if (!rung.note.empty()) out += note(rung.id, rung.note, Style::faint, colours_);
    if (rung.failed()) out += note(rung.id + " FAIL", failure(rung), Style::bad, colours_);
    if (rung.fair && rung.fair->times.within_noise()) {
      out += note(rung.id,
                  fmt::format("ahead or behind cannot be told: the difference of {:+.2f} % is "
                              "smaller than its uncertainty of {:.2f} %",
                              100 * (rung.fair->times.ratio.median - 1),
                              100 * rung.fair->times.uncertainty()),
                  Style::note, colours_);
    }
  }
  return out + "\n";
}

std::string FairTable::legend() const {
  std::string text =
      "exact: on ±1 every bit is the integer product's and the reference's; on N(0,1) a sample "
      "lies "
      "within its bound of float64, and \"error\" is how far off it is as a whole. ";
  if (request_.time && request_.fair) {
    text +=
        "Measured in turns with the reference in one process; time is the median turn's, ± half "
        "its quartiles; \"of reference\" is the median of the pairs' own ratios in throughput, ± "
        "half its 95 % interval.";
  } else if (request_.time) {
    text += "Measured as in AMD's posts: 10 launches to warm up, mean of 30, ± one deviation.";
  }
  return report::paint(report::wrap(text, kWidth, "", "") + "\n", Style::faint, colours_);
}

}  // namespace tilewright::cli
