// A rung in strict mode.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "arch/targets.hpp"
#include "bench/run.hpp"
#include "device/launch_report.hpp"
#include "ladder/rdna/rungs.hpp"

namespace tilewright::test {

struct Watched {
  std::vector<device::Finding> findings;
  std::string error;        ///< what stopped the launch
  std::vector<uint32_t> c;  ///< codes of the product

  [[nodiscard]] bool silent() const { return findings.empty() && error.empty(); }
  [[nodiscard]] std::string text() const;
};

/// Runs the kernel of `image`, or the product's own if it is empty.
[[nodiscard]] Watched watch(const Target& target, const Rung& rung, const bench::Shape& shape,
                            std::span<const std::byte> image = {}, uint64_t instructions = 0);

}  // namespace tilewright::test
