// Which tiles, and which slices of K, a cluster computes. Taught in rungs 14 and 16; the host walks
// the same functions to size the grid and to prove that all work is done once.
// SPDX-License-Identifier: MIT
#pragma once

#include "ladder/hopper/tile.hpp"

namespace tilewright::hopper {

/// A place in the grid of tiles, in tiles.
struct TilePlace {
  int m;
  int n;
};

/// Rung 6's order: groups of `group_m` rows of tiles, each walked column by column, so that what
/// runs at the same time reads few strips of A and B. With one division, as the first load waits
/// for it.
template <int group_m>
constexpr TilePlace place_of(int index, int tiles_m, int tiles_n) {
  const int group = index / (group_m * tiles_n);
  const int within = index - group * group_m * tiles_n;
  const int first = group * group_m;
  if (first + group_m <= tiles_m) return {first + within % group_m, within / group_m};
  const int rows = tiles_m - first;  // the last group may be lower
  return {first + within % rows, within / rows};
}

/// The order of fitted tiles: column by column, each column begun `rotation` strips further down,
/// so that a cluster gets tiles of both heights.
constexpr TilePlace fitted_place_of(int index, int strips, int rotation) {
  const int n = index / strips;
  return {(index - n * strips + n * rotation) % strips, n};
}

template <int group_m>
consteval bool places_each_tile_once(int tiles_m, int tiles_n) {
  constexpr int most = 32;
  int visits[most][most] = {};
  for (int i = 0; i < tiles_m * tiles_n; ++i) {
    const TilePlace place = place_of<group_m>(i, tiles_m, tiles_n);
    ++visits[place.m][place.n];
  }
  for (int m = 0; m < tiles_m; ++m) {
    for (int n = 0; n < tiles_n; ++n) {
      if (visits[m][n] != 1) return false;
    }
  }
  return true;
}
static_assert(places_each_tile_once<1>(5, 3));
static_assert(places_each_tile_once<8>(16, 5));
static_assert(places_each_tile_once<8>(19, 3), "a low last group");
static_assert(places_each_tile_once<8>(3, 7), "nothing but a low group");

/// The tiles of a problem, in units of what a cluster computes at once.
struct Plan {
  int tiles_m;
  int tiles_n;
  int slices;      ///< of K, in every tile
  int shared = 0;  ///< the first tiles of the order: their slices are divided among all clusters
  int range = 0;   ///< slices of the shared tiles that each cluster gets
  int longer = 0;  ///< the first ranges, which get one more
  /// Of fitted tiles: squares in the height of a strip, the first strips that have one more, and
  /// by how many strips each column is turned.
  int units = 0;
  int taller = 0;
  int rotation = 0;

  constexpr int first_unit(int strip) const {
    return strip * units + (strip < taller ? strip : taller);
  }
  constexpr int units_of(int strip) const { return units + (strip < taller ? 1 : 0); }
  /// Divides `all` units of m into strips of `most` or `most` - 1, as many as make `places`
  /// clusters end soonest; where that cannot be, into strips of `most`, the last of which may reach
  /// over.
  constexpr void fit(int all, int most, int places) {
    const int least = ceil_div(all, most);
    tiles_m = least;
    units = most;
    double soonest = 0;
    for (int strips = least; strips <= all / (most - 1); ++strips) {
      const int rounds = ceil_div(strips * tiles_n, places);
      // Of several rounds a cluster has tiles of both heights.
      const double end =
          rounds == 1 ? double(ceil_div(all, strips)) : double(rounds) * all / strips;
      if (soonest > 0 && end >= soonest) continue;
      soonest = end;
      tiles_m = strips;
      units = all / strips;
      taller = all % strips;
    }
    // From one round to the next by a golden part of the strips: a cluster's then lie scattered.
    const int columns_at_once = places > tiles_m ? places / tiles_m : 1;
    const int scatter = tiles_m * 5 / 13 / columns_at_once;
    rotation = scatter > 0 ? scatter : 1;
  }

  /// Divides `all` units of m into as few strips of `most` as there can be, a multiple of `ctas`,
  /// which lie above each other; evenly, if that makes them `most` and `most` - 1 high, else so
  /// that the last reaches over.
  constexpr void even_out(int all, int most, int ctas) {
    const int strips = ceil_div(all, most * ctas) * ctas;
    tiles_m = strips / ctas;
    const bool even = all / strips >= most - 1;
    units = even ? all / strips : most;
    taller = even ? all % strips : 0;
  }

  constexpr int tiles() const { return tiles_m * tiles_n; }

  /// Where range number `index` begins among the slices of all shared tiles.
  constexpr int first_of_range(int index) const {
    return index * range + (index < longer ? index : longer);
  }
  /// The range that slice number `slice` is in.
  constexpr int range_of(int slice) const {
    const int in_longer = longer * (range + 1);
    return slice < in_longer ? slice / (range + 1) : longer + (slice - in_longer) / range;
  }
  /// Shares the first `tiles` among `clusters`.
  constexpr void share(int tiles, int clusters) {
    shared = tiles;
    range = tiles * slices / clusters;
    longer = tiles * slices % clusters;
  }
};

/// Something a cluster does in one go: slices [first, first + slices) of a tile.
struct Work {
  int tile;
  int first;
  int slices;
  int missing;  ///< slices of the tile after these, which others compute

