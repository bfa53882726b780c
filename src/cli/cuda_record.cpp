// SPDX-License-Identifier: MIT
#include "cli/cuda_record.hpp"

#include "cli/invocation.hpp"
#include "core/json_text.hpp"

namespace tilewright::cli {
namespace {

using bench::FairRun;
using bench::FairRung;
using nlohmann::ordered_json;

ordered_json resources_record(const std::optional<bench::ContestantResources>& resources) {
  if (!resources) return nullptr;
  return {{"registers", resources->registers},
          {"shared_bytes", resources->shared_bytes},
          {"local_bytes", resources->local_bytes},
          {"threads", resources->threads}};
}

ordered_json float64_record(const std::optional<bench::Float64Sample::Verdict>& verdict) {
  if (!verdict) return nullptr;
  return {{"relative_error", verdict->relative_error},
          {"max_share_of_bound", verdict->share_of_bound}};
}

ordered_json climate_record(const bench::Climate& climate) {
  return {{"sm_mhz", or_null(climate.sm_mhz)},
          {"memory_mhz", or_null(climate.memory_mhz)},
          {"power_w", or_null(climate.power_w)},
          {"temperature_c", or_null(climate.temperature_c)}};
}

ordered_json summary_record(const bench::Summary& summary) {
  return {{"count", summary.count},   {"mean", summary.mean}, {"deviation", summary.deviation},
          {"median", summary.median}, {"low", summary.low},   {"high", summary.high}};
}

/// The comparison with the reference, or what is known of it without one.
ordered_json reference_record(const FairRun& run, const FairRung& rung) {
  if (!run.reference) return nullptr;
  ordered_json record;
  record["name"] = run.reference->id;
  if (rung.fair) {
    const bench::Comparison& times = rung.fair->times;
    record["time_ms"] = times.theirs_ms.median;
    record["ratio"] = times.ratio.median;
    record["ratio_quartiles"] = {times.ratio.low, times.ratio.high};
    record["ratio_uncertainty"] = times.uncertainty();
    record["within_noise"] = times.within_noise();
  } else {
    const auto theirs = run.reference->ms();
    const auto ours = rung.ms();
    record["time_ms"] = or_null(theirs);
    record["ratio"] = theirs && ours ? ordered_json(*theirs / *ours) : ordered_json(nullptr);
  }
  record["bitwise_equal"] = or_null(rung.equals_reference);
  return record;
}

ordered_json rung_record(const FairRun& run, const FairRung& rung) {
  const bool checked = !rung.refused && !rung.error;
  const auto ms = rung.ms();
  ordered_json record;
  record["id"] = rung.id;
  record["exact"] = rung.refused ? ordered_json(nullptr) : ordered_json(rung.exact());
  record["mismatches"] = checked ? ordered_json(rung.integers.mismatches) : ordered_json(nullptr);
  record["first_mismatch"] =
      rung.integers.first.empty() ? ordered_json(nullptr) : ordered_json(rung.integers.first);
  record["unwritten"] = checked ? ordered_json(rung.integers.unwritten) : ordered_json(nullptr);
  record["float64"] = float64_record(rung.float64);
  record["refused"] = or_null(rung.refused);
  record["error"] = or_null(rung.error);
  record["note"] = rung.note.empty() ? ordered_json(nullptr) : ordered_json(rung.note);
  record["resources"] = resources_record(rung.resources);
  record["counters"] = nullptr;
  record["time_ms"] = or_null(ms);
  record["tflops"] = ms ? ordered_json(bench::tflops(run.shape, *ms)) : ordered_json(nullptr);
  record["posts_ms"] = rung.posts_ms ? summary_record(*rung.posts_ms) : ordered_json(nullptr);
  record["fair"] = nullptr;
  if (rung.fair) {
    record["fair"] = {{"ours_ms", summary_record(rung.fair->times.ours_ms)},
                      {"theirs_ms", summary_record(rung.fair->times.theirs_ms)},
                      {"ratio", summary_record(rung.fair->times.ratio)},
                      {"launches_ours", rung.fair->launches_ours},
                      {"launches_theirs", rung.fair->launches_theirs},
                      {"climate", climate_record(rung.fair->climate)}};
  }
  record["emulation_s"] = nullptr;
  record["reference"] = reference_record(run, rung);
  return record;
}

ordered_json run_record(const FairRun& run) {
  ordered_json rungs = ordered_json::array();
  for (const FairRung& rung : run.rungs) rungs.push_back(rung_record(run, rung));
  ordered_json record = {{"device",
                          {{"kind", device::name(run.device.kind)},
                           {"arch", run.device.arch},
                           {"name", run.device.name},
                           {"driver", run.driver}}},
                         {"dtype", run.types->name},
                         {"input", bench::name(run.types->input)},
                         {"accumulate", bench::name(run.types->sum)},
                         {"output", bench::name(run.types->output)},
                         {"scales", bench::name(run.scaling)},
                         {"shape", {{"m", run.shape.m}, {"n", run.shape.n}, {"k", run.shape.k}}},
                         {"data", "normal"},
                         {"operand_copies", run.copies},
                         {"reference", nullptr},
                         {"rungs", rungs}};
  if (run.reference) {
    const FairRung& reference = *run.reference;
    record["reference"] = {
        {"name", reference.id},
        {"exact", reference.exact()},
        {"error", reference.error ? or_null(reference.error) : or_null(reference.refused)},
        {"float64", float64_record(reference.float64)},
        {"candidates", run.tuning.candidates},
        {"chosen", run.tuning.chosen},
        {"gain_over_first", run.tuning.gain_over_first},
        {"posts_ms",
         reference.posts_ms ? summary_record(*reference.posts_ms) : ordered_json(nullptr)}};
  }
  return record;
}

/// Null where nobody takes turns.
ordered_json turns_record(const bench::FairLadderRequest& request) {
  if (!request.time || !request.fair) return nullptr;
  return {{"pairs", request.options.pairs},
          {"turn_ms", request.options.turn_ms},
          {"warm_up_ms", request.options.warm_up_ms()}};
}

}  // namespace

ordered_json fair_record(const std::vector<FairRun>& runs,
                         const bench::FairLadderRequest& request) {
  ordered_json list = ordered_json::array();
  for (const FairRun& run : runs) list.push_back(run_record(run));
  return {{"schema_version", 1},
          {"tool", tool_record(request.seed)},
          {"protocol", !request.time  ? "checked only"
                       : request.fair ? "fair"
                                      : "posts"},
          {"turns", turns_record(request)},
          {"runs", list}};
}

}  // namespace tilewright::cli
