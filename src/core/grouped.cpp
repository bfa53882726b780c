// SPDX-License-Identifier: MIT
#include "core/grouped.hpp"

namespace tilewright {

std::string grouped(uint64_t value) {
  std::string digits = std::to_string(value);
  for (size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, 1, ',');
  return digits;
}

}  // namespace tilewright
