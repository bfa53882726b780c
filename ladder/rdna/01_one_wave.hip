// Rung 1: one wave, one tile
//
// Idea       A workgroup is one wave. It owns a 32x32 tile of C: a 2x2 grid of WMMA tiles, in four
//            accumulators. Each turn copies 16 values of K of both operands into LDS, one element
//            per lane and copy, and multiplies out of LDS.
// Changed    Nothing came before. Everything later is measured against this.
// Costs      2 KiB of LDS, few registers, and nearly all of the time: 150.12 ms on gfx1201 for
//            M = N = K = 8192, where hipBLASLt takes 8.05 (published: AMD, part 1, tables 2 and 3).
// Binds now  One wave per workgroup, two-byte copies, two halts for every 16 values of K, and each
//            element read from memory serves only 32 results. The halts are the waits of the two
//            block_sync()s: the barriers in them the compiler leaves out, because a workgroup of
//            one wave has nobody to meet (--counters says 0).
// Next       Rung 2: a tile that is worth its copies.
// SPDX-License-Identifier: MIT
#include "arch/native.hpp"
#include "ladder/rdna/parts/block_order.hpp"
#include "ladder/rdna/parts/lds_layout.hpp"
#include "ladder/rdna/parts/plain_store.hpp"

namespace tilewright {

template <class Policy, Tile T>
__device__ void one_wave_gemm(const GemmArgs& args) {
  using Element = typename Policy::Element;
  using Layout = LdsLayout<T, sizeof(Element), Policy::fragment_elems>;
  alignas(16) __shared__ Element slice_a[T.block_m * T.block_k];
  alignas(16) __shared__ Element slice_b[T.block_n * T.block_k];

  const BlockOrigin block = block_origin<T, GroupedOrder<T.group_rows>>(args);
  const Wave wave = wave_of<T>(thread_id());
  const GlobalPointer<const Element> rows_of_a =
      global_pointer<const Element>(args.a) + std::int64_t{block.row} * args.lda;
  const GlobalPointer<const Element> columns_of_b =
      global_pointer<const Element>(args.b) + std::int64_t{block.column} * args.ldb;
  Accumulators<Policy, T> acc;

  for (int first_k = 0; first_k < args.k; first_k += T.block_k) {
    // K comes last in both slices, as it does in memory: the two loops are mirror images.
    for (int i = wave.lane; i < T.block_m * T.block_k; i += wave_size) {
      slice_a[i] = rows_of_a[i / T.block_k * args.lda + first_k + i % T.block_k];
    }
    for (int i = wave.lane; i < T.block_n * T.block_k; i += wave_size) {
      slice_b[i] = columns_of_b[i / T.block_k * args.ldb + first_k + i % T.block_k];
    }
    block_sync();

    typename Policy::Fragment a[tiles_m(T)];
    typename Policy::Fragment b[tiles_n(T)];
    for (int m = 0; m < tiles_m(T); ++m) {
      read_fragment<Policy, Layout, Operand::a>(a[m], slice_a, m * wmma_tile, 0, wave.lane);
    }
    for (int n = 0; n < tiles_n(T); ++n) {
      read_fragment<Policy, Layout, Operand::b>(b[n], slice_b, n * wmma_tile, 0, wave.lane);
    }
    for (int m = 0; m < tiles_m(T); ++m) {
      for (int n = 0; n < tiles_n(T); ++n) acc.mma(m, n, a[m], b[n]);
    }
    // The next turn overwrites the slices, so every lane must be done reading.
    block_sync();
  }
  store_plain(acc, args, block, wave);
}

}  // namespace tilewright

using namespace tilewright;

extern "C" __global__ __launch_bounds__(threads(tile_of("1"))) void tw_fp16_rung_1(GemmArgs args) {
  one_wave_gemm<NativeFp16, tile_of("1")>(args);
}
