// libcuda.so.1 as far as Tilewright binds it: a card of sm_90 whose memory is the host's.
// SPDX-License-Identifier: MIT
#include "device/cuda/driver.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "card.hpp"
#include "exported.hpp"
#include "faults.hpp"
#include "ladder/gemm_args.hpp"
#include "ladder/hopper/args.hpp"
#include "module.hpp"
#include "tensor_map.hpp"

using namespace tilewright;
using namespace tilewright::fake_cuda;
using namespace tilewright::device::cuda;
using FakeModule = tilewright::fake_cuda::Module;

namespace {

constexpr int kApiVersion = 13000;
constexpr std::size_t kFakeL2Bytes = std::size_t{60} << 20;
/// There is one of each, so their handles are these places.
int the_context;
int the_stream;
thread_local const void* current_context = nullptr;

struct Event {
  Card::Point point;
  bool recorded = false;
};
Event* event_of(EventHandle handle) { return reinterpret_cast<Event*>(handle); }

/// What any call that needs the card returns first: no context, or the error that stays.
Status usable() { return current_context == nullptr ? kInvalidContext : Card::instance().status(); }
Status copy(void* to, const void* from, std::size_t bytes, Address device) {
  if (const Status status = usable(); status != kSuccess) return status;
  if (!Card::instance().holds(device, bytes)) return kInvalidValue;
  Card::instance().queue(
      [=] {
        std::memcpy(to, from, bytes);
        return kSuccess;
      },
      0);
  return kSuccess;
}
const StatusWords* words_of(Status status) {
  const auto* const found = std::ranges::find(kStatusWords, status, &StatusWords::status);
  return found == std::end(kStatusWords) ? nullptr : found;
}
Status text(char* to, int bytes, const char* from) {
  std::snprintf(to, static_cast<std::size_t>(bytes), "%s", from);
  return kSuccess;
}

}  // namespace

#define TW_CU extern "C" TW_FAKE_EXPORT Status

TW_CU cuInit(unsigned) { return kSuccess; }
TW_CU cuGetErrorName(Status status, const char** name) {
  const StatusWords* const words = words_of(status);
  if (words == nullptr) return kInvalidValue;
  *name = words->name;
  return kSuccess;
}
TW_CU cuGetErrorString(Status status, const char** text) {
  const StatusWords* const words = words_of(status);
  if (words == nullptr) return kInvalidValue;
  *text = words->text;
  return kSuccess;
}
TW_CU cuDriverGetVersion(int* version) {
  *version = kApiVersion;
  return kSuccess;
}

TW_CU cuDeviceGetCount(int* count) {
  *count = 1;
  return kSuccess;
}
TW_CU cuDeviceGet(DeviceId* id, int) {
  *id = 0;
  return kSuccess;
}
TW_CU cuDeviceGetName(char* name, int bytes, DeviceId) { return text(name, bytes, "Fake H200"); }
TW_CU cuDeviceGetPCIBusId(char* bus_id, int bytes, DeviceId) {
  return text(bus_id, bytes, "0000:FA:CE.0");
}
TW_CU cuDeviceGetAttribute(int* value, DeviceAttribute attribute, DeviceId) {
  switch (attribute) {
    case kMultiprocessors:
      *value = 132;
      return kSuccess;
    case kL2Bytes:
      *value = static_cast<int>(other_l2_bytes().value_or(kFakeL2Bytes));
      return kSuccess;
    case kMajor:
      *value = family() / 10;
      return kSuccess;
    case kMinor:
      *value = family() % 10;
      return kSuccess;
    case device::cuda::kMostSharedBytes:
      *value = static_cast<int>(fake_cuda::kMostSharedBytes);
      return kSuccess;
  }
  return kInvalidValue;
}

TW_CU cuDevicePrimaryCtxRetain(Context* context, DeviceId) {
  *context = reinterpret_cast<Context>(&the_context);
  return kSuccess;
}
TW_CU cuDevicePrimaryCtxRelease_v2(DeviceId) { return kSuccess; }
TW_CU cuCtxSetCurrent(Context context) {
  current_context = context;
  return kSuccess;
}

TW_CU cuMemAlloc_v2(Address* address, std::size_t bytes) {
  const Status status = usable();
  return status == kSuccess ? Card::instance().allocate(address, bytes) : status;
}
TW_CU cuMemFree_v2(Address address) { return Card::instance().release(address); }
TW_CU cuMemcpyHtoDAsync_v2(Address to, const void* from, std::size_t bytes, Stream) {
  return copy(reinterpret_cast<void*>(to), from, bytes, to);
}
TW_CU cuMemcpyDtoHAsync_v2(void* to, Address from, std::size_t bytes, Stream) {
  return copy(to, reinterpret_cast<const void*>(from), bytes, from);
}

