// Kernels whose results do not depend on the wave size. Each is compiled for waves of 32 and of 64
// lanes.
// SPDX-License-Identifier: MIT
#include "arch/prelude.hpp"

using tilewright::block_id;
using tilewright::block_sync;
using tilewright::thread_id;

namespace {

constexpr bool wave64 = __AMDGCN_WAVEFRONT_SIZE__ == 64;
constexpr int lanes = wave64 ? 64 : 32;

__device__ unsigned item() {
  return block_id() * __builtin_amdgcn_workgroup_size_x() + static_cast<unsigned>(thread_id());
}
__device__ unsigned lane() {
  const unsigned low = __builtin_amdgcn_mbcnt_lo(~0u, 0);
  return wave64 ? __builtin_amdgcn_mbcnt_hi(~0u, low) : low;
}
template <int control>
__device__ unsigned plus_dpp(unsigned value) {
  return value +
         static_cast<unsigned>(__builtin_amdgcn_update_dpp(0, value, control, 0xf, 0xf, true));
}
/// The sum of all lanes that are active, in every one of them: 16 by DPP, rows by v_permlanex16,
/// halves by v_permlane64. Inactive lanes count as 0.
__device__ unsigned wave_sum(unsigned value) {
  value = plus_dpp<0x161>(value);  // row_xmask 1, 2, 4, 8
  value = plus_dpp<0x162>(value);
  value = plus_dpp<0x164>(value);
  value = plus_dpp<0x168>(value);
  value += __builtin_amdgcn_permlanex16(0, value, 0x76543210, 0xfedcba98, true, true);
  if constexpr (wave64) value += __builtin_amdgcn_permlane64(value);
  return value;
}

__attribute__((noinline)) __device__ unsigned hash(unsigned x) {
  x ^= x >> 16;
  x *= 0x7feb352d;
  x ^= x >> 15;
  return x;
}

}  // namespace

/// out[block] = sum of the block's part of `in`, of `count` words. Blocks of whole waves.
extern "C" __global__ void reduce(const unsigned* in, unsigned* out, unsigned count) {
  __shared__ unsigned sums[32];
  const unsigned i = item();
  const unsigned sum = wave_sum(i < count ? in[i] : 0);
  const unsigned wave = thread_id() / lanes;
  // By all lanes: LLVM moves the last steps of the sum into a branch on the lane.
  sums[wave] = sum;
  block_sync();
  if (thread_id() != 0) return;
  unsigned all = 0;
  const unsigned waves = (__builtin_amdgcn_workgroup_size_x() + lanes - 1) / lanes;
  for (unsigned w = 0; w < waves; ++w) all += sums[w];
  out[block_id()] = all;
}

/// Steps of the Collatz sequence from in[i] to 1: a loop that lanes leave one by one, with a branch
/// in it.
extern "C" __global__ void collatz(const unsigned* in, unsigned* out, unsigned count) {
  const unsigned i = item();
  if (i >= count) return;
  unsigned steps = 0;
  for (unsigned x = in[i]; x != 1; ++steps) {
    if (x % 2 == 0) {
      x /= 2;
    } else {
      x = 3 * x + 1;
      if (steps > 1000) break;
    }
  }
  out[i] = steps;
}

/// Four quotients and remainders an item: signed, unsigned, of 64 bits, and of float and double.
extern "C" __global__ void divide(const unsigned* in, unsigned* out, unsigned count) {
  const unsigned i = item();
  if (i >= count) return;
  const unsigned a = in[i];
  const unsigned b = hash(a) % 1000 + 1;
  unsigned* mine = out + 8 * i;
  mine[0] = a / b;
  mine[1] = static_cast<unsigned>(static_cast<int>(a) % -static_cast<int>(b));
  const auto wide = static_cast<unsigned long long>(a) << 29 | b;
  const auto quotient = wide / (b * 7777ull + a);
  mine[2] = static_cast<unsigned>(quotient);
  mine[3] = static_cast<unsigned>(quotient >> 32);
  const float f = static_cast<float>(a >> 7) / static_cast<float>(b);
  mine[4] = __builtin_bit_cast(unsigned, f);
  const double d = static_cast<double>(a) / static_cast<double>(b);
  const auto bits = __builtin_bit_cast(unsigned long long, d);
  mine[5] = static_cast<unsigned>(bits);
  mine[6] = static_cast<unsigned>(bits >> 32);
  mine[7] = __builtin_popcount(a) + static_cast<int>(a) / 10;
}

/// A histogram of 16 bins, first in LDS and then in memory; and one place that takes the maximum.
extern "C" __global__ void histogram(const unsigned* in, unsigned* out, unsigned count) {
  __shared__ unsigned bins[16];
  if (thread_id() < 16) bins[thread_id()] = 0;
  block_sync();
  const unsigned i = item();
  if (i < count) {
    __hip_atomic_fetch_add(&bins[in[i] % 16], 1u, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP);
    __hip_atomic_fetch_max(&out[16], in[i], __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
  }
  block_sync();
  if (thread_id() < 16) {
    __hip_atomic_fetch_add(&out[thread_id()], bins[thread_id()], __ATOMIC_RELAXED,
                           __HIP_MEMORY_SCOPE_AGENT);
  }
}

/// A table on the stack that is indexed by what memory holds: scratch. And calls.
extern "C" __global__ void stack(const unsigned* in, unsigned* out, unsigned count) {
  const unsigned i = item();
  if (i >= count) return;
  unsigned table[200];
  for (unsigned k = 0; k < 200; ++k) table[k] = hash(in[i] + k);
  unsigned at = in[i] % 200;
  unsigned sum = 0;
  for (unsigned k = 0; k < 200; ++k) {
    sum = sum * 31 + table[at];
    at = (at + 7) % 200;
  }
  out[i] = sum;
}

/// Transposes a 32 x 32 tile of `in` with blocks of 256 items.
extern "C" __global__ void transpose(const unsigned* in, unsigned* out, unsigned side) {
  __shared__ unsigned tile[32][33];
  const unsigned tiles = side / 32;
  const unsigned column = thread_id() % 32;
  const unsigned x = block_id() % tiles * 32;
  const unsigned y = block_id() / tiles * 32;
  for (unsigned row = thread_id() / 32; row < 32; row += 8) {
    tile[row][column] = in[(y + row) * side + x + column];
  }
  block_sync();
  for (unsigned row = thread_id() / 32; row < 32; row += 8) {
    out[(x + row) * side + y + column] = tile[column][row];
  }
}

/// Each item gets what the item before it in its row of 32 has, by ds_bpermute; and how many items
/// of its wave's half below it are odd, by masks. Blocks of whole rows.
extern "C" __global__ void exchange(const unsigned* in, unsigned* out, unsigned count) {
  const unsigned i = item();
  const unsigned value = i < count ? in[i] : 0;
  const unsigned row = lane() & ~31u;
  const unsigned from = row | ((lane() + 31) & 31);
  const unsigned before = __builtin_amdgcn_ds_bpermute(4 * from, value);
  const auto odd =
      wave64 ? __builtin_amdgcn_ballot_w64(value % 2 != 0)
             : static_cast<unsigned long long>(__builtin_amdgcn_ballot_w32(value % 2 != 0));
  const unsigned of_row = static_cast<unsigned>(odd >> row);
  if (i >= count) return;
  out[2 * i] = before;
  out[2 * i + 1] = __builtin_popcount(of_row & ((1u << (lane() & 31)) - 1));
}
