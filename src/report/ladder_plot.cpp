// SPDX-License-Identifier: MIT
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string_view>

#include "core/printable.hpp"
#include "report/markup.hpp"
#include "report/measured.hpp"
#include "report/run_words.hpp"

namespace tilewright::report {
namespace {

using nlohmann::json;

struct Bar {
  std::string rung;
  double tflops = 0;
};

struct Plot {
  std::string device;
  std::vector<Bar> bars;
  std::string reference;
  double reference_tflops = 0;
};

std::string words(const PlottedProduct& product) {
  return fmt::format("{} at {}", types_words(product.dtype, product.scales), product.shape);
}

/// The reference's speed is the median over the rungs' turns, each against another rung.
Plot plot_of(const json& run) {
  const json& shape = run.at("shape");
  const double flops =
      2 * shape.at("m").get<double>() * shape.at("n").get<double>() * shape.at("k").get<double>();
  Plot plot{.device = run.at("device").at("name").get<std::string>(),
            .bars = {},
            .reference = {},
            .reference_tflops = 0};
  std::vector<double> theirs;
  for (const json& rung : run.at("rungs")) {
    if (rung.at("tflops").is_null()) continue;
    plot.bars.push_back({rung.at("id").get<std::string>(), rung.at("tflops").get<double>()});
    const json& reference = rung.at("reference");
    if (reference.is_null() || reference.at("time_ms").is_null()) continue;
    plot.reference = reference.at("name").get<std::string>();
    theirs.push_back(flops / (reference.at("time_ms").get<double>() * 1e9));
  }
  if (!theirs.empty()) {
    std::ranges::sort(theirs);
    plot.reference_tflops = theirs[theirs.size() / 2];
  }
  return plot;
}

Result<Plot> plotted(const std::vector<json>& records, const PlottedProduct& product) {
  Plot fullest;
  std::vector<std::string> others;
  for (const json& record : records) {
    for (const json& run : record.at("runs")) {
      Plot plot = plot_of(run);
      if (plot.bars.empty()) continue;
      const std::string of = words({.dtype = run.at("dtype").get<std::string>(),
                                    .scales = scales_words(run),
                                    .shape = shape_words(run)});
      if (of != words(product)) {
        if (std::ranges::find(others, of) == others.end()) others.push_back(of);
      } else if (plot.bars.size() > fullest.bars.size()) {
        fullest = std::move(plot);
      }
    }
  }
  if (!fullest.bars.empty()) return fullest;
  constexpr size_t kListed = 8;
  const size_t more = others.size() - std::min(others.size(), kListed);
  others.resize(others.size() - more);
  return fail("no record has times for {}; {}{}", words(product),
              others.empty() ? "none has any times"
                             : "there are " + printable(fmt::format("{}", fmt::join(others, "; "))),
              more == 0 ? std::string() : fmt::format("; and {} more", more));
}

/// Pixels that are enough for a line of text, whichever font system-ui stands for.
int wide(std::string_view text, int pixels_a_character) {
  const auto characters = std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; });
  return pixels_a_character * static_cast<int>(characters);
}

constexpr double kMostTflops = 1e5;  ///< ten times the fastest GPU
constexpr int kLeft = 64;
constexpr int kTop = 48;
constexpr int kHeight = 280;
constexpr int kBarStep = 76;  // room for "3-permuted"
constexpr int kBarWidth = 44;
constexpr int kTitleWidth = 10;  // of a character: bold at 15 pixels
constexpr int kTextWidth = 8;    // at 12 pixels
constexpr int kLineIndent = 6;
constexpr double kGridStep = 100;

}  // namespace

