# Device code: one .hip file becomes one code object (a plain AMDGPU ELF) per GPU target, and code
# objects can be embedded in a library.
#
#   tw_add_kernel(<name> SOURCE <file.hip> ARCHS <arch>... [FLAGS <flag>...])
#     Compiles ${CMAKE_BINARY_DIR}/kernels/<arch>/<name>.co for each arch.
#
#   tw_kernel_files(<variable> <name>...)
#     Sets <variable> to the code objects of these kernels: something for a target to depend on.
#
#   tw_embed_kernels(<library> <name>...)
#     Adds the code objects of these kernels and a table of them to <library>; see
#     ladder/kernels.hpp for the way to read it.
#
# SPDX-License-Identifier: MIT

set(TW_KERNEL_ARCHS gfx1100 gfx1151 gfx1201)

# ROCm's compiler where it is installed, and LLVM 19 of the distribution elsewhere.
find_program(
  TW_HIP_CLANG
  NAMES amdclang++ clang++-19 clang-19
  HINTS /opt/rocm/bin /opt/rocm/llvm/bin
  DOC "Compiler for device code")
if(NOT TW_HIP_CLANG)
  message(FATAL_ERROR "No compiler for AMD GPUs found: install clang-19 and lld-19, or set "
                      "TW_HIP_CLANG to an amdclang++ or a clang++ of version 19 or later.")
endif()

# Freestanding: no ROCm headers, no device library; src/arch/prelude.hpp stands in for both. Line
# tables cost no instruction and let reports name source lines.
set(TW_KERNEL_FLAGS
    -x hip --cuda-device-only --no-gpu-bundle-output -nogpuinc -nogpulib
    -std=c++20 -O3 -mcumode -gline-tables-only -Wall -Wextra
    -ffile-prefix-map=${PROJECT_SOURCE_DIR}/= -fdebug-compilation-dir=.
    -I${PROJECT_SOURCE_DIR} -I${PROJECT_SOURCE_DIR}/src)

function(tw_add_kernel name)
  cmake_parse_arguments(PARSE_ARGV 1 kernel "" "SOURCE" "ARCHS;FLAGS")
  get_filename_component(source ${kernel_SOURCE} ABSOLUTE)
  foreach(arch IN LISTS kernel_ARCHS)
    set(object ${CMAKE_BINARY_DIR}/kernels/${arch}/${name}.co)
    get_filename_component(folder ${object} DIRECTORY)
    file(MAKE_DIRECTORY ${folder})
    add_custom_command(
      OUTPUT ${object}
      COMMAND ${TW_HIP_CLANG} ${TW_KERNEL_FLAGS} ${kernel_FLAGS} --offload-arch=${arch}
              -MD -MF ${object}.d -MT ${object} ${source} -o ${object}
      DEPENDS ${source} ${TW_HIP_CLANG}
      DEPFILE ${object}.d
      COMMENT "Compiling ${name} for ${arch}"
      VERBATIM)
    tw_kernel_is_in(${name} ${arch} ${object})
  endforeach()
endfunction()

# For the commands that compile kernels: notes that kernel <name> for <arch> is in file <object>.
function(tw_kernel_is_in name arch object)
  set_property(GLOBAL APPEND PROPERTY "TW_KERNEL_FILES_${name}" ${object})
  set_property(GLOBAL APPEND PROPERTY "TW_KERNEL_ENTRIES_${name}" "${arch}|${name}|${object}")
endfunction()

function(tw_kernel_files variable)
  set(all "")
  foreach(name IN LISTS ARGN)
    get_property(files GLOBAL PROPERTY "TW_KERNEL_FILES_${name}")
    list(APPEND all ${files})
  endforeach()
  set(${variable} ${all} PARENT_SCOPE)
endfunction()

function(tw_embed_kernels library)
  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  if(NOT ASM IN_LIST languages)
    message(FATAL_ERROR "tw_embed_kernels: the project must enable the language ASM")
  endif()
  set(table ${CMAKE_CURRENT_BINARY_DIR}/${library}_table.S)
  set(entries "")
  foreach(name IN LISTS ARGN)
    get_property(entries_of_one GLOBAL PROPERTY "TW_KERNEL_ENTRIES_${name}")
    list(APPEND entries ${entries_of_one})
  endforeach()
  tw_kernel_files(objects ${ARGN})
  set(script ${PROJECT_SOURCE_DIR}/cmake/EmbedKernels.cmake)
  add_custom_command(
    OUTPUT ${table}
    COMMAND ${CMAKE_COMMAND} "-DENTRIES=${entries}" -DOUTPUT=${table} -P ${script}
    DEPENDS ${script}
    COMMENT "Listing the kernels of ${library}"
    VERBATIM)
  # The assembler reads the code objects by .incbin, which no dependency scan sees.
  set_source_files_properties(${table} PROPERTIES OBJECT_DEPENDS "${objects}")
  target_sources(${library} PRIVATE ${table})
endfunction()
