// Kernels for the HIP runtime's tests. Each is the smallest that shows its point.
// SPDX-License-Identifier: MIT
#include "arch/prelude.hpp"

using tilewright::GlobalPointer;

__device__ int bias = 5;
__attribute__((constant)) float table[4] = {1, 2, 3, 4};

/// out[i] = in[i] * factor + bias
extern "C" __global__ void scale(const float* in, float* out, float factor, int count) {
  const int i = __builtin_amdgcn_workgroup_id_x() * __builtin_amdgcn_workgroup_size_x() +
                __builtin_amdgcn_workitem_id_x();
  if (i < count) out[i] = in[i] * factor + static_cast<float>(bias);
}

/// What the hidden arguments and the built-in ids say, ten numbers a workgroup.
extern "C" __global__ void geometry(unsigned* out) {
  const unsigned x = __builtin_amdgcn_workgroup_id_x();
  const unsigned y = __builtin_amdgcn_workgroup_id_y();
  const unsigned z = __builtin_amdgcn_workgroup_id_z();
  const unsigned columns = __builtin_amdgcn_grid_size_x() / __builtin_amdgcn_workgroup_size_x();
  const unsigned rows = __builtin_amdgcn_grid_size_y() / __builtin_amdgcn_workgroup_size_y();
  unsigned* mine = out + 10 * (x + columns * (y + rows * z));
  if (__builtin_amdgcn_workitem_id_x() != 0 || __builtin_amdgcn_workitem_id_y() != 0) return;
  mine[0] = x;
  mine[1] = y;
  mine[2] = z;
  mine[3] = __builtin_amdgcn_workgroup_size_x();
  mine[4] = __builtin_amdgcn_workgroup_size_y();
  mine[5] = __builtin_amdgcn_workgroup_size_z();
  mine[6] = __builtin_amdgcn_grid_size_x();
  mine[7] = __builtin_amdgcn_grid_size_y();
  mine[8] = __builtin_amdgcn_grid_size_z();
  mine[9] = static_cast<unsigned>(table[x & 3]);
}

/// One dword past the end of what it is given.
extern "C" __global__ void overrun(unsigned* out, int count) {
  out[count + static_cast<int>(__builtin_amdgcn_workitem_id_x())] = 1;
}

/// Waves write and read each other's LDS without a barrier between.
extern "C" __global__ void race(unsigned* out) {
  __shared__ unsigned lds[64];
  const unsigned i = __builtin_amdgcn_workitem_id_x();
  *const_cast<volatile unsigned*>(&lds[i]) = i;
  out[i] = *const_cast<volatile unsigned*>(&lds[63 - i]);
}

/// Nothing a register allocator could not keep on chip: for occupancy.
extern "C" __global__ void __launch_bounds__(256) small(unsigned* out) {
  out[__builtin_amdgcn_workitem_id_x()] = 7;
}
