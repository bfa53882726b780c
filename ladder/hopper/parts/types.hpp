// What the kernels multiply and what they make of it. Device code; the host's view of the same list
// is in launch.hpp.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace tilewright::hopper {

enum class Input : std::uint8_t { f16, bf16, e4m3 };
enum class Output : std::uint8_t { f16, bf16, f32 };
enum class Scaling : std::uint8_t {
  none,
  tensor,   ///< one factor for A, one for B
  vectors,  ///< one for each row of A, one for each column of B
};

/// f16 accumulators come two to a register.
struct F16Pair {
  std::uint32_t bits;
};

template <Input input_, class Sum_, Output output_, Scaling scaling_ = Scaling::none>
struct Types {
  static constexpr Input input = input_;
  static constexpr Output output = output_;
  static constexpr Scaling scaling = scaling_;
  using Sum = Sum_;

  static constexpr int element_bytes = input == Input::e4m3 ? 1 : 2;
  static constexpr int result_bytes = output == Output::f32 ? 4 : 2;
  static constexpr bool sums_are_pairs =
      sizeof(Sum) == sizeof(F16Pair) && output == Output::f16 && !__is_same(Sum, float);

  /// Two neighbours in a column of C, as they lie in memory.
  __device__ static __forceinline__ std::uint32_t pack(float first, float second) {
    std::uint32_t pair;
    if constexpr (output == Output::bf16) {
      asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(second), "f"(first));
    } else {
      asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(second), "f"(first));
    }
    return pair;
  }
};

/// Four registers of sums to and from memory. In assembly, because a cast to integers would make
/// the compiler keep the sums as integers, and copy all of them before the next wgmma.
__device__ __forceinline__ void store_four(std::uint64_t to, const float* four) {
  asm volatile("st.global.v4.f32 [%0], {%1, %2, %3, %4};" ::"l"(to), "f"(four[0]), "f"(four[1]),
               "f"(four[2]), "f"(four[3])
               : "memory");
}
__device__ __forceinline__ void store_four(std::uint64_t to, const F16Pair* four) {
  asm volatile("st.global.v4.b32 [%0], {%1, %2, %3, %4};" ::"l"(to), "r"(four[0].bits),
               "r"(four[1].bits), "r"(four[2].bits), "r"(four[3].bits)
               : "memory");
}
/// Past L1, which does not see what other SMs write.
__device__ __forceinline__ void add_four(float* sums, std::uint64_t from) {
  float four[4];
  asm volatile("ld.global.cg.v4.f32 {%0, %1, %2, %3}, [%4];"
               : "=f"(four[0]), "=f"(four[1]), "=f"(four[2]), "=f"(four[3])
               : "l"(from));
#pragma unroll
  for (int i = 0; i < 4; ++i) sums[i] += four[i];
}
__device__ __forceinline__ void add_four(F16Pair* sums, std::uint64_t from) {
  std::uint32_t four[4];
  asm volatile("ld.global.cg.v4.b32 {%0, %1, %2, %3}, [%4];"
               : "=r"(four[0]), "=r"(four[1]), "=r"(four[2]), "=r"(four[3])
               : "l"(from));
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    asm("add.rn.f16x2 %0, %0, %1;" : "+r"(sums[i].bits) : "r"(four[i]));
  }
}

}  // namespace tilewright::hopper
