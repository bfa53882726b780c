// LLVM's MC layer behind three fields: how long an instruction is, what the ISA manual calls it and
// how it is written. Everything else is read from the encoding's own bits (encoding.hpp), because
// mnemonics are stable between LLVM versions and MCInst operand positions are not.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "core/result.hpp"
#include "emu/wmma/row.hpp"

namespace tilewright::emu {

/// One instruction as the assembler would write it.
struct Decoded {
  unsigned dwords = 0;   ///< 0: not an instruction of this target
  std::string mnemonic;  ///< "v_add_f32_e32"; VOPD: both, joined by " :: "
  std::string text;      ///< "v_add_f32_e32 v0, v1, v2"
};

/// Decodes for one target. Safe to use from several threads.
class Disassembler {
 public:
  /// Errors: `arch` ("gfx1201") is not a target of the LLVM library.
  [[nodiscard]] static Result<std::unique_ptr<Disassembler>> create(std::string_view arch,
                                                                    WaveSize size = WaveSize::w32);
  ~Disassembler();

  /// The instruction at the start of `dwords`, which lies at address `pc`. Never reads past the
  /// span: an instruction that is cut off is not an instruction.
  [[nodiscard]] Decoded decode(std::span<const uint32_t> dwords, uint64_t pc) const;

  [[nodiscard]] const std::string& arch() const { return arch_; }

 private:
  struct Llvm;
  Disassembler(std::string arch, std::unique_ptr<Llvm> llvm);

  std::string arch_;
  std::unique_ptr<Llvm> llvm_;
};

}  // namespace tilewright::emu
