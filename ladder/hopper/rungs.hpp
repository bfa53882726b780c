// The rungs that only Hopper has, 9 and up: TMA and wgmma. (Rungs 1 to 8 are those of the RDNA
// ladder, listed in portable.hpp.) Kernels take their tiles from this list, and the host its
// launches, by way of launch.hpp.
// SPDX-License-Identifier: MIT
#pragma once

#include "ladder/hopper/tile.hpp"

namespace tilewright::hopper {

/// A tile that can be launched. Each has a kernel for every combination of types, named
/// tw_rung_<stem>_<types>, but those with vectors of factors only where registers are left.
struct TmaKernel {
  const char* rung;  ///< what the user types; a rung with several tiles chooses by shape
  const char* stem;
  const char* file;  ///< in ladder/hopper/
  const char* idea;
  TmaTile tile;
  bool vectors = true;
};

inline constexpr TmaKernel tma_kernels[] = {
    {"9",
     "9",
     "09_tma_wgmma.cu",
     "TMA loads, wgmma multiplies out of shared memory",
     {128, 128, 1, 1, false, 1, 1, Walk::one_tile, Store::direct}},
    {"10",
     "10",
     "10_stages.cu",
     "four stages in flight, told apart by mbarriers",
     {128, 128, 4, 1, false, 1, 1, Walk::one_tile, Store::direct}},
    {"11",
     "11",
     "11_specialised.cu",
     "one warpgroup loads, two multiply",
     {128, 128, 6, 2, true, 1, 1, Walk::one_tile, Store::direct}},
    {"12",
     "12",
     "12_long_wgmma.cu",
     "the longest wgmma: half as many bytes for each operation",
     {256, 128, 4, 2, true, 1, 1, Walk::one_tile, Store::direct}},
    {"13",
     "13",
     "13_cluster.cu",
     "two CTAs fetch their common operand once",
     {256, 128, 4, 2, true, 2, 1, Walk::one_tile, Store::direct}},
    {"14",
     "14",
     "14_persistent.cu",
     "CTAs stay, and walk the tiles in groups",
     {256, 128, 4, 2, true, 2, 16, Walk::persistent, Store::direct}},
    {"15",
     "15",
     "15_late_store.cu",
     "results leave through TMA while the next tile is multiplied",
     {256, 128, 4, 2, true, 2, 16, Walk::persistent, Store::late}},
    {"16",
     "16_256",
     "16_tiles.cu",
     "per shape: whole tiles",
     {256, 128, 4, 2, true, 1, 16, Walk::persistent, Store::late}},
    {"16",
     "16_256_balanced",
     "16_tiles.cu",
     "per shape: the last tiles divided along K",
     {256, 128, 4, 2, true, 2, 16, Walk::balanced, Store::late}},
    {"16",
     "16_200",
     "16_tiles.cu",
     "per shape: tiles that fill the last wave",
     {200, 128, 4, 2, true, 1, 16, Walk::persistent, Store::late}},
    {"17",
     "17_128",
     "17_in_turn.cu",
     "consumers take tiles in turn: one stores while the other multiplies",
     {128, 128, 6, 2, true, 2, 32, Walk::persistent, Store::staged, Team::in_turn}},
    {"17",
     "17_200",
     "17_in_turn.cu",
     "per shape: tiles that fill the last wave",
     {200, 128, 4, 2, true, 2, 16, Walk::persistent, Store::staged, Team::in_turn},
     false},
    {"18",
     "18_128_alone",
     "18_early.cu",
     "a launch begins while the one ahead of it ends",
     {128, 128, 6, 2, true, 1, 8, Walk::persistent, Store::staged, Team::in_turn, Start::early}},
    {"18",
     "18_128",
     "18_early.cu",
     "per shape: CTAs in clusters",
     {128, 128, 6, 2, true, 2, 32, Walk::persistent, Store::staged, Team::in_turn, Start::early}},
    {"18",
     "18_200",
     "18_early.cu",
     "per shape: tiles that fill the last wave",
     {200, 128, 4, 2, true, 2, 16, Walk::persistent, Store::staged, Team::in_turn, Start::early},
     false},
    {"18",
     "18_256_balanced",
     "18_early.cu",
     "per shape: rung 16's tile, the last ones divided along K",
     {256, 128, 4, 2, true, 2, 16, Walk::balanced, Store::late, Team::together, Start::early},
     false},
    {"19",
     "19_128",
     "19_fitted.cu",
     "strips of two heights, as many as fill the last wave",
     {128, 128, 6, 2, true, 2, 0, Walk::persistent, Store::staged, Team::in_turn, Start::early,
      /*fitted=*/true}},
    {"20",
     "20_256",
     "20_overlapped.cu",
     "a launch multiplies while the one ahead of it still works",
     {256, 128, 4, 2, true, 2, 8, Walk::persistent, Store::late, Team::together, Start::overlapped},
     false},
    {"20",
     "20_200",
     "20_overlapped.cu",
     "per shape: where f32 results would wait",
     {200, 128, 4, 2, true, 2, 8, Walk::persistent, Store::staged, Team::in_turn,
      Start::overlapped},
     false},
    {"20",
     "20_128",
     "20_overlapped.cu",
     "per shape: small products, and vectors of factors",
     {128, 128, 6, 2, true, 2, 16, Walk::persistent, Store::staged, Team::in_turn,
      Start::overlapped}},
    {"21",
     "21_256",
     "21_kept.cu",
     "FP8: L2 keeps A, and lets B and C go",
     {256, 128, 4, 2, true, 2, 8, Walk::persistent, Store::late, Team::together, Start::overlapped,
      /*fitted=*/false, /*keeps=*/true},
     false},
    {"21",
     "21_192",
     "21_kept.cu",
     "per shape: where f32 results would wait",
     {192, 128, 4, 2, true, 2, 8, Walk::persistent, Store::staged, Team::in_turn, Start::overlapped,
      /*fitted=*/false, /*keeps=*/true},
     false},
    {"21",
     "21_128",
     "21_kept.cu",
     "per shape: small products, and vectors of factors",
     {128, 128, 6, 2, true, 2, 16, Walk::persistent, Store::staged, Team::in_turn,
      Start::overlapped, /*fitted=*/false, /*keeps=*/true}},
    {"22",
     "22_192",
     "22_halves.cu",
     "larger tiles, rounded by halves",
     {192, 256, 3, 2, true, 2, 6, Walk::persistent, Store::halves, Team::together,
      Start::overlapped, /*fitted=*/true, /*keeps=*/false, Side::along_m},
     false},
};

constexpr bool same_name(const char* x, const char* y) {
  for (; *x != '\0' && *x == *y; ++x, ++y) {
  }
  return *x == *y;
}

/// nullptr if there is no such kernel.
constexpr const TmaKernel* find_tma_kernel(const char* stem) {
  for (const TmaKernel& kernel : tma_kernels) {
    if (same_name(kernel.stem, stem)) return &kernel;
  }
  return nullptr;
}

/// Whether `rung` may take this kernel: one of its own, or of the rung below where those should be
/// faster: rung 18's where strips do not fit or A is too large for L2, rung 21's for small products
/// and vectors of factors.
constexpr bool is_choice(const TmaKernel& kernel, const char* rung) {
  return same_name(kernel.rung, rung) || (same_name(rung, "19") && same_name(kernel.rung, "18")) ||
         (same_name(rung, "22") && same_name(kernel.rung, "21"));
}

/// For kernels: a misspelt stem does not compile.
consteval TmaTile tma_tile(const char* stem) { return find_tma_kernel(stem)->tile; }

consteval bool tma_kernels_are_sound() {
  for (const TmaKernel& kernel : tma_kernels) {
    if (find_tma_kernel(kernel.stem) != &kernel || !is_sound(kernel.tile)) return false;
  }
  return true;
}
static_assert(tma_kernels_are_sound());

}  // namespace tilewright::hopper
