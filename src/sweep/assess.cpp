// SPDX-License-Identifier: MIT
#include "sweep/assess.hpp"

namespace tilewright::sweep {
namespace {

constexpr int kB128Bytes = 16;

/// Registers of one fragment and of one 16x16 accumulator, as the policies in src/arch have them.
struct RegisterSizes {
  int fragment;
  int accumulator;
};

RegisterSizes register_sizes(Family family, Precision precision) {
  if (precision == Precision::fp8) return {2, 8};
  return family == Family::rdna3 ? RegisterSizes{8, 8} : RegisterSizes{4, 4};
}

/// Passes that copy `rows` rows of a slice; 0 if they do not come out whole.
int chunks(const Tile& t, int rows, int elem_bytes) {
  const int elems = kB128Bytes / elem_bytes;
  if (t.block_k % elems != 0) return 0;
  const int lanes_per_row = t.block_k / elems;
  if (threads(t) % lanes_per_row != 0) return 0;
  const int rows_per_pass = threads(t) / lanes_per_row;
  return rows % rows_per_pass == 0 ? rows / rows_per_pass : 0;
}

/// What the compiler makes of the loop: accumulators, two fragments of A and a row of B, the staged
/// chunks, and what else it keeps. Calibrated with clang 19 on the rungs (tests/sweep).
int predicted_vgprs(const Tile& t, const Assessment& a, RegisterSizes sizes) {
  constexpr int kStagedRegisters = 4;
  constexpr int kAddresses = 6;
  constexpr int kSecondBuffer = 4;
  // The tail of K is copied with one register for each element of 128 bits and one for its offset.
  constexpr int kTailAddresses = 5;
  const int tiles = tiles_m(t) * tiles_n(t);
  const int accumulators = (a.packed ? ceil_div(tiles, 2) : tiles) * sizes.accumulator;
  const int staged = (a.chunks_a + a.chunks_b) * kStagedRegisters;
  const int loop = accumulators + (2 + tiles_n(t)) * sizes.fragment + staged + kAddresses +
                   (t.buffers == 2 ? kSecondBuffer : 0);
  const int tail_elems = sizes.fragment == 2 ? 16 : 8;
  const int tail = accumulators + 2 * tail_elems + kTailAddresses;
  return loop > tail ? loop : tail;
}

std::string buffers_text(int buffers) { return buffers == 1 ? "one buffer" : "two buffers"; }

/// Empty, or why the tile cannot be divided among waves and lanes.
std::string division_problem(const Tile& t, int elem_bytes, const Assessment& a) {
  const auto patch = [](const char* what, int block, int waves) {
    return fmt::format("{} waves leave each {:g} {} of {}, which is {:g} WMMA tiles", waves,
                       static_cast<double>(block) / waves, what, block,
                       static_cast<double>(block) / waves / wmma_tile);
  };
  if (t.block_m % (t.waves_m * wmma_tile) != 0) return patch("rows", t.block_m, t.waves_m);
  if (t.block_n % (t.waves_n * wmma_tile) != 0) return patch("columns", t.block_n, t.waves_n);
  if (t.block_k % wmma_tile != 0) {
    return fmt::format("K of {} is no multiple of a WMMA's 16", t.block_k);
  }
  if (a.chunks_a == 0 || a.chunks_b == 0) {
    const int lanes_per_row = t.block_k * elem_bytes / kB128Bytes;
    return fmt::format(
        "{} lanes, {} to a row, do not copy {} rows of {} in whole passes of {} rows", threads(t),
        lanes_per_row, a.chunks_a == 0 ? t.block_m : t.block_n, a.chunks_a == 0 ? "A" : "B",
        threads(t) / lanes_per_row);
  }
  return {};
}

Template template_of(const Tile& t) {
  if (t.layout == Layout::padded) return Template::interleaved;
  const bool one_wave = t.layout == Layout::plain && t.buffers == 1 && threads(t) == wave_size;
  return one_wave ? Template::one_wave : Template::bounded;
}

std::string kernel_problem(const Tile& t, const Assessment& a) {
  if (a.kernel == Template::interleaved) {
    const int most = a.chunks_a > a.chunks_b ? a.chunks_a : a.chunks_b;
    if (2 * most <= a.fold_steps) return {};
    return fmt::format(
        "the fold issues a chunk every second step: {} chunks need {} steps, it has {}", most,
        2 * most, a.fold_steps);
  }
  if (a.kernel == Template::one_wave || t.buffers == 2) return {};
  return fmt::format(
      "{} rows have no constant step for the fold, and the other kernel needs two "
      "buffers",
      name(t.layout));
}

std::string lds_problem(const Tile& t, const Assessment& a, const Limits& limits) {
  if (a.lds_bytes <= limits.lds_bytes) return {};
  return fmt::format("{}x{}x{}, {}: needs {} B of LDS, a workgroup may have {}", t.block_m,
                     t.block_n, t.block_k, buffers_text(t.buffers), a.lds_bytes, limits.lds_bytes);
}

std::string thread_problem(const Tile& t, const Limits& limits) {
  if (threads(t) <= limits.threads_per_workgroup) return {};
  return fmt::format("{}x{} waves are {} threads, a workgroup may have {}", t.waves_m, t.waves_n,
                     threads(t), limits.threads_per_workgroup);
}

std::string register_problem(const Tile& t, int vgprs, const Limits& limits) {
  if (vgprs > limits.vgprs_per_wave) {
    return fmt::format("needs about {} VGPRs, a wave has {}", vgprs, limits.vgprs_per_wave);
  }
  if (whole_workgroups_per_cu(limits, vgprs, 0, threads(t)) < 1) {
    const int waves = limits.vgprs_per_simd / round_up(vgprs, limits.vgpr_granule);
    return fmt::format("{} waves of about {} VGPRs, a CU holds {} of them", threads(t) / wave_size,
                       vgprs, waves * limits.simds_per_cu);
  }
  return {};
}

}  // namespace

std::string_view name(Verdict verdict) {
  switch (verdict) {
    case Verdict::fits:
      return "fits";
    case Verdict::impossible:
      return "impossible";
    case Verdict::spills:
      return "spills";
  }
  return "";
}

Assessment assess(const Candidate& candidate, const Target& target) {
  const Tile& t = candidate.tile;
  const int elem_bytes = operand_bytes(candidate.precision);
  const RegisterSizes sizes = register_sizes(target.family, candidate.precision);
  Assessment a;
  a.kernel = template_of(t);
  a.lds_bytes = lds_bytes(t, elem_bytes);
  a.chunks_a = chunks(t, t.block_m, elem_bytes);
  a.chunks_b = chunks(t, t.block_n, elem_bytes);
  a.fold_steps = k_steps(t) * tiles_m(t) * tiles_n(t);
  a.predicted_vgprs = predicted_vgprs(t, a, sizes);
  const bool packs = target.family == Family::rdna3 && a.kernel == Template::interleaved;
  if (packs && a.predicted_vgprs > target.limits.vgprs_per_wave) {
    a.packed = true;
    a.predicted_vgprs = predicted_vgprs(t, a, sizes);
  }

  a.verdict = Verdict::impossible;
  if (!has(target.family, candidate.precision)) {
    a.reason = fmt::format("{} has no {} WMMA", target.name, name(candidate.precision));
    return a;
  }
  a.reason = thread_problem(t, target.limits);
  if (a.reason.empty()) a.reason = lds_problem(t, a, target.limits);
  if (a.reason.empty()) a.reason = division_problem(t, elem_bytes, a);
  if (a.reason.empty()) a.reason = kernel_problem(t, a);
  if (!a.reason.empty()) return a;

  a.reason = register_problem(t, a.predicted_vgprs, target.limits);
  a.verdict = a.reason.empty() ? Verdict::fits : Verdict::spills;
  return a;
}

}  // namespace tilewright::sweep
