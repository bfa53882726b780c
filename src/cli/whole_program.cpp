// The program with its software GPU: the module that main() loads. It needs LLVM's library.
// SPDX-License-Identifier: MIT
#include "cli/program.hpp"

extern "C" int tilewright_whole_program(int argc, char** argv) {
  using namespace tilewright::cli;
  constexpr AddCommand kCommands[] = {add_ladder, add_resources, add_matmul,  add_launch, add_emu,
                                      add_count,  add_sweep,     add_devices, add_report};
  return run_program(argc, argv, kCommands);
}
