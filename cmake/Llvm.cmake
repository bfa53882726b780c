# tw_llvm: LLVM 19's MC layer and object readers, from the distribution's shared library.
#
# The version is pinned because printed mnemonics are part of our instruction table. LLVM's own
# CMake package is not used: it insists on the development files of libraries that we do not need.
# SPDX-License-Identifier: MIT
set(TW_LLVM_VERSION 19)
find_path(TW_LLVM_INCLUDE_DIR llvm/MC/MCInst.h
          HINTS /usr/lib/llvm-${TW_LLVM_VERSION}/include /usr/include/llvm-${TW_LLVM_VERSION}
          NO_DEFAULT_PATH)
find_path(TW_LLVM_C_INCLUDE_DIR llvm-c/Target.h
          HINTS /usr/lib/llvm-${TW_LLVM_VERSION}/include /usr/include/llvm-c-${TW_LLVM_VERSION}
          NO_DEFAULT_PATH)
find_library(TW_LLVM_LIBRARY NAMES LLVM-${TW_LLVM_VERSION} LLVM
             HINTS /usr/lib/llvm-${TW_LLVM_VERSION}/lib NO_DEFAULT_PATH)
if(NOT TW_LLVM_INCLUDE_DIR OR NOT TW_LLVM_LIBRARY OR NOT TW_LLVM_C_INCLUDE_DIR)
  message(FATAL_ERROR "LLVM ${TW_LLVM_VERSION} is needed to decode RDNA instructions: "
                      "install llvm-${TW_LLVM_VERSION}-dev")
endif()

add_library(tw_llvm INTERFACE)
target_include_directories(tw_llvm SYSTEM INTERFACE ${TW_LLVM_INCLUDE_DIR} ${TW_LLVM_C_INCLUDE_DIR})
target_link_libraries(tw_llvm INTERFACE ${TW_LLVM_LIBRARY})
