// SPDX-License-Identifier: MIT
#include "cli/matmul_overflow.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "cli/matmul_arrays.hpp"
#include "core/grouped.hpp"
#include "core/half.hpp"

namespace tilewright::cli {
namespace {

enum class Kind : uint8_t { finite, infinite, nan };

Kind kind_of(float value) {
  if (std::isnan(value)) return Kind::nan;
  return std::isinf(value) ? Kind::infinite : Kind::finite;
}

/// Of each row of A or column of B, which are contiguous, the last kind that it has.
std::vector<Kind> kinds_of(const std::vector<uint16_t>& operand, int32_t k) {
  const auto length = static_cast<size_t>(k);
  std::vector<Kind> kinds(operand.size() / length);
  for (size_t at = 0; at < operand.size(); ++at) {
    kinds[at / length] = std::max(kinds[at / length], kind_of(half_to_float(operand[at])));
  }
  return kinds;
}

bool are_finite(const bench::Scales& scales) {
  const auto finite = [](float value) { return std::isfinite(value); };
  return std::ranges::all_of(scales.a, finite) && std::ranges::all_of(scales.b, finite) &&
         std::ranges::all_of(scales.bias, finite);
}

/// Elements of one sort: how many, and the first.
struct Tally {
  uint64_t count = 0;
  size_t row = 0;
  size_t column = 0;
  float value = 0;

  void add(size_t at_row, size_t at_column, float is) {
    if (count++ == 0) *this = {1, at_row, at_column, is};
  }
  [[nodiscard]] std::string first() const {
    return fmt::format("the first, [{}, {}], is {}", row, column,
                       std::isnan(value) ? "NaN" : fmt::format("{}", value));
  }
};

/// What ended where, and what to do about it.
std::string why(Precision precision, DType c) {
  if (precision == Precision::fp16) {
    return "sums of float16 are kept in FP16, which ends at 65504, whatever --c-type is; divide A "
           "or B by a power of two, or multiply in a GEMM that adds in FP32";
  }
  if (c == DType::f16) return "float16 ends at 65504; --c-type bf16 and f32 go up to 3.4e38";
  return "C ends at 3.4e38: take smaller scales";
}

}  // namespace

std::vector<std::string> overflow_remarks(const std::string& name, const Array& c,
                                          const bench::Operands& operands,
                                          const bench::Scales* scales) {
  if (scales != nullptr && !are_finite(*scales)) return {};
  const std::vector<Kind> rows = kinds_of(operands.a, operands.shape.k);
  const std::vector<Kind> columns = kinds_of(operands.b, operands.shape.k);
  const size_t width = size_of(c.dtype);
  Tally overflowed;
  Tally undefined;
  for (size_t at = 0; at < rows.size() * columns.size(); ++at) {
    uint32_t code = 0;
    std::memcpy(&code, &c.data[at * width], width);
    const float value = number(code, c.dtype);
    if (std::isfinite(value)) continue;
    const size_t row = at / columns.size();
    const size_t column = at % columns.size();
    const Kind given = std::max(rows[row], columns[column]);
    if (given == Kind::finite) {
      overflowed.add(row, column, value);
    } else if (given == Kind::infinite && std::isnan(value)) {
      undefined.add(row, column, value);
    }
  }
  const std::string all = grouped(rows.size() * columns.size());
  std::vector<std::string> remarks;
  if (overflowed.count != 0) {
    remarks.push_back(fmt::format("{} of {} elements of {} overflowed, to infinity or NaN; {}: {}",
                                  grouped(overflowed.count), all, name, overflowed.first(),
                                  why(operands.formats.precision, c.dtype)));
  }
  if (undefined.count != 0) {
    remarks.push_back(fmt::format(
        "{} of {} elements of {} are NaN where A and B have infinities but no NaN; {}: infinity "
        "met zero, or the other infinity",
        grouped(undefined.count), all, name, undefined.first()));
  }
  return remarks;
}

}  // namespace tilewright::cli
