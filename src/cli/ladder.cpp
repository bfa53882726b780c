// SPDX-License-Identifier: MIT
#include "cli/ladder.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "cli/choices.hpp"
#include "cli/host_work.hpp"
#include "cli/memory_need.hpp"
#include "report/table.hpp"

namespace tilewright::cli {
namespace {

/// Tells the progress line how far the request is, from within launches too.
class Work {
 public:
  explicit Work(report::Progress& progress) : progress_(progress) {}

  void begin(std::string label, double work) {
    label_ = std::move(label);
    ahead_ = work;
    progress_.update(label_, done_);
  }
  /// Another part of the same work.
  void stage(const std::string& label) { progress_.update(label, done_ + ahead_); }
  void within_launch(uint64_t done, uint64_t total) {
    progress_.update(label_,
                     done_ + ahead_ * static_cast<double>(done) / static_cast<double>(total));
  }
  void end() { done_ += std::exchange(ahead_, 0); }

 private:
  report::Progress& progress_;
  std::string label_;
  double done_ = 0;
  double ahead_ = 0;
};

/// What one shape needs on the host, made when the first rung takes the shape; the expected
/// products are shared by targets of one family.
class Problem {
 public:
  Problem(const LadderRequest& request, const bench::Shape& shape)
      : request_(request), shape_(shape) {}

  [[nodiscard]] const bench::Operands& operands() {
    if (!operands_) {
      operands_ = bench::make_operands(shape_, request_.data, request_.seed, request_.threads,
                                       request_.formats);
    }
    return *operands_;
  }
  [[nodiscard]] bench::Judge& judge(Family family) {
    return judges_.try_emplace(family, operands(), request_.data, family, request_.threads)
        .first->second;
  }

