// Vector code is compiled once for each of these host instruction sets (CMakeLists.txt) and chosen
// when the instruction set is created.
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "emu/isa/instruction.hpp"

namespace tilewright::emu {

/// What lowering picks from to execute a VALU instruction; how each works is said in valu.cpp.
struct ValuHandlers {
  Handler plain;        ///< 32/64-bit result, no modifiers, type not floating point
  Handler plain_float;  ///< the same, unless MODE asks for other than default arithmetic
  Handler masked;       ///< with a mask input, no modifiers
  Handler carry;        ///< with a mask result to sdst (and maybe a mask input), no modifiers
  Handler compare;      ///< only a mask result, no modifiers
  Handler modified;     ///< everything else
  Handler mix;          ///< v_fma_mix*
  Handler dual;         ///< VOPD
};

#define TW_FOR_EACH_HOST(X) X(host_v4) X(host_v3) X(host_base)

#define TW_DECLARE_HOST(host)              \
  namespace host {                         \
  extern const ValuHandlers handlers;      \
  const std::vector<Instruction>& table(); \
  Instructions integer_rows();             \
  Instructions bits_rows();                \
  Instructions compare_rows();             \
  Instructions float_rows();               \
  Instructions half_rows();                \
  Instructions wide_rows();                \
  Instructions convert_rows();             \
  Instructions lds_rows();                 \
  Instructions global_rows();              \
  Instructions buffer_rows();              \
  }
TW_FOR_EACH_HOST(TW_DECLARE_HOST)
#undef TW_DECLARE_HOST

}  // namespace tilewright::emu
