// The matrix instruction: a warpgroup multiplies 64 rows by N columns, 32 bytes of K at a time,
// both operands read from shared memory, without waiting for the result. Taught in rung 9.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "ladder/hopper/parts/types.hpp"
#include "ladder/hopper/tile.hpp"

namespace tilewright::hopper {

/// Where an operand lies: rows of 128 bytes, 16-byte chunks permuted by TMA's 128-byte swizzle, the
/// next eight rows a swizzle period on. Fields: address / 16 in bits 0-13, the stride between
/// eights of rows / 16 in bits 32-45, the kind of swizzle in bits 62-63. The stride along K (bits
/// 16-29) is not used with this swizzle. Steps of K inside the 128 bytes are steps of the address.
__device__ __forceinline__ std::uint64_t operand_descriptor(std::uint32_t address) {
  constexpr std::uint64_t swizzle_128 = 1;
  constexpr std::uint64_t stride = swizzle_period_bytes / 16;
  return (address & 0x3ffff) >> 4 | std::uint64_t{1} << 16 | stride << 32 | swizzle_128 << 62;
}
inline constexpr int k_step_bytes = 32;
inline constexpr int descriptor_k_step = k_step_bytes / 16;

/// Before the first wgmma that touches registers which other instructions wrote.
__device__ __forceinline__ void wgmma_fence() {
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
}
__device__ __forceinline__ void wgmma_commit() {
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}
/// Waits until all but the `most` newest groups are done.
template <int most>
__device__ __forceinline__ void wgmma_wait() {
  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(most) : "memory");
}

/// A thread's sums of one wgmma: word 4j + 2h (+ 1) is row 8h + lane / 4 of the warp's 16, column
/// 8j + 2 (lane % 4) (+ 1). F16 sums are two to a word, which halves all that.
template <class Types, int n>
struct Sums {
  using Word = typename Types::Sum;
  static constexpr int words = Types::sums_are_pairs ? n / 4 : n / 2;
  Word word[words];

  /// sums = a * b, or sums += a * b if `accumulate`.
  __device__ __forceinline__ void multiply(std::uint64_t a, std::uint64_t b, bool accumulate);

  /// The compiler may not move reads or writes of the sums across this: it does not know that
  /// wgmma works behind its back.
  __device__ __forceinline__ void pin() {
#pragma unroll
    for (int i = 0; i < words; ++i) {
      if constexpr (Types::sums_are_pairs) {
        asm volatile("" : "+r"(word[i].bits)::"memory");
      } else {
        asm volatile("" : "+f"(word[i])::"memory");
      }
    }
  }
};

// An asm statement names each register, so their lists are spelt by macros: TW_TEN(3) is "%30, %31,
// ... %39, ", and TW_8(one, 16) the operands word[16] to word[23].
#define TW_TEN(t)                                                                        \
  "%" #t "0, %" #t "1, %" #t "2, %" #t "3, %" #t "4, %" #t "5, %" #t "6, %" #t "7, %" #t \
  "8, "                                                                                  \
  "%" #t "9, "
#define TW_TO_20 TW_TEN() TW_TEN(1)
#define TW_TO_40 TW_TO_20 TW_TEN(2) TW_TEN(3)
#define TW_TO_50 TW_TO_40 TW_TEN(4)
#define TW_TO_80 TW_TO_50 TW_TEN(5) TW_TEN(6) TW_TEN(7)
#define TW_TO_90 TW_TO_80 TW_TEN(8)
#define TW_TO_110 TW_TO_90 TW_TEN(9) TW_TEN(10)
#define TW_LIST_28 TW_TO_20 "%20, %21, %22, %23, %24, %25, %26, %27"
#define TW_LIST_30 TW_TO_20 "%20, %21, %22, %23, %24, %25, %26, %27, %28, %29"
#define TW_LIST_32 TW_TO_20 TW_TEN(2) "%30, %31"
#define TW_LIST_42 TW_TO_40 "%40, %41"
#define TW_LIST_46 TW_TO_40 "%40, %41, %42, %43, %44, %45"
#define TW_LIST_48 TW_TO_40 "%40, %41, %42, %43, %44, %45, %46, %47"
#define TW_LIST_50 TW_TO_40 "%40, %41, %42, %43, %44, %45, %46, %47, %48, %49"
#define TW_LIST_56 TW_TO_50 "%50, %51, %52, %53, %54, %55"
#define TW_LIST_60 TW_TO_50 "%50, %51, %52, %53, %54, %55, %56, %57, %58, %59"
#define TW_LIST_64 TW_TO_50 TW_TEN(5) "%60, %61, %62, %63"
#define TW_LIST_84 TW_TO_80 "%80, %81, %82, %83"
#define TW_LIST_92 TW_TO_90 "%90, %91"
#define TW_LIST_96 TW_TO_90 "%90, %91, %92, %93, %94, %95"
#define TW_LIST_100 TW_TO_90 "%90, %91, %92, %93, %94, %95, %96, %97, %98, %99"
#define TW_LIST_112 TW_TO_110 "%110, %111"
#define TW_LIST_128 TW_TO_110 TW_TEN(11) "%120, %121, %122, %123, %124, %125, %126, %127"

