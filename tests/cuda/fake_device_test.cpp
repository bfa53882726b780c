// The device over the fake driver, in this process: what it refuses, passes on and says. And that
// the fake notices what a driver would.
// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <vector>

#include "bench/gemm_arguments.hpp"
#include "device/cuda/cuda_device.hpp"
#include "device/cuda/nvml.hpp"
#include "ladder/hopper/launch.hpp"

namespace tilewright::device {
namespace {

using testing::HasSubstr;

/// For the fake, a module of unknown contents: it has every kernel of the ladder.
constexpr std::byte kAnyImage[64] = {};

class FakeDevice : public testing::Test {
 protected:
  void SetUp() override {
    auto opened = open_cuda();
    ASSERT_TRUE(opened) << opened.error().message;
    card_ = std::move(*opened);
  }
  [[nodiscard]] std::shared_ptr<Buffer> buffer(size_t bytes) {
    auto made = card_->allocate(bytes, "test");
    return made ? *made : nullptr;
  }
  [[nodiscard]] std::shared_ptr<Kernel> kernel(const std::string& name) {
    auto module = card_->load(kAnyImage);
    auto found = (*module)->kernel(name);
    return found ? *found : nullptr;
  }

  std::unique_ptr<CudaDevice> card_;
};

TEST_F(FakeDevice, IsAnH200) {
  EXPECT_EQ(card_->info().arch, "sm_90");
  EXPECT_EQ(card_->multiprocessors(), 132);
  EXPECT_EQ(card_->l2_bytes(), size_t{60} << 20);
  EXPECT_EQ(card_->driver_api_version(), "13.0");
  const auto nvml = cuda::Nvml::open(card_->pci_bus_id());
  ASSERT_TRUE(nvml) << nvml.error().message;
  EXPECT_EQ(nvml->read().power_w, 612.5);
  EXPECT_FALSE(cuda::Nvml::open("0000:00:00.0"));
}

TEST_F(FakeDevice, CopiesThereAndBack) {
  const auto memory = buffer(8);
  std::vector<std::byte> sent(8);
  for (size_t i = 0; i < sent.size(); ++i) sent[i] = std::byte(i * 3);
  ASSERT_TRUE(card_->upload(*memory, 0, sent));
  std::vector<std::byte> got(4);
  ASSERT_TRUE(card_->download(*memory, 4, got));
  EXPECT_THAT(got,
              testing::ElementsAre(std::byte{12}, std::byte{15}, std::byte{18}, std::byte{21}));
  const auto outside = card_->upload(*memory, 1, sent);
  ASSERT_FALSE(outside);
  EXPECT_EQ(outside.error().message, "a copy of 8 B at offset 1 leaves a buffer of 8 B");
}

TEST_F(FakeDevice, AKernelThatIsNotThereIsNamed) {
  auto module = card_->load(kAnyImage);
  ASSERT_TRUE(module);
  for (const char* name : {"tw_rung_99_bf16", "tw_rung_9_fp32", "tw_fp8_f32_rung_7"}) {
    const auto missing = (*module)->kernel(name);
    ASSERT_FALSE(missing) << name;
    EXPECT_EQ(missing.error().message,
              fmt::format("kernel {}: cuModuleGetFunction: CUDA_ERROR_NOT_FOUND, named symbol not "
                          "found",
                          name));
  }
}

TEST_F(FakeDevice, RefusesTensorMapsAsTheDriverDoes) {
  const TensorMapRequest good{.address = 0x1000,
                              .element_bytes = 2,
                              .row_elements = 48,
                              .rows = 136,
                              .row_stride_bytes = 96,
                              .box_elements = 64,
                              .box_rows = 128};
  EXPECT_TRUE(card_->tensor_map(good));
  const auto refused = [&](TensorMapRequest request) {
    const auto map = card_->tensor_map(request);
    return map ? std::string("taken") : map.error().message;
  };
  TensorMapRequest request = good;
  request.address = 0x1008;
  EXPECT_EQ(refused(request),
            "TMA reads rows at multiples of 16 B; these begin at 0x1008 and are 96 B apart");
  request = good;
  request.box_rows = 257;
  EXPECT_THAT(refused(request), HasSubstr("136 rows of 48 elements, box 257x64: "
                                          "cuTensorMapEncodeTiled: CUDA_ERROR_INVALID_VALUE"));
  request = good;
  request.box_elements = 72;  // 144 B, swizzled by 128
  EXPECT_THAT(refused(request), HasSubstr("CUDA_ERROR_INVALID_VALUE"));
  request = good;
  request.rows = 0;
  EXPECT_THAT(refused(request), HasSubstr("CUDA_ERROR_INVALID_VALUE"));
}

TEST_F(FakeDevice, TimesByItsOwnClock) {
  const auto memory = buffer(4096);
  const auto rung = kernel("tw_fp16_rung_4");
  ASSERT_TRUE(rung);
  const uint64_t at = memory->address();
  const auto arguments = bench::argument_block(
      bench::packed_gemm({.m = 16, .n = 16, .k = 16}, at, at + 512, at + 1024));
  const LaunchConfig config{.grid = {1, 1, 1}, .block = {512, 1, 1}, .dynamic_lds_bytes = 49152};
  auto begin = card_->mark();
  auto end = card_->mark();
  ASSERT_TRUE(begin && end);
  EXPECT_FALSE(card_->milliseconds(**begin, **end)) << "nobody has queued them";
  ASSERT_TRUE(card_->queue(**begin));
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(card_->launch(*rung, config, arguments));
  ASSERT_TRUE(card_->queue(**end));
  EXPECT_EQ(card_->milliseconds(**begin, **end), 3.0);
}

TEST_F(FakeDevice, RefusesLaunchesWithTheKernelsName) {
  const auto rung = kernel("tw_rung_13_bf16");
  ASSERT_TRUE(rung);
  const std::vector<std::byte> arguments(3 * sizeof(cuda::TensorMap) + sizeof(hopper::TmaArgs));
  const LaunchConfig good{.grid = {2, 1, 1}, .block = {384, 1, 1}, .dynamic_lds_bytes = 196672};
  const auto said = [&](const LaunchConfig& config, std::span<const std::byte> given) {
    const auto queued = card_->launch(*rung, config, given);
    return queued ? std::string("queued") : queued.error().message;
  };
  LaunchConfig config = good;
  config.grid.x = 0;
  EXPECT_THAT(said(config, arguments),
              HasSubstr("kernel tw_rung_13_bf16: cuLaunchKernelEx: CUDA_ERROR_INVALID_VALUE"));
  config = good;
  config.grid.x = 3;  // its clusters are of two
  EXPECT_THAT(said(config, arguments), HasSubstr("CUDA_ERROR_INVALID_CLUSTER_SIZE"));
  config = good;
  config.cluster.x = 4;
  EXPECT_THAT(said(config, arguments), HasSubstr("CUDA_ERROR_INVALID_CLUSTER_SIZE"));
  config = good;
  config.block.x = 512;  // more than __launch_bounds__
  EXPECT_THAT(said(config, arguments), HasSubstr("CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES"));
  config = good;
  config.dynamic_lds_bytes = 232449;
  EXPECT_EQ(
      said(config, arguments),
      "tw_rung_13_bf16: 232449 B of shared memory are more than a block of this GPU can have");
  for (const size_t bytes : {arguments.size() - 8, arguments.size() + 8, size_t{8}}) {
    EXPECT_EQ(
        said(good, std::vector<std::byte>(bytes)),
        fmt::format("kernel tw_rung_13_bf16: {} B of arguments do not fit its parameters", bytes));
  }
}

TEST_F(FakeDevice, OutOfMemoryNamesTheBuffer) {
  ::setenv("TW_FAKE_NO_MEMORY_ABOVE", "1000", 1);
  const auto refused = card_->allocate(1001, "A");
  EXPECT_TRUE(card_->allocate(1000, "A"));
  ::unsetenv("TW_FAKE_NO_MEMORY_ABOVE");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message,
            "1001 B for A: cuMemAlloc: CUDA_ERROR_OUT_OF_MEMORY, out of memory");
}

/// What a running kernel did wrong is told by who waits for it, and stays. In a process of its own,
/// as the card does not recover.
void run_outside(CudaDevice& card, Kernel& rung, const Buffer& memory) {
  const uint64_t at = memory.address();
  const auto arguments = bench::argument_block(
      bench::packed_gemm({.m = 16, .n = 16, .k = 16}, at, at + 512, at + 1024));
  const LaunchConfig config{.grid = {1, 1, 1}, .block = {512, 1, 1}, .dynamic_lds_bytes = 49152};
  const auto queued = card.launch(rung, config, arguments);
  const auto ended = card.synchronize();
  const auto after = card.allocate(16, "more");
  fmt::print(stderr, "queued: {}; {}; {}\n", queued ? "yes" : "no",
             ended ? "fine" : ended.error().message, after ? "fine" : after.error().message);
  std::_Exit(0);
}

TEST_F(FakeDevice, AProductThatLeavesItsMemoryStopsTheCard) {
  const auto memory = buffer(1024 + 511);  // C needs one byte more
  const auto rung = kernel("tw_fp16_rung_4");
  EXPECT_EXIT(run_outside(*card_, *rung, *memory), testing::ExitedWithCode(0),
              "queued: yes; cuStreamSynchronize: CUDA_ERROR_ILLEGAL_ADDRESS, .*; 16 B for more: "
              "cuMemAlloc: CUDA_ERROR_ILLEGAL_ADDRESS");
  const auto enough = buffer(1024 + 512);
  EXPECT_EXIT(run_outside(*card_, *rung, *enough), testing::ExitedWithCode(0),
              "queued: yes; fine; fine");
}

}  // namespace
}  // namespace tilewright::device
