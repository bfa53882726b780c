// Scalar instructions that change EXEC (ISA manuals, S_AND_SAVEEXEC and its relatives).
// SPDX-License-Identifier: MIT
#include "emu/isa/rows.hpp"
#include "emu/isa/scalars.hpp"

namespace tilewright::emu {
namespace {

using namespace scalar_alu;

template <class T>
T read_exec(const Wave& w) {
  if constexpr (sizeof(T) == 8)
    return w.scalar64(sreg::exec_lo);
  else
    return w.exec();
}
template <class T>
void write_exec(Wave& w, T value) {
  w.scalar[sreg::exec_lo] = static_cast<uint32_t>(value);
  if constexpr (sizeof(T) == 8) w.scalar[sreg::exec_hi] = static_cast<uint32_t>(value >> 32);
}
template <class T>
T read_source(const Wave& w, const Uop& u) {
  if constexpr (sizeof(T) == 8)
    return read64(w, u.src[0]);
  else
    return scalar_value(w, u.src[0]);
}

/// D = EXEC; EXEC = f(S0, EXEC); SCC = EXEC is not empty.
template <class T, T (*kFunction)(T, T)>
void save_exec(Wave& w, const Uop& u) {
  const T old = read_exec<T>(w);
  const T exec = kFunction(read_source<T>(w, u), old);
  write_exec(w, exec);
  write(w, u, old);
  w.scc = exec != 0;
}
/// EXEC = f(S0, EXEC); D = EXEC; SCC likewise.
template <class T, T (*kFunction)(T, T)>
void write_exec_and(Wave& w, const Uop& u) {
  const T exec = kFunction(read_source<T>(w, u), read_exec<T>(w));
  write_exec(w, exec);
  write(w, u, exec);
  w.scc = exec != 0;
}

template <class T>
T and_(T s, T exec) {
  return s & exec;
}
template <class T>
T or_(T s, T exec) {
  return s | exec;
}
template <class T>
T xor_(T s, T exec) {
  return s ^ exec;
}
template <class T>
T nand_(T s, T exec) {
  return ~(s & exec);
}
template <class T>
T nor_(T s, T exec) {
  return ~(s | exec);
}
template <class T>
T xnor_(T s, T exec) {
  return ~(s ^ exec);
}
template <class T>
T and_not0(T s, T exec) {
  return ~s & exec;
}
template <class T>
T or_not0(T s, T exec) {
  return ~s | exec;
}
template <class T>
T and_not1(T s, T exec) {
  return s & ~exec;
}
template <class T>
T or_not1(T s, T exec) {
  return s | ~exec;
}

constexpr Instruction row(std::string_view name, Type type, Handler run) {
  Instruction instruction;
  instruction.name = name;
  instruction.shape = Shape::sop1;
  instruction.dst = instruction.src[0] = type;
  instruction.run = run;
  return instruction;
}
template <uint32_t (*kFunction)(uint32_t, uint32_t)>
constexpr Instruction save32(std::string_view name) {
  return row(name, Type::b32, save_exec<uint32_t, kFunction>);
}
template <uint64_t (*kFunction)(uint64_t, uint64_t)>
constexpr Instruction save64(std::string_view name) {
  return row(name, Type::b64, save_exec<uint64_t, kFunction>);
}

constexpr Instruction kRows[] = {
    save32<and_>("s_and_saveexec_b32"),
    save64<and_>("s_and_saveexec_b64"),
    save32<or_>("s_or_saveexec_b32"),
    save64<or_>("s_or_saveexec_b64"),
    save32<xor_>("s_xor_saveexec_b32"),
    save64<xor_>("s_xor_saveexec_b64"),
    save32<nand_>("s_nand_saveexec_b32"),
    save64<nand_>("s_nand_saveexec_b64"),
    save32<nor_>("s_nor_saveexec_b32"),
    save64<nor_>("s_nor_saveexec_b64"),
    save32<xnor_>("s_xnor_saveexec_b32"),
    save64<xnor_>("s_xnor_saveexec_b64"),
    save32<and_not0>("s_and_not0_saveexec_b32"),
    save64<and_not0>("s_and_not0_saveexec_b64"),
    save32<or_not0>("s_or_not0_saveexec_b32"),
    save64<or_not0>("s_or_not0_saveexec_b64"),
    save32<and_not1>("s_and_not1_saveexec_b32"),
    save64<and_not1>("s_and_not1_saveexec_b64"),
    save32<or_not1>("s_or_not1_saveexec_b32"),
    save64<or_not1>("s_or_not1_saveexec_b64"),
    row("s_and_not0_wrexec_b32", Type::b32, write_exec_and<uint32_t, and_not0>),
    row("s_and_not0_wrexec_b64", Type::b64, write_exec_and<uint64_t, and_not0>),
    row("s_and_not1_wrexec_b32", Type::b32, write_exec_and<uint32_t, and_not1>),
    row("s_and_not1_wrexec_b64", Type::b64, write_exec_and<uint64_t, and_not1>),
};

}  // namespace

Instructions exec_rows() { return kRows; }

}  // namespace tilewright::emu
