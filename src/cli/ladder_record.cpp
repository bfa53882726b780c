// SPDX-License-Identifier: MIT
#include "cli/ladder_record.hpp"

#include "cli/beside_report.hpp"
#include "cli/counters.hpp"
#include "cli/invocation.hpp"
#include "cli/resources_record.hpp"
#include "core/json_text.hpp"

namespace tilewright::cli {
namespace {

using nlohmann::ordered_json;

ordered_json mismatch_record(const std::optional<bench::Mismatch>& mismatch) {
  if (!mismatch) return nullptr;
  // NaN and infinity have no JSON form: the codes are what counts.
  return {{"row", mismatch->row},
          {"column", mismatch->column},
          {"expected", bench::result_value(mismatch->precision, mismatch->expected)},
          {"got", bench::result_value(mismatch->precision, mismatch->got)},
          {"expected_bits", mismatch->expected},
          {"got_bits", mismatch->got}};
}

ordered_json damage_record(const std::optional<bench::GuardDamage>& damage) {
  if (!damage) return nullptr;
  return {{"bytes", damage->bytes}, {"first_offset", damage->first}};
}

ordered_json float64_record(const bench::RungResult& result) {
  if (!result.float64) return nullptr;
  return {{"max_error", result.float64->max_error},
          {"max_share_of_bound", result.float64->max_share_of_bound},
          {"off_chain", result.verdict.off_chain}};
}

ordered_json geometry_record(const LadderRung& at) {
  const Tile& tile = at.rung->tile;
  const auto& plan = at.result.plan;
  return {{"block", {{"m", tile.block_m}, {"n", tile.block_n}, {"k", tile.block_k}}},
          {"waves", {{"m", tile.waves_m}, {"n", tile.waves_n}}},
          {"buffers", tile.buffers},
          {"workgroups", plan ? ordered_json(plan->workgroups) : ordered_json(nullptr)},
          {"wmmas", plan ? ordered_json(plan->wmmas) : ordered_json(nullptr)}};
}

ordered_json rung_record(const LadderRun& run, const LadderRung& at) {
  const bench::RungResult& result = at.result;
  const bool checked = !result.refused && !result.error;
  const bool emulated = checked && run.device.kind == device::Kind::emu;
  ordered_json record;
  record["id"] = at.rung->id;
  record["exact"] = result.refused ? ordered_json(nullptr) : ordered_json(result.exact());
  record["mismatches"] = checked ? ordered_json(result.verdict.mismatches) : ordered_json(nullptr);
  record["first_mismatch"] = mismatch_record(result.verdict.first);
  record["unwritten"] = checked ? ordered_json(result.unwritten) : ordered_json(nullptr);
  record["outside_c"] = damage_record(result.damage);
  record["float64"] = float64_record(result);
  record["refused"] = or_null(result.refused);
  record["error"] = or_null(result.error);
  record["resources"] = resources_record(at.resources);
  record["geometry"] = geometry_record(at);
  record["findings"] = findings_record(result.report.findings, run.strict && !result.refused);
  record["counters"] = counters_record(result.report.counters);
  record["time_ms"] = or_null(result.milliseconds);
  record["tflops"] = result.milliseconds
                         ? ordered_json(bench::teraflops(run.shape, *result.milliseconds))
                         : ordered_json(nullptr);
  record["emulation_s"] = emulated ? ordered_json(result.seconds) : ordered_json(nullptr);
  record["reference"] = beside_record(run, at);
  return record;
}

/// null for FP16, whose operands have one format.
ordered_json formats_record(const bench::Formats& formats) {
  if (formats.precision == Precision::fp16) return nullptr;
  return {{"a", name(formats.a)}, {"b", name(formats.b)}};
}

ordered_json run_record(const LadderRun& run) {
  ordered_json rungs = ordered_json::array();
  for (const LadderRung& at : run.rungs) rungs.push_back(rung_record(run, at));
  return {{"device",
           {{"kind", device::name(run.device.kind)},
            {"arch", run.device.arch},
            {"name", run.device.name}}},
          {"dtype", name(run.formats.precision)},
          {"accumulate", accumulator_name(run.formats.precision)},
          {"formats", formats_record(run.formats)},
          {"shape", {{"m", run.shape.m}, {"n", run.shape.n}, {"k", run.shape.k}}},
          {"data", bench::name(run.data)},
          {"rungs", rungs}};
}

}  // namespace

ordered_json ladder_record(const std::vector<LadderRun>& runs, uint64_t seed) {
  ordered_json list = ordered_json::array();
  for (const LadderRun& run : runs) list.push_back(run_record(run));
  return {{"schema_version", 1}, {"tool", tool_record(seed)}, {"runs", list}};
}

}  // namespace tilewright::cli
