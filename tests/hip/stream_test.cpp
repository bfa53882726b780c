// Streams, events and errors.
// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include "runtime.hpp"

namespace tilewright::hip {
namespace {

using StreamTest = RuntimeTest;

TEST_F(StreamTest, StreamsBelongToADevice) {
  hipStream_t stream = nullptr;
  ASSERT_HIP(hipSetDevice(1));
  ASSERT_HIP(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
  ASSERT_HIP(hipSetDevice(0));
  int device = -1;
  unsigned flags = 0;
  EXPECT_HIP(hipStreamGetDevice(stream, &device));
  EXPECT_EQ(1, device);
  EXPECT_EQ(1, hipGetStreamDeviceId(stream));
  EXPECT_HIP(hipStreamGetFlags(stream, &flags));
  EXPECT_EQ(hipStreamNonBlocking, flags);
  EXPECT_HIP(hipStreamQuery(stream));
  EXPECT_HIP(hipStreamSynchronize(nullptr));
  EXPECT_HIP(hipStreamDestroy(stream));
  EXPECT_EQ(hipErrorInvalidHandle, hipStreamSynchronize(stream));
  EXPECT_EQ(hipErrorInvalidHandle, hipStreamDestroy(stream));
  EXPECT_EQ(hipErrorInvalidHandle, hipMemsetAsync(nullptr, 0, 0, stream));
}

TEST_F(StreamTest, EventsTimeTheEmulation) {
  hipEvent_t start = nullptr, stop = nullptr, silent = nullptr;
  ASSERT_HIP(hipEventCreate(&start));
  ASSERT_HIP(hipEventCreate(&stop));
  ASSERT_HIP(hipEventCreateWithFlags(&silent, hipEventDisableTiming));
  float ms = -1;
  EXPECT_EQ(hipErrorInvalidHandle, hipEventElapsedTime(&ms, start, stop));
  ASSERT_HIP(hipEventRecord(start, nullptr));
  auto* out = memory(1024);
  void* arguments[] = {&out};
  ASSERT_HIP(
      hipModuleLaunchKernel(function("small"), 1, 1, 1, 256, 1, 1, 0, nullptr, arguments, nullptr));
  ASSERT_HIP(hipEventRecord(stop, nullptr));
  ASSERT_HIP(hipEventRecord(silent, nullptr));
  EXPECT_HIP(hipEventSynchronize(stop));
  EXPECT_HIP(hipEventQuery(stop));
  ASSERT_HIP(hipEventElapsedTime(&ms, start, stop));
  EXPECT_GT(ms, 0);
  EXPECT_EQ(hipErrorInvalidHandle, hipEventElapsedTime(&ms, start, silent));
  for (hipEvent_t event : {start, stop, silent}) EXPECT_HIP(hipEventDestroy(event));
  EXPECT_EQ(hipErrorInvalidHandle, hipEventRecord(start, nullptr));
}

// As AMD's runtime has it, and CUDA's.
TEST_F(StreamTest, EventsBelongToADevice) {
  hipEvent_t first = nullptr, second = nullptr;
  ASSERT_HIP(hipEventCreate(&first));
  ASSERT_HIP(hipSetDevice(1));
  ASSERT_HIP(hipEventCreate(&second));
  EXPECT_EQ(hipErrorInvalidHandle, hipEventRecord(first, nullptr));
  ASSERT_HIP(hipEventRecord(second, nullptr));
  EXPECT_HIP(hipEventSynchronize(first));
  ASSERT_HIP(hipSetDevice(0));
  ASSERT_HIP(hipEventRecord(first, nullptr));
  float ms = -1;
  EXPECT_EQ(hipErrorInvalidHandle, hipEventElapsedTime(&ms, first, second));
  EXPECT_HIP(hipStreamWaitEvent(nullptr, second, 0));
  for (hipEvent_t event : {first, second}) EXPECT_HIP(hipEventDestroy(event));
}

TEST_F(StreamTest, EventsHaveFlags) {
  hipEvent_t event = nullptr;
  for (unsigned flags : {0u, 1u, 2u, 3u, 6u, 0x80000001u, 0x40000002u, 0x20000000u}) {
    ASSERT_HIP(hipEventCreateWithFlags(&event, flags)) << flags;
    EXPECT_HIP(hipEventDestroy(event));
  }
  // Unknown; between processes, but timed; two kinds of release.
  for (unsigned flags : {8u, 4u, 0xc0000000u}) {
    EXPECT_EQ(hipErrorInvalidValue, hipEventCreateWithFlags(&event, flags)) << flags;
  }
}

TEST_F(StreamTest, CallbacksComeAtOnceAndMayCallHip) {
  int seen = 0;
  ASSERT_HIP(hipLaunchHostFunc(
      nullptr, [](void* data) { (void)hipGetDeviceCount(static_cast<int*>(data)); }, &seen));
  EXPECT_EQ(2, seen);
}

TEST_F(StreamTest, RemembersTheLastError) {
  EXPECT_EQ(hipSuccess, hipGetLastError());
  EXPECT_EQ(hipErrorInvalidDevice, hipSetDevice(7));
  EXPECT_EQ(hipErrorInvalidDevice, hipPeekAtLastError());
  EXPECT_EQ(hipErrorInvalidDevice, hipGetLastError());
  EXPECT_EQ(hipSuccess, hipGetLastError());
}

// Texts of AMD's documentation of hipError_t.
TEST_F(StreamTest, NamesErrors) {
  EXPECT_STREQ("hipErrorNotFound", hipGetErrorName(hipErrorNotFound));
  EXPECT_STREQ("hipErrorOutOfMemory", hipGetErrorName(static_cast<hipError_t>(2)));
  EXPECT_STREQ("hipErrorIllegalAddress", hipGetErrorName(static_cast<hipError_t>(700)));
  EXPECT_STREQ("out of memory", hipGetErrorString(hipErrorOutOfMemory));
  EXPECT_STREQ("hipErrorUnknown", hipGetErrorName(static_cast<hipError_t>(12345)));
  const char* name = nullptr;
  EXPECT_EQ(hipErrorInvalidValue, hipDrvGetErrorName(static_cast<hipError_t>(12345), &name));
}

// Before HIP 7.0 it is the result of the last call that is remembered, whatever it was.
TEST_F(StreamTest, ForgetsAnErrorAtTheNextSuccess) {
  EXPECT_EQ(hipErrorInvalidDevice, hipSetDevice(7));
  int device = -1;
  EXPECT_HIP(hipGetDevice(&device));
  EXPECT_EQ(hipSuccess, hipGetLastError());
}

extern "C" hipError_t hipGraphCreate(hipGraph_t* graph, unsigned flags);

TEST_F(StreamTest, WhatIsNotThereSaysSo) {
  hipGraph_t graph = nullptr;
  testing::internal::CaptureStderr();
  EXPECT_EQ(hipErrorNotSupported, hipGraphCreate(&graph, 0));
  EXPECT_EQ(hipErrorNotSupported, hipGraphCreate(&graph, 0));
  EXPECT_EQ("tilewright: hipGraphCreate is not supported by the software GPU's HIP runtime\n",
            testing::internal::GetCapturedStderr());
  EXPECT_EQ(hipErrorNotSupported, hipGetLastError());
}

}  // namespace
}  // namespace tilewright::hip
