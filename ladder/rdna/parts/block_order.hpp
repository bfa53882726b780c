// Which block of C a workgroup computes. Taught in rung 6; host tests walk the same function.
// SPDX-License-Identifier: MIT
#pragma once

namespace tilewright {

/// A place in the grid of blocks, in blocks.
struct BlockPlace {
  int row;
  int column;
};

/// Workgroups start in index order, so neighbours in index run together and can share what they
/// read through L2. Group after group of `group_rows` rows of blocks is walked column by column:
/// sixteen neighbours then read 8 + 2 strips instead of 1 + 16. With one row to a group this is the
/// plain row-by-row order of the rungs before.
template <int group_rows>
struct GroupedOrder {
  static constexpr BlockPlace place(int index, int blocks_m, int blocks_n) {
    const int index_m = index / blocks_n;
    const int index_n = index % blocks_n;
    // The last group is short when the rows do not divide evenly.
    const int short_rows = blocks_m % group_rows;
    const int rows = index_m < blocks_m - short_rows ? group_rows : short_rows;
    const int first_row = index_m / group_rows * group_rows;
    const int local = index_n + index_m % group_rows * blocks_n;
    return {first_row + local % rows, local / rows};
  }
};

/// Every block of a small grid is visited once.
template <class Order>
consteval bool visits_each_block_once(int blocks_m, int blocks_n) {
  constexpr int most = 32;
  int visits[most][most] = {};
  for (int index = 0; index < blocks_m * blocks_n; ++index) {
    const BlockPlace place = Order::place(index, blocks_m, blocks_n);
    ++visits[place.row][place.column];
  }
  for (int row = 0; row < blocks_m; ++row) {
    for (int column = 0; column < blocks_n; ++column) {
      if (visits[row][column] != 1) return false;
    }
  }
  return true;
}
static_assert(visits_each_block_once<GroupedOrder<1>>(5, 3));
static_assert(visits_each_block_once<GroupedOrder<8>>(16, 5));
static_assert(visits_each_block_once<GroupedOrder<8>>(19, 3), "a short last group");
static_assert(visits_each_block_once<GroupedOrder<8>>(3, 7), "nothing but a short group");

}  // namespace tilewright
