// Lists of what the command line names.
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <vector>

namespace tilewright::cli {

/// What is named twice is done once, where it was named first.
template <class T>
void add_once(std::vector<T>& all, const T& one) {
  if (std::ranges::find(all, one) == all.end()) all.push_back(one);
}

}  // namespace tilewright::cli
