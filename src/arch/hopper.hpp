// NVIDIA Hopper (sm_90): lane maps of the warp-wide mma.sync, and the policies on which rungs 1 to
// 8 are built. Hopper's own warpgroup instruction, wgmma, comes with rung 9.
//
// The instruction is m16n8k16, so a 16x16 tile takes two. It returns pairs that are neighbours
// along its n. C is column-major and wants neighbours along its rows, hence the operands change
// places: B's columns are the instruction's m, A's rows its n, and what it computes is C
// transposed.
// SPDX-License-Identifier: MIT
#pragma once

#include "arch/lane_map.hpp"

namespace tilewright {

struct HopperLanes {
  static constexpr int fragment_elems = 8;  ///< K values a lane holds, of two rows
  static constexpr int results = 8;         ///< cells of C a lane owns
  static constexpr int adjacent_rows = 2;   ///< results 2i and 2i+1 are neighbours in a column of C

  /// The row of the slice, and the K in it, whose 16 bytes a lane names to ldmatrix. The order of
  /// the four 8x8 pieces is the order of the registers it fills: of B, the instruction wants both
  /// halves of the rows first and then the second half of K; of A, half the rows at a time.
  template <Operand operand>
  static constexpr int fragment_row(int lane) {
    return operand == Operand::b ? lane % 16 : lane % 8 + 8 * (lane / 16);
  }
  template <Operand operand>
  static constexpr int k_offset(int lane) {
    return operand == Operand::b ? 8 * (lane / 16) : 8 * (lane / 8 % 2);
  }

  /// Result i lies row_of(i) below and column_of(i) beside the lane's first.
  static constexpr int first_result_row(int lane) { return 2 * (lane % 4); }
  static constexpr int first_result_column(int lane) { return lane / 4; }
  static constexpr int row_of(int i) { return i % 2 + 8 * (i / 4); }
  static constexpr int column_of(int i) { return 8 * (i / 2 % 2); }
};

/// Of one-byte elements 16 bytes are all of the tile's K, and a fragment is half as large: two 8x8
/// pieces as ldmatrix counts, one for each half of the rows. The upper 16 lanes name nothing new.
struct HopperByteLanes : HopperLanes {
  static constexpr int fragment_elems = 16;
  template <Operand operand>
  static constexpr int fragment_row(int lane) {
    return lane % 16;
  }
  template <Operand operand>
  static constexpr int k_offset(int /*lane*/) {
    return 0;
  }
};

/// The same proof as is_sound_lane_map's, for results that lie in two columns.
consteval bool hopper_owns_each_cell_once() {
  int owners[wmma_tile][wmma_tile] = {};
  for (int lane = 0; lane < wave_size; ++lane) {
    for (int i = 0; i < HopperLanes::results; ++i) {
      ++owners[HopperLanes::first_result_row(lane) + HopperLanes::row_of(i)]
              [HopperLanes::first_result_column(lane) + HopperLanes::column_of(i)];
    }
  }
  for (const auto& row : owners) {
    for (const int count : row) {
      if (count != 1) return false;
    }
  }
  return true;
}
static_assert(hopper_owns_each_cell_once());
static_assert(holds_each_input_evenly<HopperLanes, Operand::a>());
static_assert(holds_each_input_evenly<HopperLanes, Operand::b>());
static_assert(holds_each_input_evenly<HopperByteLanes, Operand::a>());
static_assert(holds_each_input_evenly<HopperByteLanes, Operand::b>());

}  // namespace tilewright

#ifdef __CUDACC__
#include "arch/prelude_cuda.hpp"

namespace tilewright {

/// FP16 with FP16 accumulation, as on RDNA.
struct HopperFp16 : HopperLanes {
  using Element = half;
  using Result = half;
  using Fragment = Vector<std::uint32_t, 4>;
  using Accumulator = Vector<std::uint32_t, 4>;  ///< results 2i and 2i+1 in register i
  static constexpr int tiles_per_accumulator = 1;

  __device__ static __forceinline__ void mma(Accumulator& acc, const Fragment& a, const Fragment& b,
                                             int /*which*/) {
    half_tile(acc[0], acc[1], b, a[0], a[1]);  // rows 0-7 of A
    half_tile(acc[2], acc[3], b, a[2], a[3]);  // rows 8-15
  }
  __device__ static __forceinline__ Result result(const Accumulator& acc, int i, int /*which*/) {
    return {static_cast<std::uint16_t>(acc[i / 2] >> (i % 2 * 16))};
  }

