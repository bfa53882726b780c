// Whether a kernel can exist on a target, without compiling it: its LDS, its copies, its fold, and
// about how many registers it needs.
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "arch/targets.hpp"
#include "sweep/candidate.hpp"

namespace tilewright::sweep {

/// Which kernel computes a tile: the fold of rung 7 needs rows a constant step apart, so permuted
/// and plain rows take the loop of rung 4; a single wave with plain rows is rung 1.
enum class Template : uint8_t { interleaved, bounded, one_wave };

enum class Verdict : uint8_t {
  fits,
  spills,      ///< predicted: more registers than a wave or a CU has
  impossible,  ///< it does not compile, or no workgroup of it can be launched
};
[[nodiscard]] std::string_view name(Verdict verdict);

struct Assessment {
  Template kernel = Template::interleaved;
  /// Two accumulators in one set of registers (RDNA 3 only), where the plain policy has no room.
  bool packed = false;
  int lds_bytes = 0;
  int fold_steps = 0;  ///< WMMAs of a wave in a slice
  int chunks_a = 0;    ///< 128-bit copies of a lane in a slice; 0 if it cannot be shared out
  int chunks_b = 0;
  int predicted_vgprs = 0;
  Verdict verdict = Verdict::fits;
  /// Why not: what is needed, and which limit it breaks. Empty if it fits.
  std::string reason;

  /// Whether the copies of a slice can be shared out among the lanes; if not, there are no
  /// registers to predict.
  [[nodiscard]] bool divides() const { return chunks_a != 0 && chunks_b != 0; }
};

[[nodiscard]] Assessment assess(const Candidate& candidate, const Target& target);

}  // namespace tilewright::sweep
