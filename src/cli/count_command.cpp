// tilewright count: what the kernels do at a large shape, by running one generation of workgroups:
// as many as the target's compute units run at one time.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bench/gemm_arguments.hpp"
#include "bench/run.hpp"
#include "cli/choices.hpp"
#include "cli/command.hpp"
#include "cli/counters.hpp"
#include "cli/kernel_store.hpp"
#include "cli/whole_number.hpp"
#include "device/emu/emu_device.hpp"
#include "emu/count/traffic.hpp"
#include "report/progress.hpp"
#include "report/table.hpp"
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
};

/// One generation of a kernel, on matrices of zeros: none of the counts depends on the data.
struct Sample {
  uint32_t workgroups = 0;  ///< of the generation
  uint32_t of = 0;          ///< of the whole launch
  device::Counters counters;
};

Result<Sample> sample(const Options& options, KernelStore& store, const Target& target,
                      const Rung& rung, const bench::Shape& shape, LaunchProgress progress) {
  const auto plan = bench::plan_launch(rung, shape);
  if (!plan) return tl::unexpected(plan.error());
  const auto image = store.image(target, rung);
  if (!image) return tl::unexpected(image.error());
  const auto resources = store.resources(target, rung);
  if (!resources) return tl::unexpected(resources.error());

  device::EmuOptions settings;
  settings.threads = options.threads;
  settings.counters = true;
  settings.progress = std::move(progress);
  const auto gpu = device::open_emu(target.name, settings);
  if (!gpu) return tl::unexpected(gpu.error());
  const auto buffer = [&](int rows, int columns, const char* name) {
    return (*gpu)->allocate(static_cast<size_t>(rows) * static_cast<size_t>(columns) * 2, name);
  };
  const auto a = buffer(shape.m, shape.k, "A");
  const auto b = buffer(shape.n, shape.k, "B");
  const auto c = buffer(shape.m, shape.n, "C");
  if (!a || !b || !c) return fail("{}: out of memory", bench::text(shape));
  const auto module = (*gpu)->load(*image);
  if (!module) return tl::unexpected(module.error());
  const auto kernel = (*module)->kernel(bench::kernel_name(rung, {}));
  if (!kernel) return tl::unexpected(kernel.error());

  const unsigned at_once = emu::count::memory_system(target.name).compute_units *
                           emu::count::workgroups_per_cu(resources->vgprs, resources->lds_bytes,
                                                         (plan->threads + 31) / 32);
  const uint32_t workgroups = std::min(at_once, plan->workgroups);
  const auto arguments = bench::argument_block(
      bench::packed_gemm(shape, (*a)->address(), (*b)->address(), (*c)->address()));
  const device::LaunchConfig config{.grid = {workgroups, 1, 1}, .block = {plan->threads, 1, 1}};
  const auto done = (*gpu)->launch(**kernel, config, arguments);
  if (!done) return tl::unexpected(done.error());
  return Sample{workgroups, plan->workgroups, *(*gpu)->take_report().counters};
}

std::vector<report::Column> columns() {
  return {{"rung", "", report::Align::left},
          {"groups", "counted"},
          {"instr.", "per WMMA"},
          {"barriers", "per group"},
          {"LDS clocks", "per WMMA"},
          {"conflicts", "per WMMA"},
          {"loaded", "B/WMMA"},
          {"L2", "MiB"},
          {"DRAM rd", "MiB"}};
}

/// A generation's K is the whole K, so its reads grow with the launch by the number of generations.
report::Row row(const std::string& rung, const Sample& sample) {
  const device::Counters& c = sample.counters;
  const CounterFigures per = figures(c);
  const double mib = 1024.0 * 1024.0;
  return {{rung},
          {fmt::format("{} of {}", sample.workgroups, sample.of)},
          {fmt::format("{:.2f}", per.instructions_per_wmma)},
          {fmt::format("{:.0f}", per.barriers_per_workgroup)},
          {fmt::format("{:.2f}", per.lds_clocks_per_wmma)},
          {fmt::format("{:.2f}", per.lds_conflict_clocks_per_wmma)},
          {fmt::format("{:.0f}", per.loaded_bytes_per_wmma)},
          {fmt::format("{:.1f}", static_cast<double>(c.l2_bytes) / mib)},
          {fmt::format("{:.1f}", static_cast<double>(c.dram_read_bytes) / mib)}};
}

/// For documents, which set their own widths.
std::string markdown(const std::vector<report::Column>& columns,
                     const std::vector<report::Row>& rows) {
  std::string out =
      "| rung | workgroups counted | instructions per WMMA | barriers per workgroup | LDS clocks "
      "per "
      "WMMA | conflicts per WMMA | loaded B per WMMA | L2, MiB | DRAM read, MiB |\n|";
  for (const report::Column& column : columns) {
    out += column.align == report::Align::left ? "---|" : "---:|";
  }
  for (const report::Row& row : rows) {
    out += "\n|";
    for (const report::Cell& cell : row) out += fmt::format(" {} |", cell.text);
  }
  return out + "\n";
}

Result<Outcome> count(const Options& options) {
  KernelStore store;
  std::vector<const Rung*> kernels;
  if (options.configs.empty() || !options.rungs.empty()) {
    kernels = chosen_rungs(options.rungs, Precision::fp16);
  }
  for (const std::string& config : options.configs) {
    const auto added = store.add_config(config, Precision::fp16);
    if (!added) return tl::unexpected(added.error());
    kernels.push_back(*added);
  }
  const auto shape = bench::parse_shape(options.shape);
  if (!shape) return tl::unexpected(shape.error());
  const std::vector<const Target*> on = chosen_targets(options.archs);
  report::Progress progress(static_cast<double>(on.size() * kernels.size()));
  double done = 0;
  for (const Target* target : on) {
    std::vector<report::Row> rows;
    for (const Rung* rung : kernels) {
      const std::string label =
          fmt::format("{} {} rung {}", target->name, bench::text(*shape), rung->id);
      progress.update(store.must_compile(*target, *rung)
                          ? fmt::format("compiling {} for {}", rung->id, target->name)
                          : label,
                      done);
      const auto within = [&](uint64_t workgroups, uint64_t of) {
        progress.update(label, done + static_cast<double>(workgroups) / static_cast<double>(of));
      };
      const auto seen = sample(options, store, *target, *rung, *shape, within);
      if (!seen) return fail("{} {}: {}", target->name, rung->id, seen.error().message);
      rows.push_back(row(rung->id, *seen));
      ++done;
    }
    progress.print(fmt::format(
        "{} at {}, one generation of workgroups. Counted, except LDS clocks\n(model of the banks) "
        "and L2 and DRAM (model of the caches).\n\n{}\n",
        target->name, bench::text(*shape),
        options.markdown ? markdown(columns(), rows)
                         : report::render(columns(), rows, report::wants_colours(stdout))));
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
  command->add_option("--config", options->configs, "A configuration to compile and count")
      ->type_name("MxNxK,WxW,Nbuf")
      ->allow_extra_args(false);
  command->add_option("--shape", options->shape, "MxNxK, or a name (see tilewright ladder)")
      ->check(check_shape)
      ->type_name("MxNxK")
      ->capture_default_str();
  add_threads(*command, options->threads);
  command->add_flag("--markdown", options->markdown, "Print the table for a document");
  command->footer("Example:\n  tilewright count --arch gfx1201 --rung 5 --rung 6");
  command->callback([&action, options] { action = [options] { return count(*options); }; });
}

}  // namespace tilewright::cli
