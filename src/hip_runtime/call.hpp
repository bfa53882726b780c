// How every function of the interface begins and ends: the runtime is locked, nothing is thrown out
// of it, and what went wrong is remembered for hipGetLastError.
// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>

#include <exception>
#include <mutex>
#include <new>
#include <optional>
#include <type_traits>
#include <utility>

#include "hip_runtime/runtime.hpp"
#include "hip_runtime/say.hpp"

namespace tilewright::hip {

/// Between `<<<` and the stub that launches.
struct CallConfiguration {
  dim3 grid, block;
  size_t lds_bytes = 0;
  hipStream_t stream = nullptr;
};

/// Last in, first out.
template <class T>
class Stack {
 public:
  void push(const T& value) { top_ = new Node{value, top_}; }
  /// Nothing if it is empty.
  std::optional<T> pop() {
    if (top_ == nullptr) return std::nullopt;
    Node* const node = std::exchange(top_, top_->below);
    const T value = node->value;
    delete node;
    return value;
  }

 private:
  struct Node {
    T value;
    Node* below;
  };
  Node* top_ = nullptr;
};

/// What HIP keeps for each host thread.
struct Thread {
  int device = 0;
  hipError_t last_error = hipSuccess;  ///< until hipGetLastError asks
  hipError_t last_result = hipSuccess;
  Stack<CallConfiguration> configurations;
  Stack<int> contexts;  ///< devices to return to
};
// Programs call HIP from destructors that run after those of thread-local objects.
static_assert(std::is_trivially_destructible_v<Thread>);
[[nodiscard]] Thread& this_thread();

/// Returns `error`, after keeping it for hipGetLastError. hipErrorNotReady is an answer, not an
/// error. Success is kept only by the library of HIP 6: there hipGetLastError tells of the last
/// call, since 7.0 of the last error.
hipError_t remember(hipError_t error);

/// The current device of this thread, or null where there is none.
[[nodiscard]] Gpu* current_gpu(Runtime& runtime);
[[nodiscard]] Gpu* gpu_at(Runtime& runtime, int device);
/// The device a stream belongs to; null for a handle that is none.
[[nodiscard]] Gpu* gpu_of(Runtime& runtime, hipStream_t stream);

/// Says what is wrong with a call and returns `error`.
template <class... Args>
[[nodiscard]] hipError_t refuse(hipError_t error, fmt::format_string<Args...> format,
                                Args&&... args) {
  say(fmt::format(format, std::forward<Args>(args)...));
  return error;
}

/// Whether a call is refused once a kernel has faulted on the current device.
enum class AfterFault { refused, allowed };

/// Runs `body(runtime)`, which returns a hipError_t, as one call of the interface.
template <class Body>
hipError_t call(Body&& body, AfterFault after_fault = AfterFault::refused) noexcept {
  try {
    Runtime& runtime = Runtime::get();
    const std::scoped_lock lock(runtime.mutex);
    if (runtime.gpus.empty()) return remember(hipErrorNoDevice);
    const Gpu* gpu = current_gpu(runtime);
    const hipError_t fault = gpu->fault;
    if (after_fault == AfterFault::refused && fault != hipSuccess) return remember(fault);
    return remember(body(runtime));
  } catch (const std::bad_alloc&) {
    return remember(hipErrorOutOfMemory);
  } catch (const std::exception& error) {
    say(error.what());
    return remember(hipErrorUnknown);
  }
}

/// A question about what never changes: not locked, and answered after a fault too.
template <class Body>
hipError_t query(Body&& body) noexcept {
  Runtime& runtime = Runtime::get();
  if (runtime.gpus.empty()) return remember(hipErrorNoDevice);
  return remember(body(runtime));
}

}  // namespace tilewright::hip
