# tw_assemble(OUT_VAR SOURCE.s ARCH...): links SOURCE.s into one code object per target at build
# time, <binary dir>/<name>.<arch>.co, and puts their paths into OUT_VAR. tests/asm/kernel.inc has
# the macros that write the descriptor and the metadata. TW_ASSEMBLER_FLAGS may add flags,
# TW_ASSEMBLER_INCLUDES names files that the source includes besides.
# SPDX-License-Identifier: MIT
find_program(TW_ASSEMBLER NAMES clang-19 REQUIRED)

function(tw_assemble out_var source)
  get_filename_component(name ${source} NAME_WE)
  set(objects)
  foreach(arch IN LISTS ARGN)
    set(object ${CMAKE_CURRENT_BINARY_DIR}/${name}.${arch}.co)
    add_custom_command(
      OUTPUT ${object}
      COMMAND ${TW_ASSEMBLER} -target amdgcn-amd-amdhsa -mcpu=${arch}
              -I${CMAKE_SOURCE_DIR}/tests/asm ${TW_ASSEMBLER_FLAGS}
              ${CMAKE_CURRENT_SOURCE_DIR}/${source} -o ${object}
      DEPENDS ${source} ${CMAKE_SOURCE_DIR}/tests/asm/kernel.inc ${TW_ASSEMBLER_INCLUDES}
      COMMENT "Assembling ${name} for ${arch}"
      VERBATIM)
    list(APPEND objects ${object})
  endforeach()
  set(${out_var} ${objects} PARENT_SCOPE)
endfunction()
