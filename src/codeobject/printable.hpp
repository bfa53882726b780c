// Text from files that nobody vouches for, made fit for terminals, logs and JSON.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace tilewright::codeobject {

/// `text` with every byte that is not part of valid UTF-8 written as \xNN, and every control
/// character, line separator and change of direction as \u{N}. Other text stays as it is.
[[nodiscard]] std::string printable(std::string_view text);

}  // namespace tilewright::codeobject
