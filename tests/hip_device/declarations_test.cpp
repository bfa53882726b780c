// What src/device/hip declares anew, against what our own runtime declares.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cstddef>

#include "device/hip/hip_api.hpp"
#include "hip_runtime/abi.hpp"
#include "hip_runtime/abi_properties.hpp"

namespace tilewright::device::hip {
namespace {

TEST(HipDeclarations, AreTheRuntimes) {
  EXPECT_EQ(sizeof(Properties), sizeof(hipDeviceProp_tR0600));
  EXPECT_EQ(offsetof(Properties, arch), offsetof(hipDeviceProp_tR0600, gcnArchName));
  EXPECT_EQ(kToDevice, static_cast<int>(hipMemcpyHostToDevice));
  EXPECT_EQ(kToHost, static_cast<int>(hipMemcpyDeviceToHost));
  EXPECT_EQ(kArgumentsPointer, HIP_LAUNCH_PARAM_BUFFER_POINTER);
  EXPECT_EQ(kArgumentsSize, HIP_LAUNCH_PARAM_BUFFER_SIZE);
  EXPECT_EQ(kArgumentsEnd, HIP_LAUNCH_PARAM_END);
}

}  // namespace
}  // namespace tilewright::device::hip
