// Compiling what a sweep left over.
// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <span>
#include <string>

#include "sweep/enumerate.hpp"
#include "sweep/toolchain.hpp"

namespace tilewright::sweep {

/// Told after each candidate, by one thread at a time.
using BuildProgress = std::function<void(const std::string& config, size_t done, size_t total)>;

/// Compiles every entry that fits, on `threads` threads (0: all cores), and enters the compiler's
/// figures or its complaint. A single wave with plain rows is left alone: it is rung 1.
void build_all(std::span<Entry> entries, const Target& target, const Toolchain& toolchain,
               unsigned threads, const BuildProgress& progress);

}  // namespace tilewright::sweep
