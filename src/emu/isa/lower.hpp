// Lowering: from an instruction's fields to a µop. One function per shape of instruction; what they
// share is here.
// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>

#include <span>

#include "emu/exec/code.hpp"
#include "emu/exec/fault.hpp"
#include "emu/exec/wave.hpp"
#include "emu/isa/disassembler.hpp"
#include "emu/isa/encoding.hpp"
#include "emu/isa/host.hpp"
#include "emu/isa/instruction.hpp"
#include "emu/wmma/wmma.hpp"

namespace tilewright::emu::lowering {

/// What is known about the instruction being lowered.
struct Context {
  Generation generation;
  const ValuHandlers& handlers;
  wmma::Policy policy;
  const CodePlace& place;
  const Decoded& decoded;
  encoding::Format format;
  unsigned& vgprs;  ///< highest number of a VGPR met so far, and one

  [[nodiscard]] bool wave64() const { return place.wave_size == WaveSize::w64; }
  [[nodiscard]] encoding::Dwords code() const { return place.dwords().first(decoded.dwords); }
};

/// "v_add_f32_e32 v0, v1, v2 (0x06000501): ": how every complaint about an instruction begins.
[[nodiscard]] std::string quote(const Context& context);

template <class... Args>
[[noreturn]] void reject(const Context& context, fmt::format_string<Args...> format,
                         Args&&... args) {
  throw Fault{quote(context) + fmt::format(format, std::forward<Args>(args)...), -1};
}

/// A source operand from its 9-bit encoding (8-bit ones are the same, without VGPRs).
[[nodiscard]] Operand source(const Context& context, unsigned encoding, Type type,
                             std::optional<uint32_t> literal);
/// A group of VGPRs that must exist.
[[nodiscard]] uint16_t vgprs(const Context& context, unsigned first, unsigned count);
[[nodiscard]] Operand vgpr_operand(const Context& context, unsigned first, unsigned count);
/// A scalar destination or a group of scalar registers that must exist.
[[nodiscard]] uint16_t scalars(const Context& context, unsigned first, unsigned count);

/// Lowers one instruction; leaves `run` to the caller's store and returns it.
using Lower = Handler (*)(const Context&, const Instruction&, Uop&);

Handler valu(const Context& context, const Instruction& row, Uop& uop);
Handler valu_with_handler(const Context& context, const Instruction& row, Uop& uop);
Handler packed(const Context& context, const Instruction& row, Uop& uop);
Handler mix(const Context& context, const Instruction& row, Uop& uop);
Handler dual(const Context& context, const Instruction& x, const Instruction& y, unsigned y_index,
             Uop& uop);
Handler matrix(const Context& context, const Instruction& row, Uop& uop);
Handler dot(const Context& context, const Instruction& row, Uop& uop);
Handler integer_dot(const Context& context, const Instruction& row, Uop& uop);
Handler scalar(const Context& context, const Instruction& row, Uop& uop);
Handler program(const Context& context, const Instruction& row, Uop& uop);
Handler scalar_memory(const Context& context, const Instruction& row, Uop& uop);
Handler lds(const Context& context, const Instruction& row, Uop& uop);
Handler global(const Context& context, const Instruction& row, Uop& uop);
Handler buffer(const Context& context, const Instruction& row, Uop& uop);

}  // namespace tilewright::emu::lowering
