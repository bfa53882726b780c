// Element types of arrays that cross the program's border.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace tilewright {

enum class DType : uint8_t {
  f16,
  f32,
  f64,
  bf16,
  f8,   ///< OCP E4M3
  bf8,  ///< OCP E5M2
  i8,
  i16,
  i32,
  i64,
  u8,
  u16,
  u32,
  u64
};

/// Why float8_e4m3fnuz and float8_e5m2fnuz are refused: the end of a sentence "... is ".
inline constexpr std::string_view kWhyNoFnuz =
    "one of MI300's FNUZ formats, whose codes stand for half the value that they have in OCP's and "
    "use 0x80 for NaN; RDNA 4 multiplies OCP floats only: convert it to float8_e4m3fn or "
    "float8_e5m2";

/// Bytes of one element.
[[nodiscard]] size_t size_of(DType type);

/// The command line's spelling: "f16", "i32".
[[nodiscard]] std::string_view name(DType type);
[[nodiscard]] std::optional<DType> dtype_from_name(std::string_view name);

/// NumPy's or ml_dtypes' name, as users know it: "float16", "int32", "float8_e4m3fn".
[[nodiscard]] std::string_view numpy_name(DType type);

/// The `descr` of a .npy header, little endian: "<f2", "|u1". For the types that NumPy has not,
/// what it writes for ml_dtypes' arrays: "<f1" is E5M2, but "<V1" only says one byte, and "<V2"
/// two.
[[nodiscard]] std::string_view npy_descr(DType type);
/// Accepts '<', '=' and '|' alike where byte order cannot matter; '>' never. "V1" is taken for E4M3
/// and "V2" for bfloat16; the types' own names are accepted as well.
[[nodiscard]] std::optional<DType> dtype_from_npy_descr(std::string_view descr);

}  // namespace tilewright
