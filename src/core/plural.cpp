// SPDX-License-Identifier: MIT
#include "core/plural.hpp"

#include <fmt/format.h>

#include "core/grouped.hpp"

namespace tilewright {

std::string count_of(uint64_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", grouped(count), count == 1 ? one : many);
}

}  // namespace tilewright
