// How long the software GPU takes, in a unit in which it goes at an even pace.
// SPDX-License-Identifier: MIT
#pragma once

#include "ladder/rdna/rungs.hpp"

namespace tilewright::cli {

/// The work that so many matrix instructions of a rung are, in those of a kernel that copies whole
/// vectors. Rung 1 copies element by element, and its matrix instructions take 8 to 14 times as
/// long (measured: ladder and count, on gfx1100 and gfx1201).
[[nodiscard]] inline double host_work(const Rung& rung, double wmmas) {
  return &rung == find_rung("1") ? 10 * wmmas : wmmas;
}

}  // namespace tilewright::cli
