// Numbers as people read them.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

namespace tilewright {

/// 1234567 -> "1,234,567".
[[nodiscard]] std::string grouped(uint64_t value);

}  // namespace tilewright
