// The instruction set of one target: from dwords to µops.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/result.hpp"
#include "emu/exec/code.hpp"
#include "emu/exec/wave.hpp"
#include "emu/isa/disassembler.hpp"
#include "emu/isa/host.hpp"
#include "emu/isa/instruction.hpp"
#include "emu/wmma/wmma.hpp"

namespace tilewright::emu {

/// Host instruction set that vector code runs on.
enum class VectorHost : uint8_t { base, v3, v4 };
[[nodiscard]] VectorHost best_vector_host();
[[nodiscard]] bool available(VectorHost host);

class InstructionSet final : public Decoder {
 public:
  using ByName = std::unordered_map<std::string_view, const Instruction*>;

  /// `arch`: "gfx1100", "gfx1151", "gfx1201" or another gfx11 or gfx12 that LLVM knows. `policy` is
  /// the matrix arithmetic. Errors: another target; a host that this machine is not.
  [[nodiscard]] static Result<std::unique_ptr<InstructionSet>> create(
      std::string_view arch, wmma::Policy policy = wmma::Policy::silicon,
      VectorHost host = best_vector_host());

  /// Fills a slot; see Decoder.
  unsigned decode(const CodePlace& place, Uop& uop) override;

  /// The row of an instruction, by its mnemonic with or without an encoding suffix; null if this
  /// generation has none.
  [[nodiscard]] const Instruction* find(std::string_view mnemonic) const;
  /// The row that a decoded µop came from.
  [[nodiscard]] const Instruction& instruction(const Uop& uop) const {
    return instructions()[uop.row];
  }
  [[nodiscard]] const std::vector<Instruction>& instructions() const { return *table_; }
  [[nodiscard]] Generation generation() const { return generation_; }
  /// What an instruction is called may depend on the size of the wave that executes it.
  [[nodiscard]] const Disassembler& disassembler(WaveSize size = WaveSize::w32) const;

 private:
  InstructionSet(std::unique_ptr<Disassembler> disassembler, Generation generation,
                 wmma::Policy policy, VectorHost host);
  [[nodiscard]] std::string nearest(std::string_view name) const;
  [[nodiscard]] uint16_t row_index(const Instruction& row) const {
    return static_cast<uint16_t>(&row - table_->data());
  }

  std::unique_ptr<Disassembler> disassembler_;
  mutable std::once_flag disassembler64_once_;
  mutable std::unique_ptr<Disassembler> disassembler64_;  ///< made when first asked for
  Generation generation_;
  wmma::Policy policy_;
  const std::vector<Instruction>* table_;
  const ValuHandlers* handlers_;
  const ByName* by_name_;  ///< the rows that the generation has
};

/// "v_add_f32" from "v_add_f32_e64_dpp": the name without what says how it is encoded.
[[nodiscard]] std::string_view base_name(std::string_view mnemonic);

}  // namespace tilewright::emu
