// What every kernel of rungs 9 and up is given besides its tensor maps, by value.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace tilewright::hopper {

/// C = A * B as in ladder/gemm_args.hpp; A and B are in the tensor maps. Addresses are the
/// device's. A factor or vector of factors that is null counts as ones.
struct TmaArgs {
  std::uint64_t c;
  std::uint64_t scale_a;   ///< f32: one, or one for each row of A
  std::uint64_t scale_b;   ///< f32: one, or one for each column of B
  std::uint64_t partials;  ///< sums of shared tiles on their way to their owner
  std::uint64_t arrivals;  ///< zero before the first launch; every launch leaves zeros
  std::int32_t m;
  std::int32_t n;
  std::int32_t k;
  std::int32_t ldc;
  std::int32_t shared_tiles;  ///< Plan's shared, range and longer
  std::int32_t range;
  std::int32_t longer;
  std::int32_t strips;  ///< Plan's tiles_m, and of fitted tiles its units, taller and rotation
  std::int32_t units;
  std::int32_t taller;
  std::int32_t rotation;
  std::int32_t unused;
};
static_assert(sizeof(TmaArgs) == 88);

}  // namespace tilewright::hopper
