// tilewright report: tables and a plot of what was measured.
// SPDX-License-Identifier: MIT
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "bench/shape.hpp"
#include "cli/command.hpp"
#include "cli/cuda_ladder.hpp"
#include "cli/output.hpp"
#include "cli/usage.hpp"
#include "core/file.hpp"
#include "report/document.hpp"
#include "report/measured.hpp"

namespace tilewright::cli {
namespace {

struct Options {
  std::vector<std::string> records;
  std::string document;
  std::string plot;
  std::string dtype = "fp16";
  std::string scales = "none";
  std::string shape = "8192x8192x8192";
};

Result<std::string> read_text(const std::string& path) {
  const auto bytes = read_file(path);
  if (!bytes) return tl::unexpected(bytes.error());
  return std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size());
}

Result<Outcome> report(const Options& options) {
  const std::vector<NamedFile> outputs = {{"--document", options.document},
                                          {"--plot", options.plot}};
  std::vector<NamedFile> inputs;
  for (const std::string& path : options.records) inputs.push_back({"RECORDS", path});
  Result<void> writable = can_write_all(outputs);
  if (writable) writable = spares(outputs, inputs);
  if (!writable) return tl::unexpected(writable.error());
  std::vector<nlohmann::json> records;
  for (const std::string& path : options.records) {
    const auto text = read_text(path);
    if (!text) return tl::unexpected(text.error());
    auto record = report::parse_record(*text);
    if (!record) return fail("{}: {}", path, record.error().message);
    records.push_back(std::move(*record));
  }
  const std::string tables = report::measured_tables(records);
  // All that can fail comes before anything is written.
  Result<std::string> filled;
  if (!options.document.empty()) {
    const auto document = read_text(options.document);
    if (!document) return tl::unexpected(document.error());
    filled = report::with_tables(*document, tables);
    if (!filled) return fail("{}: {}", options.document, filled.error().message);
  }
  Result<std::string> svg;
  if (!options.plot.empty()) {
    const bench::Shape shape = *bench::parse_shape(options.shape);
    svg = report::ladder_plot(
        records, {.dtype = options.dtype, .scales = options.scales, .shape = text(shape)});
    if (!svg) return tl::unexpected(svg.error());
  }
  Result<void> written;
  if (options.document.empty()) {
    fmt::print("{}", tables);
  } else {
    written = write_file(options.document, *filled);
  }
  if (written && !options.plot.empty()) written = write_file(options.plot, *svg);
  return written.map([] { return Outcome::right; });
}

}  // namespace

void add_report(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("report", "Tables and a plot of measured ladders");
  const auto options = std::make_shared<Options>();
  command->add_option("RECORDS", options->records, "What ladder --device cuda --json wrote")
      ->required()
      ->check(named_file());
  command
      ->add_option("--document", options->document,
                   "Markdown file whose measured tables are replaced (default: print them)")
      ->check(named_file());
  CLI::Option* const plot = command
                                ->add_option("--plot", options->plot,
                                             "SVG file: TFLOP/s by rung, the reference as a line")
                                ->check(named_file());
  command->add_option("--dtype", options->dtype, "Of the plot")
      ->needs(plot)
      ->check(CLI::IsMember(cuda_dtypes()))
      ->capture_default_str();
  command->add_option("--scales", options->scales, "Of the plot")
      ->needs(plot)
      ->check(CLI::IsMember(cuda_scalings()))
      ->capture_default_str();
  command->add_option("--shape", options->shape, "Of the plot")
      ->needs(plot)
      ->check(parsed_by(bench::parse_shape))
      ->type_name("MxNxK")
      ->capture_default_str();
  command->footer(
      "Examples:\n  tilewright report results/hopper-ladder.json --plot ladder.svg\n"
      "  tilewright report results/hopper-types.json results/hopper-ladder.json \\\n"
      "      --document docs/hopper.md\n\n"
      "A document gets the tables of these records, in their order, and loses all others that are "
      "between\nits marks: name all records that it is to show. Each mark is a line of its own,\n"
      "<!-- measured: begin --> and <!-- measured: end -->.\n\n"
      "What was measured twice is shown twice; the plot is of the run with the most rungs.");
  command->callback([&action, options] { action = [options] { return report(*options); }; });
}

}  // namespace tilewright::cli
