// Offload bundles: one file with code objects for several targets, compressed or not, as hipcc and
// clang write them (LLVM, "Clang Offload Bundler").
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.hpp"

namespace tilewright::codeobject {

/// The code object for `arch` ("gfx1201") in `file`, or else a generic one of its family; a file
/// that is no bundle is returned as it is. What follows a bundle is ignored. Errors: truncated or
/// corrupted, compressed in an unknown way, no code object for `arch` (the message lists those that
/// there are). Never reads outside `file`.
[[nodiscard]] Result<std::vector<std::byte>> unbundle(std::span<const std::byte> file,
                                                      std::string_view arch);

/// What `file` has code for, as it names it without kind and triple ("gfx1201", "gfx12-generic",
/// "gfx90a:xnack+"), in its order and without the host; nothing of a file that is no bundle.
/// Errors: those of unbundle() but the last; a bundle without any code. Never reads outside `file`.
[[nodiscard]] Result<std::vector<std::string>> bundle_entries(std::span<const std::byte> file);

}  // namespace tilewright::codeobject
