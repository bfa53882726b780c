// What a kernel needs from HIP, in one page: the launch keywords, vector types, thread indices, the
// workgroup barrier and buffer resources. It stands in for the ROCm headers, so that kernels
// compile with a distribution's clang (-nogpuinc -nogpulib). Device code only.
// SPDX-License-Identifier: MIT
#pragma once

#ifdef __CUDACC__
#include "arch/prelude_cuda.hpp"  // the same page for NVIDIA
#else

#ifndef __AMDGCN__
#error "arch/prelude.hpp is device code: include it from a kernel, not from the host"
#endif

#include <cstdint>

#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define __forceinline__ inline __attribute__((always_inline))
// Every workgroup has exactly this many threads; the compiler's register budget follows from it.
#define __launch_bounds__(threads) __attribute__((amdgpu_flat_work_group_size(threads, threads)))

namespace tilewright {

using half = _Float16;
template <class T, int elems>
using Vector = T __attribute__((ext_vector_type(elems)));

/// The widest access a lane can make: 128 bits, moved as four dwords whatever they hold.
using Word128 = Vector<std::uint32_t, 4>;

template <class T>
inline constexpr int elems_per_b128 = 16 / static_cast<int>(sizeof(T));

__device__ __forceinline__ int thread_id() { return __builtin_amdgcn_workitem_id_x(); }
/// thread_id() as something the compiler knows nothing about, so that what was derived from it
/// before is worked out anew instead of being kept. Used after a main loop: a register held through
/// the loop for the epilogue is one that the loop does not have.
__device__ __forceinline__ int thread_id_anew() {
  int id = thread_id();
  __asm__ volatile("" : "+v"(id));
  return id;
}

__device__ __forceinline__ int block_id() { return __builtin_amdgcn_workgroup_id_x(); }

/// Waits until every wave of the workgroup is here and sees the others' LDS writes. A barrier
/// instruction orders no memory by itself; the fences make the compiler wait for LDS around it.
__device__ __forceinline__ void block_sync() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}

/// A pointer that is known to be to global memory, which spares the slower "flat" instructions.
template <class T>
using GlobalPointer = __attribute__((address_space(1))) T*;

template <class T>
__device__ __forceinline__ GlobalPointer<T> global_pointer(std::uint64_t address) {
  return reinterpret_cast<GlobalPointer<T> >(address);
}

/// 128 bits from memory that need not be aligned (the HSA ABI runs with unaligned access on).
template <class T>
__device__ __forceinline__ Word128 load_b128(GlobalPointer<const T> from) {
  Word128 word;
  __builtin_memcpy(&word, from, sizeof word);
  return word;
}

/// 128 bits to LDS; a ds_store_b128 needs the 16-byte alignment promised here.
template <class T>
__device__ __forceinline__ void store_lds_b128(T* to, Word128 word) {
  __builtin_memcpy(__builtin_assume_aligned(to, 16), &word, sizeof word);
}

/// A fragment from LDS, in accesses as wide as its alignment allows.
template <class Fragment, class T>
__device__ __forceinline__ void load_lds(Fragment& fragment, const T* from) {
  constexpr int alignment = sizeof fragment < 16 ? sizeof fragment : 16;
  __builtin_memcpy(&fragment, __builtin_assume_aligned(from, alignment), sizeof fragment);
}

/// The workgroup's LDS, as one array. A kernel asks for it once.
template <class T, int elems>
__device__ __forceinline__ T* block_lds() {
  alignas(16) __shared__ T array[elems];
  return array;
}

/// Between these two the wave's instructions go before those of other waves on the SIMD.
__device__ __forceinline__ void raise_priority() { __builtin_amdgcn_s_setprio(1); }
__device__ __forceinline__ void lower_priority() { __builtin_amdgcn_s_setprio(0); }

// --- buffer resources (taught in rung 4) --------------------------------------------------------

/// Word 3 of the descriptor: a raw buffer (OOB_SELECT = 3), which checks byte offsets against
/// NUM_RECORDS. The same value serves gfx11 and gfx12.
inline constexpr int raw_buffer_word = 0x31004000;
/// NUM_RECORDS never exceeds this, so that `out_of_range` is past the end of every buffer.
inline constexpr std::int64_t most_buffer_bytes = 0x7fffffff;
inline constexpr int out_of_range = static_cast<int>(0x80000000u);

using Buffer = __amdgpu_buffer_rsrc_t;

__device__ __forceinline__ int buffer_bytes(std::int64_t bytes) {
  return static_cast<int>(bytes < most_buffer_bytes ? bytes : most_buffer_bytes);
}

/// A read past `bytes` gives zero, a write there is dropped; neither touches memory.
__device__ __forceinline__ Buffer make_buffer(std::uint64_t base, std::int64_t bytes) {
  return __builtin_amdgcn_make_buffer_rsrc(reinterpret_cast<void*>(base), /*stride=*/0,
                                           buffer_bytes(bytes), raw_buffer_word);
}

/// Offsets are in bytes. `uniform` must be the same in all lanes; it takes part in the bounds check
/// as a reduction of NUM_RECORDS, so it must not exceed that. `Element` tells a
/// prelude whose loads must be aligned whether these are; here any address will do.
template <class Element>
__device__ __forceinline__ Word128 buffer_load_b128(Buffer buffer, int offset, int uniform = 0) {
  return __builtin_amdgcn_raw_buffer_load_b128(buffer, offset, uniform, /*aux=*/0);
}

/// One element, checked by itself: no neighbour in the same dword can lose it.
template <class Element>
__device__ __forceinline__ Element buffer_load_element(Buffer buffer, int offset) {
  static_assert(sizeof(Element) <= 2, "a matrix element is one or two bytes");
  if constexpr (sizeof(Element) == 2) {
    return __builtin_bit_cast(Element, __builtin_amdgcn_raw_buffer_load_b16(buffer, offset, 0, 0));
  } else {
    return __builtin_bit_cast(Element, __builtin_amdgcn_raw_buffer_load_b8(buffer, offset, 0, 0));
  }
}

__device__ __forceinline__ float buffer_load_float(Buffer buffer, int offset) {
  return __builtin_bit_cast(float, __builtin_amdgcn_raw_buffer_load_b32(buffer, offset, 0, 0));
}

__device__ __forceinline__ void buffer_store_b128(Word128 word, Buffer buffer, int offset) {
  __builtin_amdgcn_raw_buffer_store_b128(word, buffer, offset, 0, /*aux=*/0);
}

template <class Element>
__device__ __forceinline__ void buffer_store_element(Element value, Buffer buffer, int offset) {
  static_assert(sizeof(Element) == 2 || sizeof(Element) == 4, "a result is two or four bytes");
  if constexpr (sizeof(Element) == 2) {
    __builtin_amdgcn_raw_buffer_store_b16(__builtin_bit_cast(unsigned short, value), buffer, offset,
                                          0, 0);
  } else {
    __builtin_amdgcn_raw_buffer_store_b32(__builtin_bit_cast(unsigned, value), buffer, offset, 0,
                                          0);
  }
}

}  // namespace tilewright
#endif
