// tilewright resources: registers, LDS and occupancy of every kernel, ours beside the published.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/choices.hpp"
#include "cli/command.hpp"
#include "cli/invocation.hpp"
#include "cli/kernel_store.hpp"
#include "cli/output.hpp"
#include "cli/resources_record.hpp"
#include "cli/usage.hpp"
#include "core/file.hpp"
#include "core/json_text.hpp"
#include "core/printable.hpp"
#include "report/published.hpp"
#include "report/table.hpp"
#include "report/terminal.hpp"

namespace tilewright::cli {
namespace {

using report::Align;
using report::Style;

struct Options {
  std::vector<std::string> archs;
  std::vector<std::string> rungs;
  std::string json;
  std::string extract;  ///< folder for code objects; empty: none are written
};

struct Line {
  const Target* target;
  const Rung* rung;
  report::KernelResources ours;
  std::optional<report::PublishedResources> published;
};

std::vector<report::Column> columns() {
  return {{"rung", "", Align::left},
          {"VGPRs"},
          {"SGPRs"},
          {"LDS", "B"},
          {"scratch", "B"},
          {"spills"},
          {"waves", "per SIMD"},
          {"groups", "per CU"},
          {"limit", "", Align::left}};
}

report::Cell zero_is_good(uint32_t figure) {
  return {report::grouped(figure), figure == 0 ? Style::plain : Style::bad};
}

report::Row ours(const Line& line) {
  const report::KernelResources& r = line.ours;
  return {{line.rung->id},
          {std::to_string(r.vgprs)},
          {std::to_string(r.sgprs)},
          {report::grouped(r.lds_bytes)},
          zero_is_good(r.scratch_bytes),
          zero_is_good(r.spills),
          {std::to_string(r.waves_per_simd)},
          {std::to_string(r.workgroups_per_cu)},
          {std::string(r.limited_by)}};
}

/// A published figure with how far ours is from it.
report::Cell compared(const std::optional<uint32_t>& published, uint32_t ours) {
  if (!published) return {};
  if (*published == ours) return {fmt::format("= {}", report::grouped(ours)), Style::faint};
  return {fmt::format("{} {:+}", report::grouped(*published),
                      static_cast<int64_t>(ours) - static_cast<int64_t>(*published)),
          Style::note};
}

report::Row published(const report::PublishedResources& figures,
                      const report::KernelResources& ours) {
  // Every published figure here is of AMD's posts: the line under the tables says so.
  std::string_view source = figures.source;
  constexpr std::string_view kPost = "AMD post, ";
  if (source.starts_with(kPost)) source.remove_prefix(kPost.size());
  return {{fmt::format("  published: {}", source), Style::note},
          compared(figures.vgprs, ours.vgprs),
          {},
          compared(figures.lds_bytes, ours.lds_bytes),
          {},
          {},
          compared(figures.waves_per_simd, ours.waves_per_simd),
          {},
          {}};
}

/// One kind of figure against the published ones.
class Tally {
 public:
  void add(const std::optional<uint32_t>& published, uint32_t ours) {
    if (!published) return;
    ++all_;
    equal_ += ours == *published ? 1 : 0;
    lower_ += ours < *published ? 1 : 0;
    most_above_ = std::max(most_above_, 100.0 * ours / *published - 100.0);
  }
  [[nodiscard]] std::string text(std::string_view what) const {
    std::string out = fmt::format("{}: {} published, {} equal", what, all_, equal_);
    if (lower_ != 0) out += fmt::format(", {} lower", lower_);
    if (equal_ + lower_ != all_) {
      out += fmt::format(", {} higher by {:.0f} % at most", all_ - equal_ - lower_, most_above_);
    }
    return out;
  }

