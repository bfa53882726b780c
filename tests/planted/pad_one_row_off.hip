// Planted fault: every row lies one row too far in LDS, and the last row of B is past the end.
// Writers and readers agree, so only a check of the bounds of LDS can notice: hardware would drop
// the writes, or keep them where the allocation was rounded up.
// SPDX-License-Identifier: MIT
#include "arch/native.hpp"
#include "ladder/rdna/interleaved.hpp"

namespace tilewright {

struct PadOneRowOff : ProductParts {
  template <Tile T, int elem_bytes, int unit>
  struct Layout : LdsLayout<T, elem_bytes, unit> {
    static constexpr int offset(int row, int k) {
      return LdsLayout<T, elem_bytes, unit>::offset(row + 1, k);
    }
  };
};

}  // namespace tilewright

using namespace tilewright;

extern "C" __global__ __launch_bounds__(threads(tile_of("8"))) void tw_fp16_rung_8(GemmArgs args) {
  interleaved_gemm<NativeFp16, tile_of("8"), PadOneRowOff>(args);
}
