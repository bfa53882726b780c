// The copy engine: one thread names a box of a matrix, and TMA moves it. Boxes may reach over the
// edge: what is outside reads as zero and is not written. Taught in rung 9.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "ladder/hopper/parts/barrier.hpp"

namespace tilewright::hopper {

/// A CUtensorMap, whose contents only the driver and the hardware know.
struct alignas(64) TensorMap {
  std::uint64_t opaque[16];
};

__device__ __forceinline__ std::uint64_t generic_address(const TensorMap& map) {
  return reinterpret_cast<std::uint64_t>(&map);
}

/// The first use of a map fetches it from memory; this does so ahead.
__device__ __forceinline__ void prefetch_map(const TensorMap& map) {
  asm volatile("prefetch.tensormap [%0];" ::"l"(generic_address(map)) : "memory");
}

/// When L2 gives up a line that a copy touched.
enum class Eviction : std::uint8_t { normal, first, last };

/// What a copy takes as its hint to L2: a word that only the hardware knows.
template <Eviction eviction>
__device__ __forceinline__ std::uint64_t eviction_policy() {
  static_assert(eviction != Eviction::normal);
  std::uint64_t policy;
  if constexpr (eviction == Eviction::first) {
    asm("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "=l"(policy));
  } else {
    asm("createpolicy.fractional.L2::evict_last.b64 %0, 1.0;" : "=l"(policy));
  }
  return policy;
}

/// Fetches the box at (`inner`, `row`) to shared memory; its bytes count towards `full`.
template <Eviction eviction>
__device__ __forceinline__ void load_box(std::uint32_t to, const TensorMap& map, Barrier full,
                                         int inner, int row) {
  if constexpr (eviction == Eviction::normal) {
    asm volatile(
        "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes"
        " [%0], [%1, {%2, %3}], [%4];" ::"r"(to),
        "l"(generic_address(map)), "r"(inner), "r"(row), "r"(full.address())
        : "memory");
  } else {
    asm volatile(
        "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes"
        ".L2::cache_hint [%0], [%1, {%2, %3}], [%4], %5;" ::"r"(to),
        "l"(generic_address(map)), "r"(inner), "r"(row), "r"(full.address()),
        "l"(eviction_policy<eviction>())
        : "memory");
  }
}

/// The same, to the same place in every CTA of `ctas`, a bit mask; each one's own barrier at that
/// address is told.
template <Eviction eviction>
__device__ __forceinline__ void load_box_to_many(std::uint32_t to, const TensorMap& map,
                                                 Barrier full, int inner, int row,
                                                 std::uint16_t ctas) {
  if constexpr (eviction == Eviction::normal) {
    asm volatile(
        "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes"
        ".multicast::cluster [%0], [%1, {%2, %3}], [%4], %5;" ::"r"(to),
        "l"(generic_address(map)), "r"(inner), "r"(row), "r"(full.address()), "h"(ctas)
        : "memory");
  } else {
    asm volatile(
        "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes"
        ".multicast::cluster.L2::cache_hint [%0], [%1, {%2, %3}], [%4], %5, %6;" ::"r"(to),
        "l"(generic_address(map)), "r"(inner), "r"(row), "r"(full.address()), "h"(ctas),
        "l"(eviction_policy<eviction>())
        : "memory");
  }
}

/// Writes a box from shared memory to (`inner`, `row`), as part of this thread's current group.
template <Eviction eviction>
__device__ __forceinline__ void store_box(const TensorMap& map, std::uint32_t from, int inner,
                                          int row) {
  if constexpr (eviction == Eviction::normal) {
    asm volatile(
        "cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {%1, %2}], [%3];" ::"l"(
            generic_address(map)),
        "r"(inner), "r"(row), "r"(from)
        : "memory");
  } else {
    asm volatile(
        "cp.async.bulk.tensor.2d.global.shared::cta.bulk_group.L2::cache_hint"
        " [%0, {%1, %2}], [%3], %4;" ::"l"(generic_address(map)),
        "r"(inner), "r"(row), "r"(from), "l"(eviction_policy<eviction>())
        : "memory");
  }
}
__device__ __forceinline__ void commit_stores() {
  asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}
/// Waits until all but the `most` newest groups have been read from shared memory.
template <int most>
__device__ __forceinline__ void wait_stores_read() {
  asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(most) : "memory");
}

/// What this thread wrote to shared memory becomes visible to TMA and wgmma.
__device__ __forceinline__ void publish_shared_writes() {
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

}  // namespace tilewright::hopper
