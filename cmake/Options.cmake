# tw_options: what every target of ours is compiled with. Link it PRIVATE.
# SPDX-License-Identifier: MIT
add_library(tw_options INTERFACE)
target_include_directories(tw_options INTERFACE ${CMAKE_SOURCE_DIR}/src ${CMAKE_SOURCE_DIR})
target_compile_options(tw_options INTERFACE -Wall -Wextra)
# GCC 12 sees overlapping copies in std::string's own operator+ (GCC bug 105651).
target_compile_options(tw_options INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
if(TW_WARNINGS_AS_ERRORS)
  target_compile_options(tw_options INTERFACE -Werror)
endif()

# tw_compile_quickly(TARGET...): for code that never runs long (tests, the command line), where
# optimising the templates of its headers takes longer than it ever saves.
function(tw_compile_quickly)
  foreach(target IN LISTS ARGN)
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
  endforeach()
endfunction()

if(TW_SANITIZE)
  # For the whole build, so that a container passed between our libraries has one layout. UBSan's
  # vptr check is left out: LLVM's classes come without the type information that it needs. So is
  # clang's check of function types: a driver's functions are called by declarations of our own,
  # whose handles are other incomplete types than the driver's. Loops over lanes are not vectorised
  # around the checks, which is no news here.
  add_compile_options(-fsanitize=${TW_SANITIZE} -fno-sanitize=vptr
                      $<$<CXX_COMPILER_ID:Clang>:-fno-sanitize=function>
                      $<$<CXX_COMPILER_ID:Clang>:-Wno-pass-failed>
                      -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${TW_SANITIZE})
endif()
if(TW_BUILD_FUZZERS)
  add_compile_options(-fsanitize=fuzzer-no-link)  # libFuzzer follows which code runs
endif()
