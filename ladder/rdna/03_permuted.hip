// Rung 3, permuted: the same rows in another order
//
// Idea       Instead of growing a row, permute it: its blocks of one fragment each trade places by
//            XOR with the row's number (parts/lds_layout.hpp).
// Changed    The layout of LDS, against rung 2.
// Costs      No LDS, so RDNA 4 keeps its 12 waves per SIMD; some address arithmetic. On RDNA 3 a
//            fragment fills the whole row at this depth of K and the permutation is the identity.
//            30.37 ms on gfx1201: no change either (published: AMD, part 1, tables 6 to 8).
// Binds now  As before: a barrier for every 16 values of K.
// Next       Rung 4. It pads: padding works for any fragment, and the depth of K that rung 5 buys
//            is worth more than the occupancy that padding costs.
// SPDX-License-Identifier: MIT
#include "arch/native.hpp"
#include "ladder/rdna/tiled.hpp"

using namespace tilewright;

extern "C" __global__ __launch_bounds__(
    threads(tile_of("3-permuted"))) void tw_fp16_rung_3_permuted(GemmArgs args) {
  tiled_gemm<NativeFp16, tile_of("3-permuted")>(args);
}
