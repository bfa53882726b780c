// Planted fault: lanes 0-15 read the K values of lanes 16-31, and the other way round, in A only.
// (In both operands it would be harmless: the same products, in another order.)
// SPDX-License-Identifier: MIT
#include "arch/native.hpp"
#include "ladder/rdna/interleaved.hpp"

namespace tilewright {

struct SwappedLaneHalf : NativeFp16 {
  template <Operand operand>
  static constexpr int k_offset(int lane) {
    const int right = NativeFp16::k_offset<operand>(lane);
    return operand == Operand::a ? NativeFp16::fragment_elems - right : right;
  }
};

}  // namespace tilewright

using namespace tilewright;

extern "C" __global__ __launch_bounds__(threads(tile_of("8"))) void tw_fp16_rung_8(GemmArgs args) {
  interleaved_gemm<SwappedLaneHalf, tile_of("8")>(args);
}
