// Turns a pure lane function into a RowFunction and its operand types, so that a row of the table
// is one line. The parameter types of the lane function say what the operands are:
//
//   uint32_t int32_t    b32        float   f32        uint16_t int16_t   b16
//   uint64_t / int64_t  b64, i64   double  f64        Half               f16
//   bool                the lane's bit of the mask input (carry, select)
//   Mode                the wave's MODE register
//
// and its result is one of these, bool (a compare), or WithCarry<T>.
//
// This header and everything that includes it is compiled once per host instruction set (TW_HOST is
// the namespace), therefore all of it has internal linkage: a function that the linker may merge
// could carry one host's instructions into the code for another.
// SPDX-License-Identifier: MIT
#pragma once

#if defined(__AVX512F__) || defined(__AVX2__)
#include <immintrin.h>
#endif

#include <cstdint>
#include <type_traits>
#include <utility>

#include "emu/isa/instruction.hpp"

#if defined(__clang__)
#define TW_EACH_LANE _Pragma("clang loop vectorize(assume_safety)")
#else
// Lanes never depend on each other, even where the destination is a source.
#define TW_EACH_LANE _Pragma("GCC ivdep")
#endif

namespace tilewright::emu {
namespace {

template <class T>
struct WithCarry {
  T value;
  bool carry;
};

/// How an operand type lies in registers.
template <class T>
struct Cell {
  static constexpr bool exists = false;
};

template <class T, Type kType>
struct Cell16 {
  static constexpr bool exists = true;
  static constexpr Type type = kType;
  static T load(const Row* row, unsigned lane) {
    return __builtin_bit_cast(T, static_cast<uint16_t>(row->lane[lane]));
  }
  static void store(Row* row, unsigned lane, T value) {
    row->lane[lane] = __builtin_bit_cast(uint16_t, value);
  }
};
template <class T, Type kType>
struct Cell32 {
  static constexpr bool exists = true;
  static constexpr Type type = kType;
  static T load(const Row* row, unsigned lane) { return __builtin_bit_cast(T, row->lane[lane]); }
  static void store(Row* row, unsigned lane, T value) {
    row->lane[lane] = __builtin_bit_cast(uint32_t, value);
  }
};
template <class T, Type kType>
struct Cell64 {
  static constexpr bool exists = true;
  static constexpr Type type = kType;
  static T load(const Row* row, unsigned lane) {
    return __builtin_bit_cast(T, row[0].lane[lane] | uint64_t{row[1].lane[lane]} << 32);
  }
  static void store(Row* row, unsigned lane, T value) {
    const auto bits = __builtin_bit_cast(uint64_t, value);
    row[0].lane[lane] = static_cast<uint32_t>(bits);
    row[1].lane[lane] = static_cast<uint32_t>(bits >> 32);
  }
};
template <>
struct Cell<uint16_t> : Cell16<uint16_t, Type::b16> {};
template <>
struct Cell<int16_t> : Cell16<int16_t, Type::b16> {};
template <>
struct Cell<Half> : Cell16<Half, Type::f16> {};
template <>
struct Cell<uint32_t> : Cell32<uint32_t, Type::b32> {};
template <>
struct Cell<int32_t> : Cell32<int32_t, Type::b32> {};
template <>
struct Cell<float> : Cell32<float, Type::f32> {};
template <>
struct Cell<uint64_t> : Cell64<uint64_t, Type::b64> {};
template <>
struct Cell<int64_t> : Cell64<int64_t, Type::i64> {};
template <>
struct Cell<double> : Cell64<double, Type::f64> {};

/// One bit per lane from a row of zeros and ones.
inline uint32_t pack_mask(const Row& flags) {
#if defined(__AVX512F__)
  const __m512i* half = reinterpret_cast<const __m512i*>(flags.lane);
  return _mm512_test_epi32_mask(half[0], half[0]) |
         uint32_t{_mm512_test_epi32_mask(half[1], half[1])} << 16;
#elif defined(__AVX2__)
  uint32_t mask = 0;
  for (unsigned i = 0; i < 4; ++i) {
    const __m256i part = reinterpret_cast<const __m256i*>(flags.lane)[i];
    const __m256i zero = _mm256_cmpeq_epi32(part, _mm256_setzero_si256());
    mask |= static_cast<uint32_t>(~_mm256_movemask_ps(_mm256_castsi256_ps(zero)) & 0xff) << 8 * i;
  }
  return mask;
#else
  uint32_t mask = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane) mask |= flags.lane[lane] << lane;
  return mask;
#endif
}

template <class T>
struct Result {
  using Value = T;
};
template <class T>
struct Result<WithCarry<T>> {
  using Value = T;
};
template <class T>
constexpr bool has_carry = false;
template <class T>
constexpr bool has_carry<WithCarry<T>> = true;

template <auto kFunction, class Signature = decltype(kFunction)>
struct Lanes;

template <auto kFunction, class R, class... Args>
struct Lanes<kFunction, R (*)(Args...)> {
  static constexpr bool is_compare = std::is_same_v<R, bool>;
  static constexpr bool carries = has_carry<R>;
  static constexpr bool reads_mask = (std::is_same_v<Args, bool> || ...);
  /// Rounding to nearest is then told apart outside the loop, which vectorises that way.
  static constexpr bool rounds_half =
      std::is_same_v<R, Half> && (std::is_same_v<Args, Mode> || ...);

