// Copies and fills of the host's, checked against all allocations.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "hip_runtime/runtime.hpp"

namespace tilewright::hip {

/// Rows of `width` bytes, `height` of them in each of `depth` slices; bytes from one row or slice
/// to the next.
struct Region {
  size_t width = 0, height = 1, depth = 1;
};
template <class Pointer>
struct Place {
  Pointer at;
  size_t pitch = 0, slice = 0;
};

/// Byte `at.x` of row `at.y` of slice `at.z` of memory whose slices have `rows` rows. Nothing if
/// that is more than can be addressed.
template <class Pointer>
[[nodiscard]] std::optional<Place<Pointer>> place(Pointer base, size_t pitch, size_t rows,
                                                  const hipPos& at) {
  size_t slice = 0, slices = 0, lines = 0, offset = 0;
  uintptr_t end = 0;
  if (__builtin_mul_overflow(pitch, rows, &slice) || __builtin_mul_overflow(slice, at.z, &slices) ||
      __builtin_mul_overflow(pitch, at.y, &lines) ||
      __builtin_add_overflow(slices, lines, &offset) ||
      __builtin_add_overflow(offset, at.x, &offset) ||
      __builtin_add_overflow(reinterpret_cast<uintptr_t>(base), offset, &end)) {
    return std::nullopt;
  }
  return Place<Pointer>{reinterpret_cast<Pointer>(end), pitch, slice};
}

/// `function` is what complaints name. Memory that the kind calls a device's must be in an
/// allocation; the rest is the program's own if it is in none.
[[nodiscard]] hipError_t copy(Runtime& runtime, const char* function, Place<void*> to,
                              Place<const void*> from, const Region& region, hipMemcpyKind kind);
[[nodiscard]] hipError_t copy(Runtime& runtime, const char* function, void* to, const void* from,
                              size_t bytes, hipMemcpyKind kind);

/// Repeats `pattern` over each row, which is a multiple of it.
[[nodiscard]] hipError_t fill(Runtime& runtime, const char* function, Place<void*> to,
                              const Region& region, std::span<const std::byte> pattern);

}  // namespace tilewright::hip