#define TW_F(i) "+f"(word[i])
#define TW_H(i) "+r"(word[i].bits)
#define TW_2(one, i) one(i), one(i + 1)
#define TW_4(one, i) TW_2(one, i), TW_2(one, i + 2)
#define TW_8(one, i) TW_4(one, i), TW_4(one, i + 4)
#define TW_16(one, i) TW_8(one, i), TW_8(one, i + 8)
#define TW_28(one, i) TW_16(one, i), TW_8(one, i + 16), TW_4(one, i + 24)
#define TW_30(one, i) TW_28(one, i), TW_2(one, i + 28)
#define TW_32(one, i) TW_16(one, i), TW_16(one, i + 16)
#define TW_42(one, i) TW_32(one, i), TW_8(one, i + 32), TW_2(one, i + 40)
#define TW_46(one, i) TW_42(one, i), TW_4(one, i + 42)
#define TW_48(one, i) TW_32(one, i), TW_16(one, i + 32)
#define TW_50(one, i) TW_48(one, i), TW_2(one, i + 48)
#define TW_56(one, i) TW_48(one, i), TW_8(one, i + 48)
#define TW_60(one, i) TW_56(one, i), TW_4(one, i + 56)
#define TW_64(one, i) TW_32(one, i), TW_32(one, i + 32)
#define TW_84(one, i) TW_64(one, i), TW_16(one, i + 64), TW_4(one, i + 80)
#define TW_92(one, i) TW_84(one, i), TW_8(one, i + 84)
#define TW_96(one, i) TW_64(one, i), TW_32(one, i + 64)
#define TW_100(one, i) TW_96(one, i), TW_4(one, i + 96)
#define TW_112(one, i) TW_96(one, i), TW_16(one, i + 96)
#define TW_128(one, i) TW_64(one, i), TW_64(one, i + 64)

/// `words` registers of kind `one`, then the operands %A, %B and %P, which follow them in number.
/// `scales` are the factors and, for 16-bit inputs, the transpositions: all left alone.
#define TW_WGMMA(n, words, one, A, B, P, k, kinds, scales)                                  \
  asm volatile("{\n\t.reg .pred accumulate;\n\tsetp.ne.b32 accumulate, %" #P                \
               ", 0;\n\t"                                                                   \
               "wgmma.mma_async.sync.aligned.m64n" #n "k" #k "." kinds " {" TW_LIST_##words \
               "}, "                                                                        \
               "%" #A ", %" #B ", accumulate, " scales ";\n\t}"                             \
               : TW_##words(one, 0)                                                         \
               : "l"(a), "l"(b), "r"(static_cast<int>(accumulate)))

#define TW_WGMMA_F32(n, words, A, B, P)                                   \
  if constexpr (Types::input == Input::e4m3) {                            \
    TW_WGMMA(n, words, TW_F, A, B, P, 32, "f32.e4m3.e4m3", "1, 1");       \
  } else if constexpr (Types::input == Input::bf16) {                     \
    TW_WGMMA(n, words, TW_F, A, B, P, 16, "f32.bf16.bf16", "1, 1, 0, 0"); \
  } else {                                                                \
    TW_WGMMA(n, words, TW_F, A, B, P, 16, "f32.f16.f16", "1, 1, 0, 0");   \
  }

#define TW_WGMMA_N(n, f32, f32_a, f32_b, f32_p, f16, f16_a, f16_b, f16_p)           \
  if constexpr (length == n) {                                                      \
    if constexpr (Types::sums_are_pairs) {                                          \
      TW_WGMMA(n, f16, TW_H, f16_a, f16_b, f16_p, 16, "f16.f16.f16", "1, 1, 0, 0"); \
    } else {                                                                        \
      TW_WGMMA_F32(n, f32, f32_a, f32_b, f32_p)                                     \
    }                                                                               \
  }

template <class Types, int length>
__device__ __forceinline__ void Sums<Types, length>::multiply(std::uint64_t a, std::uint64_t b,
                                                              bool accumulate) {
  static_assert(wgmma_has_length(length));
  TW_WGMMA_N(112, 56, 56, 57, 58, 28, 28, 29, 30)
  TW_WGMMA_N(120, 60, 60, 61, 62, 30, 30, 31, 32)
  TW_WGMMA_N(128, 64, 64, 65, 66, 32, 32, 33, 34)
  TW_WGMMA_N(168, 84, 84, 85, 86, 42, 42, 43, 44)
  TW_WGMMA_N(184, 92, 92, 93, 94, 46, 46, 47, 48)
  TW_WGMMA_N(192, 96, 96, 97, 98, 48, 48, 49, 50)
  TW_WGMMA_N(200, 100, 100, 101, 102, 50, 50, 51, 52)
  TW_WGMMA_N(224, 112, 112, 113, 114, 56, 56, 57, 58)
  TW_WGMMA_N(256, 128, 128, 129, 130, 64, 64, 65, 66)
}

#undef TW_WGMMA_N
#undef TW_WGMMA_F32
#undef TW_WGMMA
#undef TW_100
#undef TW_112
#undef TW_128
#undef TW_16
#undef TW_2
#undef TW_28
#undef TW_30
#undef TW_32
#undef TW_4
#undef TW_42
#undef TW_46
#undef TW_48
#undef TW_50
#undef TW_56
#undef TW_60
#undef TW_64
#undef TW_8
#undef TW_84
#undef TW_92
#undef TW_96
#undef TW_F
#undef TW_H
#undef TW_LIST_100
#undef TW_LIST_112
#undef TW_LIST_128
#undef TW_LIST_28
#undef TW_LIST_30
#undef TW_LIST_32
#undef TW_LIST_42
#undef TW_LIST_46
#undef TW_LIST_48
#undef TW_LIST_50
#undef TW_LIST_56
#undef TW_LIST_60
#undef TW_LIST_64
#undef TW_LIST_84
#undef TW_LIST_92
#undef TW_LIST_96
#undef TW_TEN
#undef TW_TO_110
#undef TW_TO_20
#undef TW_TO_40
#undef TW_TO_50
#undef TW_TO_80
#undef TW_TO_90

}  // namespace tilewright::hopper
