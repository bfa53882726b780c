// The compiler of this program's own kernels, asked for kernels that are not built in.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "codeobject/code_object.hpp"
#include "sweep/assess.hpp"

namespace tilewright::sweep {

/// The kernel's symbol in every code object that is built here.
inline constexpr const char* kKernelName = "tw_config";

/// What is compiled for a candidate that fits: the templates of the ladder at its tile.
[[nodiscard]] std::string kernel_source(const Candidate& candidate, const Assessment& assessment);

/// Builds candidates, and keeps what it built in a folder under a name that is the hash of all that
/// went into it: compiler, flags, the templates and the candidate. May be used by several threads,
/// and the folder by several processes.
class Toolchain {
 public:
  /// `cache`: a folder, made if it is not there. Errors: no compiler, or no templates, where this
  /// program was told they are when it was built or installed; the folder cannot be made.
  [[nodiscard]] static Result<Toolchain> open(const std::string& cache);

  /// The code object. Errors: the compiler's first words.
  [[nodiscard]] Result<std::vector<std::byte>> build(const Candidate& candidate,
                                                     const Assessment& assessment,
                                                     const Target& target) const;

 private:
  Toolchain(std::string cache, std::vector<std::string> flags, std::string ingredients);

  std::string cache_;
  std::vector<std::string> flags_;  ///< of the compiler
  std::string ingredients_;         ///< hash of compiler, flags and templates
};

/// $TILEWRIGHT_CACHE, or "tilewright" in $XDG_CACHE_HOME or ~/.cache.
[[nodiscard]] std::string default_cache();

/// What the compiler wrote down about a built kernel. Errors: not a code object of ours.
[[nodiscard]] Result<codeobject::Resources> resources_of(const std::vector<std::byte>& image);

}  // namespace tilewright::sweep
