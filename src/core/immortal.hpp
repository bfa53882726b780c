// Values of function-local statics that must outlive the end of the program.
// SPDX-License-Identifier: MIT
#pragma once

#include <utility>

namespace tilewright {

/// `value`, never destroyed. For what kernels need while they run: HIP programs launch from
/// destructors of their own, which run after those of statics that were made later.
template <class T>
[[nodiscard]] T& immortal(T value) {
  return *new T(std::move(value));
}

}  // namespace tilewright
