// Rungs 1 to 8 on Hopper: the kernels of ladder/rdna on another policy, with tiles of their own.
// Kernels and host read this list, as they do rdna/rungs.hpp.
// SPDX-License-Identifier: MIT
#pragma once

#include "ladder/rdna/rungs.hpp"

namespace tilewright::hopper {

inline constexpr Rung portable_rungs[] = {
    {"1",
     "01_one_wave.cu",
     "tw_fp16_rung_1",
     "one warp, one 32x32 tile, two barriers a slice",
     {32, 32, 16, 1, 1, 1, Layout::plain, 1},
     false},
    {"2",
     "02_tiled.cu",
     "tw_fp16_rung_2",
     "a big tile, 128-bit copies, two buffers, late commit",
     {256, 256, 16, 4, 4, 2, Layout::plain, 1},
     false},
    {"3-padded",
     "03_padded.cu",
     "tw_fp16_rung_3_padded",
     "rows padded off each other's banks",
     {256, 256, 16, 4, 4, 2, Layout::padded, 1},
     false},
    {"3-permuted",
     "03_permuted.cu",
     "tw_fp16_rung_3_permuted",
     "rows permuted off each other's banks",
     {256, 256, 16, 4, 4, 2, Layout::permuted, 1},
     false},
    {"4",
     "04_bounded.cu",
     "tw_fp16_rung_4",
     "bounded loads: any shape, nothing outside is touched",
     {256, 256, 16, 4, 4, 2, Layout::padded, 1},
     true},
    {"5",
     "05_deep_k.cu",
     "tw_fp16_rung_5",
     "four steps of K in a slice, half the warps",
     {256, 256, 64, 4, 2, 2, Layout::padded, 1},
     true},
    {"6",
     "06_grouped.cu",
     "tw_fp16_rung_6",
     "blocks launched in groups of rows share L2",
     {256, 256, 64, 4, 2, 2, Layout::padded, 8},
     true},
    {"7",
     "07_interleaved.cu",
     "tw_fp16_rung_7",
     "prefetches folded between the matrix instructions",
     {256, 256, 64, 2, 4, 2, Layout::padded, 8},
     true},
    {"8",
     "08_no_detour.cu",
     "tw_fp16_rung_8",
     "one buffer less: copies that pass by the registers",
     {256, 128, 64, 2, 2, 2, Layout::padded, 8},
     true},
};

/// FP32 sums take twice the registers, and so does reading element by element.
inline constexpr Tile rung_8_f32_tile{128, 128, 64, 2, 2, 2, Layout::padded, 8};
inline constexpr Tile rung_8_unaligned_tile{128, 128, 64, 2, 2, 1, Layout::padded, 8};

/// And FP8 takes more again, for the conversion to FP16.
inline constexpr Tile rung_8_fp8_tile{64, 64, 64, 2, 2, 2, Layout::padded, 8};
inline constexpr Tile rung_8_fp8_unaligned_tile{64, 64, 32, 2, 2, 1, Layout::padded, 8};

/// What some rungs have besides their kernel for aligned rows and FP16 sums. Rung 8 is where the
/// rungs after it send what TMA cannot read.
struct PortableKernel {
  const char* rung;
  const char* types;  ///< as the command line calls them
  bool aligned;       ///< rows of A and B begin at multiples of 16 bytes
  const char* kernel;
  Tile tile;
};
inline constexpr PortableKernel more_kernels[] = {
    {"4", "fp16", false, "tw_fp16_rung_4_unaligned", {256, 256, 16, 4, 4, 2, Layout::padded, 1}},
    {"8", "fp16", false, "tw_fp16_rung_8_unaligned", rung_8_unaligned_tile},
    {"8", "fp16-f32", true, "tw_fp16_f32_rung_8", rung_8_f32_tile},
    {"8", "fp16-f32", false, "tw_fp16_f32_rung_8_unaligned", rung_8_unaligned_tile},
    {"8", "bf16", true, "tw_bf16_rung_8", rung_8_f32_tile},
    {"8", "bf16", false, "tw_bf16_rung_8_unaligned", rung_8_unaligned_tile},
    {"8", "fp8-f32", true, "tw_fp8_f32_rung_8", rung_8_fp8_tile},
    {"8", "fp8-f32", false, "tw_fp8_f32_rung_8_unaligned", rung_8_fp8_unaligned_tile},
    {"8", "fp8-bf16", true, "tw_fp8_bf16_rung_8", rung_8_fp8_tile},
    {"8", "fp8-bf16", false, "tw_fp8_bf16_rung_8_unaligned", rung_8_fp8_unaligned_tile},
    {"8", "fp8-f16", true, "tw_fp8_f16_rung_8", rung_8_fp8_tile},
    {"8", "fp8-f16", false, "tw_fp8_f16_rung_8_unaligned", rung_8_fp8_unaligned_tile},
};

/// nullptr if there is no such rung here.
constexpr const Rung* find_portable_rung(const char* id) {
  for (const Rung& rung : portable_rungs) {
    if (same_text(rung.id, id)) return &rung;
  }
  return nullptr;
}

/// For kernels: a misspelt id does not compile.
consteval tilewright::Tile tile_of(const char* id) { return find_portable_rung(id)->tile; }

consteval bool portable_rungs_are_sound() {
  for (const Rung& rung : portable_rungs) {
    if (find_portable_rung(rung.id) != &rung) return false;
    if (!divides_into_whole_tiles(rung.tile)) return false;
  }
  return true;
}
static_assert(portable_rungs_are_sound());

}  // namespace tilewright::hopper
