// Starts the program on any machine. The software GPU needs LLVM's library and lives in a module
// beside the program; where it cannot be loaded, the commands for real GPUs are what is left.
// SPDX-License-Identifier: MIT
#include <dlfcn.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <string>
#include <system_error>

#include "cli/cuda_ladder.hpp"
#include "cli/program.hpp"

namespace {

constexpr const char* kModule = "libtilewright-emu.so";
using WholeProgram = int (*)(int argc, char** argv);

/// Beside the program, wherever that was installed or copied to.
std::string module_path(const char* started_as) {
  std::error_code error;
  std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) return kModule;
  // Started through a loader of its own (reference_process.hpp), this process is that loader.
  if (program.filename().string().starts_with("ld-linux")) program = started_as;
  return (program.parent_path() / kModule).string();
}

}  // namespace

int main(int argc, char** argv) {
  if (void* const module = ::dlopen(module_path(argv[0]).c_str(), RTLD_NOW | RTLD_LOCAL)) {
    if (void* const start = ::dlsym(module, "tilewright_whole_program")) {
      return reinterpret_cast<WholeProgram>(start)(argc, argv);
    }
  }
  const char* const why = ::dlerror();
  using namespace tilewright::cli;
  constexpr std::array kCommands = {add_cuda_ladder, add_cuda_devices, add_report};
  return run_program(argc, argv, kCommands, why);
}
