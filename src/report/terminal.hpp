// What a stream may be sent: colours only where a person watches a terminal.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

namespace tilewright::report {

enum class Style : uint8_t { plain, strong, faint, good, bad, note };

[[nodiscard]] bool is_terminal(std::FILE* stream);

/// A terminal, NO_COLOR unset or empty (no-color.org), and TERM not "dumb".
[[nodiscard]] bool wants_colours(std::FILE* stream);

/// `text` between escape sequences; unchanged for Style::plain or without colours.
[[nodiscard]] std::string paint(std::string_view text, Style style, bool colours);

/// Columns that UTF-8 text takes, one a code point: what we print has no wide characters.
[[nodiscard]] size_t display_width(std::string_view text);

/// `text` in lines of at most `width` columns, broken at blanks; each line starts with `indent`,
/// the first with `first_indent`. A word longer than a line keeps its line to itself.
[[nodiscard]] std::string wrap(std::string_view text, size_t width, std::string_view first_indent,
                               std::string_view indent);

/// The lines of `text`, those wider than `width` broken at blanks and continued four columns
/// further in. `taken`: columns that something else stands in before the first line.
[[nodiscard]] std::string fit_lines(std::string_view text, size_t width, size_t taken = 0);

}  // namespace tilewright::report
