// Files that a command will write, looked at before it does its work.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "core/file.hpp"

namespace tilewright::cli {

/// can_write(), for an option that may not have been given. Errors: those of can_write().
[[nodiscard]] inline Result<void> writable_if_named(const std::string& path) {
  return path.empty() ? Result<void>() : can_write(path);
}

}  // namespace tilewright::cli
