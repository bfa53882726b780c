// Two software GPUs of different targets in this process and in those that it starts. CTest cannot
// say so: a list of two variables does not survive the discovery of tests.
// SPDX-License-Identifier: MIT
#include <cstdlib>

namespace {

// Before main(), and so before the runtime is loaded.
[[maybe_unused]] const int chosen = setenv("TILEWRIGHT_ARCH", "gfx1100,gfx1201", 1);

}  // namespace
