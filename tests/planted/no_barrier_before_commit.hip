// Planted fault: no barrier before the commit, so that a fast wave overwrites the slice that a
// slow one still reads.
// SPDX-License-Identifier: MIT
#include "arch/native.hpp"
#include "ladder/rdna/interleaved.hpp"

namespace tilewright {

struct NoBarrierBeforeCommit : ProductParts {
  struct Sync : CommitSync {
    __device__ static void before() {}
  };
};

}  // namespace tilewright

using namespace tilewright;

extern "C" __global__ __launch_bounds__(threads(tile_of("8"))) void tw_fp16_rung_8(GemmArgs args) {
  interleaved_gemm<NativeFp16, tile_of("8"), NoBarrierBeforeCommit>(args);
}
