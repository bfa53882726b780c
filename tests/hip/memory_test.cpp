// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <sys/mman.h>

#include <array>
#include <cstdint>
#include <numeric>

#include "runtime.hpp"

namespace tilewright::hip {
namespace {

using MemoryTest = RuntimeTest;
using testing::Each;

std::vector<uint8_t> counting(size_t count) {
  std::vector<uint8_t> values(count);
  std::iota(values.begin(), values.end(), uint8_t{1});
  return values;
}

TEST_F(MemoryTest, CopiesInAllDirections) {
  const auto values = counting(100);
  auto* a = upload(values);
  auto* b = static_cast<uint8_t*>(memory(100));
  ASSERT_HIP(hipMemcpy(b, a, 100, hipMemcpyDeviceToDevice));
  EXPECT_EQ(values, download(b, 100));
  ASSERT_HIP(hipMemset(b, 0, 100));
  ASSERT_HIP(hipMemcpy(b + 10, values.data(), 20, hipMemcpyDefault));
  const auto now = download(b, 100);
  EXPECT_EQ(0, now[9]);
  EXPECT_EQ(1, now[10]);
  EXPECT_EQ(20, now[29]);
  EXPECT_EQ(0, now[30]);
}

TEST_F(MemoryTest, ChecksEveryPointer) {
  auto* block = static_cast<uint8_t*>(memory(100));
  std::vector<uint8_t> host(200);
  EXPECT_EQ(hipErrorInvalidValue, hipMemcpy(block, host.data(), 101, hipMemcpyHostToDevice));
  EXPECT_EQ(hipErrorInvalidValue, hipMemcpy(host.data(), block + 50, 51, hipMemcpyDeviceToHost));
  EXPECT_EQ(hipErrorInvalidValue,
            hipMemcpy(host.data(), host.data() + 100, 100, hipMemcpyDeviceToHost));
  EXPECT_EQ(hipErrorInvalidValue, hipMemcpy(block, nullptr, 1, hipMemcpyHostToDevice));
  EXPECT_EQ(hipErrorInvalidValue, hipMemset(block + 1, 0, 100));
  EXPECT_EQ(hipErrorInvalidMemcpyDirection,
            hipMemcpy(block, host.data(), 1, static_cast<hipMemcpyKind>(7)));
  EXPECT_HIP(hipMemcpy(nullptr, nullptr, 0, hipMemcpyDefault));
}

TEST_F(MemoryTest, RefusesMemoryThatTheProgramHasNot) {
  constexpr size_t page = 4096;
  auto* block = static_cast<uint8_t*>(memory(4 * page));
  auto* own = static_cast<uint8_t*>(
      ::mmap(nullptr, 4 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  ASSERT_NE(MAP_FAILED, own);
  ASSERT_EQ(0, ::munmap(own + 2 * page, 2 * page));
  EXPECT_HIP(hipMemcpy(own, block, 2 * page, hipMemcpyDeviceToHost));
  EXPECT_EQ(hipErrorInvalidValue, hipMemcpy(own + 1, block, 2 * page, hipMemcpyDeviceToHost));
  EXPECT_EQ(hipErrorInvalidValue, hipMemcpy(block, own + 2 * page, 1, hipMemcpyHostToDevice));
  EXPECT_EQ(hipErrorInvalidValue, hipMemcpy(own + 3 * page, own, 1, hipMemcpyDefault));
  EXPECT_EQ(hipErrorInvalidValue, hipMemcpy(own, own + page, SIZE_MAX, hipMemcpyHostToHost));
  EXPECT_EQ(hipErrorInvalidValue, hipHostRegister(own + page, page + 1, 0));
  EXPECT_EQ(hipErrorInvalidValue, hipHostRegister(own, SIZE_MAX, 0));
  EXPECT_HIP(hipHostRegister(own, 2 * page, 0));
  EXPECT_HIP(hipHostUnregister(own));
  ::munmap(own, 2 * page);
}

TEST_F(MemoryTest, FreesWhatItAllocatedAndNothingElse) {
  void* block = nullptr;
  size_t free_before = 0, free_now = 0, total = 0;
  ASSERT_HIP(hipMemGetInfo(&free_before, &total));
  ASSERT_HIP(hipMalloc(&block, 1 << 20));
  ASSERT_HIP(hipMemGetInfo(&free_now, &total));
  EXPECT_EQ(free_before - (1 << 20), free_now);
  EXPECT_EQ(hipErrorInvalidValue, hipFree(static_cast<char*>(block) + 1));
  EXPECT_EQ(hipErrorInvalidValue, hipFree(&total));
  EXPECT_HIP(hipFree(block));
  EXPECT_EQ(hipErrorInvalidValue, hipFree(block));
  EXPECT_HIP(hipFree(nullptr));
  ASSERT_HIP(hipMemGetInfo(&free_now, &total));
  EXPECT_EQ(free_before, free_now);
  EXPECT_EQ(hipErrorOutOfMemory, hipMalloc(&block, total + 1));
  EXPECT_EQ(nullptr, block);
}

TEST_F(MemoryTest, DoesNotTakeFreedMemoryForTheProgramsOwn) {
  for (const size_t bytes : {16, 4096, 1 << 20}) {
    void* freed = nullptr;
    auto* block = memory(16);
    std::array<char, 16> host{};
    ASSERT_HIP(hipMalloc(&freed, bytes));
    ASSERT_HIP(hipFree(freed));
    EXPECT_EQ(hipErrorInvalidValue, hipMemcpy(host.data(), freed, 16, hipMemcpyDefault));
    EXPECT_EQ(hipErrorInvalidValue, hipMemcpy(freed, host.data(), 16, hipMemcpyDefault));
    EXPECT_EQ(hipErrorInvalidValue, hipMemcpy(block, freed, 16, hipMemcpyHostToDevice));
    EXPECT_EQ(hipErrorInvalidValue, hipMemcpy(freed, block, 16, hipMemcpyDeviceToHost));
    EXPECT_EQ(hipErrorInvalidValue, hipHostRegister(freed, 16, 0));
    hipPointerAttribute_t is{};
    ASSERT_HIP(hipPointerGetAttributes(&is, freed));
    EXPECT_EQ(hipMemoryTypeUnregistered, is.type);
  }
}

TEST_F(MemoryTest, FillsWithPatterns) {
  auto* words = static_cast<uint32_t*>(memory(40));
  ASSERT_HIP(hipMemsetD32(words, 0x01020304, 10));
  EXPECT_THAT(download(words, 10), Each(0x01020304u));
  ASSERT_HIP(hipMemsetD16(words, 0xabcd, 2));
  EXPECT_EQ(0xabcdabcdu, download(words, 1)[0]);
  ASSERT_HIP(hipMemsetD8(words + 1, 0x5a, 1));
  EXPECT_EQ(0x0102035au, download(words, 2)[1]);
}

TEST_F(MemoryTest, CopiesRectangles) {
  void* pitched = nullptr;
  size_t pitch = 0;
  ASSERT_HIP(hipMallocPitch(&pitched, &pitch, 10, 4));
  EXPECT_GE(pitch, 10u);
  EXPECT_EQ(0u, pitch % 256);
  const auto values = counting(40);
  ASSERT_HIP(hipMemset2D(pitched, pitch, 0xff, 10, 4));
  ASSERT_HIP(hipMemcpy2D(pitched, pitch, values.data(), 10, 8, 3, hipMemcpyHostToDevice));
  std::vector<uint8_t> back(40);
  ASSERT_HIP(hipMemcpy2D(back.data(), 10, pitched, pitch, 10, 4, hipMemcpyDeviceToHost));
  EXPECT_EQ(values[7], back[7]);
  EXPECT_EQ(0xff, back[8]);
  EXPECT_EQ(values[20], back[20]);
  EXPECT_EQ(0xff, back[30]);
  EXPECT_EQ(hipErrorInvalidPitchValue,
            hipMemcpy2D(pitched, 7, values.data(), 10, 8, 3, hipMemcpyHostToDevice));
  EXPECT_EQ(hipErrorInvalidValue,
            hipMemcpy2D(pitched, pitch, values.data(), 10, 10, 5, hipMemcpyHostToDevice));
  EXPECT_HIP(hipFree(pitched));
}

TEST_F(MemoryTest, CopiesBoxes) {
  hipPitchedPtr box{};
  ASSERT_HIP(hipMalloc3D(&box, {4, 3, 2}));
  const auto values = counting(24);
  hipMemcpy3DParms copy{};
  copy.srcPtr = {const_cast<uint8_t*>(values.data()), 4, 4, 3};
  copy.dstPtr = box;
  copy.extent = {4, 3, 2};
  copy.kind = hipMemcpyHostToDevice;
  ASSERT_HIP(hipMemcpy3D(&copy));
  std::vector<uint8_t> back(24);
  copy = {};
  copy.srcPtr = box;
  copy.srcPos = {1, 1, 1};
  copy.dstPtr = {back.data(), 4, 4, 3};
  copy.extent = {3, 2, 1};
  copy.kind = hipMemcpyDeviceToHost;
  ASSERT_HIP(hipMemcpy3D(&copy));
  EXPECT_EQ(values[12 + 4 + 1], back[0]);
  EXPECT_EQ(values[12 + 8 + 3], back[4 + 2]);
  EXPECT_HIP(hipFree(box.ptr));
}

// Products and sums that wrap around lead back into the allocation.
TEST_F(MemoryTest, RefusesBoxesBeyondTheAddressSpace) {
  constexpr size_t pitch = 256, around = SIZE_MAX / pitch + 1;  // rows of 256 bytes
  auto* block = memory(4096);
  std::vector<uint8_t> host(64);
  const hipPitchedPtr from{host.data(), 8, 8, 8};
  hipMemcpy3DParms box{};
  const auto copy = [&](size_t rows, const hipPos& at, const hipExtent& extent) {
    box = {};
    box.srcPtr = from;
    box.dstPtr = {block, pitch, 8, rows};
    box.dstPos = at;
    box.extent = extent;
    box.kind = hipMemcpyHostToDevice;
    return hipMemcpy3D(&box);
  };
  EXPECT_HIP(copy(8, {0, 1, 1}, {8, 1, 1}));
  EXPECT_EQ(hipErrorInvalidValue, copy(around + 1, {0, 0, 0}, {8, 1, 2}));
  EXPECT_EQ(hipErrorInvalidValue, copy(8, {0, around, 0}, {8, 1, 1}));
  EXPECT_EQ(hipErrorInvalidValue, copy(8, {0, 0, around / 8}, {8, 1, 1}));
  EXPECT_EQ(hipErrorInvalidValue, copy(8, {SIZE_MAX, 0, 0}, {8, 1, 1}));
  EXPECT_EQ(hipErrorInvalidValue, hipMemset3D({block, pitch, 8, around + 1}, 1, {8, 1, 2}));
  // Slices of two rows have no third one.
  EXPECT_EQ(hipErrorInvalidValue, hipMemset3D({block, pitch, 8, 2}, 1, {8, 3, 2}));
  hip_Memcpy2D flat{};
  flat.srcMemoryType = hipMemoryTypeHost;
  flat.srcHost = host.data();
  flat.srcPitch = 8;
  flat.dstMemoryType = hipMemoryTypeDevice;
  flat.dstDevice = block;
  flat.dstPitch = pitch;
  flat.WidthInBytes = 8;
  flat.Height = 1;
  EXPECT_HIP(hipMemcpyParam2D(&flat));
  flat.srcMemoryType = hipMemoryTypeUnified;
  flat.srcDevice = host.data();
  EXPECT_HIP(hipMemcpyParam2D(&flat));
  flat.dstY = around;
  EXPECT_EQ(hipErrorInvalidValue, hipMemcpyParam2D(&flat));
}

TEST_F(MemoryTest, KnowsWhatAPointerIs) {
  auto* device = static_cast<char*>(memory(64));
  void* host = nullptr;
  void* managed = nullptr;
  ASSERT_HIP(hipHostMalloc(&host, 64, 0));
  ASSERT_HIP(hipMallocManaged(&managed, 64, hipMemAttachGlobal));
  hipPointerAttribute_t is{};
  ASSERT_HIP(hipPointerGetAttributes(&is, device + 10));
  EXPECT_EQ(hipMemoryTypeDevice, is.type);
  EXPECT_EQ(device + 10, is.devicePointer);
  EXPECT_EQ(nullptr, is.hostPointer);
  ASSERT_HIP(hipPointerGetAttributes(&is, host));
  EXPECT_EQ(hipMemoryTypeHost, is.type);
  EXPECT_EQ(host, is.hostPointer);
  ASSERT_HIP(hipPointerGetAttributes(&is, managed));
  EXPECT_EQ(hipMemoryTypeManaged, is.type);
  EXPECT_EQ(1, is.isManaged);
  ASSERT_HIP(hipPointerGetAttributes(&is, &is));
  EXPECT_EQ(hipMemoryTypeUnregistered, is.type);
  void* base = nullptr;
  size_t bytes = 0;
  ASSERT_HIP(hipMemGetAddressRange(&base, &bytes, device + 63));
  EXPECT_EQ(device, base);
  EXPECT_EQ(64u, bytes);
  EXPECT_EQ(hipErrorInvalidValue, hipPointerGetAttributes(&is, nullptr));  // before HIP 7.0
  EXPECT_HIP(hipHostFree(host));
  EXPECT_HIP(hipFree(managed));
  EXPECT_EQ(hipErrorInvalidValue, hipMallocManaged(&managed, 64, 0));
}

TEST_F(MemoryTest, LetsKernelsUseTheHostsMemory) {
  std::vector<float> in(256, 2.0f), out(256);
  ASSERT_HIP(hipHostRegister(in.data(), in.size() * 4, 0));
  EXPECT_EQ(hipErrorHostMemoryAlreadyRegistered, hipHostRegister(in.data(), 4, 0));
  ASSERT_HIP(hipHostRegister(out.data(), out.size() * 4, 0));
  const float* from = in.data();
  float* to = out.data();
  float factor = 3;
  int count = 256;
  void* arguments[] = {&from, &to, &factor, &count};
  EXPECT_HIP(
      hipModuleLaunchKernel(function("scale"), 1, 1, 1, 256, 1, 1, 0, nullptr, arguments, nullptr));
  EXPECT_THAT(out, Each(11.0f));
  EXPECT_HIP(hipHostUnregister(in.data()));
  EXPECT_EQ(hipErrorHostMemoryNotRegistered, hipHostUnregister(in.data()));
  EXPECT_HIP(hipHostUnregister(out.data()));
}

// Where a program frees what it has registered, the system may give the place to an allocation.
TEST_F(MemoryTest, ForgetsRegisteredMemoryThatWasFreed) {
  constexpr size_t bytes = 4 << 20;
  void* block = nullptr;
  ASSERT_HIP(hipMalloc(&block, bytes));
  auto* const middle = static_cast<char*>(block) + bytes / 2;
  ASSERT_HIP(hipFree(block));
  char* own = static_cast<char*>(
      ::mmap(middle, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  ASSERT_EQ(middle, own);
  ASSERT_HIP(hipHostRegister(own, 64, 0));
  ::munmap(own, 4096);
  void* again = nullptr;
  ASSERT_HIP(hipMalloc(&again, bytes));
  if (again != block) {
    EXPECT_HIP(hipFree(again));
    GTEST_SKIP() << "the system does not give the same place away again";
  }
  EXPECT_HIP(hipMemset(again, 1, bytes));
  EXPECT_EQ(hipErrorHostMemoryNotRegistered, hipHostUnregister(own));
  EXPECT_HIP(hipFree(again));
}

TEST_F(MemoryTest, KernelsFindNoRegisteredMemoryThatIsGone) {
  void* own = ::mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(MAP_FAILED, own);
  ASSERT_HIP(hipHostRegister(own, 4096, 0));
  const hipFunction_t small = function("small");
  ::munmap(own, 4096);
  void* arguments[] = {&own};
  EXPECT_EQ(hipErrorIllegalAddress,
            hipModuleLaunchKernel(small, 1, 1, 1, 256, 1, 1, 0, nullptr, arguments, nullptr));
}

}  // namespace
}  // namespace tilewright::hip
