// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include "runtime.hpp"

namespace tilewright::hip {
namespace {

using DeviceTest = RuntimeTest;
using testing::StartsWith;
using testing::StrEq;

// Names and compute units are AMD's, of the cards' product pages; ROCm counts work-group
// processors, which have two compute units each.
TEST_F(DeviceTest, TellsWhatRocmTellsOfTheCards) {
  int count = 0;
  ASSERT_HIP(hipGetDeviceCount(&count));
  ASSERT_EQ(2, count);
  hipDeviceProp_tR0600 p;
  ASSERT_HIP(hipGetDevicePropertiesR0600(&p, 0));
  EXPECT_THAT(p.name, StrEq("AMD Radeon PRO W7800"));
  EXPECT_THAT(p.gcnArchName, StrEq("gfx1100"));
  EXPECT_EQ(35, p.multiProcessorCount);
  EXPECT_EQ(11, p.major);
  EXPECT_EQ(0, p.minor);
  EXPECT_EQ(uint64_t{32} << 30, p.totalGlobalMem);
  ASSERT_HIP(hipGetDevicePropertiesR0600(&p, 1));
  EXPECT_THAT(p.name, StrEq("AMD Radeon RX 9070 XT"));
  EXPECT_THAT(p.gcnArchName, StrEq("gfx1201"));
  EXPECT_EQ(32, p.multiProcessorCount);
  EXPECT_EQ(12, p.major);
  EXPECT_EQ(0, p.minor);
  EXPECT_EQ(32, p.warpSize);
  EXPECT_EQ(65536u, p.sharedMemPerBlock);
  EXPECT_EQ(1024, p.maxThreadsPerBlock);
  EXPECT_EQ(2048, p.maxThreadsPerMultiProcessor);
}

TEST_F(DeviceTest, AnswersAttributesLikeProperties) {
  int value = 0;
  ASSERT_HIP(hipDeviceGetAttribute(&value, hipDeviceAttributeMultiprocessorCount, 1));
  EXPECT_EQ(32, value);
  ASSERT_HIP(hipDeviceGetAttribute(&value, static_cast<hipDeviceAttribute_t>(10015), 1));
  EXPECT_EQ(32, value);
  ASSERT_HIP(hipDeviceGetAttribute(&value, hipDeviceAttributeWarpSize, 0));
  EXPECT_EQ(32, value);
  ASSERT_HIP(hipDeviceGetAttribute(&value, hipDeviceAttributeCooperativeLaunch, 0));
  EXPECT_EQ(0, value);
  EXPECT_EQ(hipErrorInvalidValue,
            hipDeviceGetAttribute(&value, static_cast<hipDeviceAttribute_t>(9000), 0));
  EXPECT_EQ(hipErrorInvalidDevice, hipDeviceGetAttribute(&value, hipDeviceAttributeWarpSize, 2));
}

TEST_F(DeviceTest, KnowsTheOldLayoutUnderBothItsNames) {
  hipDeviceProp_tR0000 p{}, q{};
  ASSERT_HIP(hipGetDevicePropertiesR0000(&p, 1));
  ASSERT_HIP(hipGetDeviceProperties(&q, 1));
  EXPECT_THAT(p.gcnArchName, StrEq("gfx1201"));
  EXPECT_EQ(1201, p.gcnArch);
  EXPECT_EQ(32, p.multiProcessorCount);
  EXPECT_THAT(q.name, StrEq(p.name));
}

TEST_F(DeviceTest, VersionIsThatOfTheLibrarysName) {
  int version = 0;
  ASSERT_HIP(hipRuntimeGetVersion(&version));
  EXPECT_EQ(6, version / 10'000'000);
  ASSERT_HIP(hipDriverGetVersion(&version));
  EXPECT_EQ(6, version / 10'000'000);
}

TEST_F(DeviceTest, FindsADeviceByItsBus) {
  char id[32] = {};
  int device = -1;
  ASSERT_HIP(hipDeviceGetPCIBusId(id, sizeof(id), 1));
  EXPECT_THAT(id, StartsWith("0000:"));
  ASSERT_HIP(hipDeviceGetByPCIBusId(&device, id));
  EXPECT_EQ(1, device);
  EXPECT_EQ(hipErrorInvalidDevice, hipDeviceGetByPCIBusId(&device, "0000:ff:00.0"));
}

TEST_F(DeviceTest, PeersMustBeIntroduced) {
  int can = 0;
  ASSERT_HIP(hipDeviceCanAccessPeer(&can, 0, 1));
  EXPECT_EQ(1, can);
  ASSERT_HIP(hipSetDevice(1));
  const hipFunction_t write = function("small");
  ASSERT_HIP(hipSetDevice(0));
  auto* other = static_cast<unsigned*>(memory(1024));
  ASSERT_HIP(hipSetDevice(1));
  ASSERT_HIP(hipDeviceEnablePeerAccess(0, 0));
  EXPECT_EQ(hipErrorPeerAccessAlreadyEnabled, hipDeviceEnablePeerAccess(0, 0));
  void* arguments[] = {&other};
  ASSERT_HIP(hipModuleLaunchKernel(write, 1, 1, 1, 256, 1, 1, 0, nullptr, arguments, nullptr));
  EXPECT_EQ(std::vector<unsigned>(256, 7), download(other, 256));
  ASSERT_HIP(hipDeviceDisablePeerAccess(0));
  EXPECT_EQ(hipErrorPeerAccessNotEnabled, hipDeviceDisablePeerAccess(0));
  EXPECT_EQ(hipErrorIllegalAddress,
            hipModuleLaunchKernel(write, 1, 1, 1, 256, 1, 1, 0, nullptr, arguments, nullptr));
}

}  // namespace
}  // namespace tilewright::hip
