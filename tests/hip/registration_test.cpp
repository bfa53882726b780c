// What code of hipcc's making does before main() and at its launches, by hand: kernels.hip is
// registered as part of this program. (saxpy.hip is really compiled that way.)
// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include <fstream>
#include <iterator>

#include "runtime.hpp"

namespace tilewright::hip {
namespace {

using testing::Each;

/// As clang lays it out in section .hipFatBinSegment.
struct Wrapper {
  uint32_t magic = 0x48495046;  // "HIPF"
  uint32_t version = 1;
  const void* binary = nullptr;
  void* unused = nullptr;
};

// Only their addresses matter: they stand for a kernel, one that the code has not, and variables.
void small_stub() {}
void missing_stub() {}
int bias_shadow = 0;
void* managed_pointer = nullptr;

class RegistrationTest : public RuntimeTest {
 protected:
  RegistrationTest() {
    std::ifstream in(TW_TEST_FOLDER "/kernels.ccob", std::ios::binary);
    image_.assign(std::istreambuf_iterator<char>(in), {});
    wrapper_.binary = image_.data();
    binary_ = __hipRegisterFatBinary(&wrapper_);
    add(reinterpret_cast<const void*>(&small_stub), "small");
    add(reinterpret_cast<const void*>(&missing_stub), "no_such_kernel");
    __hipRegisterVar(binary_, &bias_shadow, name("bias"), name("bias"), 0, 4, 0, 0);
  }
  ~RegistrationTest() override { unregister(); }

  void unregister() {
    if (binary_ != nullptr) __hipUnregisterFatBinary(binary_);
    binary_ = nullptr;
  }
  [[nodiscard]] hipError_t launch(const void* stub, void* out, dim3 block = {256, 1, 1}) {
    void* arguments[] = {&out};
    return hipLaunchKernel(stub, {1, 1, 1}, block, arguments, 0, nullptr);
  }
  static char* name(const char* text) { return const_cast<char*>(text); }

  const void* const small_ = reinterpret_cast<const void*>(&small_stub);
  const void* const missing_ = reinterpret_cast<const void*>(&missing_stub);
  void** binary_ = nullptr;

