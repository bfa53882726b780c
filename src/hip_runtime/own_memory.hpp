// Memory of the program's own, which it got from the system and not from HIP.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace tilewright::hip {

/// Whether something is mapped at every byte of [begin, begin + bytes). That it may be read or
/// written is not known.
[[nodiscard]] bool is_mapped(uint64_t begin, uint64_t bytes);

}  // namespace tilewright::hip