 private:
  __device__ static __forceinline__ void half_tile(std::uint32_t& c0, std::uint32_t& c1,
                                                   const Fragment& b, std::uint32_t a0,
                                                   std::uint32_t a1) {
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3, %4, %5}, {%6, %7}, "
        "{%0, %1};"
        : "+r"(c0), "+r"(c1)
        : "r"(b[0]), "r"(b[1]), "r"(b[2]), "r"(b[3]), "r"(a0), "r"(a1));
  }
};

/// FP16 or bfloat16 with FP32 accumulation: twice the registers, rounded once at the end.
template <class Element_>
struct HopperF32Accumulate : HopperLanes {
  using Element = Element_;
  using Result = Element_;
  using Fragment = Vector<std::uint32_t, 4>;
  using Accumulator = Vector<float, 8>;
  static constexpr int tiles_per_accumulator = 1;

  __device__ static __forceinline__ void mma(Accumulator& acc, const Fragment& a, const Fragment& b,
                                             int /*which*/) {
    half_tile<0>(acc, b, a[0], a[1]);
    half_tile<4>(acc, b, a[2], a[3]);
  }
  __device__ static __forceinline__ Result result(const Accumulator& acc, int i, int /*which*/) {
    Result rounded;
    if constexpr (sizeof(Element_) == sizeof(half) && is_half) {
      asm("cvt.rn.f16.f32 %0, %1;" : "=h"(rounded.bits) : "f"(acc[i]));
    } else {
      asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(rounded.bits) : "f"(acc[i]));
    }
    return rounded;
  }

 private:
  static constexpr bool is_half = __is_same(Element_, half);

  template <int first>
  __device__ static __forceinline__ void half_tile(Accumulator& acc, const Fragment& b,
                                                   std::uint32_t a0, std::uint32_t a1) {
#define TW_MMA_F32(type)                                                              \
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32." type "." type                 \
               ".f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};" \
               : "+f"(acc[first]), "+f"(acc[first + 1]), "+f"(acc[first + 2]),        \
                 "+f"(acc[first + 3])                                                 \
               : "r"(b[0]), "r"(b[1]), "r"(b[2]), "r"(b[3]), "r"(a0), "r"(a1))
    if constexpr (is_half) {
      TW_MMA_F32("f16");
    } else {
      TW_MMA_F32("bf16");
    }
#undef TW_MMA_F32
  }
};
using HopperFp16F32 = HopperF32Accumulate<half>;
using HopperBf16 = HopperF32Accumulate<bfloat16>;

/// FP8 e4m3 with FP32 accumulation. The hardware has no such mma.sync: ptxas converts to FP16.
template <class Result_>
struct HopperE4m3 : HopperByteLanes {
  using Element = unsigned char;
  using Result = Result_;
  using Fragment = Vector<std::uint32_t, 2>;
  using Accumulator = Vector<float, 8>;
  static constexpr int tiles_per_accumulator = 1;

  __device__ static __forceinline__ void mma(Accumulator& acc, const Fragment& a, const Fragment& b,
                                             int /*which*/) {
    half_tile<0>(acc, b, a[0]);
    half_tile<4>(acc, b, a[1]);
  }
  __device__ static __forceinline__ Result result(const Accumulator& acc, int i, int which) {
    if constexpr (sizeof(Result) == sizeof(float)) {
      return acc[i];
    } else {
      return HopperF32Accumulate<Result>::result(acc, i, which);
    }
  }

 private:
  template <int first>
  __device__ static __forceinline__ void half_tile(Accumulator& acc, const Fragment& b,
                                                   std::uint32_t a) {
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f32.e4m3.e4m3.f32 {%0, %1, %2, %3}, {%4, %5}, {%6}, "
        "{%0, %1, %2, %3};"
        : "+f"(acc[first]), "+f"(acc[first + 1]), "+f"(acc[first + 2]), "+f"(acc[first + 3])
        : "r"(b[0]), "r"(b[1]), "r"(a));
  }
};

/// The same policy for rows that start anywhere.
template <class Policy>
struct AnyAlignment : Policy {
  using Element = Unaligned<typename Policy::Element>;
};

}  // namespace tilewright
#endif