 private:
  void add(const void* stub, const char* kernel) {
    __hipRegisterFunction(binary_, stub, name(kernel), kernel, 0, nullptr, nullptr, nullptr,
                          nullptr, nullptr);
  }
  std::string image_;
  Wrapper wrapper_;
};

TEST_F(RegistrationTest, LaunchesByTheHostsAddressOnEachDevice) {
  for (int device : {0, 1}) {
    ASSERT_HIP(hipSetDevice(device));
    auto* out = static_cast<unsigned*>(memory(1024));
    ASSERT_HIP(launch(small_, out));
    EXPECT_THAT(download(out, 256), Each(7u));
  }
}

TEST_F(RegistrationTest, OtherWaysToLaunch) {
  auto* out = static_cast<unsigned*>(memory(1024));
  void* arguments[] = {&out};
  hipEvent_t start = nullptr, stop = nullptr;
  ASSERT_HIP(hipEventCreate(&start));
  ASSERT_HIP(hipEventCreate(&stop));
  ASSERT_HIP(
      hipExtLaunchKernel(small_, {1, 1, 1}, {256, 1, 1}, arguments, 0, nullptr, start, stop, 0));
  float ms = -1;
  ASSERT_HIP(hipEventElapsedTime(&ms, start, stop));
  EXPECT_GT(ms, 0);
  EXPECT_THAT(download(out, 256), Each(7u));
  ASSERT_HIP(hipMemset(out, 0, 1024));
  hipLaunchConfig_t config{{1, 1, 1}, {256, 1, 1}, 0, nullptr, nullptr, 0};
  ASSERT_HIP(hipLaunchKernelExC(&config, small_, arguments));
  EXPECT_THAT(download(out, 256), Each(7u));
  hipLaunchAttribute attribute{};
  config.attrs = &attribute;
  config.numAttrs = 1;
  EXPECT_EQ(hipErrorNotSupported, hipLaunchKernelExC(&config, small_, arguments));
  EXPECT_HIP(hipEventDestroy(start));
  EXPECT_HIP(hipEventDestroy(stop));
}

TEST_F(RegistrationTest, TellsWhatIsMissing) {
  auto* out = memory(1024);
  EXPECT_EQ(hipErrorInvalidDeviceFunction, launch(missing_, out));
  EXPECT_EQ(hipErrorInvalidDeviceFunction, launch(&out, out));
  unregister();
  EXPECT_EQ(hipErrorInvalidDeviceFunction, launch(small_, out));
  int value = 0;
  EXPECT_EQ(hipErrorInvalidSymbol,
            hipMemcpyFromSymbol(&value, &bias_shadow, 4, 0, hipMemcpyDeviceToHost));
}

TEST_F(RegistrationTest, VariablesAreThoseOfTheCurrentDevice) {
  int value = 0;
  ASSERT_HIP(hipMemcpyFromSymbol(&value, &bias_shadow, 4, 0, hipMemcpyDeviceToHost));
  EXPECT_EQ(5, value);
  const int other = 9;
  ASSERT_HIP(hipMemcpyToSymbol(&bias_shadow, &other, 4, 0, hipMemcpyHostToDevice));
  ASSERT_HIP(hipMemcpyFromSymbol(&value, &bias_shadow, 4, 0, hipMemcpyDeviceToHost));
  EXPECT_EQ(9, value);
  ASSERT_HIP(hipSetDevice(1));
  ASSERT_HIP(hipMemcpyFromSymbol(&value, &bias_shadow, 4, 0, hipMemcpyDeviceToHost));
  EXPECT_EQ(5, value);
  void* address = nullptr;
  size_t bytes = 0;
  ASSERT_HIP(hipGetSymbolAddress(&address, &bias_shadow));
  ASSERT_HIP(hipGetSymbolSize(&bytes, &bias_shadow));
  EXPECT_EQ(4u, bytes);
  EXPECT_EQ(5, download(static_cast<int*>(address), 1)[0]);
  EXPECT_EQ(hipErrorInvalidValue,
            hipMemcpyFromSymbol(&value, &bias_shadow, 4, 1, hipMemcpyDeviceToHost));
}

TEST_F(RegistrationTest, ManagedVariablesStartWithTheirValue) {
  int initial = 77;
  __hipRegisterManagedVar(binary_, &managed_pointer, &initial, "bias_managed", 4, 4);
  ASSERT_NE(nullptr, managed_pointer);
  EXPECT_EQ(77, *static_cast<int*>(managed_pointer));
  hipPointerAttribute_t is{};
  ASSERT_HIP(hipPointerGetAttributes(&is, managed_pointer));
  EXPECT_EQ(hipMemoryTypeManaged, is.type);
  EXPECT_EQ(hipErrorInvalidValue, hipFree(managed_pointer));
  EXPECT_EQ(77, *static_cast<int*>(managed_pointer));
}

TEST_F(RegistrationTest, TellsWhatAKernelNeeds) {
  hipFuncAttributes attributes{};
  ASSERT_HIP(hipFuncGetAttributes(&attributes, small_));
  EXPECT_EQ(256, attributes.maxThreadsPerBlock);
  EXPECT_EQ(0u, attributes.sharedSizeBytes);
  int blocks = 0, grid = 0, threads = 0;
  ASSERT_HIP(hipOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, small_, 256, 0));
  EXPECT_EQ(8, blocks);
  ASSERT_HIP(hipOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, small_, 256, SIZE_MAX));
  EXPECT_EQ(0, blocks);
  ASSERT_HIP(hipOccupancyMaxPotentialBlockSize(&grid, &threads, small_, 0, 0));
  EXPECT_EQ(256, threads);
  EXPECT_EQ(8 * 35, grid);
  hipFunction_t function = nullptr;
  ASSERT_HIP(hipGetFuncBySymbol(&function, small_));
  EXPECT_STREQ("small", hipKernelNameRef(function));
  EXPECT_STREQ("small", hipKernelNameRefByPtr(small_, nullptr));
}

TEST_F(RegistrationTest, ConfigurationsNest) {
  ASSERT_EQ(hipSuccess, __hipPushCallConfiguration({1, 2, 3}, {4, 5, 6}, 7, nullptr));
  ASSERT_EQ(hipSuccess, __hipPushCallConfiguration({8, 1, 1}, {9, 1, 1}, 0, hipStreamLegacy));
  dim3 grid, block;
  size_t lds = 1;
  hipStream_t stream = nullptr;
  ASSERT_EQ(hipSuccess, __hipPopCallConfiguration(&grid, &block, &lds, &stream));
  EXPECT_EQ(8u, grid.x);
  EXPECT_EQ(hipStreamLegacy, stream);
  ASSERT_EQ(hipSuccess, __hipPopCallConfiguration(&grid, &block, &lds, &stream));
  EXPECT_EQ(6u, block.z);
  EXPECT_EQ(7u, lds);
  EXPECT_EQ(hipErrorMissingConfiguration, __hipPopCallConfiguration(&grid, &block, &lds, &stream));
}

}  // namespace
}  // namespace tilewright::hip