Result<std::string> ladder_plot(const std::vector<json>& records, const PlottedProduct& product) {
  const Result<Plot> plot = plotted(records, product);
  if (!plot) return tl::unexpected(plot.error());
  double most = plot->reference_tflops;
  for (const Bar& bar : plot->bars) most = std::max(most, bar.tflops);
  if (!(most <= kMostTflops)) {
    return fail("the record has {} TFLOP/s for {}", most, words(product));
  }
  most = std::max(std::ceil(most / kGridStep), 1.0) * kGridStep;
  const std::string title = printable(words(product) + ", TFLOP/s by rung");
  const std::string below = printable(fmt::format("measured on {}, N(0,1) data", plot->device));
  const std::string line =
      printable(fmt::format("{}: {:.0f}", plot->reference, plot->reference_tflops));
  const int plot_width =
      std::max({kBarStep * static_cast<int>(plot->bars.size()) + 20, wide(title, kTitleWidth),
                wide(below, kTextWidth), wide(line, kTextWidth) + kLineIndent});
  const int width = kLeft + plot_width + 24;
  const int height = kTop + kHeight + 56;
  const auto y = [&](double tflops) { return kTop + kHeight * (1 - tflops / most); };

  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
      "height=\"{1}\" font-family=\"system-ui, sans-serif\" font-size=\"12\">\n"
      "<style>text{{fill:#24292f}} .faint{{fill:#57606a}} .grid{{stroke:#d0d7de}} "
      ".bar{{fill:#2f6f4f}} .line{{stroke:#b35900;stroke-width:2;stroke-dasharray:6 4}} "
      ".reference{{fill:#b35900}} @media (prefers-color-scheme:dark){{text{{fill:#e6edf3}} "
      ".faint{{fill:#8b949e}} .grid{{stroke:#30363d}} .bar{{fill:#3fb27f}} "
      ".line{{stroke:#f0a050}} .reference{{fill:#f0a050}}}}</style>\n"
      "<text x=\"{2}\" y=\"20\" font-size=\"15\" font-weight=\"600\">{3}</text>\n"
      "<text x=\"{2}\" y=\"37\" class=\"faint\">{4}</text>\n",
      width, height, kLeft, xml_text(title), xml_text(below));
  for (double at = 0; at <= most; at += kGridStep) {
    svg += fmt::format(
        "<line class=\"grid\" x1=\"{}\" x2=\"{}\" y1=\"{:.1f}\" y2=\"{:.1f}\"/>\n"
        "<text class=\"faint\" x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\">{:.0f}</text>\n",
        kLeft, kLeft + plot_width, y(at), y(at), kLeft - 8, y(at) + 4, at);
  }
  for (size_t i = 0; i < plot->bars.size(); ++i) {
    const Bar& bar = plot->bars[i];
    const int x = kLeft + 12 + kBarStep * static_cast<int>(i);
    const double middle = x + kBarWidth / 2.0;
    svg += fmt::format(
        "<rect class=\"bar\" x=\"{}\" y=\"{:.1f}\" width=\"{}\" height=\"{:.1f}\" rx=\"2\"/>\n"
        "<text x=\"{}\" y=\"{:.1f}\" text-anchor=\"middle\">{:.0f}</text>\n"
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n",
        x, y(bar.tflops), kBarWidth, kTop + kHeight - y(bar.tflops), middle, y(bar.tflops) - 5,
        bar.tflops, middle, kTop + kHeight + 18, xml_text(bar.rung));
  }
  if (plot->reference_tflops > 0) {
    svg += fmt::format(
        "<line class=\"line\" x1=\"{}\" x2=\"{}\" y1=\"{:.1f}\" y2=\"{:.1f}\"/>\n"
        "<text class=\"reference\" x=\"{}\" y=\"{:.1f}\">{}</text>\n",
        kLeft, kLeft + plot_width, y(plot->reference_tflops), y(plot->reference_tflops),
        kLeft + kLineIndent, y(plot->reference_tflops) - 6, xml_text(line));
  }
  return svg + fmt::format("<text class=\"faint\" x=\"{}\" y=\"{}\">rung</text>\n</svg>\n", kLeft,
                           kTop + kHeight + 40);
}

}  // namespace tilewright::report
