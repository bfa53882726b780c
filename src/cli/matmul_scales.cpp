// SPDX-License-Identifier: MIT
#include "cli/matmul_scales.hpp"

#include <cstring>
#include <vector>

#include "cli/transpose.hpp"
#include "core/npy.hpp"

namespace tilewright::cli {
namespace {

struct Floats {
  std::string described;           ///< as the file has it: "float32 [33, 1]"
  std::vector<uint64_t> shape;     ///< as the file has it
  std::vector<uint64_t> squeezed;  ///< extents of 1 left out
  std::vector<float> values;       ///< in C order
};

/// [M, 1] and [1, N] are what quantisers write for rows and columns.
std::vector<uint64_t> squeezed(std::vector<uint64_t> shape) {
  std::erase(shape, uint64_t{1});
  return shape;
}

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
                .squeezed = squeezed(array->shape),
                .values = std::vector<float>(array->data.size() / sizeof(float))};
  std::memcpy(floats.values.data(), array->data.data(), array->data.size());
  return floats;
}

/// The scales of one operand, and what their shape lets them be: a few shapes are both.
struct Side {
  std::vector<float> values = {1};
  std::string described = "not given";
  int32_t stride = 0;  ///< of a vector 1
  bool one_or_vector = true;
  bool blocks = false;
};

tl::unexpected<Error> misfit(const std::string& path, const Floats& floats,
                             const std::string& wanted) {
  return fail("{} is {}; {}", path, floats.described, wanted);
}

uint64_t blocks_of(int32_t extent) {
  return (static_cast<uint64_t>(extent) + scale_block - 1) / scale_block;
}

/// `vector`: rows of A or columns of B; `blocks`: the array's shape with blocks. `blocks_first`: an
/// array of just that shape is blocks and nothing else.
Result<Side> read_side(const std::string& path, uint64_t vector,
                       const std::vector<uint64_t>& blocks, bool blocks_first) {
  if (path.empty()) return Side{};
  Result<Floats> floats = read_floats(path);
  if (!floats) return tl::unexpected(floats.error());
  const bool one = floats->values.size() == 1;
  const bool exact_blocks = floats->shape == blocks && !one;
  Side side{.values = {},
            .described = floats->described,
            .stride = one ? 0 : 1,
            .one_or_vector =
                one || (floats->squeezed == std::vector{vector} && !(exact_blocks && blocks_first)),
            .blocks = floats->squeezed == squeezed(blocks)};
  if (!side.one_or_vector && !side.blocks) {
    return misfit(
        path, *floats,
        fmt::format("take one scale, [{}], or blocks [{}]", vector, fmt::join(blocks, ", ")));
  }
  side.values = std::move(floats->values);
  return side;
}

}  // namespace

Result<bench::Scales> read_scales(const ScaleFiles& files, const bench::Shape& shape) {
  const uint64_t k_blocks = blocks_of(shape.k);
  const uint64_t n_blocks = blocks_of(shape.n);
  const auto m = static_cast<uint64_t>(shape.m);
  const auto n = static_cast<uint64_t>(shape.n);
  // [M, 1] is rows of A, and blocks where K has one; the meaning is the same. [N, 1] is blocks of B
  // where K has N of them and N one: columns are then [1, N] or [N].
  Result<Side> a = read_side(files.a, m, {m, k_blocks}, /*blocks_first=*/false);
  if (!a) return tl::unexpected(a.error());
  Result<Side> b = read_side(files.b, n, {k_blocks, n_blocks}, /*blocks_first=*/true);
  if (!b) return tl::unexpected(b.error());
  const bool blocks = !(a->one_or_vector && b->one_or_vector);
  if (blocks && !(a->blocks && b->blocks)) {
    const bool of_a = !a->one_or_vector;
    return fail(
        "{} has blocks of scales and {} has not (it is {}): give both in blocks, [{}, {}] and "
        "[{}, {}], or neither, [{}] and [{}]",
        of_a ? files.a : files.b, of_a ? "B" : "A", (of_a ? b : a)->described, m, k_blocks,
        k_blocks, n_blocks, m, n);
  }
  bench::Scales scales;
  if (blocks) {
    scales.scaling = Scaling::blocks;
    scales.stride_a = shape.m;
    scales.stride_b = static_cast<int32_t>(n_blocks);
    // The kernel reads the scales of a block of K together.
    std::vector<float> by_block(a->values.size());
    for_each_transposed(m, k_blocks,
                        [&](size_t from, size_t to) { by_block[to] = a->values[from]; });
    a->values = std::move(by_block);
  } else {
    scales.stride_a = a->stride;
    scales.stride_b = b->stride;
  }
  scales.a = std::move(a->values);
  scales.b = std::move(b->values);
  if (!files.bias.empty()) {
    Result<Floats> bias = read_floats(files.bias);
    if (!bias) return tl::unexpected(bias.error());
    // One row or one column.
    if (bias->values.size() != n || bias->squeezed.size() > 1) {
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
