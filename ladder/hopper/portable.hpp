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
     "a smaller tile holds four steps of K",
     {128, 128, 64, 2, 2, 2, Layout::padded, 1},
     true},
    {"6",
     "06_grouped.cu",
     "tw_fp16_rung_6",
     "blocks launched in groups of rows share L2",
     {128, 128, 64, 2, 2, 2, Layout::padded, 8},
     true},
    {"7",
     "07_interleaved.cu",
     "tw_fp16_rung_7",
     "prefetches folded between the matrix instructions",
     {128, 128, 64, 2, 2, 2, Layout::padded, 8},
     true},
    {"8",
     "08_one_buffer.cu",
     "tw_fp16_rung_8",
     "one buffer, one barrier more, half the shared memory",
     {128, 128, 64, 2, 2, 1, Layout::padded, 8},
     true},
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
