// The space that a sweep searches.
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/resources.hpp"
#include "sweep/assess.hpp"

namespace tilewright::sweep {

/// What AMD's posts say of a configuration (data/amd-posts.json).
struct PublishedVerdict {
  std::string source;   ///< "AMD post, part 1, Table 9"
  std::string verdict;  ///< "fits", "too large", "does not divide"
  std::optional<int> lds_bytes;
};

struct Entry {
  Candidate candidate;
  Assessment assessment;
  std::optional<PublishedVerdict> published;
  std::string rung;  ///< the ladder's rung of that tile; empty if none has it
  std::optional<report::KernelResources> built;  ///< the compiler's figures, once it was compiled
  std::string build_error;
};

/// "64, 96, …, 256": the edges of the output tiles that enumerate() tries.
[[nodiscard]] std::string extents_text();

/// Output tiles of 64 to 256 rows and columns, depths of K, wave grids, one or two buffers, padded
/// or permuted rows, each with its verdict; and whatever configuration the posts name besides.
[[nodiscard]] std::vector<Entry> enumerate(const Target& target, Precision precision);

}  // namespace tilewright::sweep
