// SPDX-License-Identifier: MIT
#include "hip_runtime/call.hpp"

#include "hip_runtime/version.hpp"

namespace tilewright::hip {

Thread& this_thread() {
  static thread_local Thread thread;
  return thread;
}

hipError_t remember(hipError_t error) {
  Thread& thread = this_thread();
  thread.last_result = error;
  const bool is_error = error != hipSuccess && error != hipErrorNotReady;
  if (is_error || hip_major() < 7) thread.last_error = error;
  return error;
}

Gpu* gpu_at(Runtime& runtime, int device) {
  if (device < 0 || static_cast<size_t>(device) >= runtime.gpus.size()) return nullptr;
  return runtime.gpus[static_cast<size_t>(device)].get();
}

Gpu* current_gpu(Runtime& runtime) { return gpu_at(runtime, this_thread().device); }

Gpu* gpu_of(Runtime& runtime, hipStream_t stream) {
  if (stream == nullptr || stream == hipStreamLegacy || stream == hipStreamPerThread) {
    return current_gpu(runtime);
  }
  const auto found = runtime.streams.find(stream);
  return found == runtime.streams.end() ? nullptr : gpu_at(runtime, found->second->device);
}

}  // namespace tilewright::hip
