// libFuzzer's entry, compiled once for each target.
// SPDX-License-Identifier: MIT
#include <cstddef>

#include "targets.hpp"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  tilewright::fuzz::TW_FUZZ_TARGET({data, size});
  return 0;
}
