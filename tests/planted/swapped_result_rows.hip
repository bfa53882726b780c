// Planted fault: the lane halves write their results to each other's rows of C.
// SPDX-License-Identifier: MIT
#include "arch/native.hpp"
#include "ladder/rdna/interleaved.hpp"

namespace tilewright {

struct SwappedResultRows : NativeFp16 {
  static constexpr int first_result_row(int lane) {
    return NativeFp16::first_result_row(wave_size - 1 - lane);
  }
};

}  // namespace tilewright

using namespace tilewright;

extern "C" __global__ __launch_bounds__(threads(tile_of("8"))) void tw_fp16_rung_8(GemmArgs args) {
  interleaved_gemm<SwappedResultRows, tile_of("8")>(args);
}
