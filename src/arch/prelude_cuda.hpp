// What arch/prelude.hpp is for RDNA, for NVIDIA: the same names over nvcc's. Where RDNA has an
// instruction for it (bounds checked by a buffer resource), a comparison does the work here. Device
// code only.
// SPDX-License-Identifier: MIT
#pragma once

#ifndef __CUDACC__
#error "arch/prelude_cuda.hpp is device code: include it from a kernel, not from the host"
#endif

#include <cstdint>
#include <cstring>

namespace tilewright {

/// Elements are moved, never computed with: their arithmetic is the matrix instruction's.
struct half {
  std::uint16_t bits;
};
struct bfloat16 {
  std::uint16_t bits;
};

/// An element of a matrix whose rows start anywhere. NVIDIA's wide loads trap on an address that is
/// not a multiple of their width, so such rows are read element by element.
template <class Element>
struct Unaligned {
  Element value;
};
template <class Element>
inline constexpr bool rows_are_aligned = true;
template <class Element>
inline constexpr bool rows_are_aligned<Unaligned<Element>> = false;

template <class T, int elems>
struct alignas(sizeof(T) * elems < 16 ? sizeof(T) * elems : 16) Vector {
  T at[elems];
  __device__ __forceinline__ T& operator[](int i) { return at[i]; }
  __device__ __forceinline__ const T& operator[](int i) const { return at[i]; }
};

/// The widest access a lane can make: 128 bits, moved as four words whatever they hold.
using Word128 = Vector<std::uint32_t, 4>;

template <class T>
inline constexpr int elems_per_b128 = 16 / static_cast<int>(sizeof(T));

__device__ __forceinline__ int thread_id() { return static_cast<int>(threadIdx.x); }
/// thread_id() as something the compiler knows nothing about; see prelude.hpp.
__device__ __forceinline__ int thread_id_anew() {
  int id = thread_id();
  asm volatile("" : "+r"(id));
  return id;
}

__device__ __forceinline__ int block_id() { return static_cast<int>(blockIdx.x); }

/// Waits until every warp of the block is here and sees the others' writes to shared memory.
__device__ __forceinline__ void block_sync() { __syncthreads(); }

/// A pointer that says it points to global memory. Here the compiler finds out by itself.
template <class T>
using GlobalPointer = T*;
template <class T>
__device__ __forceinline__ GlobalPointer<T> global_pointer(std::uint64_t address) {
  return reinterpret_cast<T*>(address);
}

/// 128 bits from memory; the address must be a multiple of 16.
template <class T>
__device__ __forceinline__ Word128 load_b128(const T* from) {
  return *reinterpret_cast<const Word128*>(from);
}

template <class T>
__device__ __forceinline__ void store_lds_b128(T* to, Word128 word) {
  *reinterpret_cast<Word128*>(to) = word;
}

/// ldmatrix: four 8x8 matrices of 16-bit elements at once. Lane i names the address of one row of
/// 16 bytes, rows 0-7 of the first matrix, then of the second, and so on; what it receives is not
/// that row but its share of all four, two neighbours of row lane/4 of each. Two matrices where the
/// fragment is half as large: then the lower 16 lanes name them.
template <class Fragment, class T>
__device__ __forceinline__ void load_lds(Fragment& fragment, const T* from) {
  const auto address = static_cast<std::uint32_t>(__cvta_generic_to_shared(from));
  Vector<std::uint32_t, sizeof fragment / 4> word;
  if constexpr (sizeof fragment == sizeof(Word128)) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(word[0]), "=r"(word[1]), "=r"(word[2]), "=r"(word[3])
                 : "r"(address)
                 : "memory");
  } else {
    static_assert(sizeof fragment == sizeof(Word128) / 2);
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];"
                 : "=r"(word[0]), "=r"(word[1])
                 : "r"(address)
                 : "memory");
  }
  fragment = __builtin_bit_cast(Fragment, word);
}

