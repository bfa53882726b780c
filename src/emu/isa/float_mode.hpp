// What MODE's round and denorm fields ask for. Internal linkage for the reason given in lanes.hpp.
// SPDX-License-Identifier: MIT
#pragma once

#include <xmmintrin.h>

#include <cstdint>

#include "emu/isa/types.hpp"

namespace tilewright::emu {
namespace {

/// The wave's rounding of results of a type as the host's, for the length of a scope. Lane
/// functions are called by their address, so that nothing of them moves out of it.
class HostRounding {
 public:
  HostRounding(uint32_t mode, Type result) : saved_(_mm_getcsr()) {
    constexpr unsigned host[] = {_MM_ROUND_NEAREST, _MM_ROUND_UP, _MM_ROUND_DOWN,
                                 _MM_ROUND_TOWARD_ZERO};
    const unsigned round = Mode{mode}.round(result);
    if (round != Mode::kNearest) _mm_setcsr((saved_ & ~_MM_ROUND_MASK) | host[round]);
  }
  ~HostRounding() {
    if (_mm_getcsr() != saved_) _mm_setcsr(saved_);
  }
  HostRounding(const HostRounding&) = delete;
  HostRounding& operator=(const HostRounding&) = delete;

 private:
  unsigned saved_;
};

/// For f32 in bits 5:4, for f16 and f64 in 7:6: the lower bit keeps subnormal inputs, the upper one
/// subnormal results.
struct Denormals {
  enum class Side : uint8_t { input, output };
  explicit Denormals(uint32_t mode) : mode_(mode) {}
  [[nodiscard]] bool keeps(Type type, Side side) const {
    const unsigned first = type == Type::f32 ? 4 : 6;
    return (mode_ >> (first + (side == Side::output ? 1 : 0)) & 1) != 0;
  }

 private:
  uint32_t mode_;
};

}  // namespace
}  // namespace tilewright::emu
