// A code object loaded into device memory: its segments, its code cache and its kernels.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "codeobject/code_object.hpp"
#include "codeobject/source_lines.hpp"
#include "core/result.hpp"
#include "emu/exec/code.hpp"
#include "emu/exec/wave.hpp"
#include "emu/memory/host_memory.hpp"
#include "emu/memory/memory_map.hpp"
#include "emu/wmma/wmma.hpp"

namespace tilewright::emu {

class InstructionSet;

class Program {
 public:
  /// Copies the code object for `arch` in `file`, an ELF file or an offload bundle, and its
  /// segments into memory of their own, and applies the relocations. `policy` is the matrix
  /// arithmetic. Errors: those of codeobject::unbundle and parse, built for another target than
  /// `arch`, out of memory.
  [[nodiscard]] static Result<std::unique_ptr<Program>> load(
      std::span<const std::byte> file, std::string_view arch,
      wmma::Policy policy = wmma::Policy::silicon);
  ~Program();

  [[nodiscard]] Generation generation() const;
  [[nodiscard]] const std::vector<codeobject::Kernel>& kernels() const { return kernels_; }
  /// Null if there is no kernel of that name.
  [[nodiscard]] const codeobject::Kernel* find(std::string_view kernel) const;

  /// What a virtual address of the code object is relative to in device memory.
  [[nodiscard]] uint64_t load_base() const { return memory_.address(); }
  /// The segments, to be registered with the device: code and constants read-only.
  [[nodiscard]] const std::vector<Allocation>& allocations() const { return allocations_; }

  /// What waves of a size execute. Safe from several threads.
  [[nodiscard]] const Code& code(WaveSize size) const;
  [[nodiscard]] const InstructionSet& instruction_set() const { return *instruction_set_; }

  /// "ladder/rdna/parts/wave.hpp:41" of a device address; "" if unknown. Safe from several threads.
  [[nodiscard]] std::string source_line(uint64_t address) const;

 private:
  explicit Program(std::unique_ptr<InstructionSet> instruction_set);
  void place(const codeobject::Segment& segment);

  std::unique_ptr<InstructionSet> instruction_set_;
  /// By wave size; made when first asked for, as modules are large and nearly all have one size.
  struct CodeOf {
    std::once_flag once;
    std::optional<Code> code;
  };
  mutable std::array<CodeOf, 2> codes_;
  struct Executable {
    uint64_t address = 0;
    std::span<const uint32_t> dwords;
  };
  std::vector<Executable> executable_;
  std::vector<codeobject::Kernel> kernels_;
  HostMemory memory_;
  std::vector<Allocation> allocations_;
  std::vector<std::byte> image_;
  mutable std::mutex lines_mutex_;
  mutable std::optional<codeobject::SourceLines> lines_;  ///< read when first asked for
};

}  // namespace tilewright::emu