/// cp.async: 128 bits from global to shared memory, past the registers and behind the program's
/// back; zeros if `wanted` is not. Both addresses must be multiples of 16 (taught in rung 8).
template <class T>
__device__ __forceinline__ void copy_async_b128(T* to, std::uint64_t from, bool wanted) {
  const auto address = static_cast<std::uint32_t>(__cvta_generic_to_shared(to));
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(address), "l"(from),
               "r"(wanted ? 16 : 0)
               : "memory");
}
/// Until this thread's copies have landed; the others' are known after a barrier.
__device__ __forceinline__ void wait_for_copies() {
  asm volatile("cp.async.wait_all;" ::: "memory");
}

/// A block's shared memory, as one array. More than 48 KiB is only had dynamically, so all of it
/// is: the host passes the size with the launch.
template <class T, int elems>
__device__ __forceinline__ T* block_lds() {
  extern __shared__ __align__(16) unsigned char dynamic_shared_memory[];
  return reinterpret_cast<T*>(dynamic_shared_memory);
}

/// Warps have no priority here.
__device__ __forceinline__ void raise_priority() {}
__device__ __forceinline__ void lower_priority() {}

// --- what buffer resources do on RDNA (taught in rung 4) ----------------------------------------

/// As in prelude.hpp: no buffer is longer than this, so that `out_of_range` is past all of them.
inline constexpr std::int64_t most_buffer_bytes = 0x7fffffff;
inline constexpr int out_of_range = static_cast<int>(0x80000000u);

struct Buffer {
  std::uint64_t base;
  std::uint32_t bytes;

  __device__ __forceinline__ bool holds(std::uint32_t offset) const { return offset < bytes; }
};

__device__ __forceinline__ int buffer_bytes(std::int64_t bytes) {
  return static_cast<int>(bytes < most_buffer_bytes ? bytes : most_buffer_bytes);
}

/// An element read past `bytes` is zero, a write there is dropped; neither touches memory.
__device__ __forceinline__ Buffer make_buffer(std::uint64_t base, std::int64_t bytes) {
  // Less than nothing is left of a matrix for a block that lies past it.
  return {base, static_cast<std::uint32_t>(buffer_bytes(bytes < 0 ? 0 : bytes))};
}

/// One element, checked by itself.
template <class Element>
__device__ __forceinline__ Element buffer_load_element(const Buffer& buffer, int offset) {
  Element element{};
  const auto at = static_cast<std::uint32_t>(offset);
  if (buffer.holds(at)) element = *reinterpret_cast<const Element*>(buffer.base + at);
  return element;
}

/// Eight or sixteen elements that are all inside or all in rows past the matrix (see BoundedRows).
/// Those rows only reach cells of C that are not stored, so any value will do, and the beginning of
/// the buffer is read once more: clearing four registers beside each load would cost more.
template <class Element>
__device__ __forceinline__ Word128 buffer_load_b128(const Buffer& buffer, int offset,
                                                    int uniform = 0) {
  const std::uint32_t at = static_cast<std::uint32_t>(offset) + static_cast<std::uint32_t>(uniform);
  if constexpr (rows_are_aligned<Element>) {
    Word128 word;
    asm volatile("ld.global.nc.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(word[0]), "=r"(word[1]), "=r"(word[2]), "=r"(word[3])
                 : "l"(buffer.base + (buffer.holds(at) ? at : 0)));
    return word;
  } else {
    Vector<Element, elems_per_b128<Element>> elements;
#pragma unroll
    for (int i = 0; i < elems_per_b128<Element>; ++i) {
      elements[i] =
          buffer_load_element<Element>(buffer, static_cast<int>(at + i * sizeof(Element)));
    }
    return __builtin_bit_cast(Word128, elements);
  }
}

/// One or several elements at once; `offset` must be a multiple of their size together.
template <class Elements>
__device__ __forceinline__ void buffer_store_element(const Elements& elements, const Buffer& buffer,
                                                     int offset) {
  const auto at = static_cast<std::uint32_t>(offset);
  if (buffer.holds(at)) *reinterpret_cast<Elements*>(buffer.base + at) = elements;
}

}  // namespace tilewright
