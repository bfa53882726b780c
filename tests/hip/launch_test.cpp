// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include <cstring>

#include "runtime.hpp"

namespace tilewright::hip {
namespace {

using LaunchTest = RuntimeTest;
using testing::Each;
using testing::HasSubstr;

TEST_F(LaunchTest, PassesGeometryAndHiddenArguments) {
  for (int device : {0, 1}) {
    ASSERT_HIP(hipSetDevice(device));
    auto* out = static_cast<unsigned*>(memory(10 * 24 * 4));
    void* arguments[] = {&out};
    ASSERT_HIP(hipModuleLaunchKernel(function("geometry"), 4, 3, 2, 8, 4, 1, 0, nullptr, arguments,
                                     nullptr));
    const auto seen = download(out, 10 * 24);
    for (unsigned z = 0; z < 2; ++z) {
      for (unsigned y = 0; y < 3; ++y) {
        for (unsigned x = 0; x < 4; ++x) {
          const auto first = seen.begin() + 10 * (x + 4 * (y + 3 * z));
          // The last is table[x], which holds 1, 2, 3, 4.
          EXPECT_EQ((std::vector<unsigned>{x, y, z, 8, 4, 1, 32, 12, 2, x + 1}),
                    std::vector<unsigned>(first, first + 10));
        }
      }
    }
  }
}

/// The arguments of scale(), packed: 24 bytes explicit, and 4 of padding too many.
struct Packed {
  const float* in;
  float* out;
  float factor;
  int count;
  uint32_t padding = 0xdeadbeef;
};

TEST_F(LaunchTest, TakesPackedArgumentsAndSizesInWorkItems) {
  auto* in = upload(std::vector<float>(64, 3.0f));
  auto* out = static_cast<float*>(memory(256));
  Packed packed{in, out, 2, 64};
  size_t bytes = 28;  // the padding would lie on hidden_block_count_x
  void* extra[] = {HIP_LAUNCH_PARAM_BUFFER_POINTER, &packed, HIP_LAUNCH_PARAM_BUFFER_SIZE, &bytes,
                   HIP_LAUNCH_PARAM_END};
  ASSERT_HIP(hipExtModuleLaunchKernel(function("scale"), 64, 1, 1, 32, 1, 1, 0, nullptr, nullptr,
                                      extra, nullptr, nullptr, 0));
  EXPECT_THAT(download(out, 64), Each(11.0f));
  EXPECT_EQ(hipErrorInvalidConfiguration,
            hipExtModuleLaunchKernel(function("scale"), 65, 1, 1, 32, 1, 1, 0, nullptr, nullptr,
                                     extra, nullptr, nullptr, 0));
}

TEST_F(LaunchTest, TakesWhatAPackedBufferLacksForZero) {
  auto* in = upload(std::vector<float>(64, 3.0f));
  auto* out = upload(std::vector<float>(64, 7.0f));
  Packed packed{in, out, 2, 64};
  size_t bytes = 20;  // no count
  void* extra[] = {HIP_LAUNCH_PARAM_BUFFER_POINTER, &packed, HIP_LAUNCH_PARAM_BUFFER_SIZE, &bytes,
                   HIP_LAUNCH_PARAM_END};
  const auto launch = [&] {
    return hipExtModuleLaunchKernel(function("scale"), 64, 1, 1, 32, 1, 1, 0, nullptr, nullptr,
                                    extra, nullptr, nullptr, 0);
  };
  ASSERT_HIP(launch());
  EXPECT_THAT(download(out, 64), Each(7.0f));
  bytes = 0;
  EXPECT_EQ(hipErrorInvalidValue, launch());
}

TEST_F(LaunchTest, RefusesListsOfArgumentsThatCannotBe) {
  auto* out = memory(1024);
  size_t bytes = sizeof(out);
  void* arguments[] = {&out};
  void* extra[] = {HIP_LAUNCH_PARAM_BUFFER_POINTER, &out, HIP_LAUNCH_PARAM_BUFFER_SIZE, &bytes,
                   HIP_LAUNCH_PARAM_END};
  const auto launch = [&](void** one_by_one, void** packed) {
    return hipModuleLaunchKernel(function("small"), 1, 1, 1, 256, 1, 1, 0, nullptr, one_by_one,
                                 packed);
  };
  EXPECT_HIP(launch(nullptr, extra));
  EXPECT_EQ(hipErrorInvalidValue, launch(arguments, extra));
  extra[3] = nullptr;
  EXPECT_EQ(hipErrorInvalidValue, launch(nullptr, extra));
}

TEST_F(LaunchTest, RefusesWhatTheHardwareWould) {
  const hipFunction_t small = function("small");
  const hipFunction_t scratch =
      function("too_much_scratch", TW_TEST_FOLDER "/too_much_scratch.gfx1100.co");
  const hipFunction_t kernarg =
      function("too_many_arguments", TW_TEST_FOLDER "/too_many_arguments.gfx1100.co");
  ASSERT_HIP(hipSetDevice(1));
  const hipFunction_t small_of_gfx1201 = function("small");
  const struct {
    hipFunction_t function;
    dim3 grid, block;
    unsigned lds_bytes;
    hipError_t error;
    const char* words;
  } launches[] = {
      {small,
       {0, 1, 1},
       {32, 1, 1},
       0,
       hipErrorInvalidConfiguration,
       "launch of small: the launch is empty: 0 workgroups of 32 work-items in x"},
      {small,
       {1, 1, 1},
       {32, 0, 1},
       0,
       hipErrorInvalidConfiguration,
       "launch of small: the launch is empty: 1 workgroups of 0 work-items in y"},
      {small,
       {1 << 24, 1, 1},
       {256, 1, 1},
       0,
       hipErrorInvalidConfiguration,
       "16777216 workgroups of 256 work-items in x are more than 2^32 - 1 work-items"},
      {small_of_gfx1201,
       {1, 65536, 1},
       {32, 1, 1},
       0,
       hipErrorInvalidConfiguration,
       "65536 workgroups in y, gfx12 numbers at most 65535"},
      {small,
       {1 << 22, 1 << 21, 1 << 21},
       {32, 1, 1},
       0,
       hipErrorInvalidConfiguration,
       "4194304 x 2097152 x 2097152 workgroups are more than 2^64 - 1"},
      {small,
       {1, 1, 1},
       {257, 1, 1},
       0,
       hipErrorInvalidConfiguration,
       "a workgroup of 257 x 1 x 1 work-items, at most 256 are allowed (what it was compiled for)"},
      {small,
       {1, 1, 1},
       {256, 1, 1},
       65537,
       hipErrorLaunchOutOfResources,
       "65537 bytes of LDS (0 static, 65537 dynamic), a workgroup has at most 65536"},
      {scratch,
       {1, 1, 1},
       {32, 1, 1},
       0,
       hipErrorInvalidConfiguration,
       "262140 bytes of scratch, a work-item has at most 262136"},
      {kernarg,
       {1, 1, 1},
       {32, 1, 1},
       0,
       hipErrorInvalidConfiguration,
       "65544 bytes of kernel arguments, at most 65536 are allowed"},
  };
  for (const auto& launch : launches) {
    const int device = launch.function == small_of_gfx1201 ? 1 : 0;
    ASSERT_HIP(hipSetDevice(device));
    void* out = nullptr;
    void* arguments[] = {&out};
    testing::internal::CaptureStderr();
    const hipError_t error = hipModuleLaunchKernel(
        launch.function, launch.grid.x, launch.grid.y, launch.grid.z, launch.block.x,
        launch.block.y, launch.block.z, launch.lds_bytes, nullptr, arguments, nullptr);
    EXPECT_THAT(testing::internal::GetCapturedStderr(), HasSubstr(launch.words));
    EXPECT_EQ(launch.error, error) << launch.words;
    EXPECT_EQ(launch.error, hipGetLastError()) << launch.words;
    EXPECT_HIP(hipDeviceSynchronize());  // nothing has run that could fault
  }
}

TEST_F(LaunchTest, TakesAllOfTheLds) {
  auto* out = memory(1024);
  void* arguments[] = {&out};
  EXPECT_HIP(hipModuleLaunchKernel(function("small"), 1, 1, 1, 256, 1, 1, 65536, nullptr, arguments,
                                   nullptr));
}

TEST_F(LaunchTest, NeedsAFunctionAndItsArguments) {
  auto* out = memory(1024);
  void* arguments[] = {&out};
  EXPECT_EQ(hipErrorInvalidValue, hipModuleLaunchKernel(function("small"), 1, 1, 1, 256, 1, 1, 0,
                                                        nullptr, nullptr, nullptr));
  EXPECT_EQ(hipErrorInvalidHandle,
            hipModuleLaunchKernel(reinterpret_cast<hipFunction_t>(&out), 1, 1, 1, 256, 1, 1, 0,
                                  nullptr, arguments, nullptr));
}

TEST_F(LaunchTest, OfAnotherDevicesStreamIsRefused) {
  hipStream_t stream = nullptr;
  const hipFunction_t on_first = function("small");
  auto* out = memory(1024);
  void* arguments[] = {&out};
  ASSERT_HIP(hipSetDevice(1));
  ASSERT_HIP(hipStreamCreate(&stream));
  EXPECT_EQ(hipErrorInvalidHandle,
            hipModuleLaunchKernel(on_first, 1, 1, 1, 256, 1, 1, 0, stream, arguments, nullptr));
  EXPECT_HIP(hipStreamDestroy(stream));
}

TEST_F(LaunchTest, AFaultStaysUntilTheDeviceIsReset) {
  auto* out = memory(256);
  int count = 64;
  void* arguments[] = {&out, &count};
  EXPECT_EQ(hipErrorIllegalAddress, hipModuleLaunchKernel(function("overrun"), 1, 1, 1, 32, 1, 1, 0,
                                                          nullptr, arguments, nullptr));
  EXPECT_EQ(hipErrorIllegalAddress, hipGetLastError());
  EXPECT_EQ(hipErrorIllegalAddress, hipGetLastError());
  EXPECT_EQ(hipErrorIllegalAddress, hipDeviceSynchronize());
  void* more = nullptr;
  EXPECT_EQ(hipErrorIllegalAddress, hipMalloc(&more, 16));
  // The other device is well.
  ASSERT_HIP(hipSetDevice(1));
  ASSERT_HIP(hipMalloc(&more, 16));
  ASSERT_HIP(hipFree(more));
  ASSERT_HIP(hipSetDevice(0));
  ASSERT_HIP(hipDeviceReset());
  (void)hipGetLastError();
  EXPECT_HIP(hipDeviceSynchronize());
  ASSERT_HIP(hipMalloc(&more, 16));
  EXPECT_HIP(hipFree(more));
}

}  // namespace
}  // namespace tilewright::hip
