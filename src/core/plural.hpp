// Counts of things as people write them.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tilewright {

/// "1 launch", "1,234 launches".
[[nodiscard]] std::string count_of(uint64_t count, std::string_view one, std::string_view many);

}  // namespace tilewright
