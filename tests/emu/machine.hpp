// What a launch test needs: a kernel from tests/emu/kernels, memory, and one call.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "emu/exec/launch.hpp"
#include "emu/exec/program.hpp"
#include "emu/memory/host_memory.hpp"

namespace tilewright::emu {

/// The code object that CMake has assembled from kernels/NAME.s.
[[nodiscard]] std::vector<std::byte> object_file(const std::string& name, const std::string& arch);

class Machine {
 public:
  /// Kernel NAME of kernels/NAME.s, and `words` dwords of output memory called "out".
  Machine(const std::string& name, const std::string& arch, size_t words);
  /// From now on another kernel of the file.
  void choose(const std::string& kernel) { name_ = kernel; }

  /// Launches with the address of "out" and then `more` as arguments. Returns the error's text, or
  /// "" if all went well.
  std::string run(const Geometry& geometry, const std::vector<uint32_t>& more = {});
  /// The same with arguments of the caller's choice.
  std::string run_with(const Geometry& geometry, std::span<const std::byte> arguments);

  [[nodiscard]] std::vector<uint32_t> out() const;
  void clear(uint32_t value = 0);
  [[nodiscard]] const Program& program() const { return *program_; }

  LaunchOptions options;

 private:
  std::string name_;
  std::unique_ptr<Program> program_;
  HostMemory memory_;
  MemoryMap map_;
};

}  // namespace tilewright::emu
