// SPDX-License-Identifier: MIT
#include "cli/count_sample.hpp"

#include <algorithm>
#include <memory>
#include <span>

#include "bench/gemm_arguments.hpp"
#include "bench/launch_plan.hpp"
#include "cli/host_work.hpp"
#include "device/emu/emu_device.hpp"
#include "emu/count/traffic.hpp"

namespace tilewright::cli {
namespace {

/// One target with A, B and C in its memory.
struct Bench {
  std::unique_ptr<device::Device> gpu;
  std::shared_ptr<device::Buffer> a, b, c;
};

/// `rows` rows of `k` FP16 codes that alternate.
Result<std::shared_ptr<device::Buffer>> filled(device::Device& gpu, const char* name, int rows,
                                               int k, uint16_t even, uint16_t odd) {
  const size_t row_bytes = static_cast<size_t>(k) * sizeof(uint16_t);
  auto buffer = gpu.allocate(static_cast<size_t>(rows) * row_bytes, name);
  if (!buffer) return buffer;
  std::vector<uint16_t> row(static_cast<size_t>(k), even);
  for (size_t i = 1; i < row.size(); i += 2) row[i] = odd;
  const std::span<const std::byte> bytes = std::as_bytes(std::span(row));
  for (size_t i = 0; i < static_cast<size_t>(rows); ++i) {
    const auto done = gpu.upload(**buffer, i * bytes.size(), bytes);
    if (!done) return tl::unexpected(done.error());
  }
  return buffer;
}

/// No count depends on the data. These make small sums, on which the arithmetic is fastest.
Result<Bench> open(const Target& target, const bench::Shape& shape, unsigned threads,
                   const std::function<void(uint64_t, uint64_t)>& progress) {
  device::EmuOptions options;
  options.threads = threads;
  options.counters = true;
  options.progress = progress;
  auto gpu = device::open_emu(target.name, options);
  if (!gpu) return tl::unexpected(gpu.error());
  constexpr uint16_t kOne = 0x3c00, kMinusOne = 0xbc00;
  auto a = filled(**gpu, "A", shape.m, shape.k, kOne, kMinusOne);
  if (!a) return tl::unexpected(a.error());
  auto b = filled(**gpu, "B", shape.n, shape.k, kOne, kOne);
  if (!b) return tl::unexpected(b.error());
  auto c = (*gpu)->allocate(
      static_cast<size_t>(shape.m) * static_cast<size_t>(shape.n) * sizeof(uint16_t), "C");
  if (!c) return tl::unexpected(c.error());
  return Bench{std::move(*gpu), std::move(*a), std::move(*b), std::move(*c)};
}

Result<CountSample> planned(const Target& target, const Rung& rung, const bench::Shape& shape,
                            KernelStore& store) {
  const auto plan = bench::plan_launch(rung, shape);
  if (!plan) return tl::unexpected(plan.error());
  const auto resources = store.resources(target, rung);
  if (!resources) return tl::unexpected(resources.error());
  const uint32_t at_once =
      emu::count::memory_system(target.name).compute_units * resources->workgroups_per_cu;
  return CountSample{.target = &target,
                     .rung = &rung,
                     .workgroups = std::min(at_once, plan->workgroups),
                     .workgroups_of_launch = plan->workgroups,
                     .waves = plan->threads / static_cast<uint32_t>(target.limits.wave_size),
                     .counters = {}};
}

Result<void> run(CountSample& sample, const bench::Shape& shape, const Bench& on,
                 KernelStore& store) {
  const auto image = store.image(*sample.target, *sample.rung);
  if (!image) return tl::unexpected(image.error());
  const auto module = on.gpu->load(*image);
  if (!module) return tl::unexpected(module.error());
  const auto kernel = (*module)->kernel(sample.rung->kernel);
  if (!kernel) return tl::unexpected(kernel.error());
  const auto arguments = bench::argument_block(
      bench::packed_gemm(shape, on.a->address(), on.b->address(), on.c->address()));
  const auto threads = sample.waves * static_cast<uint32_t>(sample.target->limits.wave_size);
  const device::LaunchConfig config{.grid = {sample.workgroups, 1, 1}, .block = {threads, 1, 1}};
  const auto done = on.gpu->launch(**kernel, config, arguments);
  if (!done) return done;
  sample.counters = on.gpu->take_report().counters.value();
  return {};
}

/// Of the generation, a part of the launch.
double work_of(const CountSample& sample, const bench::Shape& shape) {
  const auto plan = bench::plan_launch(*sample.rung, shape);
  return host_work(*sample.rung, static_cast<double>(plan->wmmas)) * sample.workgroups /
         sample.workgroups_of_launch;
}

}  // namespace

Result<std::vector<CountSample>> count_samples(
    const std::vector<const Target*>& targets, const std::vector<const Rung*>& rungs,
    const bench::Shape& shape, KernelStore& store, unsigned threads, const CountProgress& progress,
    const std::function<void(const CountSample&)>& each) {
  std::vector<CountSample> samples;
  double total = 0;
  for (const Target* target : targets) {
    for (const Rung* rung : rungs) {
      const auto sample = planned(*target, *rung, shape, store);
      if (!sample) return fail("{} {}: {}", target->name, rung->id, sample.error().message);
      samples.push_back(*sample);
      total += work_of(*sample, shape);
    }
  }
  double done = 0;
  const CountSample* now = nullptr;
  const auto within = [&](uint64_t part, uint64_t whole) {
    const double share = static_cast<double>(part) / static_cast<double>(whole);
    progress(*now, done + work_of(*now, shape) * share, total);
  };
  std::unique_ptr<Bench> on;
  for (CountSample& sample : samples) {
    now = &sample;
    progress(sample, done, total);
    if (!on || on->gpu->info().arch != sample.target->name) {
      on.reset();  // before the next is there: both are large
      auto opened = open(*sample.target, shape, threads, within);
      if (!opened) return tl::unexpected(opened.error());
      on = std::make_unique<Bench>(std::move(*opened));
    }
    if (const auto ran = run(sample, shape, *on, store); !ran) {
      return fail("{} {}: {}", sample.target->name, sample.rung->id, ran.error().message);
    }
    done += work_of(sample, shape);
    each(sample);
  }
  return samples;
}

}  // namespace tilewright::cli
