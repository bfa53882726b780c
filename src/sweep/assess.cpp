// SPDX-License-Identifier: MIT
#include "sweep/assess.hpp"

#include <algorithm>

#include "core/grouped.hpp"

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

/// Registers, by what the policies hold: accumulators, fragments, the staged chunks, and what else
/// the compiler keeps. Calibrated with clang 19 (tests/sweep).
class RegisterEstimate {
 public:
  RegisterEstimate(const Tile& t, const Assessment& a, RegisterSizes sizes)
      : tile_(t),
        sizes_(sizes),
        accumulators_((a.packed ? ceil_div(tiles(), 2) : tiles()) * sizes.accumulator),
        staged_((a.chunks_a + a.chunks_b) * kStagedRegisters) {}

  /// The fold holds two fragments of A and a row of B, no more.
  [[nodiscard]] int of_fold() const {
    const int loop = accumulators_ + (2 + tiles_n(tile_)) * sizes_.fragment + staged_ + kAddresses +
                     (tile_.buffers == 2 ? kSecondBuffer : 0);
    // The tail of K takes one register for each element of 128 bits, and one for its offset.
    const int tail_elems = sizes_.fragment == kFp8Fragment ? 16 : 8;
    const int tail = accumulators_ + 2 * tail_elems + kTailAddresses;
    return std::max(loop, tail);
  }
  /// In the plain loop the compiler reads ahead as far as registers go: a whole slice's fragments,
  /// if it can.
  [[nodiscard]] int of_plain_loop(int most) const {
    const int fragments = k_steps(tile_) * (tiles_m(tile_) + tiles_n(tile_)) * sizes_.fragment;
    return std::min(most, accumulators_ + fragments + staged_ + kPlainAddresses);
  }

 private:
  static constexpr int kStagedRegisters = 4;
  static constexpr int kAddresses = 6;
  static constexpr int kPlainAddresses = 30;
  static constexpr int kSecondBuffer = 4;
  static constexpr int kTailAddresses = 5;
  static constexpr int kFp8Fragment = 2;

  [[nodiscard]] int tiles() const { return tiles_m(tile_) * tiles_n(tile_); }

  const Tile& tile_;
  RegisterSizes sizes_;
  int accumulators_;
  int staged_;
};

/// What a wave may have at most, so that its workgroup fits into a CU.
int most_vgprs(const Tile& t, const Limits& limits) {
  const int waves_per_simd = ceil_div(threads(t) / limits.wave_size, limits.simds_per_cu);
  const int share = limits.vgprs_per_simd / waves_per_simd;
  return std::min(limits.vgprs_per_wave, share / limits.vgpr_granule * limits.vgpr_granule);
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
                     t.block_n, t.block_k, buffers_text(t.buffers),
                     grouped(static_cast<uint64_t>(a.lds_bytes)),
                     grouped(static_cast<uint64_t>(limits.lds_bytes)));
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
  int least_vgprs = RegisterEstimate(t, a, sizes).of_fold();
  const bool packs = target.family == Family::rdna3 && a.kernel == Template::interleaved;
  if (packs && least_vgprs > target.limits.vgprs_per_wave) {
    a.packed = true;
    least_vgprs = RegisterEstimate(t, a, sizes).of_fold();
  }
  a.predicted_vgprs = least_vgprs;
  if (a.kernel == Template::bounded) {
    const int ahead = RegisterEstimate(t, a, sizes).of_plain_loop(most_vgprs(t, target.limits));
    a.predicted_vgprs = std::max(least_vgprs, ahead);
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

  a.reason = register_problem(t, least_vgprs, target.limits);
  a.verdict = a.reason.empty() ? Verdict::fits : Verdict::spills;
  return a;
}

}  // namespace tilewright::sweep
