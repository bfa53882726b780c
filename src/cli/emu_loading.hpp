// What the dynamic loader will do with a program, found out before it is started.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "core/result.hpp"

namespace tilewright::cli {

struct Loading {
  std::vector<std::string> hip_runtimes;  ///< "libamdhip64.so.7": needed when the program starts
  std::vector<std::string> sanitizers;    ///< paths of libasan and its kin, which must come first
  /// Versions of the C and C++ libraries that are needed and not there: "GLIBC_2.38".
  std::vector<std::string> missing_versions;
};

/// Asks the loader of `program`, or `loader` if it is not empty, which libraries it would load with
/// `library_path` in front and the libraries of `preload` (separated by colons) before all others;
/// none of the program runs. Nothing is known of scripts and static programs. Errors: the loader
/// cannot be asked.
[[nodiscard]] Result<Loading> ask_loader(const std::string& program, const std::string& loader,
                                         const std::string& library_path,
                                         const std::string& preload);

}  // namespace tilewright::cli
