// tilewright sweep: every configuration there could be, which can exist, and what they take.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "cli/choices.hpp"
#include "cli/command.hpp"
#include "cli/invocation.hpp"
#include "cli/output.hpp"
#include "cli/sweep_report.hpp"
#include "cli/usage.hpp"
#include "cli/whole_number.hpp"
#include "core/file.hpp"
#include "core/json_text.hpp"
#include "core/plural.hpp"
#include "report/progress.hpp"
#include "report/table.hpp"
#include "report/terminal.hpp"
#include "sweep/build_all.hpp"
#include "sweep/fields.hpp"

namespace tilewright::cli {
namespace {

using sweep::Condition;
using sweep::Entry;

struct Options {
  std::string arch = "gfx1201";
  std::string dtype;  ///< empty: default_precision()
  std::vector<std::string> tiles;
  std::vector<std::string> where;
  std::string sort;
  bool compile = false;
  std::string cache = sweep::default_cache();
  size_t top = 0;
  unsigned threads = 0;
  std::string json;
};

/// What a target's matrix instructions read at the least width.
Precision default_precision(const Target& target) {
  return has(target.family, Precision::fp8) ? Precision::fp8 : Precision::fp16;
}

/// What CLI11 shows when a tile is not one.
std::string check_tile(const std::string& text) {
  const auto digits = [](std::string_view part) {
    return !part.empty() && part.find_first_not_of("0123456789") == std::string_view::npos;
  };
  int parts = 0;
  bool good = true;
  for (size_t at = 0; at <= text.size(); ++parts) {
    const size_t end = std::min(text.find('x', at), text.size());
    good = good && digits(std::string_view(text).substr(at, end - at));
    at = end + 1;
  }
  if (good && (parts == 2 || parts == 3)) return {};
  return fmt::format("'{}' is not a tile: write MxN or MxNxK, as in 192x224 or 192x224x64", text);
}

/// "256x160" or "256x160x128", as a configuration begins.
bool has_tile(const Entry& entry, const std::vector<std::string>& tiles) {
  const std::string config = sweep::text(entry.candidate.tile);
  return tiles.empty() || std::ranges::any_of(tiles, [&](const std::string& tile) {
           return config.starts_with(tile + "x") || config.starts_with(tile + ",");
         });
}

/// Errors: Condition::parse()'s; one that asks for the compiler's figures when there are none.
Result<std::vector<Condition>> conditions(const Options& options) {
  std::vector<Condition> all;
  for (const std::string& text : options.where) {
    Result<Condition> condition = Condition::parse(text);
    if (!condition) return tl::unexpected(condition.error());
    if (condition->asks_the_compiler() && !options.compile) {
      return fail(
          "--where '{}': known of compiled kernels only; add --compile, or take predicted "
          "for vgprs",
          text);
    }
    all.push_back(std::move(*condition));
  }
  return all;
}

Result<void> compile(std::vector<Entry>& entries, const Target& target, const Options& options) {
  const Result<sweep::Toolchain> toolchain = sweep::Toolchain::open(options.cache);
  if (!toolchain) return tl::unexpected(toolchain.error());
  const auto fits = std::ranges::count_if(
      entries, [](const Entry& e) { return e.assessment.verdict == sweep::Verdict::fits; });
  if (!report::is_terminal(stderr)) {  // where there is no progress to be seen
    fmt::print(stderr, "compiling {}; what is in {} already is taken from there\n",
               count_of(static_cast<uint64_t>(fits), "configuration", "configurations"),
               options.cache);
  }
  report::Progress progress(static_cast<double>(fits));
  sweep::build_all(entries, target, *toolchain, options.threads,
                   [&](const std::string& config, size_t done, size_t total) {
                     progress.update(fmt::format("compiling, {} of {}: {}", done, total, config),
                                     static_cast<double>(done));
                   });
  return {};
}

std::string summary(const std::vector<Entry>& entries, bool compiled) {
  const auto count = [&](auto which) {
    return report::grouped(static_cast<uint64_t>(std::ranges::count_if(entries, which)));
  };
  std::string out = fmt::format(
      "{}: {} fit, {} would spill by the prediction, {} impossible",
      count_of(entries.size(), "configuration", "configurations"),
      count([](const Entry& e) { return e.assessment.verdict == sweep::Verdict::fits; }),
      count([](const Entry& e) { return e.assessment.verdict == sweep::Verdict::spills; }),
      count([](const Entry& e) { return e.assessment.verdict == sweep::Verdict::impossible; }));
  if (compiled) {
    out += fmt::format("; {} compiled, {} of them spill",
                       count([](const Entry& e) { return e.built.has_value(); }),
                       count([](const Entry& e) { return e.built && e.built->spills != 0; }));
  }
  constexpr size_t kWidth = 100;
  return report::wrap(out, kWidth, "", "") + "\n";
}

/// What is swept, before anything is compiled.
struct Plan {
  const Target* target;
  Precision precision;
  std::vector<Condition> where;
  std::vector<Entry> entries;
};

/// Errors: options that do not go together, and tiles and fields that there are not.
Result<Plan> planned(const Options& options) {
  const Target& target = *chosen_targets({options.arch}).front();
  Precision precision = default_precision(target);
  if (options.dtype == name(Precision::fp8)) precision = Precision::fp8;
  if (options.dtype == name(Precision::fp16)) precision = Precision::fp16;
  if (!has(target.family, precision)) {
    return fail("{} has no {} WMMA, which came with gfx12: take --arch gfx1201 or --dtype fp16",
                target.name, name(precision));
  }
  Result<std::vector<Condition>> where = conditions(options);
  if (!where) return tl::unexpected(where.error());
  std::vector<Entry> entries = sweep::enumerate(target, precision);
  for (const std::string& tile : options.tiles) {
    if (std::ranges::none_of(entries, [&](const Entry& e) { return has_tile(e, {tile}); })) {
      return fail("--tile {}: no such tile among the {} configurations; edges are {}", tile,
                  report::grouped(entries.size()), sweep::extents_text());
    }
  }
  if (!options.sort.empty()) {
    if (Result<void> known = sweep::sort(entries, options.sort); !known) {
      return tl::unexpected(known.error());
    }
    if (sweep::sorts_by_the_compiler(options.sort) && !options.compile) {
      return fail(
          "--sort {}: known of compiled kernels only; add --compile, or take predicted for "
          "vgprs",
          options.sort);
    }
  }
  return Plan{&target, precision, std::move(*where), std::move(entries)};
}

Result<Outcome> run_sweep(const Options& options) {
  Result<Plan> plan = planned(options);
  if (!plan) return tl::unexpected(plan.error());
  const Target& target = *plan->target;
  std::vector<Entry>& entries = plan->entries;
  if (const Result<void> writable = can_write_all({{"--json", options.json}}); !writable) {
    return tl::unexpected(writable.error());
  }
  // What the compiler has a say in is asked again afterwards.
  std::erase_if(entries, [&](const Entry& entry) {
    return !has_tile(entry, options.tiles) ||
           !std::ranges::all_of(plan->where, [&](const Condition& condition) {
             return (options.compile && condition.asks_the_compiler()) || condition.holds(entry);
           });
  });
  if (options.compile) {
    if (Result<void> done = compile(entries, target, options); !done) {
      return tl::unexpected(done.error());
    }
    std::erase_if(entries, [&](const Entry& entry) {
      return !std::ranges::all_of(plan->where, [&](const Condition& c) { return c.holds(entry); });
    });
  }
  sweep::sort_by_merit(entries);
  if (!options.sort.empty()) (void)sweep::sort(entries, options.sort);

  const size_t shown = options.top == 0 ? entries.size() : std::min(options.top, entries.size());
  const bool colours = report::wants_colours(stdout);
  fmt::print("{}  {}, {}\n", report::paint(target.name, report::Style::strong, colours),
             target.generation, name(plan->precision));
  if (entries.empty()) {
    fmt::print("no configuration meets all of --tile and --where\n");
  } else {
    fmt::print("{}\n{}", sweep_table(std::span(entries).first(shown), options.compile, colours),
               summary(entries, options.compile));
  }
  if (!options.json.empty()) {
    const nlohmann::ordered_json document = {{"schema_version", 1},
                                             {"tool", tool_record(std::nullopt)},
                                             {"arch", target.name},
                                             {"dtype", name(plan->precision)},
                                             {"candidates", sweep_record(entries)}};
    const Result<void> written = write_file(options.json, json_text(document));
    if (!written) return tl::unexpected(written.error());
  }
  const bool all_built =
      std::ranges::all_of(entries, [](const Entry& e) { return e.build_error.empty(); });
  return all_built ? Outcome::right : Outcome::wrong;
}

}  // namespace

void add_sweep(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand(
      "sweep", "Configurations of the kernel: which can exist, why not, and what they take");
  const auto options = std::make_shared<Options>();
  command->add_option("--arch", options->arch, "Target")
      ->check(CLI::IsMember(target_names()))
      ->capture_default_str();
  command
      ->add_option("--dtype", options->dtype,
                   "Type of A and B (default: fp8 where the target has it, else fp16)")
      ->check(CLI::IsMember({name(Precision::fp16), name(Precision::fp8)}));
  command
      ->add_option("--tile", options->tiles,
                   "Output tile, or tile and depth; may be repeated (default: all)")
      ->check(check_tile)
      ->type_name("MxN[xK]")
      ->allow_extra_args(false);
  command
      ->add_option("--where", options->where,
                   "Condition, may be repeated: a FIELD, one of <= >= < > = !=, and a number, or "
                   "verdict or layout, = or !=, and a word; quote it. FIELD: " +
                       sweep::field_names() +
                       ". vgprs, spills, waves_per_simd and workgroups are the compiler's and need "
                       "--compile; predicted is the VGPRs without it; reuse is the results that an "
                       "element read serves. The names of --json are taken too: lds_bytes, "
                       "fold_steps, predicted_vgprs, workgroups_per_cu")
      ->type_name("FIELD<=NUMBER")
      ->allow_extra_args(false);
  command
      ->add_option("--sort", options->sort,
                   "FIELD of --where, -FIELD for the greatest first (default: what fits, by reuse)")
      ->type_name("FIELD");
  add_whole_number(*command, "--top", options->top,
                   "Rows to print, 0 for all; --json has all in any case", 0, 1'000'000);
  command->add_flag("--compile", options->compile,
                    "Compile what fits, and add the compiler's figures");
  command->add_option("--cache", options->cache, "Where compiled kernels are kept")
      ->check(named_file())
      ->type_name("FOLDER")
      ->capture_default_str();
  add_threads(*command, options->threads, "Compilers at a time, 0 for all cores");
  command->add_option("--json", options->json, "Write the same records to FILE")
      ->check(named_file())
      ->type_name("FILE");
  command->footer(
      "Examples:\n  tilewright sweep --dtype fp8 --tile 192x192 --where verdict=fits --compile "
      "--sort vgprs\n"
      "  tilewright sweep --where verdict=fits --where 'predicted<=128' --sort -reuse --top 10");
  command->callback([&action, options] {
    require_usage(planned(*options));
    action = [options] { return run_sweep(*options); };
  });
}

}  // namespace tilewright::cli
