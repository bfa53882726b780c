// Events. The time between two is that which the software GPU took on this machine, and says
// nothing of a card's.
// SPDX-License-Identifier: MIT
#include <bit>
#include <chrono>

#include "hip_runtime/abi_functions.hpp"
#include "hip_runtime/call.hpp"
#include "hip_runtime/handles.hpp"

using namespace tilewright::hip;

namespace {

/// `body(event)` for an event that exists.
template <class Body>
hipError_t with_event(hipEvent_t handle, Body&& body) {
  return call([&](Runtime& runtime) {
    Event* event = find_event(runtime, handle);
    return event == nullptr ? hipErrorInvalidHandle : body(*event);
  });
}

bool are_valid(unsigned flags) {
  constexpr unsigned release =
      hipEventReleaseToDevice | hipEventReleaseToSystem | hipEventDisableSystemFence;
  constexpr unsigned known =
      hipEventBlockingSync | hipEventDisableTiming | hipEventInterprocess | release;
  const bool untimed = (flags & hipEventDisableTiming) != 0;
  return (flags & ~known) == 0 && std::popcount(flags & release) <= 1 &&
         ((flags & hipEventInterprocess) == 0 || untimed);
}

}  // namespace

hipError_t hipEventCreate(hipEvent_t* event) { return hipEventCreateWithFlags(event, 0); }

hipError_t hipEventCreateWithFlags(hipEvent_t* event, unsigned flags) {
  return call([&](Runtime& runtime) {
    if (event == nullptr || !are_valid(flags)) return hipErrorInvalidValue;
    auto made = std::make_unique<Event>();
    made->device = this_thread().device;
    made->flags = flags;
    *event = reinterpret_cast<hipEvent_t>(made.get());
    runtime.events.emplace(*event, std::move(made));
    return hipSuccess;
  });
}

hipError_t hipEventDestroy(hipEvent_t event) {
  return call(
      [&](Runtime& runtime) {
        return runtime.events.erase(event) == 0 ? hipErrorInvalidHandle : hipSuccess;
      },
      AfterFault::allowed);
}

hipError_t hipEventRecord(hipEvent_t event, hipStream_t stream) {
  return call([&](Runtime& runtime) {
    Event* found = find_event(runtime, event);
    const Gpu* gpu = gpu_of(runtime, stream);
    if (found == nullptr || gpu == nullptr) return hipErrorInvalidHandle;
    if (found->device != gpu->index()) {
      return refuse(hipErrorInvalidHandle,
                    "hipEventRecord: the event is of device {}, the stream of device {}",
                    found->device, gpu->index());
    }
    found->recorded = std::chrono::steady_clock::now();
    return hipSuccess;
  });
}

hipError_t hipEventRecordWithFlags(hipEvent_t event, hipStream_t stream, unsigned) {
  return hipEventRecord(event, stream);
}

hipError_t hipEventQuery(hipEvent_t event) {
  return with_event(event, [](Event&) { return hipSuccess; });
}
hipError_t hipEventSynchronize(hipEvent_t event) {
  return with_event(event, [](Event&) { return hipSuccess; });
}

hipError_t hipEventElapsedTime(float* milliseconds, hipEvent_t start, hipEvent_t stop) {
  return call([&](Runtime& runtime) {
    if (milliseconds == nullptr) return hipErrorInvalidValue;
    const Event* from = find_event(runtime, start);
    const Event* to = find_event(runtime, stop);
    if (from == nullptr || to == nullptr || from->device != to->device ||
        ((from->flags | to->flags) & hipEventDisableTiming) != 0 || !from->recorded ||
        !to->recorded) {
      return hipErrorInvalidHandle;
    }
    *milliseconds =
        std::chrono::duration<float, std::milli>(*to->recorded - *from->recorded).count();
    return hipSuccess;
  });
}
