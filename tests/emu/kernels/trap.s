# A kernel that gives up: LLVM's trap 2; 3 is a debugger's.
.include "kernel.inc"

kernel trap
  s_trap 3
  s_trap 2
  s_endpgm
end_kernel trap
