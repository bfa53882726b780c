// y = a * x + y on every device, as a program that hipcc builds: prints what each device has
// computed and which code object it ran.
// SPDX-License-Identifier: MIT
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "language.hpp"

__constant__ float offset;
__device__ unsigned calls;

__global__ void saxpy(int count, float a, const float* x, float* y, unsigned* target) {
  const int i =
      static_cast<int>(__builtin_amdgcn_workgroup_id_x() * __builtin_amdgcn_workgroup_size_x() +
                       __builtin_amdgcn_workitem_id_x());
  if (i < count) y[i] = a * x[i] + y[i] + offset;
  if (i != 0) return;
  calls += 1;
#if defined(__gfx1100__)
  *target = 1100;
#elif defined(__gfx1201__)
  *target = 1201;
#elif defined(__AMDGCN__)
  *target = 1;
#endif
}

int main() {
  constexpr int count = 1000;
  int devices = 0;
  CHECK(hipGetDeviceCount(&devices));
  for (int device = 0; device < devices; ++device) {
    CHECK(hipSetDevice(device));
    hipDeviceProp_tR0600 properties;
    CHECK(hipGetDevicePropertiesR0600(&properties, device));
    std::vector<float> x(count), y(count);
    for (int i = 0; i < count; ++i) {
      x[i] = static_cast<float>(i);
      y[i] = 1;
    }
    float *dx = nullptr, *dy = nullptr;
    unsigned* target = nullptr;
    const size_t bytes = count * sizeof(float);
    CHECK(hipMalloc(reinterpret_cast<void**>(&dx), bytes));
    CHECK(hipMalloc(reinterpret_cast<void**>(&dy), bytes));
    CHECK(hipMalloc(reinterpret_cast<void**>(&target), sizeof(unsigned)));
    CHECK(hipMemcpy(dx, x.data(), bytes, hipMemcpyHostToDevice));
    CHECK(hipMemcpy(dy, y.data(), bytes, hipMemcpyHostToDevice));
    const float half = 0.5f;
    CHECK(hipMemcpyToSymbol(&offset, &half, sizeof(half), 0, hipMemcpyHostToDevice));
    for (int i = 0; i < 2; ++i) {
      saxpy<<<dim3{4, 1, 1}, dim3{256, 1, 1}>>>(count, 2.0f, dx, dy, target);
      CHECK(hipGetLastError());
    }
    CHECK(hipDeviceSynchronize());
    unsigned built_for = 0, seen = 0;
    CHECK(hipMemcpy(y.data(), dy, bytes, hipMemcpyDeviceToHost));
    CHECK(hipMemcpy(&built_for, target, sizeof(built_for), hipMemcpyDeviceToHost));
    CHECK(hipMemcpyFromSymbol(&seen, &calls, sizeof(seen), 0, hipMemcpyDeviceToHost));
    int wrong = 0;
    for (int i = 0; i < count; ++i) wrong += y[i] != 4.0f * static_cast<float>(i) + 2.0f;
    std::printf("device %d %s: code of gfx%u, %u calls, %d wrong\n", device, properties.gcnArchName,
                built_for, seen, wrong);
    if (wrong != 0) return 1;
    CHECK(hipFree(dx));
    CHECK(hipFree(dy));
    CHECK(hipFree(target));
  }
  return 0;
}
