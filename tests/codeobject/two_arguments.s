// A code object with everything the loader reads: arguments, hidden arguments, LDS, scratch, a
// second data segment and a relocation in it.
.include "kernel.inc"

kernel two_arguments
  s_endpgm
end_kernel two_arguments, lds=4096, scratch=16, kernarg=280, ids=1, args="{.name: out, .offset: 0, .size: 8, .value_kind: global_buffer}, {.name: count, .offset: 8, .size: 4, .value_kind: by_value}, {.offset: 16, .size: 4, .value_kind: hidden_block_count_x}, {.offset: 28, .size: 2, .value_kind: hidden_group_size_x}"

.section .data.rel,"aw"
.globl table
.p2align 3
table:
  .quad two_arguments_here
  .quad external_to_be_exported

.text
two_arguments_here:
  s_nop 0
.globl external_to_be_exported
external_to_be_exported:
  s_nop 1
