// SPDX-License-Identifier: MIT
#include "core/installation.hpp"

#include <system_error>

namespace tilewright {
namespace {

namespace fs = std::filesystem;

/// The folder of bin: a prefix, or a build folder.
fs::path root_of(const fs::path& program) { return program.parent_path().parent_path(); }

fs::path installed_or(const fs::path& installed, const fs::path& built) {
  std::error_code error;
  // Never from where the user happens to stand.
  return installed.is_absolute() && fs::exists(installed, error) ? installed : built;
}

}  // namespace

fs::path emu_module(const fs::path& program) {
  constexpr const char* kName = "libtilewright-emu.so";
  return installed_or(root_of(program) / "lib/tilewright" / kName, program.parent_path() / kName);
}

fs::path hip_runtime_folder(const fs::path& program) {
  return installed_or(root_of(program) / "lib/tilewright/hip", root_of(program) / "lib/hip");
}

fs::path template_folder(const fs::path& program, const fs::path& source) {
  return installed_or(root_of(program) / "share/tilewright", source);
}

}  // namespace tilewright
