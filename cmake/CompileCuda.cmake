# Build step of tw_add_cuda_kernel: runs NVCC with FLAGS on SOURCE, and keeps what ptxas reports in
# REPORT instead of printing it. Warnings are printed.
# SPDX-License-Identifier: MIT
execute_process(
  COMMAND ${NVCC} ${FLAGS} -MD -MF ${OBJECT}.d -MT ${OBJECT} ${SOURCE} -o ${OBJECT}
  RESULT_VARIABLE status
  OUTPUT_VARIABLE output
  ERROR_VARIABLE output)
file(WRITE ${REPORT} "${output}")
string(REGEX MATCHALL "[^\n]*(warning|error)[^\n]*" complaints "${output}")
if(NOT status EQUAL 0)
  message(FATAL_ERROR "${output}")
elseif(complaints)
  message(WARNING "${output}")
endif()
