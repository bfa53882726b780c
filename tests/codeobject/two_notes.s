// Two kernels with a metadata note each, as when object files are linked.
// SPDX-License-Identifier: MIT
.include "kernel.inc"

kernel first
  s_endpgm
end_kernel first

kernel second
  s_endpgm
end_kernel second, lds=256
