// What a product takes of this machine's memory.
// SPDX-License-Identifier: MIT
#pragma once

#include "bench/shape.hpp"
#include "core/result.hpp"
#include "ladder/rdna/rungs.hpp"

namespace tilewright::cli {

/// Errors: a product too large for this machine, so that it is refused before any of it is
/// allocated. The software GPU's memory is the machine's.
[[nodiscard]] Result<void> fits_memory(const bench::Shape& shape, Precision precision);

}  // namespace tilewright::cli
