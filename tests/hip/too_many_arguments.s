// A block of arguments larger than any compiler makes.
.include "kernel.inc"
kernel too_many_arguments
  s_endpgm
end_kernel too_many_arguments, kernarg=65544
