// tilewright count: what the kernels do at a large shape, by running one generation of workgroups.
// SPDX-License-Identifier: MIT
#include <memory>
#include <string>
#include <vector>

#include "cli/choices.hpp"
#include "cli/command.hpp"
#include "cli/count_sample.hpp"
#include "cli/count_table.hpp"
#include "cli/output.hpp"
#include "cli/usage.hpp"
#include "cli/whole_number.hpp"
#include "core/file.hpp"
#include "core/json_text.hpp"
#include "report/progress.hpp"
#include "report/terminal.hpp"

namespace tilewright::cli {
namespace {

struct Options {
  std::vector<std::string> archs;
  std::vector<std::string> rungs;
  std::vector<std::string> configs;
  std::string shape = "8192x8192x8192";
  unsigned threads = 0;
  bool markdown = false;
  std::string json;
};

Result<std::vector<const Rung*>> kernels(const Options& options, KernelStore& store) {
  std::vector<const Rung*> kernels;
  if (options.configs.empty() || !options.rungs.empty()) {
    kernels = chosen_rungs(options.rungs, Precision::fp16);
  }
  for (const std::string& config : options.configs) {
    const auto added = store.add_config(config, Precision::fp16);
    if (!added) return tl::unexpected(added.error());
    kernels.push_back(*added);
  }
  return kernels;
}

Result<Outcome> count(const Options& options) {
  KernelStore store;
  const auto rungs = kernels(options, store);
  if (!rungs) return tl::unexpected(rungs.error());
  const auto shape = bench::parse_shape(options.shape);
  if (!shape) return tl::unexpected(shape.error());
  if (const auto writable = can_write_all({{"--json", options.json}}); !writable) {
    return tl::unexpected(writable.error());
  }

  CountTable table(options.markdown ? CountTable::Form::markdown : CountTable::Form::aligned,
                   report::wants_colours(stdout));
  Result<std::vector<CountSample>> samples;
  {
    report::Progress line(1);
    const Target* target = nullptr;
    samples = count_samples(
        chosen_targets(options.archs), *rungs, *shape, store, options.threads,
        [&](const CountSample& next, double done, double total) {
          const bool compiles = store.must_compile(*next.target, *next.rung);
          line.update(fmt::format("{}{} {}", compiles ? "compiling " : "", next.target->name,
                                  next.rung->id),
                      done / total);
        },
        [&](const CountSample& sample) {
          if (sample.target != target) {
            const std::string gap = target == nullptr ? "" : "\n";
            line.print(gap + table.begin(*sample.target, *shape, *rungs));
            target = sample.target;
          }
          line.print(table.line(sample));
        });
  }
  if (!samples) return tl::unexpected(samples.error());
  if (!options.json.empty()) {
    const auto written = write_file(options.json, json_text(count_record(*samples, *shape)));
    if (!written) return tl::unexpected(written.error());
  }
  return Outcome::right;
}

}  // namespace

void add_count(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand(
      "count", "Count what the FP16 kernels do at a large shape, in one generation of workgroups");
  const auto options = std::make_shared<Options>();
  command->add_option("--arch", options->archs, "Target; may be repeated (default: all)")
      ->check(CLI::IsMember(target_names()))
      ->allow_extra_args(false);
  command->add_option("--rung", options->rungs, "Rung; may be repeated (default: all)")
      ->check(CLI::IsMember(rung_ids(Precision::fp16)))
      ->allow_extra_args(false);
  command
      ->add_option(
          "--config", options->configs,
          "A configuration to compile and count, its LDS rows padded unless told otherwise")
      ->check(parsed_by(sweep::parse_tile))
      ->type_name("MxNxK,WxW,Nbuf[,permuted|,plain]")
      ->allow_extra_args(false);
  command->add_option("--shape", options->shape, "MxNxK, or a name (see tilewright ladder)")
      ->check(check_shape)
      ->type_name("MxNxK")
      ->capture_default_str();
  add_threads(*command, options->threads);
  command->add_flag("--markdown", options->markdown, "Print the tables as Markdown");
  command->add_option("--json", options->json, "Write all counters to FILE")
      ->check(named_file())
      ->type_name("FILE");
  command->footer(
      "All rungs on all targets at 8192x8192x8192 take about 5 minutes of one core's time, half of "
      "it for\nrung 1. Shorter: --rung 8 alone is done in seconds, and --shape 8192x8192x1024 in "
      "an "
      "eighth of the\ntime; a workgroup's start and end then weigh more. On a terminal, a line "
      "below "
      "the table tells\nwhat time is left.\n\n"
      "Examples:\n  tilewright count --arch gfx1201 --rung 5 --rung 6\n"
      "  tilewright count --config 128x96x64,2x2,2buf --config 128x96x64,2x2,2buf,plain");
  command->callback([&action, options] { action = [options] { return count(*options); }; });
}

}  // namespace tilewright::cli
