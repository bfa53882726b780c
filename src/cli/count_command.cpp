// tilewright count: what the kernels do at a large shape, by running one generation of workgroups:
// as many as the target's compute units run at one time.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "bench/run.hpp"
#include "cli/choices.hpp"
#include "cli/command.hpp"
#include "cli/kernel_store.hpp"
#include "device/emu/emu_device.hpp"
#include "emu/count/traffic.hpp"
#include "ladder/gemm_args.hpp"

namespace tilewright::cli {
namespace {

struct Options {
  std::vector<std::string> archs;
  std::vector<std::string> rungs;
  std::vector<std::string> configs;
  std::string shape = "8192x8192x8192";
  unsigned threads = 0;
};

/// One generation of a kernel, on matrices of zeros: none of the counts depends on the data.
struct Sample {
  uint32_t workgroups = 0;  ///< of the generation
  uint32_t of = 0;          ///< of the whole launch
  device::Counters counters;
};

Result<Sample> sample(const Options& options, KernelStore& store, const Target& target,
                      const Rung& rung, const bench::Shape& shape) {
  const auto plan = bench::plan_launch(rung, shape);
  if (!plan) return tl::unexpected(plan.error());
  const auto image = store.image(target, rung);
  if (!image) return tl::unexpected(image.error());
  const auto resources = store.resources(target, rung);
  if (!resources) return tl::unexpected(resources.error());

  device::EmuOptions settings;
  settings.threads = options.threads;
  settings.counters = true;
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
  const GemmArgs args{.a = (*a)->address(),
                      .b = (*b)->address(),
                      .c = (*c)->address(),
                      .m = shape.m,
                      .n = shape.n,
                      .k = shape.k,
                      .lda = shape.k,
                      .ldb = shape.k,
                      .ldc = shape.m};
  const device::LaunchConfig config{.grid = {workgroups, 1, 1}, .block = {plan->threads, 1, 1}};
  const auto done = (*gpu)->launch(**kernel, config, std::as_bytes(std::span(&args, 1)));
  if (!done) return tl::unexpected(done.error());
  return Sample{workgroups, plan->workgroups, *(*gpu)->take_report().counters};
}

std::string row(const std::string& rung, const Sample& sample) {
  const device::Counters& c = sample.counters;
  const auto per_wmma = [&](uint64_t value) {
    return static_cast<double>(value) / static_cast<double>(std::max<uint64_t>(c.wmmas, 1));
  };
  const double mib = 1024.0 * 1024.0;
  // A generation's K is the whole K, so its reads grow with the launch by the number of
  // generations.
  return fmt::format(
      "| {} | {} of {} | {:.2f} | {} | {:.2f} | {:.2f} | {:.0f} | {:.1f} | {:.1f} |\n", rung,
      sample.workgroups, sample.of, per_wmma(c.instructions), c.barriers / c.workgroups,
      per_wmma(c.lds_clocks), per_wmma(c.lds_conflict_clocks), per_wmma(c.loaded_bytes),
      static_cast<double>(c.l2_bytes) / mib, static_cast<double>(c.dram_read_bytes) / mib);
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
  for (const Target* target : chosen_targets(options.archs)) {
    fmt::print(
        "{} at {}, one generation of workgroups. Counted, except LDS clocks (model of the banks) "
        "and L2 and DRAM (model of the caches).\n\n"
        "| rung | workgroups | instructions per WMMA | barriers of a workgroup's waves | LDS "
        "clocks "
        "per WMMA | of conflicts | B loaded per WMMA | MiB through L2 | MiB read from DRAM |\n"
        "|---|---:|---:|---:|---:|---:|---:|---:|---:|\n",
        target->name, bench::text(*shape));
    for (const Rung* rung : kernels) {
      const auto seen = sample(options, store, *target, *rung, *shape);
      if (!seen) return fail("{} {}: {}", target->name, rung->id, seen.error().message);
      fmt::print("{}", row(rung->id, *seen));
      std::fflush(stdout);
    }
    fmt::print("\n");
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
  command->add_option("--shape", options->shape, "MxNxK")->capture_default_str();
  command->add_option("--threads", options->threads, "Cores to use, 0 for all")
      ->check(CLI::Range(0u, 1024u))
      ->capture_default_str();
  command->footer("Example:\n  tilewright count --arch gfx1201 --rung 5 --rung 6");
  command->callback([&action, options] { action = [options] { return count(*options); }; });
}

}  // namespace tilewright::cli
