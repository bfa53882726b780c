// Text that nobody vouches for, of files and of the command line, made fit for terminals, logs and
// JSON.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace tilewright {

/// `text` with every byte that is not part of valid UTF-8 written as \xNN, and every control
/// character, line separator and change of direction as \u{N}. Other text stays as it is.
[[nodiscard]] std::string printable(std::string_view text);

/// The same, but for line feeds, which stay.
[[nodiscard]] std::string printable_lines(std::string_view text);

}  // namespace tilewright
