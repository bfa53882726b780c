// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bench/fair_hopper.hpp"
#include "device/cuda/cublaslt.hpp"
#include "device/cuda/cuda_device.hpp"
#include "device/library.hpp"

namespace tilewright {
namespace {

using testing::HasSubstr;

TEST(CudaLibrary, AMissingOneIsNamedWithTheLoadersReason) {
  const auto library = device::Library::open({"libno-such-thing.so.7"});
  ASSERT_FALSE(library);
  EXPECT_THAT(library.error().message, HasSubstr("libno-such-thing.so.7 is not on this machine"));
}

TEST(CudaLibrary, ASymbolThatIsMissingIsNamed) {
  const auto library = device::Library::open({"libc.so.6"});
  ASSERT_TRUE(library);
  void (*function)() = nullptr;
  const auto bound = library->bind(function, "no_such_function_7");
  ASSERT_FALSE(bound);
  EXPECT_THAT(bound.error().message, HasSubstr("no_such_function_7"));
  EXPECT_TRUE(library->bind(function, "getenv"));
}

TEST(CudaDevice, WithoutADriverSaysSo) {
  if (device::cuda::driver()) GTEST_SKIP() << "this machine has the driver";
  const auto opened = device::open_cuda();
  ASSERT_FALSE(opened);
  EXPECT_THAT(opened.error().message, HasSubstr("libcuda.so.1"));
}

TEST(HopperRungs, BeginWithThoseOfTheLadder) {
  std::vector<std::string> ids;
  for (const bench::HopperRung& rung : bench::hopper_rungs()) ids.emplace_back(rung.id);
  ASSERT_GE(ids.size(), 9u);
  ids.resize(9);
  EXPECT_THAT(ids,
              testing::ElementsAre("1", "2", "3-padded", "3-permuted", "4", "5", "6", "7", "8"));
}

}  // namespace
}  // namespace tilewright
