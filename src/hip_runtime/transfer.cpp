// SPDX-License-Identifier: MIT
#include "hip_runtime/transfer.hpp"

#include <cstring>
#include <optional>

#include "hip_runtime/call.hpp"

namespace tilewright::hip {
namespace {

/// From the first byte of a region to its last; nothing if that is more than can be addressed.
template <class Pointer>
std::optional<size_t> extent(const Place<Pointer>& place, const Region& region) {
  size_t rows = 0, slices = 0, sum = 0;
  if (__builtin_mul_overflow(place.pitch, region.height - 1, &rows) ||
      __builtin_mul_overflow(place.slice, region.depth - 1, &slices) ||
      __builtin_add_overflow(rows, slices, &sum) ||
      __builtin_add_overflow(sum, region.width, &sum)) {
    return std::nullopt;
  }
  return sum;
}

bool empty(const Region& region) {
  return region.width == 0 || region.height == 0 || region.depth == 0;
}

template <class Pointer>
Complaint check(const Memory& memory, const Place<Pointer>& place, const Region& region, bool write,
                bool must_be_known) {
  if (region.depth > 1 && place.slice / place.pitch < region.height) {
    return fmt::format("its slices have {} rows, {} are asked for", place.slice / place.pitch,
                       region.height);
  }
  const auto bytes = extent(place, region);
  if (!bytes) return "the region is larger than the address space";
  return memory.check(place.at, *bytes, write, must_be_known);
}

/// Copied bytes are as defined as their source.
void define_copy(Runtime& runtime, std::byte* to, const std::byte* from, size_t bytes) {
  if (!runtime.settings.strict) return;
  for (size_t at = 0; at < bytes;) {
    const uint64_t run =
        runtime.defined.defined_prefix(reinterpret_cast<uint64_t>(from + at), bytes - at);
    runtime.define(to + at, run);
    at += run + 1;
  }
}

template <class Row>
void for_each_row(const Region& region, Row&& row) {
  for (size_t z = 0; z < region.depth; ++z) {
    for (size_t y = 0; y < region.height; ++y) row(y, z);
  }
}

}  // namespace

hipError_t copy(Runtime& runtime, const char* function, Place<void*> to, Place<const void*> from,
                const Region& region, hipMemcpyKind kind) {
  if (empty(region)) return hipSuccess;
  if ((region.height > 1 || region.depth > 1) &&
      (to.pitch < region.width || from.pitch < region.width)) {
    return hipErrorInvalidPitchValue;
  }
  const bool between_devices =
      kind == hipMemcpyDeviceToDevice || kind == hipMemcpyDeviceToDeviceNoCU;
  const bool to_device = kind == hipMemcpyHostToDevice || between_devices;
  const bool from_device = kind == hipMemcpyDeviceToHost || between_devices;
  if (!to_device && !from_device && kind != hipMemcpyHostToHost && kind != hipMemcpyDefault) {
    return hipErrorInvalidMemcpyDirection;
  }
  if (const Complaint wrong = check(runtime.memory, to, region, true, to_device); !wrong.empty()) {
    return refuse(hipErrorInvalidValue, "{}: destination: {}", function, wrong);
  }
  if (const Complaint wrong = check(runtime.memory, from, region, false, from_device);
      !wrong.empty()) {
    return refuse(hipErrorInvalidValue, "{}: source: {}", function, wrong);
  }
  for_each_row(region, [&](size_t y, size_t z) {
    auto* target = static_cast<std::byte*>(to.at) + z * to.slice + y * to.pitch;
    const auto* source = static_cast<const std::byte*>(from.at) + z * from.slice + y * from.pitch;
    std::memmove(target, source, region.width);
    define_copy(runtime, target, source, region.width);
  });
  return hipSuccess;
}

hipError_t copy(Runtime& runtime, const char* function, void* to, const void* from, size_t bytes,
                hipMemcpyKind kind) {
  return copy(runtime, function, Place<void*>{to}, Place<const void*>{from}, {.width = bytes},
              kind);
}

hipError_t fill(Runtime& runtime, const char* function, Place<void*> to, const Region& region,
                std::span<const std::byte> pattern) {
  if (empty(region)) return hipSuccess;
  if ((region.height > 1 || region.depth > 1) && to.pitch < region.width) {
    return hipErrorInvalidPitchValue;
  }
  if (const Complaint wrong = check(runtime.memory, to, region, true, true); !wrong.empty()) {
    return refuse(hipErrorInvalidValue, "{}: {}", function, wrong);
  }
  for_each_row(region, [&](size_t y, size_t z) {
    auto* row = static_cast<std::byte*>(to.at) + z * to.slice + y * to.pitch;
    if (pattern.size() == 1) {
      std::memset(row, static_cast<int>(pattern[0]), region.width);
    } else {
      for (size_t x = 0; x < region.width; x += pattern.size()) {
        std::memcpy(row + x, pattern.data(), pattern.size());
      }
    }
    runtime.define(row, region.width);
  });
  return hipSuccess;
}

}  // namespace tilewright::hip
