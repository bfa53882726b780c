// A kernel that could be built: a tile, and the precision that it is built for.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "core/result.hpp"
#include "ladder/rdna/rungs.hpp"

namespace tilewright::sweep {

struct Candidate {
  Precision precision = Precision::fp16;
  Tile tile = {};

  /// The order of blocks apart, which is no part of a configuration's name.
  friend bool operator==(const Candidate& x, const Candidate& y) {
    const Tile& s = x.tile;
    const Tile& t = y.tile;
    return x.precision == y.precision && s.block_m == t.block_m && s.block_n == t.block_n &&
           s.block_k == t.block_k && s.waves_m == t.waves_m && s.waves_n == t.waves_n &&
           s.buffers == t.buffers && s.layout == t.layout;
  }
};

[[nodiscard]] std::string_view name(Layout layout);

/// "192x224x64,4x2,1buf", and ",permuted" or ",plain" where rows are not padded: what parse_tile
/// reads. Blocks are launched in groups of eight rows, as from rung 6 on.
[[nodiscard]] std::string text(const Tile& tile);

/// Errors: not of that form.
[[nodiscard]] Result<Tile> parse_tile(std::string_view text);

}  // namespace tilewright::sweep
