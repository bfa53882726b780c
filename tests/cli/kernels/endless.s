// Branches to itself: what a limit of instructions is for.
// SPDX-License-Identifier: MIT
.include "kernel.inc"

kernel endless
again:
  s_branch again
  s_endpgm
end_kernel endless
