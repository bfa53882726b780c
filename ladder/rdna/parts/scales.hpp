// Scales and bias, applied in FP32 before an element of C is narrowed. Taught in fp8_scaled.hip.
// SPDX-License-Identifier: MIT
#pragma once

#include "ladder/rdna/parts/parts.hpp"

namespace tilewright {

/// Floats from a place on, as a buffer: what lies past the end reads as zero, and belongs to an
/// element of C that is not stored.
struct BoundedFloats {
  Buffer buffer;

  __device__ BoundedFloats(std::uint64_t base, std::int64_t first, std::int64_t count)
      : buffer(make_buffer(base + first * bytes, (count - first) * bytes)) {}
  __device__ __forceinline__ float at(int index) const {
    return buffer_load_float(buffer, index * bytes);
  }

 private:
  static constexpr int bytes = sizeof(float);
};

/// A finish for PatchStore that narrows to `Out` what it has scaled. Strides of 0 make one scale
/// serve all rows or columns.
template <class Out>
class ScaledFinish {
 public:
  using Result = Out;

  __device__ ScaledFinish(const BoundedFloats& scale_a, const BoundedFloats& scale_b,
                          const BoundedFloats& bias, const ScaledGemmArgs& args, int row,
                          int column)
      : scale_a_(scale_a),
        scale_b_(scale_b),
        bias_(bias),
        stride_a_(args.stride_a),
        stride_b_(args.stride_b),
        has_bias_(args.bias != 0),
        first_row_(row),
        first_column_(column) {}

  __device__ __forceinline__ void at_column(int column) {
    of_column_ = scale_b_.at((first_column_ + column) * stride_b_);
    bias_of_column_ = has_bias_ ? bias_.at(first_column_ + column) : 0;
  }
  __device__ __forceinline__ Out operator()(float sum, int row) const {
    const float of_row = scale_a_.at((first_row_ + row) * stride_a_);
    const float scaled = sum * of_row * of_column_;
    return static_cast<Out>(has_bias_ ? scaled + bias_of_column_ : scaled);
  }

 private:
  BoundedFloats scale_a_;
  BoundedFloats scale_b_;
  BoundedFloats bias_;
  int stride_a_;
  int stride_b_;
  bool has_bias_;
  int first_row_;  ///< of the lane, within the block
  int first_column_;
  float of_column_ = 0;
  float bias_of_column_ = 0;
};

/// Blocks have been scaled in the loop: what is left is the bias.
template <class Out>
class BiasFinish {
 public:
  using Result = Out;

  __device__ BiasFinish(const BoundedFloats& bias, const ScaledGemmArgs& args, int column)
      : bias_(bias), has_bias_(args.bias != 0), first_column_(column) {}

  __device__ __forceinline__ void at_column(int column) {
    bias_of_column_ = has_bias_ ? bias_.at(first_column_ + column) : 0;
  }
  __device__ __forceinline__ Out operator()(float sum, int /*row*/) const {
    return static_cast<Out>(has_bias_ ? sum + bias_of_column_ : sum);
  }