 private:
  const LadderRequest& request_;
  const bench::Shape shape_;
  std::optional<bench::Operands> operands_;
  std::map<Family, bench::Judge> judges_;
};

bool any_rung_takes(const LadderRequest& request, const bench::Shape& shape) {
  return std::ranges::any_of(request.rungs, [&](const Rung* rung) {
    return bench::plan_launch(*rung, shape).has_value();
  });
}

Result<LadderRun> listed(const LadderRequest& request, KernelStore& store, const Target& target,
                         const bench::Shape& shape, const device::Info& info, Work& work) {
  LadderRun run{.device = info,
                .target = &target,
                .shape = shape,
                .data = request.data,
                .formats = request.formats,
                .strict = request.watch.strict,
                .rungs = {}};
  for (const Rung* rung : request.rungs) {
    if (store.must_compile(target, *rung)) {
      work.begin(fmt::format("compiling {} for {}", rung->id, target.name), 0);
    }
    const Result<report::KernelResources> resources = store.resources(target, *rung);
    if (!resources) return tl::unexpected(resources.error());
    run.rungs.push_back({.rung = rung, .resources = *resources, .result = {}});
  }
  return run;
}

/// What only a HIP device gives; nothing on another.
struct Hip {
  device::HipDevice* device = nullptr;
  std::optional<bench::EventTiming> timing = {};  ///< of a card; the emulation's own says nothing
};
Hip hip_of(device::Device& device) {
  auto* hip = dynamic_cast<device::HipDevice*>(&device);
  if (hip == nullptr || hip->emulated()) return {.device = hip};
  return {.device = hip, .timing = bench::EventTiming{}};
}

/// The vendor's library on the same operands, and each exact rung's C compared with its C.
Result<void> run_beside(LadderRun& run, const Hip& hip, const bench::DeviceOperands& uploaded,
                        Problem& problem, unsigned threads) {
  const Family family = run.target->family;
  run.beside = bench::run_hipblaslt(*hip.device, uploaded, problem.operands(), run.data, family,
                                    threads, hip.timing);
  if (run.beside->error) return {};
  for (LadderRung& at : run.rungs) {
    if (!at.result.plan || at.result.error || at.result.verdict.mismatches != 0) continue;
    const auto ours = problem.judge(family).expected(at.result.plan->executed_k);
    if (!ours) return tl::unexpected(ours.error());
    at.unlike_reference = bench::unequal_codes((*ours)->c, run.beside->c);
  }
  return {};
}

Result<void> run_all(LadderRun& run, KernelStore& store, device::Device& device, Problem& problem,
                     const LadderRequest& request, Work& work, const LadderListener& listener) {
  if (listener.run_begins) listener.run_begins(run);
  const Hip hip = hip_of(device);
  std::optional<bench::DeviceOperands> operands;
  for (LadderRung& at : run.rungs) {
    const std::string label =
        fmt::format("{} {} rung {}", run.target->name, text(run.shape), at.rung->id);
    // A shape that no rung takes costs nothing.
    const auto plan = bench::plan_launch(*at.rung, run.shape);
    if (!plan) {
      at.result.id = at.rung->id;
      at.result.refused = plan.error().message;
      if (listener.rung_done) listener.rung_done(run, at);
      continue;
    }
    if (!operands) {
      work.begin(fmt::format("{} {}: making A and B", run.target->name, text(run.shape)), 0);
      Result<bench::DeviceOperands> uploaded = bench::upload(device, problem.operands());
      if (!uploaded) return tl::unexpected(uploaded.error());
      operands = std::move(*uploaded);
    }
    work.begin(fmt::format("{}, {} workgroups", label, report::grouped(plan->workgroups)),
               host_work(*at.rung, static_cast<double>(plan->wmmas)));
    const auto image = store.image(*run.target, *at.rung);
    if (!image) return tl::unexpected(image.error());
    at.result = bench::run_rung(
        device, *image, *at.rung, *operands, problem.judge(run.target->family),
        [&] { work.stage(label + ", checking C"); }, hip.timing);
    work.end();
    if (listener.rung_done) listener.rung_done(run, at);
  }
  if (request.reference && operands) {
    work.begin(fmt::format("{} {} hipBLASLt", run.target->name, text(run.shape)), 0);
    const auto compared = run_beside(run, hip, *operands, problem, request.threads);
    if (!compared) return compared;
  }
  if (listener.run_ends) listener.run_ends(run);
  return {};
}

}  // namespace

double planned_work(const LadderRequest& request) {
  double work = 0;
  for (const bench::Shape& shape : request.shapes) {
    for (const Rung* rung : request.rungs) {
      const auto plan = bench::plan_launch(*rung, shape);
      if (plan) work += host_work(*rung, static_cast<double>(plan->wmmas));
    }
  }
  return work * static_cast<double>(request.targets.size());
}

Result<std::vector<LadderRun>> run_ladder(const LadderRequest& request, KernelStore& store,
                                          report::Progress& progress,
                                          const LadderListener& listener) {
  for (const bench::Shape& shape : request.shapes) {
    if (!any_rung_takes(request, shape)) continue;
    if (Result<void> fits = fits_memory(shape, request.formats.precision); !fits)
      return tl::unexpected(fits.error());
  }
  Work work(progress);
  std::vector<LadderRun> runs;
  for (const bench::Shape& shape : request.shapes) {
    Problem problem(request, shape);
    for (const Target* target : request.targets) {
      const auto device = open_device(
          {.device = request.device,
           .arch = target->name,
           .threads = request.threads,
           .progress = [&work](uint64_t done, uint64_t total) { work.within_launch(done, total); },
           .watch = request.watch});
      if (!device) return tl::unexpected(device.error());
      Result<LadderRun> run = listed(request, store, *target, shape, (*device)->info(), work);
      if (!run) return tl::unexpected(run.error());
      const auto done = run_all(*run, store, **device, problem, request, work, listener);
      if (!done) return tl::unexpected(done.error());
      runs.push_back(std::move(*run));
    }
  }
  return runs;
}

}  // namespace tilewright::cli
