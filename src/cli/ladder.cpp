// SPDX-License-Identifier: MIT
#include "cli/ladder.hpp"

#include <unistd.h>

#include <map>
#include <memory>
#include <utility>

#include "cli/choices.hpp"

namespace tilewright::cli {
namespace {

/// Tells the progress line how far the request is, from within launches too.
class Work {
 public:
  explicit Work(report::Progress& progress) : progress_(progress) {}

  void begin(std::string label, uint64_t wmmas) {
    label_ = std::move(label);
    ahead_ = static_cast<double>(wmmas);
    progress_.update(label_, done_);
  }
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

/// What one shape needs on the host; the expected products are shared by targets of one family.
struct Problem {
  bench::Operands operands;
  std::map<Family, bench::Judge> judges;
};

/// Refuses what this machine's memory cannot hold, before it is allocated.
Result<void> fits_memory(const bench::Shape& shape, Precision precision) {
  const auto elements = [](int32_t rows, int32_t columns) {
    return static_cast<double>(rows) * static_cast<double>(columns);
  };
  const double c = elements(shape.m, shape.n);
  // A and B here (in two bytes), on the device and in transit; C here and there, its expected
  // value, and twice in transit.
  const double factors = 2 + 2 * operand_bytes(precision);
  const double needed = factors * (elements(shape.m, shape.k) + elements(shape.n, shape.k)) +
                        5 * result_bytes(precision) * c;
  const double present =
      static_cast<double>(::sysconf(_SC_PHYS_PAGES)) * static_cast<double>(::sysconf(_SC_PAGESIZE));
  if (needed <= present) return {};
  constexpr double kGib = 1024.0 * 1024.0 * 1024.0;
  return fail("{} needs about {:.1f} GiB of memory, this machine has {:.1f}; take a smaller shape",
              text(shape), needed / kGib, present / kGib);
}

Result<LadderRun> listed(const LadderRequest& request, KernelStore& store, const Target& target,
                         const bench::Shape& shape, const device::Info& info) {
  LadderRun run{.device = info,
                .target = &target,
                .shape = shape,
                .data = request.data,
                .formats = request.formats,
                .rungs = {}};
  for (const Rung* rung : request.rungs) {
    const Result<report::KernelResources> resources = store.resources(target, *rung);
    if (!resources) return tl::unexpected(resources.error());
    run.rungs.push_back({.rung = rung, .resources = *resources, .result = {}});
  }
  return run;
}

Result<void> run_all(LadderRun& run, KernelStore& store, device::Device& device, Problem& problem,
                     unsigned threads, Work& work, const LadderListener& listener) {
  if (listener.run_begins) listener.run_begins(run);
  const Result<bench::DeviceOperands> operands = bench::upload(device, problem.operands);
  if (!operands) return tl::unexpected(operands.error());
  bench::Judge& judge =
      problem.judges
          .try_emplace(run.target->family, problem.operands, run.data, run.target->family, threads)
          .first->second;
  for (LadderRung& at : run.rungs) {
    const auto plan = bench::plan_launch(*at.rung, run.shape);
    work.begin(fmt::format("{} {} rung {}", run.target->name, text(run.shape), at.rung->id),
               plan ? plan->wmmas : 0);
    const auto image = store.image(*run.target, *at.rung);
    if (!image) return tl::unexpected(image.error());
    at.result = bench::run_rung(device, *image, *at.rung, *operands, judge);
    work.end();
    if (listener.rung_done) listener.rung_done(run, at);
  }
  if (listener.run_ends) listener.run_ends(run);
  return {};
}

}  // namespace

uint64_t planned_wmmas(const LadderRequest& request) {
  uint64_t wmmas = 0;
  for (const bench::Shape& shape : request.shapes) {
    for (const Rung* rung : request.rungs) {
      const auto plan = bench::plan_launch(*rung, shape);
      if (plan) wmmas += plan->wmmas;
    }
  }
  return wmmas * request.targets.size();
}

Result<std::vector<LadderRun>> run_ladder(const LadderRequest& request, KernelStore& store,
                                          report::Progress& progress,
                                          const LadderListener& listener) {
  for (const bench::Shape& shape : request.shapes) {
    if (Result<void> fits = fits_memory(shape, request.formats.precision); !fits)
      return tl::unexpected(fits.error());
  }
  Work work(progress);
  std::vector<LadderRun> runs;
  for (const bench::Shape& shape : request.shapes) {
    Problem problem{.operands = bench::make_operands(shape, request.data, request.seed,
                                                     request.threads, request.formats),
                    .judges = {}};
    for (const Target* target : request.targets) {
      const auto device = open_device(
          request.device, target->name, request.threads,
          [&work](uint64_t done, uint64_t total) { work.within_launch(done, total); },
          request.watch);
      if (!device) return tl::unexpected(device.error());
      Result<LadderRun> run = listed(request, store, *target, shape, (*device)->info());
      if (!run) return tl::unexpected(run.error());
      const auto done = run_all(*run, store, **device, problem, request.threads, work, listener);
      if (!done) return tl::unexpected(done.error());
      runs.push_back(std::move(*run));
    }
  }
  return runs;
}

}  // namespace tilewright::cli
