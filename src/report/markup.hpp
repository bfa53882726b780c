// Words of a file, which may be any, set into documents of ours. Control characters and what is no
// UTF-8 come as printable() writes them.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace tilewright::report {

/// Between the tags of XML, or in an attribute.
[[nodiscard]] std::string xml_text(std::string_view text);

/// In a paragraph or a table of Markdown: nothing of it is markup.
[[nodiscard]] std::string markdown_text(std::string_view text);

/// Between backquotes, in a table as well; a backquote, which cannot be written there, becomes '.
[[nodiscard]] std::string markdown_code(std::string_view text);

}  // namespace tilewright::report
