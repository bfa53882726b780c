// Where a CTA's things are in shared memory, and its place in the work. Taught in rung 9.
// SPDX-License-Identifier: MIT
#pragma once

#include "ladder/hopper/args.hpp"
#include "ladder/hopper/parts/barrier.hpp"
#include "ladder/hopper/parts/schedule.hpp"
#include "ladder/hopper/parts/tma.hpp"
#include "ladder/hopper/parts/types.hpp"
#include "ladder/hopper/tile.hpp"

namespace tilewright::hopper {

template <class Types>
inline constexpr int slice_elems = slice_bytes / Types::element_bytes;

/// The stages come first, as swizzled tiles must be aligned.
template <TmaTile T>
class SharedMemory {
 public:
  __device__ explicit SharedMemory(std::uint32_t base) : base_(base) {}

  __device__ __forceinline__ std::uint32_t a(int stage) const {
    return base_ + stage * stage_bytes(T);
  }
  __device__ __forceinline__ std::uint32_t b(int stage) const {
    return a(stage) + slice_bytes_a(T);
  }
  __device__ __forceinline__ std::uint32_t boxes(int consumer) const {
    return base_ + T.stages * stage_bytes(T) + consumer * box_places(T) * box_place_bytes;
  }
  /// The stage's bytes have landed.
  __device__ __forceinline__ Barrier full(int stage) const {
    return Barrier(base_ + barriers_offset(T) + stage * 8);
  }
  /// The stage's bytes have been multiplied.
  __device__ __forceinline__ Barrier empty(int stage) const {
    return Barrier(base_ + barriers_offset(T) + (T.stages + stage) * 8);
  }
  /// By one thread. Every consumer warp of the cluster that multiplies a stage says when it is done
  /// with it: the threads of a warpgroup wait for their wgmmas warp by warp.
  __device__ void init_barriers() const {
    constexpr int consumer_warps = team(T) * warpgroup_size / 32;
    for (int stage = 0; stage < T.stages; ++stage) {
      full(stage).init(1);
      empty(stage).init(T.cluster * consumer_warps);
    }
    publish_barriers();
  }

 private:
  std::uint32_t base_;
};

/// The first row and column of C of this CTA's part of a tile.
struct Origin {
  int m;
  int n;
  bool shorter = false;  ///< a square less than block_m
};

template <TmaTile T>
__device__ __forceinline__ Plan plan_of(const TmaArgs& args, int slice) {
  return {T.fitted ? args.strips : ceil_div(args.m, T.block_m),
          ceil_div(args.n, T.block_n * ctas_along_n(T)),
          ceil_div(args.k, slice),
          args.shared_tiles,
          args.range,
          args.longer,
          args.units,
          args.taller,
          args.rotation};
}

template <TmaTile T>
__device__ __forceinline__ TilePlace place_in_order(int tile, const Plan& plan) {
  if constexpr (walks_columns(T)) {
    return fitted_place_of(tile, plan.tiles_m, plan.rotation);
  } else {
    return place_of<T.group_m>(tile, plan.tiles_m, plan.tiles_n);
  }
}

template <TmaTile T>
__device__ __forceinline__ Origin origin_of(int tile, const Plan& plan, int cta) {
  const TilePlace place = place_in_order<T>(tile, plan);
  const int strip = place.m * ctas_along_m(T) + (T.side == Side::along_m ? cta : 0);
  const int n = (place.n * ctas_along_n(T) + (T.side == Side::along_n ? cta : 0)) * T.block_n;
  if constexpr (T.fitted) {
    return {plan.first_unit(strip) * square, n, plan.units_of(strip) * square < T.block_m};
  } else {
    return {strip * T.block_m, n};
  }
}

/// Whether L2 is told what to keep. With 16-bit operands it was no gain (docs/hopper-worklog.md).
template <class Types, TmaTile T>
inline constexpr bool keeps_a = T.keeps && Types::element_bytes == 1;
template <class Types, TmaTile T>
inline constexpr Eviction eviction_of_a = keeps_a<Types, T> ? Eviction::last : Eviction::normal;
template <class Types, TmaTile T>
inline constexpr Eviction eviction_of_others =
    keeps_a<Types, T> ? Eviction::first : Eviction::normal;

/// One operand's part of a stage, by one thread: all of it, or, where the cluster shares it, this
/// CTA's part of it for all.
template <Eviction eviction, int ctas, int rows, int all_rows>
__device__ __forceinline__ void load_operand(std::uint32_t to, const TensorMap& map, Barrier full,
                                             int k, int first, int cta) {
  if constexpr (ctas == 1) {
    load_box<eviction>(to, map, full, k, first);
  } else {
    const int row = cta * (all_rows - rows);
    constexpr std::uint16_t everyone = (1 << ctas) - 1;
    load_box_to_many<eviction>(to + row * slice_bytes, map, full, k, first + row, everyone);
  }
}
template <class Types, TmaTile T>
__device__ __forceinline__ void load_a(const SharedMemory<T>& shared, int stage,
                                       const TensorMap& map, const Origin& origin, int k, int cta) {
  load_operand<eviction_of_a<Types, T>, ctas_along_n(T), rows_of_a(T), T.block_m>(
      shared.a(stage), map, shared.full(stage), k, origin.m, cta);
}
template <class Types, TmaTile T>
__device__ __forceinline__ void load_b(const SharedMemory<T>& shared, int stage,
                                       const TensorMap& map, const Origin& origin, int k, int cta) {
  load_operand<eviction_of_others<Types, T>, ctas_along_m(T), rows_of_b(T), T.block_n>(
      shared.b(stage), map, shared.full(stage), k, origin.n, cta);
}

/// Announces all that will arrive in a stage, and fetches what this CTA alone needs.
template <class Types, TmaTile T>
__device__ __forceinline__ void load_own(const SharedMemory<T>& shared, int stage,
                                         const TensorMap& map_a, const TensorMap& map_b,
                                         const Origin& origin, int k) {
  shared.full(stage).arrive_and_expect(arriving_bytes(T));
  if constexpr (ctas_along_m(T) == 1) load_b<Types, T>(shared, stage, map_b, origin, k, 0);
  if constexpr (ctas_along_n(T) == 1) load_a<Types, T>(shared, stage, map_a, origin, k, 0);
}

/// Fetches this CTA's part of what its cluster shares.
template <class Types, TmaTile T>
__device__ __forceinline__ void load_common(const SharedMemory<T>& shared, int stage,
                                            const TensorMap& map_a, const TensorMap& map_b,
                                            const Origin& origin, int k, int cta) {
  if constexpr (ctas_along_m(T) > 1) load_b<Types, T>(shared, stage, map_b, origin, k, cta);
  if constexpr (ctas_along_n(T) > 1) load_a<Types, T>(shared, stage, map_a, origin, k, cta);
}

}  // namespace tilewright::hopper
