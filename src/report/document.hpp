// The place of measured tables in a document that people write.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "core/result.hpp"

namespace tilewright::report {

inline constexpr const char* kTablesBegin = "<!-- measured: begin -->";
inline constexpr const char* kTablesEnd = "<!-- measured: end -->";

/// `document` with what is between its two marks replaced, in the document's kind of line ends. A
/// mark is a line of its own; one that is quoted within a line is text. Errors: a mark that is
/// missing, or there more than once, or shares its line; an end before the beginning. So only what
/// is between the one begin and the one end is ever lost.
[[nodiscard]] Result<std::string> with_tables(const std::string& document,
                                              const std::string& tables);

}  // namespace tilewright::report
