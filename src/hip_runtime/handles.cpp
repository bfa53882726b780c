// SPDX-License-Identifier: MIT
#include "hip_runtime/handles.hpp"

namespace tilewright::hip {

Function* find_function(Runtime& runtime, hipFunction_t function) {
  return runtime.functions.contains(function) ? reinterpret_cast<Function*>(function) : nullptr;
}

Event* find_event(Runtime& runtime, hipEvent_t event) {
  const auto found = runtime.events.find(event);
  return found == runtime.events.end() ? nullptr : found->second.get();
}

}  // namespace tilewright::hip
