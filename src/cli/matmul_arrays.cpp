// SPDX-License-Identifier: MIT
#include "cli/matmul_arrays.hpp"

#include <cstring>
#include <optional>
#include <utility>

#include "cli/transpose.hpp"
#include "core/bfloat16.hpp"
#include "core/fp8.hpp"
#include "core/grouped.hpp"
#include "core/half.hpp"

namespace tilewright::cli {
namespace {

/// A matrix as the user gave it, its elements as binary16 codes.
struct Matrix {
  DType dtype = DType::f16;
  int32_t rows = 0;
  int32_t columns = 0;
  bool fortran_order = false;
  std::vector<uint16_t> halves;
};

/// The type that an array's elements have, given what the user says of them.
Result<DType> element_type(const Factor& factor, const Array& array) {
  if (factor.type.ends_with("fnuz")) {
    return fail("{} {} is {}", factor.option, factor.type, kWhyNoFnuz);
  }
  const bool one_byte = size_of(array.dtype) == 1;
  if (!factor.type.empty()) {
    const DType said = *dtype_from_name(factor.type);
    // E5M2 has a spelling of its own in a .npy file, and nothing else has it.
    if (array.dtype == DType::bf8 && said != DType::bf8) {
      return fail("{} is {}, and {} {} says E4M3: leave the option out, or give the bytes as uint8",
                  factor.path, describe(array), factor.option, factor.type);
    }
    if (one_byte) return said;
    return fail("{} is {}: it cannot be taken for {}, which has one byte an element", factor.path,
                describe(array), factor.type);
  }
  if (array.dtype == DType::f16 || array.dtype == DType::f8 || array.dtype == DType::bf8) {
    return array.dtype;
  }
  if (array.dtype == DType::u8) {
    return fail("{} is {}: say what its bytes are, {} f8 (E4M3) or bf8 (E5M2)", factor.path,
                describe(array), factor.option);
  }
  return fail(
      "{} is {}; matmul takes float16: store it with .astype(numpy.float16); or float8_e4m3fn and "
      "float8_e5m2",
      factor.path, describe(array));
}

/// What had to be guessed of an array's type, or "".
std::string guess(const Factor& factor, const Matrix& matrix) {
  if (!factor.type.empty() || matrix.dtype != DType::f8) return {};
  return fmt::format(
      "{} is |V1, one byte of no stated type: taken for float8_e4m3fn, as ml_dtypes writes it; its "
      "other one-byte types look the same, and {} says otherwise",
      factor.path, factor.option);
}

std::vector<uint16_t> as_halves(const Array& array, DType type) {
  if (type == DType::f16) {
    std::vector<uint16_t> halves(array.data.size() / sizeof(uint16_t));
    std::memcpy(halves.data(), array.data.data(), array.data.size());
    return halves;
  }
  const Fp8 format = type == DType::f8 ? Fp8::e4m3 : Fp8::e5m2;
  std::vector<uint16_t> halves;
  halves.reserve(array.data.size());
  for (const std::byte code : array.data) {
    halves.push_back(half_from_float(fp8_to_float(format, std::to_integer<uint8_t>(code))));
  }
  return halves;
}

Result<Matrix> read_matrix(const Factor& factor) {
  const Result<Array> array = read_npy(factor.path);
  if (!array) return tl::unexpected(array.error());
  const Result<DType> type = element_type(factor, *array);
  if (!type) return tl::unexpected(type.error());
  if (array->shape.size() != 2) {
    return fail("{} is {}; matmul takes two axes", factor.path, describe(*array));
  }
  for (const uint64_t extent : array->shape) {
    if (extent == 0) {
      return fail("{} is {}; there is nothing to multiply", factor.path, describe(*array));
    }
    if (extent > uint64_t{INT32_MAX}) {
      return fail("{} is {}; an axis has at most {} elements", factor.path, describe(*array),
                  grouped(INT32_MAX));
    }
  }
  return Matrix{.dtype = *type,
                .rows = static_cast<int32_t>(array->shape[0]),
                .columns = static_cast<int32_t>(array->shape[1]),
                .fortran_order = array->fortran_order,
                .halves = as_halves(*array, *type)};
}

/// The elements with the first index running fastest, or with the last one.
std::vector<uint16_t> ordered(Matrix matrix, bool fortran_order) {
  if (matrix.fortran_order == fortran_order) return std::move(matrix.halves);
  auto rows = static_cast<size_t>(matrix.rows);
  auto columns = static_cast<size_t>(matrix.columns);
  // In memory a Fortran-order matrix is the C-order matrix of its transpose.
  if (matrix.fortran_order) std::swap(rows, columns);
  std::vector<uint16_t> out(matrix.halves.size());
  for_each_transposed(rows, columns,
                      [&](size_t from, size_t to) { out[to] = matrix.halves[from]; });
  return out;
}

Fp8 format_of(DType type) { return type == DType::bf8 ? Fp8::e5m2 : Fp8::e4m3; }

/// The code of a number in another type.
uint32_t converted(float value, DType dtype) {
  switch (dtype) {
    case DType::f16:
      return half_from_float(value);
    case DType::bf16:
      return bfloat16_from_float(value);
    default:
      return std::bit_cast<uint32_t>(value);
  }
}

}  // namespace

float number(uint32_t code, DType dtype) {
  switch (dtype) {
    case DType::f16:
      return half_to_float(static_cast<uint16_t>(code));
    case DType::bf16:
      return bfloat16_to_float(static_cast<uint16_t>(code));
    default:
      return std::bit_cast<float>(code);
  }
}

Result<Factors> read_operands(const Factor& from_a, const Factor& from_b) {
  Result<Matrix> a = read_matrix(from_a);
  if (!a) return tl::unexpected(a.error());
  Result<Matrix> b = read_matrix(from_b);
  if (!b) return tl::unexpected(b.error());
  if ((a->dtype == DType::f16) != (b->dtype == DType::f16)) {
    return fail("{} is {} and {} is {}: no instruction multiplies those; convert one of them",
                from_a.path, numpy_name(a->dtype), from_b.path, numpy_name(b->dtype));
  }
  if (a->columns != b->rows) {
    return fail(
        "{} is [{}, {}] and {} is [{}, {}]: the columns of the first must be as many as the "
        "rows of the second",
        from_a.path, a->rows, a->columns, from_b.path, b->rows, b->columns);
  }
  const bench::Formats formats{a->dtype == DType::f16 ? Precision::fp16 : Precision::fp8,
                               format_of(a->dtype), format_of(b->dtype)};
  const bench::Shape shape{a->rows, b->columns, a->columns};
  Factors factors;
  for (const std::string& guessed : {guess(from_a, *a), guess(from_b, *b)}) {
    if (!guessed.empty()) factors.guesses.push_back(guessed);
  }
  factors.operands = {.shape = shape,
                      .a = ordered(std::move(*a), false),
                      .b = ordered(std::move(*b), true),
                      .formats = formats};
  return factors;
}

Array product_array(const bench::Codes& c, const bench::Shape& shape, DType from, DType to) {
  Array array{.dtype = to,
              .shape = {static_cast<uint64_t>(shape.m), static_cast<uint64_t>(shape.n)},
              .fortran_order = false,
              .data = std::vector<std::byte>(c.size() * size_of(to))};
  // The kernel's C is column-major.
  for_each_transposed(static_cast<size_t>(shape.n), static_cast<size_t>(shape.m),
                      [&](size_t old, size_t place) {
                        const uint32_t code = converted(number(c[old], from), to);
                        std::memcpy(&array.data[place * size_of(to)], &code, size_of(to));
                      });
  return array;
}

}  // namespace tilewright::cli
