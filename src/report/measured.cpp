// SPDX-License-Identifier: MIT
#include "report/measured.hpp"

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "report/markup.hpp"
#include "report/reference_speed.hpp"
#include "report/run_words.hpp"

namespace tilewright::report {
namespace {

using nlohmann::json;

std::string text(const json& value) { return markdown_text(value.get<std::string>()); }
std::string code(const json& value) { return markdown_code(value.get<std::string>()); }

std::string number_or_dash(const json& value, int digits) {
  return value.is_null() ? "–" : fmt::format("{:.{}f}", value.get<double>(), digits);
}

/// As it was in this rung's turns: none beside a rung without a time, as the run's own measurement
/// is of another protocol.
std::string reference_text(const json& run, const json& rung) {
  const double tflops = rung.at("time_ms").is_null() ? 0 : reference_tflops(run, rung);
  return tflops == 0 ? "–" : fmt::format("{:.0f}", tflops);
}

std::string ratio_text(const json& rung) {
  const json& reference = rung.at("reference");
  if (reference.is_null() || reference.at("ratio").is_null()) return "–";
  std::string out = fmt::format("{:.3f}", reference.at("ratio").get<double>());
  if (reference.contains("ratio_uncertainty")) {
    out += fmt::format(" ± {:.3f}", reference.at("ratio_uncertainty").get<double>());
    if (reference.value("within_noise", false)) out += " (within noise)";
  }
  return out;
}

std::string exact_text(const json& rung) {
  if (!rung.at("refused").is_null()) return "refused";
  return rung.at("exact") == true ? "yes" : "**no**";
}

std::string types_text(const json& run) {
  return markdown_text(types_words(run.at("dtype").get<std::string>(), scales_words(run)));
}

/// Behind the name of what comes for the second time: " (2)".
std::string again(size_t time) { return time == 1 ? std::string() : fmt::format(" ({})", time); }

struct Shown {
  const json& run;
  size_t time = 1;  ///< 2: the card has measured this product before

  [[nodiscard]] std::string shape() const { return shape_words(run) + again(time); }
};

std::string table(const Shown& shown) {
  const json& run = shown.run;
  std::string out =
      fmt::format("\n**{}**, {} ({} sums, C in {})\n\n", shown.shape(), types_text(run),
                  text(run.at("accumulate")), text(run.at("output")));
  out +=
      "| rung | exact | ms | TFLOP/s | cuBLASLt TFLOP/s | ours / cuBLASLt | error | registers | "
      "shared B |\n|---|---|---|---|---|---|---|---|---|\n";
  for (const json& rung : run.at("rungs")) {
    const json& used = rung.at("resources");
    const json& error = rung.at("float64");
    out += fmt::format(
        "| `{}` | {} | {} | {} | {} | {} | {} | {} | {} |\n", code(rung.at("id")), exact_text(rung),
        number_or_dash(rung.at("time_ms"), 4), number_or_dash(rung.at("tflops"), 0),
        reference_text(run, rung), ratio_text(rung),
        error.is_null() ? std::string("–")
                        : fmt::format("{:.1e}", error.at("relative_error").get<double>()),
        used.is_null() ? std::string("–") : std::to_string(used.at("registers").get<int>()),
        used.is_null() ? std::string("–") : std::to_string(used.at("shared_bytes").get<int>()));
  }
  for (const json& rung : run.at("rungs")) {
    for (const char* field : {"refused", "error", "note"}) {
      if (!rung.at(field).is_null()) {
        out += fmt::format("\n`{}`: {}\n", code(rung.at("id")), text(rung.at(field)));
      }
    }
  }
  return out;
}

/// Keys in the order in which they first come.
template <class Value>
class InOrder {
 public:
  Value& operator[](const std::string& key) {
    for (auto& [known, value] : entries_) {
      if (known == key) return value;
    }
    return entries_.emplace_back(key, Value{}).second;
  }
  [[nodiscard]] auto begin() const { return entries_.begin(); }
  [[nodiscard]] auto end() const { return entries_.end(); }
  [[nodiscard]] size_t size() const { return entries_.size(); }

 private:
  std::vector<std::pair<std::string, Value>> entries_;
};

/// Each rung's ratios, shape by shape, and their geometric mean.
std::string overview(const std::vector<Shown>& runs) {
  InOrder<bool> shapes;
  InOrder<InOrder<std::map<std::string, double>>> ratios;  // by types, rung and shape
  for (const Shown& shown : runs) {
    const std::string shape = shown.shape();
    shapes[shape] = true;
    std::map<std::string, size_t> times;  // by rung
    for (const json& rung : shown.run.at("rungs")) {
      const std::string id = code(rung.at("id"));
      const std::string name = fmt::format("`{}`{}", id, again(++times[id]));
      const json& reference = rung.at("reference");
      if (reference.is_null() || reference.at("ratio").is_null()) continue;
      ratios[types_text(shown.run)][name][shape] = reference.at("ratio").get<double>();
    }
  }
  if (shapes.size() < 2) return "";
  std::string out = "\nOurs / cuBLASLt:\n\n| types | rung |";
  std::string rule = "|---|---|";
  for (const auto& [shape, unused] : shapes) {
    out += " " + shape + " |";
    rule += "---|";
  }
  out += " geometric mean |\n" + rule + "---|\n";
  for (const auto& [types, rungs] : ratios) {
    for (const auto& [rung, by_shape] : rungs) {
      out += fmt::format("| {} | {} |", types, rung);
      double logs = 0;
      for (const auto& [shape, unused] : shapes) {
        const auto found = by_shape.find(shape);
        out += found == by_shape.end() ? " – |" : fmt::format(" {:.3f} |", found->second);
        if (found != by_shape.end()) logs += std::log(found->second);
      }
      out += fmt::format(" {:.3f} |\n", std::exp(logs / static_cast<double>(by_shape.size())));
    }
  }
  return out;
}

/// ", turns of 200 ms"; empty where nothing was measured in turns.
std::string turns_words(const json& record) {
  const json turns = record.value("turns", json());
  if (!turns.is_object()) return {};
  const json length = turns.value("turn_ms", json());
  return length.is_number() ? fmt::format(", turns of {} ms", length.get<double>()) : std::string();
}

/// All that one card measured.
std::string section(const json& record, const std::vector<Shown>& runs) {
  const json& device = runs.front().run.at("device");
  std::string out = fmt::format("\n### {} ({}), driver {}{}\n\n`{}`\n", text(device.at("name")),
                                text(device.at("arch")), text(device.at("driver")),
                                turns_words(record), code(record.at("tool").at("command")));
  std::string tables;
  for (const Shown& shown : runs) tables += table(shown);
  const std::string means = overview(runs);
  if (means.empty()) return out + tables;
  // Dozens of tables behind the one that most people look for: folded, where Markdown is shown.
  return out + means + "\n<details>\n<summary>Each product: times, errors, registers</summary>\n" +
         tables + "\n</details>\n";
}

}  // namespace

std::string measured_tables(const std::vector<json>& records) {
  std::string out;
  for (const json& record : records) {
    InOrder<std::vector<Shown>> cards;
    std::map<std::string, size_t> times;  // by card and product
    for (const json& run : record.at("runs")) {
      const json& device = run.at("device");
      const std::string card =
          json{device.at("name"), device.at("arch"), device.at("driver")}.dump();
      const std::string product =
          json{card, run.at("dtype"), scales_words(run), run.at("shape")}.dump();
      cards[card].push_back({run, ++times[product]});
    }
    for (const auto& [card, runs] : cards) out += section(record, runs);
  }
  return out;
}

}  // namespace tilewright::report
