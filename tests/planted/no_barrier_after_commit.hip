// Planted fault: no barrier after the commit, so that a fast wave reads what a slow one has not
// written yet.
// SPDX-License-Identifier: MIT
#include "arch/native.hpp"
#include "ladder/rdna/interleaved.hpp"

namespace tilewright {

struct NoBarrierAfterCommit : ProductParts {
  struct Sync : CommitSync {
    __device__ static void after() {}
  };
};

}  // namespace tilewright

using namespace tilewright;

extern "C" __global__ __launch_bounds__(threads(tile_of("8"))) void tw_fp16_rung_8(GemmArgs args) {
  interleaved_gemm<NativeFp16, tile_of("8"), NoBarrierAfterCommit>(args);
}
