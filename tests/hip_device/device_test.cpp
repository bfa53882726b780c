// The HIP backend on two software GPUs of different targets, through our libamdhip64.so.7.
// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "arch/targets.hpp"
#include "bench/run.hpp"
#include "device/hip/hip_device.hpp"
#include "ladder/kernels.hpp"

namespace tilewright::device {
namespace {

using ::testing::HasSubstr;

constexpr const char* kArchs[] = {"gfx1100", "gfx1201"};

std::unique_ptr<HipDevice> open(std::string_view arch) {
  auto device = open_hip(arch);
  EXPECT_TRUE(device) << (device ? "" : device.error().message);
  return std::move(device.value());
}

TEST(OpenHip, ListsBothDevices) {
  const auto devices = list_hip();
  ASSERT_TRUE(devices) << devices.error().message;
  ASSERT_EQ(devices->size(), 2u);
  for (size_t i = 0; i < 2; ++i) {
    EXPECT_EQ((*devices)[i].arch, kArchs[i]);
    // Our own runtime says so: its times are not a card's.
    EXPECT_EQ((*devices)[i].kind, Kind::emu);
    EXPECT_EQ((*devices)[i].name, "software RDNA GPU, through HIP");
  }
}

TEST(OpenHip, SaysWhatThereIsInsteadOfTheTarget) {
  const auto none = open_hip("gfx1151");
  ASSERT_FALSE(none);
  EXPECT_THAT(none.error().message, HasSubstr("no HIP device is a gfx1151"));
  EXPECT_THAT(none.error().message, HasSubstr("gfx1100"));
  EXPECT_THAT(none.error().message, HasSubstr("gfx1201"));
}

TEST(HipDevice, CopiesWhatItIsGiven) {
  const auto device = open("gfx1201");
  const auto buffer = device->allocate(1000, "bytes").value();
  EXPECT_EQ(buffer->size(), 1000u);
  std::vector<std::byte> there(1000);
  for (size_t i = 0; i < there.size(); ++i) there[i] = static_cast<std::byte>(i * 7);
  ASSERT_TRUE(device->upload(*buffer, 0, there));
  std::vector<std::byte> back(500);
  ASSERT_TRUE(device->download(*buffer, 250, back));
  EXPECT_TRUE(std::equal(back.begin(), back.end(), there.begin() + 250));
}

TEST(HipDevice, RefusesCopiesThatLeaveTheBuffer) {
  const auto device = open("gfx1201");
  const auto buffer = device->allocate(16, "bytes").value();
  std::vector<std::byte> bytes(9);
  for (const auto& refused :
       {device->upload(*buffer, 8, bytes), device->download(*buffer, 8, bytes)}) {
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message, "a copy of 9 B at offset 8 leaves a buffer of 16 B");
  }
}

TEST(HipDevice, NamesWhatCouldNotBeLoaded) {
  const auto device = open("gfx1201");
  const auto empty = device->load({});
  ASSERT_FALSE(empty);
  EXPECT_THAT(empty.error().message, HasSubstr("gfx1201"));
  const auto other = device->load(kernel_image("gfx1100", "8"));
  ASSERT_FALSE(other);
  EXPECT_THAT(other.error().message, HasSubstr("hipModuleLoadData: hipError"));
  const auto module = device->load(kernel_image("gfx1201", "8"));
  ASSERT_TRUE(module) << module.error().message;
  const auto kernel = (*module)->kernel("no_such_kernel");
  ASSERT_FALSE(kernel);
  EXPECT_THAT(kernel.error().message, HasSubstr("kernel no_such_kernel: hipModuleGetFunction"));
}

/// Both targets in one process: each must get the code object that is its own.
TEST(HipDevice, RunsRungsOfBothTargetsExactly) {
  constexpr bench::Shape kShape{128, 96, 64};
  std::vector<std::unique_ptr<HipDevice>> devices;
  for (const char* arch : kArchs) devices.push_back(open(arch));
  const bench::Operands operands = bench::make_operands(kShape, bench::Data::pm1, 1, 1);
  for (const auto& device : devices) {
    const auto* target = std::ranges::find_if(
        targets, [&](const Target& t) { return device->info().arch == t.name; });
    ASSERT_NE(target, std::end(targets));
    bench::Judge judge(operands, bench::Data::pm1, target->family, 1);
    const auto uploaded = bench::upload(*device, operands);
    ASSERT_TRUE(uploaded) << uploaded.error().message;
    for (const char* id : {"1", "8"}) {
      const Rung& rung = *find_rung(id);
      const bench::RungResult result =
          bench::run_rung(*device, kernel_image(target->name, id), rung, *uploaded, judge);
      EXPECT_TRUE(result.exact()) << target->name << " rung " << id << " "
                                  << result.error.value_or("");
    }
  }
}

TEST(HipDevice, AFaultIsAnErrorOfTheLaunchOrTheWaiting) {
  const auto device = open("gfx1100");
  const auto module = device->load(kernel_image("gfx1100", "8"));
  ASSERT_TRUE(module);
  const auto kernel = (*module)->kernel(find_rung("8")->kernel);
  ASSERT_TRUE(kernel);
  // Null pointers for A, B and C.
  const std::vector<std::byte> arguments = [] {
    struct {
      uint64_t pointers[3] = {};
      int32_t sizes[6] = {64, 64, 64, 64, 64, 64};
    } args;
    const auto bytes = std::as_bytes(std::span(&args, 1));
    return std::vector<std::byte>(bytes.begin(), bytes.end());
  }();
  Result<void> done = device->launch(**kernel, {{1, 1, 1}, {128, 1, 1}, 0}, arguments);
  if (done) done = device->synchronize();
  ASSERT_FALSE(done);
  EXPECT_THAT(done.error().message, HasSubstr("hipError"));
}

}  // namespace
}  // namespace tilewright::device
