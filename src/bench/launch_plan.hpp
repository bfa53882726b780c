// Whether a rung takes a shape, and what the launch then is.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "bench/shape.hpp"
#include "ladder/rdna/rungs.hpp"

namespace tilewright::bench {

/// Figures that follow from the tile and the shape alone.
struct LaunchPlan {
  uint32_t workgroups = 0;
  uint32_t threads = 0;     ///< work-items of a workgroup
  uint32_t executed_k = 0;  ///< K rounded up to whole slices, all of which are multiplied
  uint64_t wmmas = 0;       ///< matrix instructions executed by all waves together
};

/// Errors: a rung of whole tiles with another shape, a row too long for 32-bit offsets, too many
/// workgroups for one launch. The sentence says which dimension, which limit, and which rung to
/// take.
[[nodiscard]] Result<LaunchPlan> plan_launch(const Rung& rung, const Shape& shape);

/// The same for a kernel of any shape, by its tile and the bytes of an element of A and B and of C.
[[nodiscard]] Result<LaunchPlan> plan_tile(const Tile& tile, int bytes_of_operand,
                                           int bytes_of_result, const Shape& shape);

}  // namespace tilewright::bench