 private:
  int all_ = 0;
  int equal_ = 0;
  int lower_ = 0;
  double most_above_ = 0;
};

std::string comparison(const std::vector<Line>& lines) {
  Tally lds;
  Tally waves;
  Tally vgprs;
  for (const Line& line : lines) {
    if (!line.published) continue;
    lds.add(line.published->lds_bytes, line.ours.lds_bytes);
    waves.add(line.published->waves_per_simd, line.ours.waves_per_simd);
    vgprs.add(line.published->vgprs, line.ours.vgprs);
  }
  return fmt::format("{}. {}. {}.", lds.text("LDS"), waves.text("Waves per SIMD"),
                     vgprs.text("VGPRs"));
}

constexpr std::string_view kPublished =
    "Published figures are those of AMD's posts, of its own kernels and compiler; + and - say how "
    "far ours are from them.";
constexpr std::string_view kOurs =
    "Ours are what the compiler says of our kernels. Waves per SIMD: as compiler and post count "
    "them. Groups per CU: workgroups that really fit, whole; limit: what keeps the next one out.";

/// For one kernel no more than whose figures stand beside ours.
std::string legend(const std::vector<Line>& lines) {
  const bool any =
      std::ranges::any_of(lines, [](const Line& l) { return l.published.has_value(); });
  std::string out(any ? kPublished : "");
  if (lines.size() > 1) out += fmt::format("{}{}", any ? " " : "", kOurs);
  return out;
}

void print(const std::vector<Line>& lines) {
  const bool colours = report::wants_colours(stdout);
  const Target* target = nullptr;
  std::vector<report::Row> rows;
  const auto flush = [&] {
    if (target == nullptr) return;
    fmt::print("{}  {}\n{}\n", report::paint(target->name, Style::strong, colours),
               target->generation, report::render(columns(), rows, colours));
    rows.clear();
  };
  for (const Line& line : lines) {
    if (line.target != target) flush();
    target = line.target;
    rows.push_back(ours(line));
    if (line.published) rows.push_back(published(*line.published, line.ours));
  }
  flush();
  constexpr size_t kWidth = 100;
  if (lines.size() > 1) fmt::print("{}\n", report::wrap(comparison(lines), kWidth, "", ""));
  const std::string words = report::wrap(legend(lines), kWidth, "", "");
  if (!words.empty()) fmt::print("{}\n", report::paint(words, Style::faint, colours));
}

Result<void> write_json(const std::string& path, const std::vector<Line>& lines) {
  nlohmann::ordered_json kernels = nlohmann::ordered_json::array();
  for (const Line& line : lines) {
    kernels.push_back({{"arch", line.target->name},
                       {"rung", line.rung->id},
                       {"kernel", line.rung->kernel},
                       {"resources", resources_record(line.ours)},
                       {"published", published_record(line.published)}});
  }
  const nlohmann::ordered_json document = {
      {"schema_version", 1}, {"tool", tool_record(std::nullopt)}, {"kernels", kernels}};
  return write_file(path, json_text(document));
}

/// The chosen rungs that exist for this target, FP16 first.
std::vector<const Rung*> rungs_of(const Target& target, const std::vector<std::string>& ids) {
  std::vector<const Rung*> chosen = chosen_rungs(ids, Precision::fp16);
  if (has(target.family, Precision::fp8)) {
    const std::vector<const Rung*> fp8 = chosen_rungs(ids, Precision::fp8);
    chosen.insert(chosen.end(), fp8.begin(), fp8.end());
  }
  return chosen;
}

/// Where a kernel's code object is written to.
std::string extract_path(const Options& options, const Target& target, const Rung& rung) {
  return fmt::format("{}/{}-{}.co", options.extract, target.name, rung.id);
}

/// Writes the code objects of all lines, and says which kernels are in them.
Result<void> extract(const Options& options, const std::vector<Line>& lines, KernelStore& store) {
  for (const Line& line : lines) {
    const auto image = store.image(*line.target, *line.rung);
    if (!image) return tl::unexpected(image.error());
    const std::string path = extract_path(options, *line.target, *line.rung);
    const std::span<const std::byte> part = *image;
    if (Result<void> done = write_file(path, std::span(&part, 1)); !done) return done;
    fmt::print("{}: {}, {} work-items to a workgroup\n", printable(path), line.rung->kernel,
               threads(line.rung->tile));
  }
  return {};
}

/// Errors: rungs that were asked for by name and that none of the targets has.
Result<void> exist_somewhere(const Options& options) {
  const std::vector<const Target*> on = chosen_targets(options.archs);
  for (const std::string& id : options.rungs) {
    const Rung& rung = *find_rung(id.c_str());
    if (std::ranges::any_of(on, [&](const Target* t) { return has(t->family, rung.precision); })) {
      continue;
    }
    return fail("rung {} exists for {} only: take --arch {}", id, targets_of(rung),
                targets_of(rung));
  }
  if (options.archs.empty() || options.rungs.empty()) return {};
  for (const Target* target : on) {
    const bool has_one = std::ranges::any_of(options.rungs, [&](const std::string& id) {
      return has(target->family, find_rung(id.c_str())->precision);
    });
    if (!has_one)
      return tl::unexpected(not_built(*find_rung(options.rungs[0].c_str()), target->name));
  }
  return {};
}

Result<Outcome> resources(const Options& options) {
  if (Result<void> writable = can_write_all({{"--json", options.json}}); !writable) {
    return tl::unexpected(writable.error());
  }
  KernelStore store;
  std::vector<Line> lines;
  for (const Target* target : chosen_targets(options.archs)) {
    for (const Rung* rung : rungs_of(*target, options.rungs)) {
      const Result<report::KernelResources> ours = store.resources(*target, *rung);
      if (!ours) return tl::unexpected(ours.error());
      lines.push_back({target, rung, *ours, report::published_resources(rung->id, target->family)});
    }
  }
  if (!options.extract.empty()) {
    std::vector<NamedFile> outputs = {{"--json", options.json}};
    for (const Line& line : lines) {
      outputs.push_back({"--extract", extract_path(options, *line.target, *line.rung)});
    }
    const auto writable = can_write_all(outputs);
    if (!writable) return tl::unexpected(writable.error());
  }
  print(lines);
  if (!options.extract.empty()) {
    if (auto done = extract(options, lines, store); !done) return tl::unexpected(done.error());
  }
  if (options.json.empty()) return Outcome::right;
  return write_json(options.json, lines).map([] { return Outcome::right; });
}

}  // namespace

void add_resources(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand(
      "resources", "Registers, LDS and occupancy of every kernel, beside the published ones");
  const auto options = std::make_shared<Options>();
  command->add_option("--arch", options->archs, "Target; may be repeated (default: all)")
      ->check(CLI::IsMember(target_names()))
      ->allow_extra_args(false);
  command->add_option("--rung", options->rungs, "Rung; may be repeated (default: all)")
      ->check(CLI::IsMember(rung_ids()))
      ->allow_extra_args(false);
  command->add_option("--json", options->json, "Write the same records to FILE")
      ->check(named_file())
      ->type_name("FILE");
  command
      ->add_option("--extract", options->extract,
                   "Write each code object to FOLDER, as ARCH-RUNG.co (see tilewright launch)")
      ->check(named_file())
      ->type_name("FOLDER");
  command->footer(
      "Examples:\n  tilewright resources --arch gfx1201 --json resources.json\n"
      "  tilewright resources --arch gfx1201 --rung 8 --extract .");
  command->callback([&action, options] {
    require_usage(exist_somewhere(*options));
    action = [options] { return resources(*options); };
  });
}

}  // namespace tilewright::cli
