// More scratch than a wave of 32 lanes can have: 262136 bytes for each.
.include "kernel.inc"
kernel too_much_scratch
  s_endpgm
end_kernel too_much_scratch, scratch=262140
