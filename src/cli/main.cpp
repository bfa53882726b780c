// Starts the program on any machine. The software GPU needs LLVM's library and lives in a module;
// where it cannot be loaded, the commands for real GPUs are what is left.
// SPDX-License-Identifier: MIT
#include <dlfcn.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include "cli/cuda_ladder.hpp"
#include "cli/program.hpp"
#include "core/installation.hpp"

namespace {

using WholeProgram = int (*)(int argc, char** argv);

/// The file of the running program; without a folder where /proc does not tell it.
std::filesystem::path own_path(const char* started_as) {
  std::error_code error;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  // Started through a loader of its own (reference_process.hpp), this process is that loader.
  if (program.filename().string().starts_with("ld-linux")) return started_as;
  return program;
}

}  // namespace

int main(int argc, char** argv) {
  const std::filesystem::path file = tilewright::emu_module(own_path(argv[0]));
  if (void* const module = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL)) {
    if (void* const start = ::dlsym(module, "tilewright_whole_program")) {
      return reinterpret_cast<WholeProgram>(start)(argc, argv);
    }
  }
  const char* const why = ::dlerror();
  using namespace tilewright::cli;
  constexpr std::array kCommands = {add_cuda_ladder, add_cuda_devices, add_report};
  return run_program(argc, argv, kCommands, why);
}
