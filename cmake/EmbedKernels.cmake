# Build step of tw_embed_kernels: writes OUTPUT, an assembly file that includes each code object of
# ENTRIES ("arch|name|path") and a table with one row each. ladder/kernels.cpp knows the row.
# SPDX-License-Identifier: MIT
set(images "")
set(rows "")
set(count 0)
foreach(entry IN LISTS ENTRIES)
  string(REPLACE "|" ";" fields "${entry}")
  list(GET fields 0 arch)
  list(GET fields 1 name)
  list(GET fields 2 path)
  string(APPEND images "
.balign 256
.Limage${count}: .incbin \"${path}\"
.Lend${count}:
.Larch${count}: .asciz \"${arch}\"
.Lname${count}: .asciz \"${name}\"
")
  string(APPEND rows
         "  .quad .Larch${count}, .Lname${count}, .Limage${count}, .Lend${count} - .Limage${count}\n")
  math(EXPR count "${count} + 1")
endforeach()

file(WRITE ${OUTPUT} "// Written by cmake/EmbedKernels.cmake.
.section .rodata
${images}
.section .data.rel.ro, \"aw\"
.balign 8
.globl tw_kernel_table
tw_kernel_table:
${rows}
.globl tw_kernel_table_end
tw_kernel_table_end:

.section .note.GNU-stack, \"\", @progbits
")
