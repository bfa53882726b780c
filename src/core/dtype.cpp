// SPDX-License-Identifier: MIT
#include "core/dtype.hpp"

#include <array>

namespace tilewright {
namespace {

struct Row {
  DType type;
  size_t bytes;
  std::string_view name;
  std::string_view numpy;
  std::string_view descr;
};

constexpr std::array kRows = {
    Row{DType::f16, 2, "f16", "float16", "<f2"},
    Row{DType::f32, 4, "f32", "float32", "<f4"},
    Row{DType::f64, 8, "f64", "float64", "<f8"},
    Row{DType::bf16, 2, "bf16", "bfloat16", "<V2"},
    Row{DType::f8, 1, "f8", "float8_e4m3fn", "<V1"},
    Row{DType::bf8, 1, "bf8", "float8_e5m2", "<f1"},
    Row{DType::i8, 1, "i8", "int8", "|i1"},
    Row{DType::i16, 2, "i16", "int16", "<i2"},
    Row{DType::i32, 4, "i32", "int32", "<i4"},
    Row{DType::i64, 8, "i64", "int64", "<i8"},
    Row{DType::u8, 1, "u8", "uint8", "|u1"},
    Row{DType::u16, 2, "u16", "uint16", "<u2"},
    Row{DType::u32, 4, "u32", "uint32", "<u4"},
    Row{DType::u64, 8, "u64", "uint64", "<u8"},
};

constexpr bool rows_follow_the_enum() {
  for (size_t i = 0; i < kRows.size(); ++i) {
    if (static_cast<size_t>(kRows[i].type) != i) return false;
  }
  return true;
}
static_assert(rows_follow_the_enum());

const Row& row(DType type) { return kRows[static_cast<size_t>(type)]; }

}  // namespace

size_t size_of(DType type) { return row(type).bytes; }
std::string_view name(DType type) { return row(type).name; }
std::string_view numpy_name(DType type) { return row(type).numpy; }
std::string_view npy_descr(DType type) { return row(type).descr; }

std::optional<DType> dtype_from_name(std::string_view name) {
  for (const Row& r : kRows) {
    if (r.name == name) return r.type;
  }
  return std::nullopt;
}

std::optional<DType> dtype_from_npy_descr(std::string_view descr) {
  if (descr.size() < 2) return std::nullopt;
  const char order = descr.front();
  for (const Row& r : kRows) {
    if (r.numpy == descr) return r.type;
    if (r.descr.substr(1) != descr.substr(1)) continue;
    // A void has no byte order for NumPy, whatever is in it.
    const bool orderless = r.bytes == 1 || r.type == DType::bf16;
    const bool known_order = order == '<' || order == '=' || (orderless && order == '|');
    return known_order ? std::optional(r.type) : std::nullopt;
  }
  return std::nullopt;
}

}  // namespace tilewright
