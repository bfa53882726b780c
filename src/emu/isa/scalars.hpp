// Turns a pure function on scalars into a handler and its operand types: the counterpart of
// lanes.hpp for the scalar ALU. Parameter types say what the operands are; besides those of
// lanes.hpp there are
//
//   Scc        SCC before the instruction
//   Old<T>     the destination before the instruction
//
// A result of type bool goes to SCC, Flagged<T> to the destination and SCC, Maybe<T> to the
// destination if it is there.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <type_traits>

#include "emu/exec/wave.hpp"
#include "emu/isa/instruction.hpp"
#include "emu/isa/operand_value.hpp"

namespace tilewright::emu::scalar_alu {

struct Scc {
  bool value;
};
template <class T>
struct Old {
  T value;
};
template <class T>
struct Flagged {
  T value;
  bool scc;
};
/// SCC says whether the result is not zero.
template <class T>
[[nodiscard]] constexpr Flagged<T> nonzero(T value) {
  return {value, value != 0};
}
template <class T>
struct Maybe {
  T value;
  bool exists;
};

template <class T>
[[nodiscard]] constexpr Type type_of() {
  if constexpr (std::is_same_v<T, float>)
    return Type::f32;
  else if constexpr (std::is_same_v<T, Half>)
    return Type::f16;
  else if constexpr (std::is_same_v<T, uint64_t>)
    return Type::b64;
  else if constexpr (std::is_same_v<T, int64_t>)
    return Type::i64;
  else if constexpr (std::is_same_v<T, uint32_t> || std::is_same_v<T, int32_t>)
    return Type::b32;
  else
    return Type::none;
}

[[nodiscard]] inline uint64_t read64(const Wave& w, const Operand& operand) {
  return operand.kind == Operand::Kind::scalar_wide ? w.scalar64(operand.index)
                                                    : operand.constant64();
}
inline void write32(Wave& w, unsigned dst, uint32_t value) {
  if (dst != sreg::null) w.scalar[dst] = value;
}
inline void write64(Wave& w, unsigned dst, uint64_t value) {
  if (dst == sreg::null) return;
  w.scalar[dst] = static_cast<uint32_t>(value);
  w.scalar[dst + 1] = static_cast<uint32_t>(value >> 32);
}

/// One parameter's value and whether it comes from a source operand.
template <class T>
struct Parameter {
  static constexpr bool is_source = true;
  static constexpr Type type = type_of<T>();
  static T get(const Wave& w, const Uop& u, unsigned source) {
    if constexpr (sizeof(T) == 8) {
      return __builtin_bit_cast(T, read64(w, u.src[source]));
    } else if constexpr (std::is_same_v<T, Half>) {
      return Half{static_cast<uint16_t>(scalar_value(w, u.src[source]))};
    } else {
      return __builtin_bit_cast(T, scalar_value(w, u.src[source]));
    }
  }
};
template <>
struct Parameter<Scc> {
  static constexpr bool is_source = false;
  static constexpr Type type = Type::none;
  static Scc get(const Wave& w, const Uop&, unsigned) { return {w.scc}; }
};
template <>
struct Parameter<Mode> {
  static constexpr bool is_source = false;
  static constexpr Type type = Type::none;
  static Mode get(const Wave& w, const Uop&, unsigned) { return {w.mode}; }
};
template <class T>
struct Parameter<Old<T>> {
  static constexpr bool is_source = false;
  static constexpr Type type = Type::none;
  static Old<T> get(const Wave& w, const Uop& u, unsigned) {
    if constexpr (sizeof(T) == 8) {
      return {u.dst == sreg::null ? T{} : __builtin_bit_cast(T, w.scalar64(u.dst))};
    } else if constexpr (std::is_same_v<T, Half>) {
      return {Half{static_cast<uint16_t>(w.scalar[u.dst])}};
    } else {
      return {__builtin_bit_cast(T, w.scalar[u.dst])};
    }
  }
};

template <class T>
inline void write(Wave& w, const Uop& u, T value) {
  if constexpr (sizeof(T) == 8) {
    write64(w, u.dst, __builtin_bit_cast(uint64_t, value));
  } else if constexpr (std::is_same_v<T, Half>) {
    // f16 results of the scalar ALU are zero-extended.
    write32(w, u.dst, value.bits);
  } else {
    write32(w, u.dst, __builtin_bit_cast(uint32_t, value));
  }
}

template <class R>
struct Outcome {
  static constexpr Type type = type_of<R>();
  static void put(Wave& w, const Uop& u, R result) { write(w, u, result); }
};
template <>
struct Outcome<bool> {
  static constexpr Type type = Type::none;
  static void put(Wave& w, const Uop&, bool result) { w.scc = result; }
};
template <class T>
struct Outcome<Flagged<T>> {
  static constexpr Type type = type_of<T>();
  static void put(Wave& w, const Uop& u, Flagged<T> result) {
    write(w, u, result.value);
    w.scc = result.scc;
  }
};
template <class T>
struct Outcome<Maybe<T>> {
  static constexpr Type type = type_of<T>();
  static void put(Wave& w, const Uop& u, Maybe<T> result) {
    if (result.exists) write(w, u, result.value);
  }
};

template <auto kFunction, class Signature = decltype(kFunction)>
struct Scalar;

template <auto kFunction, class R, class... Args>
struct Scalar<kFunction, R (*)(Args...)> {
  static constexpr unsigned source_of(unsigned parameter) {
    constexpr bool takes[] = {Parameter<Args>::is_source...};
    unsigned source = 0;
    for (unsigned i = 0; i < parameter; ++i) source += takes[i] ? 1 : 0;
    return source;
  }
  template <size_t... kIndex>
  static R call(const Wave& w, const Uop& u, std::index_sequence<kIndex...>) {
    return kFunction(Parameter<Args>::get(w, u, source_of(kIndex))...);
  }
  static void run(Wave& w, const Uop& u) {
    Outcome<R>::put(w, u, call(w, u, std::index_sequence_for<Args...>{}));
  }
  static constexpr Instruction row(std::string_view name, On on, Shape shape, unsigned flags) {
    Instruction instruction;
    instruction.name = name;
    instruction.on = on;
    instruction.shape = shape;
    instruction.flags = static_cast<uint16_t>(flags);
    unsigned source = 0;
    auto add = [&](bool is_source, Type type) {
      if (is_source) instruction.src[source++] = type;
    };
    (add(Parameter<Args>::is_source, Parameter<Args>::type), ...);
    instruction.dst = Outcome<R>::type;
    instruction.run = &run;
    return instruction;
  }
};

/// Rows of the scalar table, named by format.
template <auto kFunction>
constexpr Instruction sop1(std::string_view name, On on = On::both) {
  return Scalar<kFunction>::row(name, on, Shape::sop1, 0);
}
template <auto kFunction>
constexpr Instruction sop2(std::string_view name, On on = On::both, unsigned flags = 0) {
  return Scalar<kFunction>::row(name, on, Shape::sop2, flags);
}
template <auto kFunction>
constexpr Instruction sopc(std::string_view name, On on = On::both) {
  return Scalar<kFunction>::row(name, on, Shape::sopc, 0);
}
/// The function takes the destination's register first if it has two sources, then SIMM16.
template <auto kFunction>
constexpr Instruction sopk(std::string_view name, On on = On::both) {
  return Scalar<kFunction>::row(name, on, Shape::sopk, 0);
}

}  // namespace tilewright::emu::scalar_alu
