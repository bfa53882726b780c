// A code object loaded on one device.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "emu/exec/program.hpp"

namespace tilewright::hip {

class Gpu;
class Module;
class Runtime;

/// What a hipFunction_t points to.
struct Function {
  Module* module = nullptr;
  const codeobject::Kernel* kernel = nullptr;
};

/// A __device__ or __constant__ variable.
struct Variable {
  std::byte* address = nullptr;
  uint64_t bytes = 0;
};

class Module {
 public:
  /// Takes the device's code object out of `image` (see codeobject::unbundle), copies it and makes
  /// its segments known to the runtime, which must be locked. Errors: those of unbundle and
  /// Program::load.
  [[nodiscard]] static Result<std::unique_ptr<Module>> load(Runtime& runtime, Gpu& gpu,
                                                            std::span<const std::byte> image);
  ~Module();
  Module(const Module&) = delete;
  Module& operator=(const Module&) = delete;

  /// Null if there is none of that name. Lives as long as the module.
  [[nodiscard]] Function* function(std::string_view name);
  [[nodiscard]] std::optional<Variable> variable(std::string_view name) const;

  [[nodiscard]] Gpu& gpu() const { return gpu_; }
  [[nodiscard]] const emu::Program& program() const { return *program_; }

 private:
  Module(Runtime& runtime, Gpu& gpu, std::unique_ptr<emu::Program> program,
         std::vector<std::byte> image);

  Runtime& runtime_;
  Gpu& gpu_;
  std::unique_ptr<emu::Program> program_;
  std::vector<std::byte> image_;
  std::map<std::string, Function, std::less<>> functions_;
};

/// Whether it begins as an ELF file, an offload bundle or a compressed one does.
[[nodiscard]] bool looks_like_code(std::span<const std::byte> image);

/// The bytes that an image in memory may have: from its first one to the end of what is mapped
/// there. Errors: nothing readable is mapped.
[[nodiscard]] Result<std::span<const std::byte>> readable_from(const void* image);

}  // namespace tilewright::hip
