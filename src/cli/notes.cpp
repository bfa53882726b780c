// SPDX-License-Identifier: MIT
#include "cli/notes.hpp"

#include <fmt/format.h>

#include <cstdio>

#include "core/printable.hpp"
#include "report/table.hpp"
#include "report/terminal.hpp"

namespace tilewright::cli {

void tell_notes(const std::vector<std::string>& sentences) {
  constexpr size_t kWidth = 100;
  for (const std::string& sentence : sentences) {
    fmt::print(stderr, "{}\n", report::wrap(printable(sentence), kWidth, "note: ", "  "));
  }
}

}  // namespace tilewright::cli
