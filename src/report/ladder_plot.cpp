// SPDX-License-Identifier: MIT
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string_view>

#include "core/printable.hpp"
#include "report/markup.hpp"
#include "report/measured.hpp"
#include "report/reference_speed.hpp"
#include "report/run_words.hpp"

namespace tilewright::report {
namespace {

using nlohmann::json;

struct Bar {
  std::string rung;
  double tflops = 0;
  double reference_tflops = 0;  ///< 0: not measured
};

struct Plot {
  std::string device;
  std::vector<Bar> bars;
  std::string reference;
  bool in_turns = false;  ///< the reference was measured beside each rung, at the same clocks
};

std::string words(const PlottedProduct& product) {
  return fmt::format("{} at {}", types_words(product.dtype, product.scales), product.shape);
}

Plot plot_of(const json& run, bool in_turns) {
  Plot plot{.device = run.at("device").at("name").get<std::string>(),
            .bars = {},
            .reference = {},
            .in_turns = in_turns};
  for (const json& rung : run.at("rungs")) {
    if (rung.at("tflops").is_null()) continue;
    Bar& bar = plot.bars.emplace_back();
    bar.rung = rung.at("id").get<std::string>();
    bar.tflops = rung.at("tflops").get<double>();
    bar.reference_tflops = reference_tflops(run, rung);
    if (bar.reference_tflops == 0) continue;
    plot.reference = rung.at("reference").at("name").get<std::string>();
  }
  return plot;
}

Result<Plot> plotted(const std::vector<json>& records, const PlottedProduct& product) {
  Plot fullest;
  std::vector<std::string> others;
  for (const json& record : records) {
    for (const json& run : record.at("runs")) {
      Plot plot = plot_of(run, record.at("protocol") == "fair");
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
constexpr int kTop = 66;
constexpr int kHeight = 280;
constexpr int kBarStep = 76;  // room for "3-permuted"
constexpr int kBarWidth = 44;
constexpr int kTitleWidth = 10;     // of a character: bold at 15 pixels
constexpr int kTextWidth = 8;       // at 12 pixels
constexpr int kReferenceLine = 54;  // of text

/// Of TFLOP/s, so that there are no more than 16 lines.
double grid_step_of(double most) {
  double step = 100;
  while (most / step > 16) step *= 2;
  return step;
}

/// "cuBLASLt 13.1.0 in the same turns: 610 to 761"; empty without a reference.
std::string reference_words(const Plot& plot) {
  double least = kMostTflops;
  double most = 0;
  for (const Bar& bar : plot.bars) {
    if (bar.reference_tflops == 0) continue;
    least = std::min(least, bar.reference_tflops);
    most = std::max(most, bar.reference_tflops);
  }
  if (most == 0) return {};
  const std::string from = fmt::format("{:.0f}", least);
  const std::string to = fmt::format("{:.0f}", most);
  return printable(fmt::format("{}{}: {}{}", plot.reference,
                               plot.in_turns ? " in the same turns" : "", from,
                               from == to ? std::string() : " to " + to));
}

/// A line that goes over each bar at its own height, and breaks where there is none: an SVG path.
template <class Y>
std::string reference_path(const Plot& plot, const Y& y) {
  std::string path;
  bool drawn = false;
  for (size_t i = 0; i < plot.bars.size(); ++i) {
    const double tflops = plot.bars[i].reference_tflops;
    const int x = kLeft + kBarStep * static_cast<int>(i);
    if (tflops > 0) {
      path += drawn ? fmt::format("V{:.1f}", y(tflops)) : fmt::format("M{} {:.1f}", x, y(tflops));
      path += fmt::format("H{}", x + kBarStep);
    }
    drawn = tflops > 0;
  }
  return path;
}

}  // namespace

Result<std::string> ladder_plot(const std::vector<json>& records, const PlottedProduct& product) {
  const Result<Plot> plot = plotted(records, product);
  if (!plot) return tl::unexpected(plot.error());
  double most = 0;
  for (const Bar& bar : plot->bars) {
    const double higher = std::max(bar.tflops, bar.reference_tflops);
    if (!(higher <= kMostTflops)) {
      return fail("the record has {:.0f} TFLOP/s for {}, rung {}{}", higher, words(product),
                  printable(bar.rung), bar.tflops < higher ? "'s reference" : "");
    }
    most = std::max(most, higher);
  }
  const double grid_step = grid_step_of(most);
  most = std::max(std::ceil(most / grid_step), 1.0) * grid_step;
  const std::string title = printable(words(product) + ", TFLOP/s by rung");
  const std::string below = printable(fmt::format("measured on {}, N(0,1) data", plot->device));
  const std::string line = reference_words(*plot);
  const int plot_width =
      std::max({kBarStep * static_cast<int>(plot->bars.size()) + 20, wide(title, kTitleWidth),
                wide(below, kTextWidth), wide(line, kTextWidth)});
  const int width = kLeft + plot_width + 24;
  const int height = kTop + kHeight + 56;
  const auto y = [&](double tflops) { return kTop + kHeight * (1 - tflops / most); };

  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
      "height=\"{1}\" font-family=\"system-ui, sans-serif\" font-size=\"12\">\n"
      "<style>text{{fill:#24292f}} .faint{{fill:#57606a}} .grid{{stroke:#d0d7de}} "
      ".bar{{fill:#2f6f4f}} .line{{fill:none;stroke:#b35900;stroke-width:2;stroke-dasharray:6 4}} "
      ".reference{{fill:#b35900}} @media (prefers-color-scheme:dark){{text{{fill:#e6edf3}} "
      ".faint{{fill:#8b949e}} .grid{{stroke:#30363d}} .bar{{fill:#3fb27f}} "
      ".line{{stroke:#f0a050}} .reference{{fill:#f0a050}}}}</style>\n"
      "<text x=\"{2}\" y=\"20\" font-size=\"15\" font-weight=\"600\">{3}</text>\n"
      "<text x=\"{2}\" y=\"37\" class=\"faint\">{4}</text>\n",
      width, height, kLeft, xml_text(title), xml_text(below));
  for (double at = 0; at <= most; at += grid_step) {
    svg += fmt::format(
        "<line class=\"grid\" x1=\"{}\" x2=\"{}\" y1=\"{:.1f}\" y2=\"{:.1f}\"/>\n"
        "<text class=\"faint\" x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\">{:.0f}</text>\n",
        kLeft, kLeft + plot_width, y(at), y(at), kLeft - 8, y(at) + 4, at);
  }
  for (size_t i = 0; i < plot->bars.size(); ++i) {
    const Bar& bar = plot->bars[i];
    const int x = kLeft + (kBarStep - kBarWidth) / 2 + kBarStep * static_cast<int>(i);
    const double middle = x + kBarWidth / 2.0;
    svg += fmt::format(
        "<rect class=\"bar\" x=\"{}\" y=\"{:.1f}\" width=\"{}\" height=\"{:.1f}\" rx=\"2\"/>\n"
        "<text x=\"{}\" y=\"{:.1f}\" text-anchor=\"middle\">{:.0f}</text>\n"
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n",
        x, y(bar.tflops), kBarWidth, kTop + kHeight - y(bar.tflops), middle, y(bar.tflops) - 5,
        bar.tflops, middle, kTop + kHeight + 18, xml_text(bar.rung));
  }
  if (!line.empty()) {
    svg += fmt::format(
        "<path class=\"line\" d=\"{}\"/>\n<text class=\"reference\" x=\"{}\" y=\"{}\">{}</text>\n",
        reference_path(*plot, y), kLeft, kReferenceLine, xml_text(line));
  }
  return svg + fmt::format("<text class=\"faint\" x=\"{}\" y=\"{}\">rung</text>\n</svg>\n", kLeft,
                           kTop + kHeight + 40);
}

}  // namespace tilewright::report
