// mbarriers: counters in shared memory that threads arrive at, that TMA reports bytes to, and that
// others wait for. Taught in rung 9.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace tilewright::hopper {

/// The address of something in shared memory, as the instructions want it.
__device__ __forceinline__ std::uint32_t shared_address(const void* pointer) {
  return static_cast<std::uint32_t>(__cvta_generic_to_shared(pointer));
}

/// A barrier's phase ends when its arrivals are in and all bytes that were announced have landed.
/// Phases are told apart by parity alone: whoever waits must never be two phases behind.
class Barrier {
 public:
  __device__ explicit Barrier(std::uint32_t address) : address_(address) {}

  __device__ void init(int arrivals) const {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(address_), "r"(arrivals)
                 : "memory");
  }
  __device__ void arrive() const {
    asm volatile("mbarrier.arrive.release.cta.shared::cta.b64 _, [%0];" ::"r"(address_) : "memory");
  }
  /// Arrives, and announces that TMA will write `bytes` that belong to this phase.
  __device__ void arrive_and_expect(int bytes) const {
    asm volatile(
        "mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 _, [%0], %1;" ::"r"(address_),
        "r"(bytes)
        : "memory");
  }
  /// Arrives at the same barrier of another CTA of the cluster. Released to this CTA only: what the
  /// arrival says is that reads are over, and a release to the cluster would fence all memory.
  __device__ void arrive_at(int cta) const {
    asm volatile(
        "{\n\t.reg .b32 remote;\n\t"
        "mapa.shared::cluster.u32 remote, %0, %1;\n\t"
        "mbarrier.arrive.shared::cluster.b64 _, [remote];\n\t}" ::"r"(address_),
        "r"(cta)
        : "memory");
  }
  __device__ void wait(std::uint32_t parity) const {
    asm volatile(
        "{\n\t.reg .pred done;\n\t"
        "again:\n\t"
        "mbarrier.try_wait.parity.acquire.cta.shared::cta.b64 done, [%0], %1;\n\t"
        "@!done bra again;\n\t}" ::"r"(address_),
        "r"(parity)
        : "memory");
  }
  __device__ std::uint32_t address() const { return address_; }

 private:
  std::uint32_t address_;
};

/// Makes initialised barriers visible to TMA and to the other CTAs of the cluster. Threads still
/// have to meet before anyone uses them.
__device__ __forceinline__ void publish_barriers() {
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}

/// Lets the launch behind this one in the stream begin wherever it finds room, if it was asked to:
/// what it does before wait_for_launch_ahead then overlaps the end of this one.
__device__ __forceinline__ void let_next_launch_begin() {
  asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
}
/// Until the launch ahead has ended and all that it wrote can be seen.
__device__ __forceinline__ void wait_for_launch_ahead() {
  asm volatile("griddepcontrol.wait;" ::: "memory");
}

/// Waits for the launch ahead once: before the first write.
class LaunchAhead {
 public:
  __device__ __forceinline__ void await() {
    if (!ended_) wait_for_launch_ahead();
    ended_ = true;
  }

 private:
  bool ended_ = false;
};

/// Which stage is next, and the parity its barriers have. Every role keeps its own.
struct Turn {
  int stage = 0;
  std::uint32_t parity = 0;

  template <int stages>
  __device__ __forceinline__ void advance() {
    if (++stage == stages) {
      stage = 0;
      parity ^= 1;
    }
  }
  /// Past `count` stages that are another's.
  template <int stages>
  __device__ __forceinline__ void skip(int count) {
    const int rounds = (stage + count) / stages;
    stage += count - rounds * stages;
    parity ^= rounds & 1;
  }
};

}  // namespace tilewright::hopper
