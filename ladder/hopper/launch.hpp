// What the host must prepare to launch a kernel of rungs 9 and up: tensor maps, grid, shared
// memory, workspace and arguments. Plain data, worked out without CUDA: whoever has the driver
// loaded makes maps of it.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "ladder/gemm_args.hpp"
#include "ladder/hopper/args.hpp"
#include "ladder/hopper/parts/schedule.hpp"
#include "ladder/hopper/rungs.hpp"
#include "ladder/hopper/tile.hpp"

namespace tilewright::hopper {

/// The sizes a launch depends on.
struct Widths {
  int element;           ///< bytes of an element of A and B
  int result;            ///< bytes of an element of C
  int sum;               ///< bytes of an accumulator
  bool vectors = false;  ///< a factor for each row of A and column of B
};

/// A row-major matrix of `rows` rows, as cuTensorMapEncodeTiled wants it: two dimensions, element
/// strides 1, no interleave, zeros outside. Elements are moved, not interpreted:
/// the unsigned type of that width will do (and fills with zeros).
struct MapSpec {
  std::uint64_t address;
  int element_bytes;
  std::uint64_t inner;  ///< elements of a row
  std::uint64_t rows;
  std::uint64_t row_bytes;  ///< from one row to the next
  std::uint32_t box_inner;
  std::uint32_t box_rows;
  bool swizzled;  ///< with the 128-byte swizzle
};

/// Kernels whose start is `overlapped` read A, B and, from rung 22 on, their factors without
/// waiting for anything ahead of them in the stream, however many launches ago it was queued. They
/// may be launched early only if every write to these had ended when they were queued; launched
/// without that attribute they need no promise.
struct Launch {
  MapSpec a;  ///< kernel parameters in this order: maps of A, B and C, then the arguments
  MapSpec b;
  MapSpec c;  ///< a map of it can be made if `c_has_map`; else a copy of `a`'s will do, unused
  bool c_has_map;
  TmaArgs args;
  int grid;     ///< CTAs; the cluster's size is compiled into the kernel
  int threads;  ///< per CTA
  int shared_bytes;
  std::size_t partials_bytes;  ///< workspace, at args.partials
  std::size_t arrivals_bytes;  ///< at args.arrivals, zero before the first launch
};

/// TMA's rules for a matrix: address and rows aligned to 16 bytes.
inline constexpr int tma_alignment = 16;
constexpr bool tma_can_reach(std::uint64_t address, std::int64_t leading_dimension,
                             int element_bytes) {
  return address % tma_alignment == 0 && leading_dimension * element_bytes % tma_alignment == 0;
}
constexpr bool can_launch(const Widths& widths, const GemmArgs& gemm) {
  return tma_can_reach(gemm.a, gemm.lda, widths.element) &&
         tma_can_reach(gemm.b, gemm.ldb, widths.element);
}

/// What handing sums over through the workspace costs, in cycles (docs/hopper-worklog.md).
inline constexpr int handing_over_cycles = 40000;
/// Cycles of the wgmmas of one slice: of every 64 rows four, of block_m / 2 cycles each.
constexpr int slice_cycles(const TmaTile& t) { return t.block_m * t.block_n / 32; }

/// Addresses of factors and workspace are left zero in `args`.
constexpr Launch launch_of(const TmaTile& t, const Widths& widths, const GemmArgs& gemm,
                           int multiprocessors) {
  const int slice = slice_bytes / widths.element;
  const std::uint32_t box_inner = static_cast<std::uint32_t>(slice);
  const auto u64 = [](std::int64_t x) { return static_cast<std::uint64_t>(x); };
  Launch launch{};
  launch.a = {gemm.a,
              widths.element,
              u64(gemm.k),
              u64(gemm.m),
              u64(gemm.lda) * u64(widths.element),
              box_inner,
              static_cast<std::uint32_t>(rows_of_a(t)),
              true};
  launch.b = {gemm.b,
              widths.element,
              u64(gemm.k),
              u64(gemm.n),
              u64(gemm.ldb) * u64(widths.element),
              box_inner,
              static_cast<std::uint32_t>(rows_of_b(t)),
              true};
  launch.c = {gemm.c,
              widths.result,
              u64(gemm.m),
              u64(gemm.n),
              u64(gemm.ldc) * u64(widths.result),
              static_cast<std::uint32_t>(box_squares(t, widths.result) * square),
              wgmma_rows,
              box_is_swizzled(t, widths.result)};
  launch.c_has_map = t.store != Store::direct && tma_can_reach(gemm.c, gemm.ldc, widths.result);
  launch.threads = threads(t);
  launch.shared_bytes = shared_bytes(t);

  Plan plan{ceil_div(gemm.m, t.block_m), ceil_div(gemm.n, t.block_n * ctas_along_n(t)),
            ceil_div(gemm.k, slice)};
  const int places = multiprocessors / t.cluster;
  if (t.fitted) {
    const int all = ceil_div(gemm.m, square);
    if (walks_columns(t)) {
      plan.fit(all, t.block_m / square, places);
    } else {
      plan.even_out(all, t.block_m / square, ctas_along_m(t));
    }
  }
  if (t.walk == Walk::balanced) {
    const int cost = ceil_div(handing_over_cycles, slice_cycles(t));
    plan.share(tiles_to_share(plan.tiles(), plan.slices, places, cost), places);
  }
  int clusters = plan.tiles();
  if (t.walk != Walk::one_tile && (clusters > places || plan.shared > 0)) clusters = places;
  launch.grid = clusters * t.cluster;
  if (plan.shared > 0) {
    launch.partials_bytes =
        std::size_t(launch.grid) * std::size_t(t.block_m * t.block_n * widths.sum);
    launch.arrivals_bytes = std::size_t(plan.shared * t.cluster * t.consumers) * 4;
  }
  launch.args = {.c = gemm.c,
                 .scale_a = 0,
                 .scale_b = 0,
                 .partials = 0,
                 .arrivals = 0,
                 .m = gemm.m,
                 .n = gemm.n,
                 .k = gemm.k,
                 .ldc = gemm.ldc,
                 .shared_tiles = plan.shared,
                 .range = plan.range,
                 .longer = plan.longer,
                 .strips = plan.tiles_m,
                 .units = plan.units,
                 .taller = plan.taller,
                 .rotation = plan.rotation,
                 .unused = 0};
  return launch;
}

/// Where tiles are walked column by column all of A is read again for each round. Where it was
/// worth it, A had 32 MiB (docs/hopper-worklog.md); L2 has 60, and nothing between was tried.
inline constexpr std::int64_t most_fitted_bytes = 40 * 1024 * 1024;

/// In a stream of products the card is at its power limit, so a tile that moves more bytes for each
/// operation has a lower clock. By how much more time it takes at as many cycles, beside 256x128 in
/// groups of 8: bfloat16, 8192x8192x8192, turns of 300 ms on an H200; of 192 long, FP8 to FP32
/// beside 200 and 128 long; of 192x256, bfloat16 at four shapes (docs/hopper-worklog.md).
constexpr double slowdown_by_power(const TmaTile& t) {
  if (t.block_n >= 256) return 0.97;
  return t.block_m >= 256 ? 1.0 : t.block_m >= 200 ? 1.04 : t.block_m >= 192 ? 1.035 : 1.065;
}

/// Estimated cycles of a launch, of the clock that 256x128 has, to choose among a rung's tiles. The
/// multiplication is exact. The rest was measured on an H200 (docs/hopper-worklog.md): start and
/// end of the kernel, the gap between two tiles, what handing sums over costs, and by how much some
/// tiles fall short: those 200 long, and small ones whose CTAs fetch everything themselves.
constexpr double estimated_cycles(const TmaTile& t, const Widths& widths, const Launch& launch,
                                  const GemmArgs& gemm) {
  const bool in_turn = t.team == Team::in_turn;
  const double start_and_end = (in_turn ? 5700 : 7600) + (in_turn && t.cluster > 1 ? 1900 : 0);
  const bool wide_results = widths.result == 4;
  const bool all_late = t.block_m <= 200;
  // (Of rung 22's some 2300 and 5600 are counted, but the card waits with less power than it
  // multiplies.)
  const double gap = in_turn                    ? 0
                     : t.store == Store::halves ? (wide_results ? 2500 : 1000)
                     : !wide_results            ? 950
                     : all_late                 ? 2500
                                                : 4500;
  const bool fetches_alone = in_turn && t.cluster == 1;
  const double shortfall = t.block_m == 200 ? (in_turn ? 1.005 : 1.015)
                           : fetches_alone  ? 1.008
                                            : 1.0;

  const int slices = ceil_div(gemm.k, slice_bytes / widths.element);
  const int tiles = launch.args.strips * ceil_div(gemm.n, t.block_n * ctas_along_n(t));
  const int strips = launch.args.strips * ctas_along_m(t);
  const int clusters = launch.grid / t.cluster;
  const bool shares = launch.args.shared_tiles > 0;
  // Where the next launch begins while this one ends, a last round that is not full costs nothing.
  // (Of a grid that does not fill the card the first round is counted whole.)
  const bool in_part = shares || t.start == Start::overlapped;
  const double rounds = in_part ? double(tiles) / clusters : ceil_div(tiles, clusters);
  const double height = t.fitted
                            ? square * (launch.args.units + double(launch.args.taller) / strips)
                            : double(t.block_m);
  const double tile = slices * (height / t.block_m * slice_cycles(t)) * shortfall + gap;
  return start_and_end + rounds * tile * slowdown_by_power(t) + (shares ? handing_over_cycles : 0);
}

/// The kernel that should be fastest for a problem, of those that `rung` may take; nullptr if there
/// is no such rung.
constexpr const TmaKernel* choose_kernel(const char* rung, const Widths& widths,
                                         const GemmArgs& gemm, int multiprocessors) {
  const std::int64_t bytes_of_a = std::int64_t{gemm.m} * gemm.k * widths.element;
  const TmaKernel* best = nullptr;
  double least = 0;
  for (const TmaKernel& kernel : tma_kernels) {
    if (!is_choice(kernel, rung) || (widths.vectors && !kernel.vectors)) continue;
    if (walks_columns(kernel.tile) && bytes_of_a > most_fitted_bytes) continue;
    const Launch launch = launch_of(kernel.tile, widths, gemm, multiprocessors);
    const double cycles = estimated_cycles(kernel.tile, widths, launch, gemm);
    if (best == nullptr || cycles < least) {
      best = &kernel;
      least = cycles;
    }
  }
  return best;
}

}  // namespace tilewright::hopper
