// The rungs of the ladder, once: each kernel takes its tile from this list, and the host takes its
// launch, its checks and its tables from it. Adding a rung is a row here and a file beside it.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "arch/fp8.hpp"
#include "arch/lane_map.hpp"
#include "arch/targets.hpp"

namespace tilewright {

/// What a kernel multiplies and adds up. FP16 accumulates in FP16 and writes it; FP8 is one byte an
/// element, E4M3 or E5M2 as the kernel says, accumulates in FP32 and writes that.
enum class Precision : std::uint8_t { fp16, fp8 };

constexpr int operand_bytes(Precision p) { return p == Precision::fp16 ? 2 : 1; }
constexpr int result_bytes(Precision p) { return p == Precision::fp16 ? 2 : 4; }
constexpr const char* name(Precision p) { return p == Precision::fp16 ? "fp16" : "fp8"; }
constexpr const char* accumulator_name(Precision p) {
  return p == Precision::fp16 ? "fp16" : "fp32";
}
/// gfx11 has no FP8 WMMA.
constexpr bool has(Family family, Precision p) {
  return p == Precision::fp16 || family == Family::rdna4;
}

/// How a row of an operand slice is laid out in LDS (taught in rung 3).
enum class Layout : std::uint8_t { plain, padded, permuted };

/// The shape of a kernel. A workgroup computes block_m x block_n of C with waves_m x waves_n waves,
/// and holds `block_k` values of K of both operands in LDS, `buffers` times.
struct Tile {
  int block_m;
  int block_n;
  int block_k;
  int waves_m;
  int waves_n;
  int buffers;
  Layout layout;
  int group_rows;  ///< rows of blocks that are launched together (rung 6); 1 is row by row
};

struct Rung {
  const char* id;      ///< what the user types
  const char* file;    ///< in ladder/rdna/
  const char* kernel;  ///< the symbol in the code object
  const char* idea;
  Tile tile;
  bool any_shape;  ///< any M, N, K from 1 up; otherwise they must be multiples of the block
  Precision precision = Precision::fp16;
};

/// Each row: id, file, kernel, idea, then the tile as {block_m, block_n, block_k, waves_m, waves_n,
/// buffers, layout, group_rows}, whether any shape will do, and the precision.
inline constexpr Rung rungs[] = {
    {"1",
     "01_one_wave.hip",
     "tw_fp16_rung_1",
     "one wave, one 32x32 tile, all of it waited for",
     {32, 32, 16, 1, 1, 1, Layout::plain, 1},
     false},
    {"2",
     "02_tiled.hip",
     "tw_fp16_rung_2",
     "a big tile, 128-bit copies, two buffers, late commit",
     {256, 256, 16, 4, 4, 2, Layout::plain, 1},
     false},
    {"3-padded",
     "03_padded.hip",
     "tw_fp16_rung_3_padded",
     "LDS rows padded off each other's banks",
     {256, 256, 16, 4, 4, 2, Layout::padded, 1},
     false},
    {"3-permuted",
     "03_permuted.hip",
     "tw_fp16_rung_3_permuted",
     "LDS rows permuted; too short at 16 of K to gain",
     {256, 256, 16, 4, 4, 2, Layout::permuted, 1},
     false},
    {"4",
     "04_bounded.hip",
     "tw_fp16_rung_4",
     "buffer descriptors: any shape, out of range is zero",
     {256, 256, 16, 4, 4, 2, Layout::padded, 1},
     true},
    {"5",
     "05_deep_k.hip",
     "tw_fp16_rung_5",
     "a smaller tile holds four WMMA steps of K",
     {128, 96, 64, 2, 2, 2, Layout::padded, 1},
     true},
    {"6",
     "06_grouped.hip",
     "tw_fp16_rung_6",
     "blocks launched in groups of rows share L2",
     {128, 96, 64, 2, 2, 2, Layout::padded, 8},
     true},
    {"7",
     "07_interleaved.hip",
     "tw_fp16_rung_7",
     "prefetches folded between the WMMAs",
     {128, 96, 64, 2, 2, 2, Layout::padded, 8},
     true},
    {"8",
     "08_one_buffer.hip",
     "tw_fp16_rung_8",
     "one LDS buffer, one barrier more, twice the waves",
     {128, 96, 64, 2, 2, 1, Layout::padded, 8},
     true},
    {"tuned-192x224-4x2",
     "tuned_192x224_4x2.hip",
     "tw_fp16_tuned_192x224_4x2",
     "the tile a sweep of gfx1201 settles on",
     {192, 224, 64, 4, 2, 1, Layout::padded, 8},
     true},
    {"fp8-config1",
     "fp8_config1.hip",
     "tw_fp8_config1",
     "rung 8 with one-byte elements",
     {128, 96, 64, 2, 2, 1, Layout::padded, 8},
     true,
     Precision::fp8},
    {"fp8-config2",
     "fp8_config2.hip",
     "tw_fp8_config2",
     "the tile that FP16 had no LDS for",
     {256, 256, 64, 4, 4, 1, Layout::padded, 8},
     true,
     Precision::fp8},
    {"fp8-config3",
     "fp8_config3.hip",
     "tw_fp8_config3",
     "eight WMMA steps of K between barriers",
     {256, 160, 128, 4, 2, 1, Layout::padded, 8},
     true,
     Precision::fp8},
    {"fp8-config4",
     "fp8_config4.hip",
     "tw_fp8_config4",
     "a square tile: the same reads serve more results",
     {192, 192, 128, 2, 4, 1, Layout::padded, 8},
     true,
     Precision::fp8},
};

/// A padded LDS row is this much longer: 128 bits, the least that keeps every row aligned for wide
/// accesses.
inline constexpr int lds_pad_bytes = 16;

constexpr int threads(const Tile& t) { return t.waves_m * t.waves_n * wave_size; }
/// WMMA tiles of one wave in each direction, and WMMA steps of K in a slice.
constexpr int tiles_m(const Tile& t) { return t.block_m / t.waves_m / wmma_tile; }
constexpr int tiles_n(const Tile& t) { return t.block_n / t.waves_n / wmma_tile; }
constexpr int k_steps(const Tile& t) { return t.block_k / wmma_tile; }

/// Elements from one LDS row to the next.
constexpr int lds_row_elems(const Tile& t, int elem_bytes) {
  return t.block_k + (t.layout == Layout::padded ? lds_pad_bytes / elem_bytes : 0);
}
/// Elements of one buffer: the slice of A, then the slice of B.
constexpr int lds_buffer_elems(const Tile& t, int elem_bytes) {
  return (t.block_m + t.block_n) * lds_row_elems(t, elem_bytes);
}
constexpr int lds_bytes(const Tile& t, int elem_bytes) {
  return t.buffers * lds_buffer_elems(t, elem_bytes) * elem_bytes;
}

/// The grid is one-dimensional: the kernel turns the block's index into a place in C.
constexpr std::int64_t grid_blocks(const Tile& t, std::int64_t m, std::int64_t n) {
  return (m + t.block_m - 1) / t.block_m * ((n + t.block_n - 1) / t.block_n);
}

/// The greatest leading dimension, in elements. A block's base address is computed in 64 bits;
/// offsets from it are 32 bits, and stay below 2^31 so that none is mistaken for out-of-range.
constexpr std::int64_t most_leading_dimension(int block_rows, int elem_bytes) {
  return std::int64_t{0x7fffffff} / (std::int64_t{block_rows} * elem_bytes);
}
constexpr std::int64_t most_lda(const Tile& t, int elem_bytes) {
  return most_leading_dimension(t.block_m, elem_bytes);
}
constexpr std::int64_t most_ldb(const Tile& t, int elem_bytes) {
  return most_leading_dimension(t.block_n, elem_bytes);
}
constexpr std::int64_t most_ldc(const Tile& t, int result_bytes) {
  return most_leading_dimension(t.block_n, result_bytes);
}

constexpr bool same_text(const char* x, const char* y) {
  for (; *x != '\0' && *x == *y; ++x, ++y) {
  }
  return *x == *y;
}

/// nullptr if there is no such rung.
constexpr const Rung* find_rung(const char* id) {
  for (const Rung& rung : rungs) {
    if (same_text(rung.id, id)) return &rung;
  }
  return nullptr;
}

/// An FP8 rung has a kernel for each pair of operand formats: Rung::kernel for E4M3 by E4M3, and
/// for the others that name with this appended.
constexpr const char* fp8_kernel_suffix(Fp8 a, Fp8 b) {
  if (a == Fp8::e4m3) return b == Fp8::e4m3 ? "" : "_e4m3_e5m2";
  return b == Fp8::e4m3 ? "_e5m2_e4m3" : "_e5m2_e5m2";
}

/// For kernels: a misspelt id does not compile.
consteval Tile tile_of(const char* id) { return find_rung(id)->tile; }

constexpr bool divides_into_whole_tiles(const Tile& t) {
  return t.block_m % (t.waves_m * wmma_tile) == 0 && t.block_n % (t.waves_n * wmma_tile) == 0 &&
         t.block_k % wmma_tile == 0;
}
constexpr bool fits(const Tile& t, const Limits& limits, int elem_bytes) {
  return lds_bytes(t, elem_bytes) <= limits.lds_bytes && threads(t) <= limits.threads_per_workgroup;
}

consteval bool rungs_are_sound() {
  for (const Rung& rung : rungs) {
    if (find_rung(rung.id) != &rung) return false;  // an id given twice
    if (!divides_into_whole_tiles(rung.tile)) return false;
    for (const Target& target : targets) {
      if (!has(target.family, rung.precision)) continue;
      if (!fits(rung.tile, target.limits, operand_bytes(rung.precision))) return false;
    }
  }
  return true;
}
static_assert(rungs_are_sound());

}  // namespace tilewright
