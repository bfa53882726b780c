// The software GPU on rung 8: matrix instructions per second of CPU time, which on a machine with
// nothing else to do is per second and core. "plain" is without watchers; "judge" is the host's
// work of knowing what C must be and comparing, for the same product.
//
//   rung_bench --benchmark_filter='gfx1201.*plain'
// SPDX-License-Identifier: MIT
#include <benchmark/benchmark.h>

#include <memory>
#include <string>

#include "bench/judge.hpp"
#include "bench/run.hpp"
#include "core/parallel.hpp"
#include "device/emu/emu_device.hpp"
#include "ladder/gemm_args.hpp"
#include "ladder/kernels.hpp"

namespace tilewright {
namespace {

constexpr bench::Shape kShape{1024, 1024, 1024};
constexpr const char* kRung = "8";
constexpr uint64_t kSeed = 1;

/// Everything that a launch needs, so that nothing but launches is timed.
struct Prepared {
  std::unique_ptr<device::Device> gpu;
  bench::DeviceOperands operands;
  std::shared_ptr<device::Buffer> c;
  std::shared_ptr<device::Kernel> kernel;
  bench::LaunchPlan plan;
};

Result<Prepared> prepare(const Target& target, bench::Data data, device::EmuOptions options) {
  const Rung& rung = *find_rung(kRung);
  const auto plan = bench::plan_launch(rung, kShape);
  if (!plan) return tl::unexpected(plan.error());
  auto gpu = device::open_emu(target.name, options);
  if (!gpu) return tl::unexpected(gpu.error());
  auto operands = bench::upload(**gpu, bench::make_operands(kShape, data, kSeed, 0));
  if (!operands) return tl::unexpected(operands.error());
  auto c = (*gpu)->allocate(size_t{2} * kShape.m * kShape.n, "C");
  if (!c) return tl::unexpected(c.error());
  const auto module = (*gpu)->load(kernel_image(target.name, kRung));
  if (!module) return tl::unexpected(module.error());
  auto kernel = (*module)->kernel(rung.kernel);
  if (!kernel) return tl::unexpected(kernel.error());
  return Prepared{std::move(*gpu), std::move(*operands), std::move(*c), std::move(*kernel), *plan};
}

Result<void> launch(const Prepared& what) {
  const GemmArgs args{.a = what.operands.a->address(),
                      .b = what.operands.b->address(),
                      .c = what.c->address(),
                      .m = kShape.m,
                      .n = kShape.n,
                      .k = kShape.k,
                      .lda = kShape.k,
                      .ldb = kShape.k,
                      .ldc = kShape.m};
  const device::LaunchConfig config{.grid = {what.plan.workgroups, 1, 1},
                                    .block = {what.plan.threads, 1, 1}};
  return what.gpu->launch(*what.kernel, config, std::as_bytes(std::span(&args, 1)));
}

void count_wmmas(benchmark::State& state, uint64_t each) {
  state.counters["wmma/s"] =
      benchmark::Counter(static_cast<double>(state.iterations()) * static_cast<double>(each),
                         benchmark::Counter::kIsRate);
}

void run(benchmark::State& state, const Target& target, bench::Data data,
         const device::EmuOptions& options) {
  const auto prepared = prepare(target, data, options);
  if (!prepared) return state.SkipWithError(prepared.error().message.c_str());
  for (auto _ : state) {
    if (const auto done = launch(*prepared); !done) {
      return state.SkipWithError(done.error().message.c_str());
    }
    if (!prepared->gpu->take_report().findings.empty()) {
      return state.SkipWithError("strict mode has found something");
    }
  }
  count_wmmas(state, prepared->plan.wmmas);
}

void judge(benchmark::State& state, const Target& target, bench::Data data) {
  const auto plan = bench::plan_launch(*find_rung(kRung), kShape).value();
  const bench::Operands operands = bench::make_operands(kShape, data, kSeed, 0);
  const bench::Codes zeros(2, size_t{1} * kShape.m * kShape.n);
  for (auto _ : state) {
    bench::Judge judge(operands, data, target.family, 1);
    benchmark::DoNotOptimize(judge.check(zeros, plan.executed_k));
  }
  count_wmmas(state, plan.wmmas);
}

void add(const Target& target, bench::Data data) {
  struct Mode {
    const char* name;
    bool strict;
    bool counters;
  };
  const std::string prefix = std::string(target.name) + "/" + std::string(bench::name(data)) + "/";
  const auto timed = [](benchmark::internal::Benchmark* benchmark) {
    benchmark->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime();
  };
  for (const Mode mode :
       {Mode{"plain", false, false}, Mode{"strict", true, false}, Mode{"counters", false, true}}) {
    for (const unsigned threads : {1u, thread_count(0)}) {
      device::EmuOptions options;
      options.threads = threads;
      options.strict = mode.strict;
      options.counters = mode.counters;
      timed(benchmark::RegisterBenchmark(
          (prefix + mode.name + "/workers:" + std::to_string(threads)).c_str(),
          [=, &target](benchmark::State& state) { run(state, target, data, options); }));
      if (thread_count(0) == 1) break;
    }
  }
  timed(benchmark::RegisterBenchmark(
      (prefix + "judge").c_str(),
      [=, &target](benchmark::State& state) { judge(state, target, data); }));
}

}  // namespace
}  // namespace tilewright

int main(int argc, char** argv) {
  for (const tilewright::Target& target : tilewright::targets) {
    if (std::string_view(target.name) == "gfx1151") continue;  // gfx1100's arithmetic and kernel
    for (const auto data : {tilewright::bench::Data::normal, tilewright::bench::Data::pm1}) {
      tilewright::add(target, data);
    }
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