  /// Which source row the i-th parameter reads: masks and modes take none.
  static constexpr unsigned source_of(unsigned parameter) {
    constexpr bool takes[] = {Cell<Args>::exists...};
    unsigned source = 0;
    for (unsigned i = 0; i < parameter; ++i) source += takes[i] ? 1 : 0;
    return source;
  }

  template <class Arg>
  static Arg argument(const Row* const (&src)[3], unsigned source, unsigned lane, uint32_t mask,
                      uint32_t mode) {
    if constexpr (std::is_same_v<Arg, bool>) {
      return (mask >> lane & 1) != 0;
    } else if constexpr (std::is_same_v<Arg, Mode>) {
      return Mode{mode};
    } else {
      return Cell<Arg>::load(src[source], lane);
    }
  }

  template <size_t... kIndex>
  static R one(const Row* const (&src)[3], unsigned lane, uint32_t mask, uint32_t mode,
               std::index_sequence<kIndex...>) {
    return kFunction(argument<Args>(src, source_of(kIndex), lane, mask, mode)...);
  }

  [[gnu::flatten]] static uint32_t run(Row* dst, const Row* src0, const Row* src1, const Row* src2,
                                       uint32_t mask, uint32_t mode) {
    if (rounds_half && Mode{mode}.round_f16_f64() == Mode::kNearest) {
      return all_lanes(dst, src0, src1, src2, mask, Mode{mode}.with_nearest_f16().bits);
    }
    return all_lanes(dst, src0, src1, src2, mask, mode);
  }
  static uint32_t all_lanes(Row* dst, const Row* src0, const Row* src1, const Row* src2,
                            uint32_t mask, uint32_t mode) {
    const Row* const src[3] = {src0, src1, src2};
    constexpr auto kAll = std::index_sequence_for<Args...>{};
    if constexpr (is_compare) {
      Row flags;
      TW_EACH_LANE
      for (unsigned lane = 0; lane < kLanes; ++lane) {
        flags.lane[lane] = one(src, lane, mask, mode, kAll) ? 1 : 0;
      }
      return pack_mask(flags);
    } else if constexpr (carries) {
      Row flags;
      TW_EACH_LANE
      for (unsigned lane = 0; lane < kLanes; ++lane) {
        const R result = one(src, lane, mask, mode, kAll);
        Cell<typename Result<R>::Value>::store(dst, lane, result.value);
        flags.lane[lane] = result.carry ? 1 : 0;
      }
      return pack_mask(flags);
    } else {
      TW_EACH_LANE
      for (unsigned lane = 0; lane < kLanes; ++lane) {
        Cell<R>::store(dst, lane, one(src, lane, mask, mode, kAll));
      }
      return 0;
    }
  }

