// Files that a command will write, looked at before it does its work.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "core/file.hpp"

namespace CLI {
class Validator;
}

namespace tilewright::cli {

/// A file of the command line, by the option that names it: {"--json", path}. An empty path is an
/// option that was not given.
struct NamedFile {
  std::string option;
  std::string path;
};

/// Whether all of these can be written, each to a file of its own. Devices and pipes may take
/// several. An output that is standard output has it for itself: all else that is printed goes to
/// standard error from then on. Errors: two that are one file, under whatever names; those of
/// can_write().
[[nodiscard]] Result<void> can_write_all(const std::vector<NamedFile>& outputs);

/// Whether no output is one of the inputs. Errors: one is, under whatever name.
[[nodiscard]] Result<void> spares(const std::vector<NamedFile>& outputs,
                                  const std::vector<NamedFile>& inputs);

/// Of an output or an input: refuses an empty name, which would mean that none was given, and "-",
/// which would make a file of that name.
[[nodiscard]] CLI::Validator named_file();

}  // namespace tilewright::cli
