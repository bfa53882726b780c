// Element types of arrays that cross the program's border.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace tilewright {

enum class DType : uint8_t { f16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64 };

/// Bytes of one element.
[[nodiscard]] size_t size_of(DType type);

/// The command line's spelling: "f16", "i32".
[[nodiscard]] std::string_view name(DType type);
[[nodiscard]] std::optional<DType> dtype_from_name(std::string_view name);

/// NumPy's name, as users know it: "float16", "int32".
[[nodiscard]] std::string_view numpy_name(DType type);

/// The `descr` of a .npy header, little endian: "<f2", "|u1".
[[nodiscard]] std::string_view npy_descr(DType type);
/// Accepts '<', '=' and '|' alike where byte order cannot matter; '>' never.
[[nodiscard]] std::optional<DType> dtype_from_npy_descr(std::string_view descr);

}  // namespace tilewright
