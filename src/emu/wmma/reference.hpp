// The scalar implementation of every WMMA instruction.
// SPDX-License-Identifier: MIT
#pragma once

#include "emu/wmma/wmma.hpp"

namespace tilewright::emu::wmma {

/// Null for a combination that does not exist.
[[nodiscard]] WmmaFunction reference_function(Family family, Form form, WaveSize wave,
                                              Policy policy);

}  // namespace tilewright::emu::wmma
