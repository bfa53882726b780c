// The one-byte floats of gfx12's WMMA. Both are OCP's: MI300 and its FNUZ formats are not meant
// here.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace tilewright {

/// LLVM's "fp8" and "bf8"; ml_dtypes' float8_e4m3fn and float8_e5m2.
enum class Fp8 : std::uint8_t { e4m3, e5m2 };

constexpr const char* name(Fp8 format) { return format == Fp8::e4m3 ? "e4m3" : "e5m2"; }

}  // namespace tilewright
