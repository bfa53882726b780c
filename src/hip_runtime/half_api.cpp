// Conversions of FP16 that host code of old compilers calls.
// SPDX-License-Identifier: MIT
#include "core/half.hpp"

extern "C" float __gnu_h2f_ieee(unsigned short bits) { return tilewright::half_to_float(bits); }
extern "C" unsigned short __gnu_f2h_ieee(float value) { return tilewright::half_from_float(value); }
