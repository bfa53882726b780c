// Remarks on what a command did that are no errors.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace tilewright::cli {

/// On stderr, a sentence each.
void tell_notes(const std::vector<std::string>& sentences);

}  // namespace tilewright::cli
