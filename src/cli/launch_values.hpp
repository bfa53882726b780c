// Kernel arguments that are passed by value: numbers and raw bytes, as `tilewright launch --arg`
// spells them.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "core/result.hpp"

namespace tilewright::cli {

/// i32 u32 i64 u64 f16 f32 f64 and bytes.
[[nodiscard]] bool is_value_kind(std::string_view kind);

/// A number's own size; raw bytes stand where they are put.
[[nodiscard]] size_t value_alignment(std::string_view kind, size_t bytes);

/// The bytes of `text` taken for `kind`, which is_value_kind(). `spec` is the whole --arg, for
/// messages. Errors: not a number, out of the type's range (infinity is only what is spelled inf),
/// not hexadecimal.
[[nodiscard]] Result<std::vector<std::byte>> parse_value(std::string_view spec,
                                                         std::string_view kind,
                                                         std::string_view text);

}  // namespace tilewright::cli
