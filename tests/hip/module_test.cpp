// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include <fstream>
#include <iterator>

#include "runtime.hpp"

namespace tilewright::hip {
namespace {

using ModuleTest = RuntimeTest;

std::string bytes_of(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Which target the code object in `image` was built for, by running it on both devices.
void expect_runs_on_both(const char* image) {
  for (int device : {0, 1}) {
    ASSERT_HIP(hipSetDevice(device));
    hipModule_t module = nullptr;
    hipFunction_t function = nullptr;
    ASSERT_HIP(hipModuleLoadData(&module, image));
    ASSERT_HIP(hipModuleGetFunction(&function, module, "small"));
    void* out = nullptr;
    ASSERT_HIP(hipMalloc(&out, 1024));
    void* arguments[] = {&out};
    ASSERT_HIP(hipModuleLaunchKernel(function, 1, 1, 1, 256, 1, 1, 0, nullptr, arguments, nullptr));
    unsigned value = 0;
    ASSERT_HIP(hipMemcpy(&value, out, 4, hipMemcpyDeviceToHost));
    EXPECT_EQ(7u, value);
    EXPECT_HIP(hipFree(out));
    EXPECT_HIP(hipModuleUnload(module));
  }
}

TEST_F(ModuleTest, FindsFunctionsByName) {
  hipModule_t module = nullptr;
  hipFunction_t function = nullptr;
  ASSERT_HIP(hipModuleLoad(&module, object("gfx1100").c_str()));
  EXPECT_HIP(hipModuleGetFunction(&function, module, "scale"));
  EXPECT_STREQ("scale", hipKernelNameRef(function));
  EXPECT_EQ(hipErrorNotFound, hipModuleGetFunction(&function, module, "scal"));
  EXPECT_EQ(hipErrorNotFound, hipGetLastError());
  EXPECT_EQ(hipSuccess, hipGetLastError());
  EXPECT_HIP(hipModuleUnload(module));
  EXPECT_EQ(hipErrorInvalidHandle, hipModuleUnload(module));
  EXPECT_EQ(hipErrorInvalidHandle, hipModuleGetFunction(&function, module, "scale"));
  void* arguments[] = {nullptr};
  EXPECT_EQ(hipErrorInvalidHandle,
            hipModuleLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr));
}

TEST_F(ModuleTest, RefusesWhatItCannotRun) {
  hipModule_t module = nullptr;
  EXPECT_EQ(hipErrorFileNotFound, hipModuleLoad(&module, "/nowhere/at.all"));
  EXPECT_EQ(hipErrorNoBinaryForGpu, hipModuleLoad(&module, object("gfx1201").c_str()));
  const char text[] = "not a code object";
  EXPECT_EQ(hipErrorInvalidImage, hipModuleLoadData(&module, text));
  EXPECT_EQ(hipErrorInvalidValue, hipModuleLoadData(&module, nullptr));
  EXPECT_EQ(hipErrorInvalidImage, hipModuleLoadData(&module, reinterpret_cast<void*>(16)));
}

TEST_F(ModuleTest, EachDeviceTakesItsOwnCodeFromABundle) {
  expect_runs_on_both(bytes_of(TW_TEST_FOLDER "/kernels.bundle").c_str());
  expect_runs_on_both(bytes_of(TW_TEST_FOLDER "/kernels.ccob").c_str());
}

TEST_F(ModuleTest, ReachesVariables) {
  hipModule_t module = nullptr;
  hipFunction_t scale = nullptr;
  void* bias = nullptr;
  size_t bytes = 0;
  ASSERT_HIP(hipModuleLoad(&module, object("gfx1100").c_str()));
  ASSERT_HIP(hipModuleGetFunction(&scale, module, "scale"));
  ASSERT_HIP(hipModuleGetGlobal(&bias, &bytes, module, "bias"));
  EXPECT_EQ(4u, bytes);
  EXPECT_EQ(hipErrorNotFound, hipModuleGetGlobal(&bias, &bytes, module, "no_such"));
  EXPECT_EQ(5, download(static_cast<int*>(bias), 1)[0]);
  const int other = -1;
  ASSERT_HIP(hipMemcpy(bias, &other, 4, hipMemcpyHostToDevice));
  auto* in = upload(std::vector<float>{10, 20});
  auto* out = memory(8);
  float factor = 2;
  int count = 2;
  void* arguments[] = {&in, &out, &factor, &count};
  ASSERT_HIP(hipModuleLaunchKernel(scale, 1, 1, 1, 32, 1, 1, 0, nullptr, arguments, nullptr));
  EXPECT_EQ((std::vector<float>{19, 39}), download(static_cast<float*>(out), 2));
  EXPECT_HIP(hipModuleUnload(module));
  EXPECT_EQ(hipErrorInvalidValue, hipMemcpy(bias, &other, 4, hipMemcpyHostToDevice));
}

TEST_F(ModuleTest, TellsWhatAFunctionNeeds) {
  int value = 0;
  ASSERT_HIP(
      hipFuncGetAttribute(&value, HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, function("small")));
  EXPECT_EQ(256, value);
  ASSERT_HIP(hipFuncGetAttribute(&value, HIP_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, function("race")));
  EXPECT_EQ(256, value);
  // 16 waves of 32 on each of the 4 SIMDs of a pair of compute units, in workgroups of 8 waves.
  ASSERT_HIP(hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(&value, function("small"), 256, 0));
  EXPECT_EQ(8, value);
  // A workgroup that takes all the LDS of a compute unit: one on each of the two.
  ASSERT_HIP(
      hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(&value, function("small"), 256, 65536));
  EXPECT_EQ(2, value);
  ASSERT_HIP(hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(&value, function("small"), 512, 0));
  EXPECT_EQ(0, value);
}

}  // namespace
}  // namespace tilewright::hip
