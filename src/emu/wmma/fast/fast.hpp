// The fast implementations, one per instruction set that was built. Each gives null for what it has
// no version of.
// SPDX-License-Identifier: MIT
#pragma once

#include "emu/wmma/wmma.hpp"

namespace tilewright::emu::wmma {

namespace portable {
WmmaFunction fast_function(Family family, Form form, WaveSize wave, Policy policy);
}
namespace avx2 {
WmmaFunction fast_function(Family family, Form form, WaveSize wave, Policy policy);
}
namespace avx512 {
WmmaFunction fast_function(Family family, Form form, WaveSize wave, Policy policy);
}

}  // namespace tilewright::emu::wmma
