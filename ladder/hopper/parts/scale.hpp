// Factors applied to the sums before they are rounded: for FP8, whose operands are stored scaled.
// SPDX-License-Identifier: MIT
#pragma once

#include "ladder/hopper/parts/frame.hpp"

namespace tilewright::hopper {

struct TwoFloats {
  float first;
  float second;
};

/// No factor.
struct Unscaled {
  __device__ __forceinline__ TwoFloats operator()(TwoFloats sums, int, int) const { return sums; }
};

/// The factors of one thread's results: a result's factor is the product of its row's and its
/// column's. `m` and `n` are where the thread's results begin.
template <class Types>
class Scale {
 public:
  __device__ Scale(const TmaArgs& args, int m, int n) : args_(args), m_(m), n_(n) {
    if constexpr (Types::scaling == Scaling::tensor) {
      both_ = load(args.scale_a, 0, 1) * load(args.scale_b, 0, 1);
    }
  }

  /// Nothing to multiply with, though the types allow for it.
  __device__ __forceinline__ bool is_one() const {
    return Types::scaling == Scaling::tensor && both_ == 1.0f;
  }

  /// For results `row` columns of C and `column` rows further on (a wgmma's rows are C's columns).
  __device__ __forceinline__ TwoFloats operator()(TwoFloats sums, int row, int column) const {
    if constexpr (Types::scaling == Scaling::tensor) {
      return {sums.first * both_, sums.second * both_};
    } else if constexpr (Types::scaling == Scaling::vectors) {
      const float b = load(args_.scale_b, n_ + row, args_.n);
      return {sums.first * b * load_in_turn(args_.scale_a, m_ + column, args_.m),
              sums.second * b * load_in_turn(args_.scale_a, m_ + column + 1, args_.m)};
    } else {
      return sums;
    }
  }

 private:
  /// Of `count` factors; what lies past them belongs to results that are not stored.
  __device__ static __forceinline__ float load(std::uint64_t factors, int index, int count) {
    return factors == 0 || index >= count ? 1.0f
                                          : __ldg(reinterpret_cast<const float*>(factors) + index);
  }

  /// The same where there are many: the compiler would load all of them first, and spill.
  __device__ static __forceinline__ float load_in_turn(std::uint64_t factors, int index,
                                                       int count) {
    float factor = 1.0f;
    if (factors != 0 && index < count) {
      asm volatile("ld.volatile.global.f32 %0, [%1];"
                   : "=f"(factor)
                   : "l"(factors + index * 4ull)
                   : "memory");
    }
    return factor;
  }

  const TmaArgs& args_;
  int m_;
  int n_;
  float both_ = 1.0f;
};

}  // namespace tilewright::hopper