TW_CU cuModuleLoadData(ModuleHandle* handle, const void* image) {
  if (const Status status = usable(); status != kSuccess) return status;
  *handle = reinterpret_cast<ModuleHandle>(&modules().emplace_back(image));
  return kSuccess;
}
TW_CU cuModuleUnload(ModuleHandle handle) {
  const Status ended = Card::instance().wait();
  const auto removed = modules().remove_if([&](const FakeModule& module) {
    return reinterpret_cast<const void*>(&module) == reinterpret_cast<const void*>(handle);
  });
  return removed == 1 ? ended : kInvalidHandle;
}
TW_CU cuModuleGetFunction(Function* function, ModuleHandle handle, const char* name) {
  Kernel* const kernel = has_fault(Fault::absent, name)
                             ? nullptr
                             : reinterpret_cast<FakeModule*>(handle)->kernel(name);
  *function = reinterpret_cast<Function>(kernel);
  return kernel == nullptr ? kNotFound : kSuccess;
}
TW_CU cuFuncGetAttribute(int* value, FunctionAttribute attribute, Function function) {
  const Kernel* const kernel = live_kernel(function);
  if (kernel == nullptr) return kInvalidHandle;
  switch (attribute) {
    case kStaticSharedBytes:
      *value = static_cast<int>(kernel->static_shared_bytes);
      return kSuccess;
    case kLocalBytes:
      *value = 0;
      return kSuccess;
    case kRegisters:
      *value = 168;
      return kSuccess;
    case kMostDynamicSharedBytes:
      *value = static_cast<int>(kernel->allowed_shared_bytes - kernel->static_shared_bytes);
      return kSuccess;
  }
  return kInvalidValue;
}
TW_CU cuFuncSetAttribute(Function function, FunctionAttribute attribute, int value) {
  Kernel* const kernel = live_kernel(function);
  if (kernel == nullptr) return kInvalidHandle;
  if (attribute != kMostDynamicSharedBytes || value < 0) return kInvalidValue;
  const std::uint32_t bytes = static_cast<std::uint32_t>(value) + kernel->static_shared_bytes;
  if (bytes > fake_cuda::kMostSharedBytes) return kInvalidValue;
  kernel->allowed_shared_bytes = std::max(bytes, kUnaskedSharedBytes);
  return kSuccess;
}
TW_CU cuFuncGetParamInfo(Function function, std::size_t index, std::size_t* offset,
                         std::size_t* size) {
  // The real driver's offsets may begin past zero, to align the first.
  constexpr std::size_t kFirst = alignof(TensorMap);
  constexpr std::size_t kMap = sizeof(TensorMap);
  const Kernel* const kernel = live_kernel(function);
  if (kernel == nullptr) return kInvalidHandle;
  const std::size_t maps = kernel->tma == nullptr ? 0 : 3;
  if (index > maps) return kInvalidValue;
  *offset = kFirst + index * kMap;
  *size = index < maps ? kMap : maps == 0 ? sizeof(GemmArgs) : sizeof(hopper::TmaArgs);
  return kSuccess;
}

TW_CU cuStreamCreate(Stream* stream, unsigned) {
  *stream = reinterpret_cast<Stream>(&the_stream);
  return usable();
}
TW_CU cuStreamDestroy_v2(Stream) { return kSuccess; }
TW_CU cuStreamSynchronize(Stream) { return Card::instance().wait(); }

TW_CU cuEventCreate(EventHandle* event, unsigned) {
  *event = reinterpret_cast<EventHandle>(new Event);
  return usable();
}
TW_CU cuEventDestroy_v2(EventHandle event) {
  delete event_of(event);
  return kSuccess;
}
TW_CU cuEventRecord(EventHandle event, Stream) {
  *event_of(event) = {Card::instance().now(), true};
  return usable();
}
TW_CU cuEventSynchronize(EventHandle event) {
  return Card::instance().wait_for(event_of(event)->point);
}
TW_CU cuEventElapsedTime(float* ms, EventHandle from, EventHandle to) {
  const Event& begin = *event_of(from);
  const Event& end = *event_of(to);
  if (!begin.recorded || !end.recorded) return kInvalidHandle;
  if (!Card::instance().has_passed(end.point)) return kNotReady;
  *ms = static_cast<float>(end.point.ms - begin.point.ms);
  return kSuccess;
}