 private:
  BoundedFloats bias_;
  bool has_bias_;
  int first_column_;
  float bias_of_column_ = 0;
};

/// Calls store(Out{}) with the type that the caller of the kernel asked for.
template <class Store>
__device__ __forceinline__ void with_result_type(ScaledResult result, const Store& store) {
  if (result == ScaledResult::f16) {
    store(half{});
  } else if (result == ScaledResult::bf16) {
    store(__bf16{});
  } else {
    store(float{});
  }
}

template <class Policy, Tile T>
struct VectorScaledEpilogue {
  __device__ static __forceinline__ void store(const ScaledGemmArgs& args, const BlockOrigin& block,
                                               const Wave& wave,
                                               const Accumulators<Policy, T>& acc) {
    const BoundedFloats scale_a(args.scale_a, block.row * args.stride_a,
                                args.stride_a == 0 ? 1 : args.m);
    const BoundedFloats scale_b(args.scale_b, block.column * args.stride_b,
                                args.stride_b == 0 ? 1 : args.n);
    const BoundedFloats bias(args.bias, block.column, args.n);
    const int row = wave.row + Policy::first_result_row(wave.lane);
    const int column = wave.column + Policy::result_column(wave.lane);
    with_result_type(args.result, [&]<class Out>(Out) {
      PatchStore<Policy, T, ScaledFinish<Out>>(args, block, wave)
          .store(acc, {scale_a, scale_b, bias, args, row, column});
    });
  }
};

template <class Policy, Tile T>
struct BiasEpilogue {
  __device__ static __forceinline__ void store(const ScaledGemmArgs& args, const BlockOrigin& block,
                                               const Wave& wave,
                                               const Accumulators<Policy, T>& acc) {
    const BoundedFloats bias(args.bias, block.column, args.n);
    const int column = wave.column + Policy::result_column(wave.lane);
    with_result_type(args.result, [&]<class Out>(Out) {
      PatchStore<Policy, T, BiasFinish<Out>>(args, block, wave).store(acc, {bias, args, column});
    });
  }
};

/// The sum over a block of K is scaled when it is complete, and added to those before it.
template <class Policy, Tile T>
class BlockScaledSlices {
  static_assert(T.block_k == scale_block, "a slice of K must be one block of scales");
  static_assert(T.block_n <= scale_block && scale_block % T.block_n == 0,
                "a workgroup must lie within one block of B's columns");
  static_assert(Policy::tiles_per_accumulator == 1);

 public:
  __device__ BlockScaledSlices(const ScaledGemmArgs& args, const BlockOrigin& block,
                               const Wave& wave)
      : scale_a_(args.scale_a + std::uint64_t{4} * static_cast<unsigned>(block.row)),
        scale_b_(args.scale_b +
                 std::uint64_t{4} * static_cast<unsigned>(block.column / scale_block)),
        stride_a_(args.stride_a),
        stride_b_(args.stride_b),
        rows_(args.m - block.row),
        first_row_(wave.row + Policy::first_result_row(wave.lane)) {}

  __device__ __forceinline__ void done(Accumulators<Policy, T>& acc) {
    const BoundedFloats rows(scale_a_, 0, rows_);
    const float of_b = *global_pointer<const float>(scale_b_);
#pragma unroll
    for (int m = 0; m < tiles_m(T); ++m) {
#pragma unroll
      for (int i = 0; i < Policy::results; ++i) {
        const int row = m * wmma_tile + i * Policy::result_row_step;
        const float scale = rows.at(first_row_ + row) * of_b;
#pragma unroll
        for (int n = 0; n < tiles_n(T); ++n) {
          total_.set[m * tiles_n(T) + n][Policy::element(i)] += acc.result(m, n, i) * scale;
        }
      }
    }
    acc = {};
    scale_a_ += std::uint64_t{4} * static_cast<unsigned>(stride_a_);
    scale_b_ += std::uint64_t{4} * static_cast<unsigned>(stride_b_);
  }
  __device__ __forceinline__ const Accumulators<Policy, T>& sums(
      const Accumulators<Policy, T>& /*acc*/) const {
    return total_;
  }

 private:
  Accumulators<Policy, T> total_;
  std::uint64_t scale_a_;  ///< of this slice, from the block's first row on
  std::uint64_t scale_b_;
  int stride_a_;
  int stride_b_;
  int rows_;       ///< of A from the block's first on
  int first_row_;  ///< of the lane, within the block
};

struct VectorScaledParts : ProductParts {
  template <class Policy, Tile T>
  using Epilogue = VectorScaledEpilogue<Policy, T>;
};

struct BlockScaledParts : ProductParts {
  template <class Policy, Tile T>
  using Slices = BlockScaledSlices<Policy, T>;
  template <class Policy, Tile T>
  using Epilogue = BiasEpilogue<Policy, T>;
};

}  // namespace tilewright
