// Rung 4: buffer resources, and any shape
//
// Idea       A buffer resource tells the hardware where a matrix ends: a read past the end gives
//            zero, a write there is dropped. Tiles need not divide the matrix any more, and M, N
//            and K may be anything.
// Changed    How operands are read (BoundedRows in parts/matrix.hpp) and C is written
//            (parts/store.hpp), and a last short slice of K (parts/k_tail.hpp).
// Costs      Nothing at a shape that divides: same tile, same LDS (published: AMD, part 1, step 4).
// Binds now  As before: a barrier for every 16 values of K.
// Next       Rung 5: a tile that divides nothing, and holds more K.
// SPDX-License-Identifier: MIT
#include "arch/native.hpp"
#include "ladder/rdna/bounded.hpp"

using namespace tilewright;

extern "C" __global__ __launch_bounds__(threads(tile_of("4"))) void tw_fp16_rung_4(GemmArgs args) {
  bounded_gemm<NativeFp16, tile_of("4")>(args);
}
