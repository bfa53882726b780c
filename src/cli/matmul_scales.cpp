// SPDX-License-Identifier: MIT
#include "cli/matmul_scales.hpp"

#include <cstring>
#include <vector>

#include "cli/transpose.hpp"
#include "core/npy.hpp"

namespace tilewright::cli {
namespace {

struct Floats {
  std::string described;        ///< as the file has it: "float32 [33, 1]"
  std::vector<uint64_t> shape;  ///< extents of 1 left out
  std::vector<float> values;    ///< in C order
};

Result<Floats> read_floats(const std::string& path) {
  const Result<Array> array = read_npy(path);
  if (!array) return tl::unexpected(array.error());
  if (array->dtype != DType::f32) {
    return fail("{} is {}; scales and bias are float32", path, describe(*array));
  }
  if (array->fortran_order && array->shape.size() > 1) {
    return fail("{} is {}; store it in C order", path, describe(*array));
  }
  Floats floats{.described = describe(*array),
                .shape = array->shape,
                .values = std::vector<float>(array->data.size() / sizeof(float))};
  std::memcpy(floats.values.data(), array->data.data(), array->data.size());
  // [M, 1] and [1, N] are what quantisers write for rows and columns.
  std::erase(floats.shape, uint64_t{1});
  return floats;
}

struct Side {
  std::vector<float> values = {1};
  int32_t stride = 0;
  bool blocks = false;
};

tl::unexpected<Error> misfit(const std::string& path, const Floats& floats,
                             const std::string& wanted) {
  return fail("{} is {}; {}", path, floats.described, wanted);
}

uint64_t blocks_of(int32_t extent) {
  return (static_cast<uint64_t>(extent) + scale_block - 1) / scale_block;
}

/// `vector`: rows of A or columns of B; `blocks`: the array's shape with blocks.
Result<Side> read_side(const std::string& path, uint64_t vector,
                       const std::vector<uint64_t>& blocks) {
  if (path.empty()) return Side{};
  Result<Floats> floats = read_floats(path);
  if (!floats) return tl::unexpected(floats.error());
  if (floats->values.size() == 1) return Side{std::move(floats->values), 0, false};
  if (floats->shape == std::vector{vector}) return Side{std::move(floats->values), 1, false};
  std::vector<uint64_t> long_blocks = blocks;
  std::erase(long_blocks, uint64_t{1});
  if (floats->shape == long_blocks) return Side{std::move(floats->values), 0, true};
  return misfit(
      path, *floats,
      fmt::format("take one scale, [{}], or blocks [{}]", vector, fmt::join(blocks, ", ")));
}

}  // namespace

Result<bench::Scales> read_scales(const ScaleFiles& files, const bench::Shape& shape) {
  const uint64_t k_blocks = blocks_of(shape.k);
  const uint64_t n_blocks = blocks_of(shape.n);
  const auto m = static_cast<uint64_t>(shape.m);
  const auto n = static_cast<uint64_t>(shape.n);
  Result<Side> a = read_side(files.a, m, {m, k_blocks});
  if (!a) return tl::unexpected(a.error());
  Result<Side> b = read_side(files.b, n, {k_blocks, n_blocks});
  if (!b) return tl::unexpected(b.error());
  if (a->blocks != b->blocks) {
    return fail(
        "{} has blocks of scales and {} has not: give both in blocks, [{}, {}] and [{}, {}]",
        a->blocks ? files.a : files.b, a->blocks ? "B" : "A", m, k_blocks, k_blocks, n_blocks);
  }
  bench::Scales scales;
  scales.stride_a = a->stride;
  scales.stride_b = b->stride;
  if (a->blocks) {
    scales.scaling = Scaling::blocks;
    scales.stride_a = shape.m;
    scales.stride_b = static_cast<int32_t>(n_blocks);
    // The kernel reads the scales of a block of K together.
    std::vector<float> by_block(a->values.size());
    for_each_transposed(m, k_blocks,
                        [&](size_t from, size_t to) { by_block[to] = a->values[from]; });
    a->values = std::move(by_block);
  }
  scales.a = std::move(a->values);
  scales.b = std::move(b->values);
  if (!files.bias.empty()) {
    Result<Floats> bias = read_floats(files.bias);
    if (!bias) return tl::unexpected(bias.error());
    // One row or one column.
    if (bias->values.size() != n || bias->shape.size() > 1) {
      return misfit(files.bias, *bias, fmt::format("a bias has [{}], one for each column of C", n));
    }
    scales.bias = std::move(bias->values);
  }
  return scales;
}

ScaledResult scaled_result(DType dtype) {
  if (dtype == DType::f16) return ScaledResult::f16;
  return dtype == DType::bf16 ? ScaledResult::bf16 : ScaledResult::f32;
}

}  // namespace tilewright::cli
