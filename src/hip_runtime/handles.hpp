// From handles, which programs may have made up, to what they stand for.
// SPDX-License-Identifier: MIT
#pragma once

#include "hip_runtime/runtime.hpp"

namespace tilewright::hip {

/// A kernel of a loaded module or of the program's own code; null for anything else.
[[nodiscard]] Function* find_function(Runtime& runtime, hipFunction_t function);
/// Null for a handle that is no event.
[[nodiscard]] Event* find_event(Runtime& runtime, hipEvent_t event);

}  // namespace tilewright::hip
