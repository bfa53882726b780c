# Device code for NVIDIA: one .cu file becomes one cubin for sm_90a. Only nvcc is needed, and only
# to build; where it is missing the program is built without these kernels and says so.
#
#   tw_add_cuda_kernel(<name> SOURCE <file.cu>)
#     Compiles ${CMAKE_BINARY_DIR}/kernels/sm_90/<name>.cubin, and beside it <name>.ptxas: what
#     ptxas says of registers, spills and shared memory. Does nothing without nvcc.
#
# TW_CUDA: AUTO takes nvcc where it is found, ON insists on it, OFF does without.
# SPDX-License-Identifier: MIT
set(TW_CUDA AUTO CACHE STRING "Compile the kernels for NVIDIA GPUs: AUTO, ON or OFF")
set_property(CACHE TW_CUDA PROPERTY STRINGS AUTO ON OFF)

if(TW_CUDA)
  find_program(TW_NVCC NAMES nvcc HINTS $ENV{CUDA_HOME}/bin /usr/local/cuda/bin /opt/cuda/bin
               DOC "Compiler for NVIDIA device code")
endif()
if(TW_CUDA AND TW_NVCC)
  set(TW_CUDA_KERNELS ON)
  # tests/cuda pins registers for one version of the compiler.
  file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/kernels/sm_90)
  execute_process(COMMAND ${TW_NVCC} --version
                  OUTPUT_FILE ${CMAKE_BINARY_DIR}/kernels/sm_90/nvcc.version)
elseif(TW_CUDA STREQUAL "ON" OR TW_CUDA STREQUAL "TRUE")
  message(FATAL_ERROR "TW_CUDA is ON and no nvcc was found: install the CUDA toolkit (12.4 or "
                      "later), or set TW_NVCC.")
else()
  set(TW_CUDA_KERNELS OFF)
  message(STATUS "Built without the kernels for NVIDIA GPUs: TW_CUDA is OFF, or there is no nvcc")
endif()

# wgmma and setmaxnreg exist for the architecture-specific target only; the shorthand -arch=sm_90a
# would also run a pass for plain sm_90, which rejects them.
set(TW_CUDA_FLAGS
    -std=c++20 -O3 -cubin -gencode=arch=compute_90a,code=sm_90a --expt-relaxed-constexpr
    -Xptxas=-v -I${PROJECT_SOURCE_DIR} -I${PROJECT_SOURCE_DIR}/src)

function(tw_add_cuda_kernel name)
  if(NOT TW_CUDA_KERNELS)
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 1 kernel "" "SOURCE" "")
  get_filename_component(source ${kernel_SOURCE} ABSOLUTE)
  set(object ${CMAKE_BINARY_DIR}/kernels/sm_90/${name}.cubin)
  set(report ${CMAKE_BINARY_DIR}/kernels/sm_90/${name}.ptxas)
  add_custom_command(
    OUTPUT ${object} ${report}
    COMMAND ${CMAKE_COMMAND} -DNVCC=${TW_NVCC} "-DFLAGS=${TW_CUDA_FLAGS}" -DSOURCE=${source}
            -DOBJECT=${object} -DREPORT=${report}
            -P ${PROJECT_SOURCE_DIR}/cmake/CompileCuda.cmake
    DEPENDS ${source} ${TW_NVCC} ${PROJECT_SOURCE_DIR}/cmake/CompileCuda.cmake
    DEPFILE ${object}.d
    COMMENT "Compiling ${name} for sm_90a"
    VERBATIM)
  tw_kernel_is_in(${name} sm_90 ${object})
endfunction()
