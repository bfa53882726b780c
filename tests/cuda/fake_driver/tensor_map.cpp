// SPDX-License-Identifier: MIT
#include "tensor_map.hpp"

#include <cstring>

#include "exported.hpp"

namespace tilewright::fake_cuda {
namespace {

static_assert(sizeof(MapRequest) <= sizeof(device::cuda::TensorMap));

constexpr std::uint32_t kMostBoxEdge = 256;
constexpr std::uint64_t kMostExtent = std::uint64_t{1} << 32;
constexpr std::uint64_t kMostStride = std::uint64_t{1} << 40;
constexpr std::uint32_t kAlignment = 16;
constexpr std::uint32_t kSwizzleBytes = 128;
constexpr int kNoSwizzle = 0;
constexpr int kSwizzle128 = 3;

bool is_between(std::uint64_t low, std::uint64_t value, std::uint64_t high) {
  return low <= value && value <= high;
}

/// The rules that CUDA's documentation of cuTensorMapEncodeTiled gives for two dimensions.
bool follows_the_rules(const MapRequest& map) {
  const std::uint32_t box_bytes = map.box_length * map.element_bytes;
  return map.address % kAlignment == 0 && map.stride_bytes % kAlignment == 0 &&
         map.stride_bytes < kMostStride && map.stride_bytes >= map.length * map.element_bytes &&
         is_between(1, map.length, kMostExtent) && is_between(1, map.rows, kMostExtent) &&
         is_between(1, map.box_length, kMostBoxEdge) && is_between(1, map.box_rows, kMostBoxEdge) &&
         box_bytes % kAlignment == 0 && (map.swizzled == 0 || box_bytes <= kSwizzleBytes);
}

}  // namespace

Status read_map(const void* map, MapRequest& request) {
  std::memcpy(&request, map, sizeof request);
  return request.made_here == kMadeHere ? kSuccess : kInvalidValue;
}

}  // namespace tilewright::fake_cuda

using namespace tilewright::fake_cuda;

extern "C" TW_FAKE_EXPORT Status cuTensorMapEncodeTiled(
    tilewright::device::cuda::TensorMap* map, int type, std::uint32_t rank, void* address,
    const std::uint64_t* extents, const std::uint64_t* strides, const std::uint32_t* box,
    const std::uint32_t* element_strides, int interleave, int swizzle, int, int fill) {
  constexpr std::uint32_t kBytesOfTypes[] = {1, 2, 4};  // unsigned ones
  if (type < 0 || type > 2 || rank != 2 || interleave != 0 || fill != 0 ||
      (swizzle != kNoSwizzle && swizzle != kSwizzle128) || element_strides[0] != 1 ||
      element_strides[1] != 1 || reinterpret_cast<std::uintptr_t>(map) % 64 != 0) {
    return kInvalidValue;
  }
  const MapRequest request{.address = reinterpret_cast<std::uint64_t>(address),
                           .length = extents[0],
                           .rows = extents[1],
                           .stride_bytes = strides[0],
                           .box_length = box[0],
                           .box_rows = box[1],
                           .element_bytes = kBytesOfTypes[type],
                           .swizzled = swizzle == kSwizzle128 ? 1u : 0u,
                           .made_here = kMadeHere};
  if (!follows_the_rules(request)) return kInvalidValue;
  std::memcpy(map, &request, sizeof request);
  return kSuccess;
}
