// A place in a kernel's code as every report names it.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "emu/exec/program.hpp"

namespace tilewright::emu {

struct PlaceWords {
  std::string offset;  ///< "+0x1a4", from the kernel's first instruction; "an unknown address"
  std::string text;    ///< "ds_load_b128 v[2:5], v1"; "" past the end of the code
  std::string source;  ///< "ladder/rdna/parts/wave.hpp:41"; "" if unknown
};

/// `slot` may lie outside the module's code. Safe from several threads.
[[nodiscard]] PlaceWords words_of(const Program& program, const codeobject::Kernel& kernel,
                                  const Uop* slot);

}  // namespace tilewright::emu
