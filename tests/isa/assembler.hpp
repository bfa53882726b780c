// Assembles a few lines with LLVM's MC layer, so that a test says what it means in the manual's
// words.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "emu/wmma/row.hpp"

namespace tilewright::test {

/// The dwords of `text`. Throws std::runtime_error with the assembler's complaint. Instructions
/// only: no labels, no directives.
[[nodiscard]] std::vector<uint32_t> assemble(std::string_view arch, const std::string& text,
                                             emu::WaveSize size = emu::WaveSize::w32);

}  // namespace tilewright::test