  /// The sums of a tile are completed and stored by whoever has its first slice.
  constexpr bool owns() const { return first == 0; }
};

/// The work of cluster `index` of `clusters`. First its share of the shared tiles: slices of all of
/// them are numbered through and cut into even ranges. As there are fewer shared tiles than
/// clusters, a range is at most one tile long, and so it touches at most two: the end of one tile,
/// whose sums go to the workspace, and the beginning of the next, which the cluster owns. The owner
/// needs what the clusters of the following ranges did first of all. Ranges are dealt from the last
/// to the first, so that these have lower indices and were started earlier: an owner never waits
/// for a cluster that waits for a place on the GPU. After that, whole tiles.
class Walker {
 public:
  constexpr Walker(const Plan& plan, int index, int clusters)
      : plan_(plan), clusters_(clusters), whole_(plan.shared + index) {
    if (plan.shared > 0) {
      slice_ = plan.first_of_range(clusters - 1 - index);
      end_ = plan.first_of_range(clusters - index);
    }
  }

  constexpr bool next(Work& work) {
    if (slice_ < end_) {
      work.tile = slice_ / plan_.slices;
      work.first = slice_ - work.tile * plan_.slices;
      const int left_of_tile = plan_.slices - work.first;
      work.slices = left_of_tile < end_ - slice_ ? left_of_tile : end_ - slice_;
      work.missing = left_of_tile - work.slices;
      slice_ += work.slices;
      return true;
    }
    if (whole_ >= plan_.tiles()) return false;
    work = {whole_, 0, plan_.slices, 0};
    whole_ += clusters_;
    return true;
  }

 private:
  Plan plan_;
  int clusters_;
  int whole_;
  int slice_ = 0;
  int end_ = 0;
};

/// Tiles left over when `clusters` have each computed as many whole ones as they can. Sharing them
/// costs a round trip of sums through L2, about as long as `cost` slices; without it they take as
/// long as one more tile.
constexpr int tiles_to_share(int tiles, int slices, int clusters, int cost) {
  const int left_over = tiles % clusters;
  if (left_over == 0) return 0;
  const int saved = slices - ceil_div(left_over * slices, clusters);
  return saved > cost ? left_over : 0;
}

/// Walks a plan as all clusters together do: every slice of every tile exactly once, one owner to a
/// tile, and nothing owned waits for a cluster of a higher index.
consteval bool covers_everything_once(int tiles, int slices, int clusters) {
  constexpr int most = 512;
  int visits[most] = {};
  Plan plan{tiles, 1, slices};
  plan.share(tiles_to_share(tiles, slices, clusters, /*cost=*/0), clusters);
  for (int index = 0; index < clusters; ++index) {
    Walker walker(plan, index, clusters);
    Work work{};
    for (int turn = 0; walker.next(work); ++turn) {
      for (int slice = work.first; slice < work.first + work.slices; ++slice) {
        ++visits[work.tile * slices + slice];
        const int number = work.tile * slices + slice;
        if (work.tile < plan.shared && plan.range_of(number) != clusters - 1 - index) return false;
      }
      if (!work.owns() && turn != 0) return false;  // would be waited for, but not done first
    }
  }
  for (int i = 0; i < tiles * slices; ++i) {
    if (visits[i] != 1) return false;
  }
  return true;
}
/// Strips follow each other without gap, end at the last unit or past it, and every tile has its
/// place.
consteval bool fits(int all, int most, int tiles_n, int places) {
  Plan plan{0, tiles_n, 1};
  plan.fit(all, most, places);
  constexpr int most_tiles = 4096;
  bool seen[most_tiles] = {};
  for (int i = 0; i < plan.tiles(); ++i) {
    const TilePlace place = fitted_place_of(i, plan.tiles_m, plan.rotation);
    bool& here = seen[place.n * plan.tiles_m + place.m];
    if (here || place.m >= plan.tiles_m || place.n >= tiles_n) return false;
    here = true;
  }
  for (int strip = 0; strip < plan.tiles_m; ++strip) {
    const int height = plan.units_of(strip);
    if (height != most && height != most - 1) return false;
    if (plan.first_unit(strip) + height != plan.first_unit(strip + 1)) return false;
  }
  const int end = plan.first_unit(plan.tiles_m);
  return plan.units == most ? end >= all && end - most < all : end == all;
}
/// Strips of pairs follow each other, end at the last unit or past it, and are `most` or one less.
consteval bool evens_out(int all, int most, int ctas) {
  Plan plan{0, 1, 1};
  plan.even_out(all, most, ctas);
  const int strips = plan.tiles_m * ctas;
  for (int strip = 0; strip < strips; ++strip) {
    const int height = plan.units_of(strip);
    if (height != most && height != most - 1) return false;
    if (plan.first_unit(strip) + height != plan.first_unit(strip + 1)) return false;
  }
  const int end = plan.first_unit(strips);
  return plan.units == most && plan.taller == 0 ? end >= all && end - most * ctas < all
                                                : end == all;
}
static_assert(evens_out(1024, 24, 2), "8192 in 22 pairs: 12 strips of 24 and 32 of 23");
static_assert(evens_out(384, 24, 2), "nothing left over");
static_assert(evens_out(256, 24, 2), "2048: no two strips of 23 or 24");
static_assert(evens_out(1, 24, 2));
static_assert(fits(512, 16, 16, 66), "4096 in 33 strips, eight whole waves");
static_assert(fits(1, 16, 1, 66));
static_assert(fits(17, 16, 3, 66), "no two strips of 15 or 16");
static_assert(fits(1024, 16, 32, 66));

static_assert(covers_everything_once(13, 8, 5));
static_assert(covers_everything_once(3, 16, 5), "fewer tiles than clusters");
static_assert(covers_everything_once(1, 3, 7), "fewer slices than clusters");
static_assert(covers_everything_once(10, 4, 5), "nothing left over");

}  // namespace tilewright::hopper
