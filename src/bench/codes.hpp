// C's elements as their codes: binary16, or binary32 where the kernel accumulates in that.
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "core/half.hpp"
#include "ladder/rdna/rungs.hpp"

namespace tilewright::bench {

class Codes {
 public:
  Codes() = default;
  Codes(size_t width, size_t count) : width_(width), bytes_(count * width) {}
  Codes(Precision precision, size_t count)
      : Codes(static_cast<size_t>(result_bytes(precision)), count) {}

  [[nodiscard]] size_t size() const { return bytes_.size() / width_; }
  [[nodiscard]] uint32_t operator[](size_t i) const {
    uint32_t code = 0;
    std::memcpy(&code, &bytes_[i * width_], width_);
    return code;
  }
  void set(size_t i, uint32_t code) { std::memcpy(&bytes_[i * width_], &code, width_); }
  [[nodiscard]] std::span<std::byte> bytes() { return bytes_; }
  [[nodiscard]] std::span<const std::byte> bytes() const { return bytes_; }

  friend bool operator==(const Codes&, const Codes&) = default;

 private:
  size_t width_ = sizeof(uint16_t);
  std::vector<std::byte> bytes_;
};

/// Elements whose codes differ; both matrices have as many.
[[nodiscard]] inline uint64_t unequal_codes(const Codes& x, const Codes& y) {
  uint64_t unequal = 0;
  for (size_t i = 0; i < x.size(); ++i) unequal += x[i] == y[i] ? 0 : 1;
  return unequal;
}

/// The number that a code of C stands for, and the code of a number that has one.
[[nodiscard]] constexpr float result_value(Precision precision, uint32_t code) {
  return precision == Precision::fp16 ? half_to_float(static_cast<uint16_t>(code))
                                      : std::bit_cast<float>(code);
}
[[nodiscard]] constexpr uint32_t result_code(Precision precision, float value) {
  return precision == Precision::fp16 ? half_from_float(value) : std::bit_cast<uint32_t>(value);
}

}  // namespace tilewright::bench
