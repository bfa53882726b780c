// SPDX-License-Identifier: MIT
#include "cli/output.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>

namespace tilewright::cli {

Result<void> can_write_all(const std::vector<NamedFile>& outputs) {
  for (auto output = outputs.begin(); output != outputs.end(); ++output) {
    if (output->path.empty() || is_special(output->path)) continue;
    const auto before = std::find_if(outputs.begin(), output, [&](const NamedFile& other) {
      return !other.path.empty() && same_file(other.path, output->path);
    });
    if (before != output) {
      return fail("{} and {} both write {}: give each a file of its own", before->option,
                  output->option, output->path);
    }
  }
  for (const NamedFile& output : outputs) {
    if (output.path.empty()) continue;
    if (Result<void> writable = can_write(output.path); !writable) return writable;
  }
  const bool any_is_stdout = std::ranges::any_of(outputs, [](const NamedFile& output) {
    return !output.path.empty() && is_standard_output(output.path);
  });
  return any_is_stdout ? keep_standard_output_for_files() : Result<void>();
}

Result<void> spares(const std::vector<NamedFile>& outputs, const std::vector<NamedFile>& inputs) {
  for (const NamedFile& output : outputs) {
    if (output.path.empty() || is_special(output.path)) continue;
    for (const NamedFile& input : inputs) {
      if (input.path.empty() || !same_file(input.path, output.path)) continue;
      return fail("{} would overwrite {}, which {} names to be read: give it a file of its own",
                  output.option, output.path, input.option);
    }
  }
  return {};
}

CLI::Validator named_file() {
  const auto check = [](const std::string& path) -> std::string {
    if (path.empty()) return "the name is empty";
    if (path == "-") return "'-' stands for no stream: write /dev/stdout, or ./- for such a file";
    return {};
  };
  return CLI::Validator(check, "");
}

}  // namespace tilewright::cli
