// A rung in strict mode.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "arch/targets.hpp"
#include "bench/run.hpp"
#include "check/seen.hpp"
#include "ladder/rdna/rungs.hpp"

namespace tilewright::test {

struct Watched : Seen {
  std::vector<uint32_t> c;  ///< codes of the product
};

/// Runs the kernel of `image`, or the product's own if it is empty.
[[nodiscard]] Watched watch(const Target& target, const Rung& rung, const bench::Shape& shape,
                            std::span<const std::byte> image = {}, uint64_t instructions = 0);

}  // namespace tilewright::test