  /// The same operation on both 16-bit halves of a register.
  [[gnu::flatten]] static uint32_t run_packed(Row* dst, const Row* src0, const Row* src1,
                                              const Row* src2, uint32_t mask, uint32_t mode) {
    if (rounds_half && Mode{mode}.round_f16_f64() == Mode::kNearest) {
      return all_halves(dst, src0, src1, src2, mask, Mode{mode}.with_nearest_f16().bits);
    }
    return all_halves(dst, src0, src1, src2, mask, mode);
  }
  static uint32_t all_halves(Row* dst, const Row* src0, const Row* src1, const Row* src2,
                             uint32_t mask, uint32_t mode) {
    const Row* const src[3] = {src0, src1, src2};
    constexpr auto kAll = std::index_sequence_for<Args...>{};
    TW_EACH_LANE
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      const uint32_t low = __builtin_bit_cast(uint16_t, half_of(src, lane, 0, mask, mode, kAll));
      const uint32_t high = __builtin_bit_cast(uint16_t, half_of(src, lane, 16, mask, mode, kAll));
      dst->lane[lane] = high << 16 | low;
    }
    return 0;
  }

  template <class Arg>
  static Arg half_argument(const Row* const (&src)[3], unsigned source, unsigned lane,
                           unsigned shift, uint32_t mode) {
    if constexpr (std::is_same_v<Arg, Mode>) {
      return Mode{mode};
    } else {
      return __builtin_bit_cast(Arg, static_cast<uint16_t>(src[source]->lane[lane] >> shift));
    }
  }
  template <size_t... kIndex>
  static R half_of(const Row* const (&src)[3], unsigned lane, unsigned shift, uint32_t,
                   uint32_t mode, std::index_sequence<kIndex...>) {
    return kFunction(half_argument<Args>(src, source_of(kIndex), lane, shift, mode)...);
  }

  static constexpr Type packed(Type type) {
    return type == Type::f16 ? Type::pk_f16 : type == Type::b16 ? Type::pk_b16 : type;
  }

  static constexpr Instruction row(std::string_view name, On on, Shape shape, unsigned flags) {
    Instruction instruction;
    instruction.name = name;
    instruction.on = on;
    instruction.shape = shape;
    instruction.flags = static_cast<uint16_t>(flags | (reads_mask ? unsigned{kMaskIn} : 0));
    instruction.lanes = shape == Shape::packed ? nullptr : &run;
    unsigned source = 0;
    auto add = [&](bool exists, Type type) {
      if (exists) instruction.src[source++] = shape == Shape::packed ? packed(type) : type;
    };
    (add(Cell<Args>::exists, type_of<Args>()), ...);
    if constexpr (!is_compare) {
      const Type type = type_of<typename Result<R>::Value>();
      instruction.dst = shape == Shape::packed ? packed(type) : type;
    }
    return instruction;
  }

  template <class T>
  static constexpr Type type_of() {
    if constexpr (Cell<T>::exists) {
      return Cell<T>::type;
    } else {
      return Type::none;
    }
  }
};

/// Rows of the VALU table.
template <auto kFunction>
constexpr Instruction valu(std::string_view name, On on = On::both, unsigned flags = 0) {
  using L = Lanes<kFunction>;
  constexpr Shape shape = L::is_compare ? Shape::compare
                          : L::carries  ? Shape::valu_carry
                                        : Shape::valu;
  return L::row(name, on, shape, flags);
}
/// An operation that CLAMP or OP_SEL[1] turns into another one (Instruction::variant).
template <auto kFunction, auto kVariant>
constexpr Instruction valu_variant(std::string_view name, On on = On::both, unsigned flags = 0) {
  Instruction row = valu<kFunction>(name, on, flags);
  row.variant = &Lanes<kVariant>::run;
  return row;
}
/// v_cmpx: the mask goes to EXEC.
template <auto kFunction>
constexpr Instruction compare_exec(std::string_view name, On on = On::both) {
  return Lanes<kFunction>::row(name, on, Shape::compare_exec, 0);
}
/// A 16-bit operation on both halves (v_pk_*).
template <auto kFunction>
constexpr Instruction packed(std::string_view name, On on = On::both, unsigned flags = 0) {
  Instruction row = Lanes<kFunction>::row(name, on, Shape::packed, flags);
  row.lanes = &Lanes<kFunction>::run_packed;
  return row;
}
template <auto kFunction, auto kVariant>
constexpr Instruction packed_variant(std::string_view name, On on = On::both, unsigned flags = 0) {
  Instruction row = packed<kFunction>(name, on, flags);
  row.variant = &Lanes<kVariant>::run_packed;
  return row;
}

}  // namespace
}  // namespace tilewright::emu
