// Planted fault: elements past K are read as they are: the start of the next row.
// SPDX-License-Identifier: MIT
#include "arch/native.hpp"
#include "ladder/rdna/interleaved.hpp"

namespace tilewright {

struct TailNotZeroed : ProductParts {
  struct Tail {
    __device__ static int offset(int bytes, int /*k*/, int /*k_end*/) { return bytes; }
  };
};

}  // namespace tilewright

using namespace tilewright;

extern "C" __global__ __launch_bounds__(threads(tile_of("8"))) void tw_fp16_rung_8(GemmArgs args) {
  interleaved_gemm<NativeFp16, tile_of("8"), TailNotZeroed>(args);
}
