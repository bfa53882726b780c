// The shape of a kernel that is fed by TMA and multiplies with wgmma: what rungs 9 and up differ
// in.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <initializer_list>

namespace tilewright::hopper {

/// How the sums leave the registers.
enum class Store : std::uint8_t {
  direct,  ///< each thread writes its pairs of results
  staged,  ///< through shared memory, as boxes that TMA writes
  late,    ///< staged, while the next tile is being multiplied
  halves,  ///< staged, one block of 64 columns at a time while the other is being multiplied, and
           ///< sent by warps of the producer's warpgroup
};

/// How the consumers divide what a CTA computes.
enum class Team : std::uint8_t {
  together,  ///< each has a part of every tile
  in_turn,   ///< each has every other tile, which it rounds and stores while the other multiplies
};

/// How the CTAs of a cluster lie, and so what they share by multicast.
enum class Side : std::uint8_t {
  along_n,  ///< side by side: they need the same rows of A
  along_m,  ///< one above the other: the same columns of B
};

/// Which tiles a CTA computes.
enum class Walk : std::uint8_t {
  one_tile,    ///< the one its index names
  persistent,  ///< one for each time the grid fits into the tiles
  balanced,    ///< persistent, and the tiles left over are shared by all, divided along K
};

/// What a launch does while the one ahead of it in the stream still runs.
enum class Start : std::uint8_t {
  behind,      ///< nothing: it begins when that one has ended
  early,       ///< it gets ready, and touches memory when that one has ended
  overlapped,  ///< it loads and multiplies, and writes when that one has ended. So nothing that is
               ///< still to run or running ahead of it may write A, B or their factors: whoever
               ///< launches it promises that
};

/// A CTA computes block_m x block_n of C. C is column-major, so wgmma is given the columns of C as
/// its rows: its 64 lie along n, and its long side, the one a thread holds neighbours of, lies
/// along m, where C is contiguous.
struct TmaTile {
  int block_m;    ///< one wgmma is this long
  int block_n;    ///< divided among the consumers, 64 at a time
  int stages;     ///< slices of K in flight; a slice is 128 bytes of every row
  int consumers;  ///< warpgroups that multiply
  bool producer;  ///< one more warpgroup, which only issues loads
  int cluster;    ///< CTAs that share their slices of one operand by multicast
  int group_m;    ///< what a cluster computes at once, launched in groups of this many along m
                  ///< (rung 6 of the RDNA ladder); 0: fitted tiles, whole columns at a time
  Walk walk;
  Store store;
  Team team = Team::together;
  Start start = Start::behind;
  bool fitted = false;        ///< some tiles are a square shorter, so that the last wave is full
  bool keeps = false;         ///< L2 is told to keep A, and to let B and C go first; FP8 only
  Side side = Side::along_n;  ///< of a cluster
};

/// A thread holds, of each 8x8 square of a wgmma's results, two neighbours of one row.
inline constexpr int square = 8;

/// The span of K in a slice: what the 128-byte swizzle works on.
inline constexpr int slice_bytes = 128;
inline constexpr int warpgroup_size = 128;
/// Rows of one wgmma.
inline constexpr int wgmma_rows = 64;
/// A shared-memory tile starts at a multiple of the swizzle's period of 8 rows.
inline constexpr int swizzle_period_bytes = 8 * slice_bytes;

constexpr int ceil_div(int x, int y) { return x / y + (x % y != 0 ? 1 : 0); }

constexpr int threads(const TmaTile& t) {
  return (t.consumers + (t.producer ? 1 : 0)) * warpgroup_size;
}
/// Consumers at work on one tile.
constexpr int team(const TmaTile& t) { return t.team == Team::in_turn ? 1 : t.consumers; }
/// wgmmas of one consumer, each for 64 of its rows.
constexpr int row_blocks(const TmaTile& t) { return t.block_n / team(t) / wgmma_rows; }
/// The first of its rows of a tile.
constexpr int first_row(const TmaTile& t, int consumer) {
  return t.team == Team::in_turn ? 0 : consumer * row_blocks(t) * wgmma_rows;
}

/// The lengths of wgmma that are spelt out in parts/wgmma.hpp; the instruction has all multiples of
/// 8 up to 256.
constexpr bool wgmma_has_length(int n) {
  for (int known : {112, 120, 128, 168, 184, 192, 200, 224, 256}) {
    if (n == known) return true;
  }
  return false;
}

/// Fitted tiles in columns, which `rotation` scatters, instead of groups.
constexpr bool walks_columns(const TmaTile& t) { return t.group_m == 0; }

/// CTAs of a cluster, along m and along n.
constexpr int ctas_along_m(const TmaTile& t) { return t.side == Side::along_m ? t.cluster : 1; }
constexpr int ctas_along_n(const TmaTile& t) { return t.side == Side::along_n ? t.cluster : 1; }

/// Rows of A, and of B (columns of C), that one CTA fetches: of what its cluster shares its part,
/// rounded up to whole swizzle periods. The last rows of one part may be the first of the next;
/// they are then written twice, with the same values.
constexpr int rows_of_a(const TmaTile& t) { return ceil_div(t.block_m, 8 * ctas_along_n(t)) * 8; }
constexpr int rows_of_b(const TmaTile& t) { return ceil_div(t.block_n, 8 * ctas_along_m(t)) * 8; }
/// Bytes that land in a stage, counted by its barrier.
constexpr int arriving_bytes(const TmaTile& t) {
  return (ctas_along_n(t) * rows_of_a(t) + ctas_along_m(t) * rows_of_b(t)) * slice_bytes;
}

constexpr int slice_bytes_a(const TmaTile& t) { return t.block_m * slice_bytes; }
constexpr int slice_bytes_b(const TmaTile& t) { return t.block_n * slice_bytes; }
constexpr int stage_bytes(const TmaTile& t) { return slice_bytes_a(t) + slice_bytes_b(t); }

/// Results are staged in boxes of 64 columns of C by some squares of its rows, a square's row being
/// as wide as a bank's share or two. Rows of a box should not start in the same banks: an odd
/// number of squares sees to that, and rows of 128 bytes are swizzled. Else any number that
/// divides.
constexpr int box_squares(const TmaTile& t, int result_bytes) {
  const int most = slice_bytes / (square * result_bytes);
  const int squares = t.block_m / square;
  if (squares % most == 0) return most;
  int best = 1;
  for (int count = 2; count < most; ++count) {
    if (squares % count == 0 && (count % 2 == 1 || best == 1)) best = count;
  }
  return best;
}
constexpr bool box_is_swizzled(const TmaTile& t, int result_bytes) {
  return box_squares(t, result_bytes) * square * result_bytes == slice_bytes;
}
constexpr int boxes_per_block(const TmaTile& t, int result_bytes) {
  return t.block_m / square / box_squares(t, result_bytes);
}
/// The least length of a tile along m.
constexpr int least_length(const TmaTile& t) { return t.fitted ? t.block_m - square : t.block_m; }
/// Boxes of one consumer.
constexpr int patch_boxes(const TmaTile& t, int result_bytes) {
  return boxes_per_block(t, result_bytes) * row_blocks(t);
}

/// Shared memory a CTA can have on an H100 or H200.
inline constexpr int most_shared_bytes = 232448;
constexpr int barriers_bytes(const TmaTile& t) {
  return 2 * t.stages * static_cast<int>(sizeof(std::uint64_t));
}

/// Each consumer has places for boxes, one being filled while TMA reads the others: at most four,
/// and at least two, if the stages leave so many.
inline constexpr int box_place_bytes = wgmma_rows * slice_bytes;
constexpr int box_places(const TmaTile& t) {
  if (t.store == Store::direct) return 0;
  const int left = most_shared_bytes - t.stages * stage_bytes(t) - barriers_bytes(t);
  const int places = left / (t.consumers * box_place_bytes);
  return places < 4 ? places : 4;
}
constexpr int staging_bytes(const TmaTile& t) {
  return t.consumers * box_places(t) * box_place_bytes;
}

/// Dynamic shared memory: the stages, the boxes, then two barriers a stage.
constexpr int barriers_offset(const TmaTile& t) {
  return t.stages * stage_bytes(t) + staging_bytes(t);
}
constexpr int shared_bytes(const TmaTile& t) { return barriers_offset(t) + barriers_bytes(t); }

/// Registers a thread has once the roles are known (setmaxnreg, multiples of 8): the producer needs
/// few, and what it gives up the consumers take. There are no others to take: a CTA's registers are
/// what it was launched with, and who asks for more than are given up waits for ever.
inline constexpr int register_file_words = 65536;
inline constexpr int producer_registers = 40;
constexpr int launch_registers(const TmaTile& t) {
  return register_file_words / threads(t) / 8 * 8;
}
constexpr int consumer_registers(const TmaTile& t) {
  constexpr int most = 240;
  const int all = launch_registers(t) * (t.consumers + 1);
  const int share = (all - producer_registers) / t.consumers / 8 * 8;
  return share < most ? share : most;
}

constexpr bool is_sound(const TmaTile& t) {
  return wgmma_has_length(t.block_m) && t.block_n == row_blocks(t) * team(t) * wgmma_rows &&
         t.block_n <= 256 && t.stages >= 1 && (t.cluster == 1 || t.cluster == 2) &&
         (t.cluster == 1 || t.producer) && (t.walk == Walk::one_tile || t.producer) &&
         (t.team == Team::together ||
          (t.consumers == 2 && t.walk == Walk::persistent && t.store != Store::late)) &&
         (!t.fitted || wgmma_has_length(least_length(t))) &&
         // Tiles of two heights have two loops, which these have.
         t.fitted == (t.store == Store::halves ||
                      (walks_columns(t) && t.team == Team::in_turn && t.store == Store::staged)) &&
         (t.store != Store::halves || (t.team == Team::together && t.walk == Walk::persistent)) &&
         // What is handed over through the workspace would be written before the launch ahead ends.
         (t.start != Start::overlapped || t.walk == Walk::persistent) &&
         (t.store == Store::direct || (t.producer && box_places(t) >= 2)) &&
         shared_bytes(t) <= most_shared_bytes;
}

}  // namespace tilewright::hopper
