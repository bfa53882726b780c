// What the program needs at run time, found from where the program is.
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

namespace tilewright {

/// The module with the software GPU: in lib/tilewright of the prefix if the program is installed
/// (PREFIX/bin/tilewright), else beside the program, as in a build folder.
[[nodiscard]] std::filesystem::path emu_module(const std::filesystem::path& program);

/// The folder of the HIP runtime: lib/tilewright/hip of the prefix, else lib/hip of the build
/// folder.
[[nodiscard]] std::filesystem::path hip_runtime_folder(const std::filesystem::path& program);

/// The folder with the ladder's templates, in ladder and src/arch: share/tilewright of the prefix,
/// else the source tree, `source`.
[[nodiscard]] std::filesystem::path template_folder(const std::filesystem::path& program,
                                                    const std::filesystem::path& source);

}  // namespace tilewright
