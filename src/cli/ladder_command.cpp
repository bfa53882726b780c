// tilewright ladder: every rung run, every element checked.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "cli/choices.hpp"
#include "cli/command.hpp"
#include "cli/ladder.hpp"
#include "cli/ladder_record.hpp"
#include "cli/ladder_table.hpp"
#include "core/file.hpp"
#include "report/terminal.hpp"

namespace tilewright::cli {
namespace {

struct Options {
  std::vector<std::string> archs;
  std::vector<std::string> rungs;
  /// One that whole tiles of every rung divide, and one that none does.
  std::vector<std::string> shapes = {"768x768x512", "517x389x203"};
  std::string device = "emu";
  std::string dtype = "fp16";
  std::string data = "pm1";
  uint64_t seed = 1;
  unsigned threads = 0;
  std::string json;
};

LadderRequest request(const Options& options) {
  LadderRequest request{.targets = chosen_targets(options.archs),
                        .rungs = chosen_rungs(options.rungs, Precision::fp16),
                        .shapes = {},
                        .data = *bench::data_from_name(options.data),
                        .seed = options.seed,
                        .threads = options.threads,
                        .device = options.device};
  for (const std::string& shape : options.shapes)
    request.shapes.push_back(*bench::parse_shape(shape));
  return request;
}

/// A rung that nothing was run with has not been shown to be right.
bool all_right(const std::vector<LadderRun>& runs) {
  bool any_exact = false;
  for (const LadderRun& run : runs) {
    for (const LadderRung& at : run.rungs) {
      if (at.result.failed()) return false;
      any_exact = any_exact || at.result.exact();
    }
  }
  return any_exact;
}

Result<Outcome> ladder(const Options& options) {
  const bool colours = report::wants_colours(stdout);
  const LadderRequest asked = request(options);
  const auto start = std::chrono::steady_clock::now();
  LadderTable table(colours);
  Result<std::vector<LadderRun>> runs;
  {
    report::Progress progress(static_cast<double>(planned_wmmas(asked)));
    const LadderListener listener{
        .run_begins = [&](const LadderRun& run) { progress.print(table.begin(run)); },
        .rung_done = [&](const LadderRun&,
                         const LadderRung& rung) { progress.print(table.line(rung)); },
        .run_ends = [&](const LadderRun& run) { progress.print(table.notes(run)); }};
    runs = run_ladder(asked, progress, listener);
  }
  if (!runs) return tl::unexpected(runs.error());
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  fmt::print("{}", ladder_summary(*runs, took.count(), colours));
  if (!options.json.empty()) {
    const Result<void> written =
        write_file(options.json, ladder_record(*runs, options.seed).dump(1) + "\n");
    if (!written) return tl::unexpected(written.error());
  }
  return all_right(*runs) ? Outcome::right : Outcome::wrong;
}

/// What CLI11 shows when a shape is not one.
std::string check_shape(const std::string& text) {
  const Result<bench::Shape> shape = bench::parse_shape(text);
  return shape ? std::string() : shape.error().message;
}

}  // namespace

void add_ladder(CLI::App& app, Action& action) {
  CLI::App* command =
      app.add_subcommand("ladder", "Run the rungs of the ladder and check every element");
  const auto options = std::make_shared<Options>();
  command->add_option("--arch", options->archs, "Target; may be repeated (default: all)")
      ->check(CLI::IsMember(target_names()))
      ->allow_extra_args(false);
  command->add_option("--device", options->device, "What to run on (see tilewright devices)")
      ->check(CLI::IsMember(device_names()))
      ->capture_default_str();
  command->add_option("--dtype", options->dtype, "Type of A, B and C")
      ->check(CLI::IsMember({"fp16"}))
      ->capture_default_str();
  command
      ->add_option("--shape", options->shapes,
                   "MxNxK; may be repeated (default: one of whole tiles, one ragged)")
      ->check(check_shape)
      ->type_name("MxNxK")
      ->allow_extra_args(false)
      ->capture_default_str();
  command->add_option("--rung", options->rungs, "Rung; may be repeated (default: all)")
      ->check(CLI::IsMember(rung_ids(Precision::fp16)))
      ->allow_extra_args(false);
  command
      ->add_option("--data", options->data,
                   "A and B: pm1 is +1 and -1 with exact sums, normal is N(0,1)")
      ->check(CLI::IsMember({"pm1", "normal"}))
      ->capture_default_str();
  command->add_option("--seed", options->seed, "Of the data")->capture_default_str();
  command->add_option("--threads", options->threads, "Cores to use, 0 for all")
      ->check(CLI::Range(0u, 1024u))
      ->capture_default_str();
  command->add_option("--json", options->json, "Write the same records to FILE")->type_name("FILE");
  command->footer(
      "Example:\n  tilewright ladder --arch gfx1201 --rung 8 --shape 1024x1024x1024 --json "
      "out.json");
  command->callback([&action, options] { action = [options] { return ladder(*options); }; });
}

}  // namespace tilewright::cli
