// Planted fault: the column is found with the nominal size of a group, which is wrong in a short
// last one: some blocks of C are computed twice and others never.
// SPDX-License-Identifier: MIT
#include "arch/native.hpp"
#include "ladder/rdna/interleaved.hpp"

namespace tilewright {

template <int group_rows>
struct OrderOfWholeGroups {
  static constexpr BlockPlace place(int index, int blocks_m, int blocks_n) {
    const BlockPlace right = GroupedOrder<group_rows>::place(index, blocks_m, blocks_n);
    const int local = index % blocks_n + index / blocks_n % group_rows * blocks_n;
    return {right.row, local / group_rows};
  }
};

struct TileVisitedTwice : ProductParts {
  template <Tile T>
  using Order = OrderOfWholeGroups<T.group_rows>;
};

}  // namespace tilewright

using namespace tilewright;

extern "C" __global__ __launch_bounds__(threads(tile_of("8"))) void tw_fp16_rung_8(GemmArgs args) {
  interleaved_gemm<NativeFp16, tile_of("8"), TileVisitedTwice>(args);
}
