// The kernarg block and the dispatch packet.
// SPDX-License-Identifier: MIT
#include "emu/exec/kernarg.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

namespace tilewright::emu {
namespace {

using ::testing::HasSubstr;

codeobject::Kernel sample() {
  codeobject::Kernel kernel;
  kernel.name = "sample";
  kernel.kernarg_bytes = 280;
  kernel.descriptor.address = 0x40;
  kernel.descriptor.group_segment_bytes = 1000;
  kernel.descriptor.private_segment_bytes = 8;
  kernel.arguments = {
      {0, 8, "global_buffer", "C"},
      {8, 4, "by_value", "n"},
      {16, 4, "hidden_block_count_x", ""},
      {20, 4, "hidden_block_count_y", ""},
      {28, 2, "hidden_group_size_x", ""},
      {34, 2, "hidden_remainder_x", ""},
      {80, 2, "hidden_grid_dims", ""},
      {88, 8, "hidden_printf_buffer", ""},
      {136, 4, "hidden_dynamic_lds_size", ""},
  };
  return kernel;
}

template <class T>
T at(const std::vector<std::byte>& block, size_t offset) {
  T value;
  std::memcpy(&value, block.data() + offset, sizeof(T));
  return value;
}

const Geometry geometry{{5, 6, 7}, {64, 2, 1}, 512};

TEST(Kernarg, AppendsTheHiddenArguments) {
  std::vector<std::byte> arguments(12, std::byte{0x11});
  const auto block = build_kernarg(sample(), geometry, arguments);
  ASSERT_TRUE(block) << block.error().message;
  ASSERT_EQ(block->size(), 280U);
  EXPECT_EQ(at<uint64_t>(*block, 0), 0x1111'1111'1111'1111U);
  EXPECT_EQ(at<uint32_t>(*block, 8), 0x1111'1111U);
  EXPECT_EQ(at<uint32_t>(*block, 12), 0U);
  EXPECT_EQ(at<uint32_t>(*block, 16), 5U);
  EXPECT_EQ(at<uint32_t>(*block, 20), 6U);
  EXPECT_EQ(at<uint32_t>(*block, 24), 0U);  // block_count_z is not listed
  EXPECT_EQ(at<uint16_t>(*block, 28), 64U);
  EXPECT_EQ(at<uint16_t>(*block, 34), 0U);
  EXPECT_EQ(at<uint16_t>(*block, 80), 3U);
  EXPECT_EQ(at<uint64_t>(*block, 88), 0U);
  EXPECT_EQ(at<uint32_t>(*block, 136), 512U);
}

TEST(Kernarg, ChecksTheSizeOfTheArguments) {
  const auto error = [](size_t bytes) {
    const auto block = build_kernarg(sample(), geometry, std::vector<std::byte>(bytes));
    return block ? "no error" : block.error().message;
  };
  EXPECT_EQ(error(12), "no error");
  EXPECT_EQ(error(16), "no error");  // with the padding of a struct
  EXPECT_EQ(error(8), "sample takes 12 bytes of arguments (C 8 at 0, n 4 at 8), got 8");
  EXPECT_THAT(error(17), HasSubstr("got 17"));
}

TEST(Kernarg, RefusesWhatItDoesNotKnow) {
  codeobject::Kernel kernel = sample();
  kernel.arguments.push_back({200, 8, "hidden_from_the_future", ""});
  const auto block = build_kernarg(kernel, geometry, std::vector<std::byte>(12));
  ASSERT_FALSE(block);
  EXPECT_EQ(block.error().message,
            "sample: the hidden argument hidden_from_the_future of 8 bytes is not supported");
}

TEST(DispatchPacket, HoldsTheLaunch) {
  const DispatchPacket packet = build_packet(sample(), geometry, 0x10000, 0x20000);
  EXPECT_EQ(packet.workgroup_size_x, 64U);
  EXPECT_EQ(packet.workgroup_size_y, 2U);
  EXPECT_EQ(packet.grid_size_x, 320U);
  EXPECT_EQ(packet.grid_size_y, 12U);
  EXPECT_EQ(packet.grid_size_z, 7U);
  EXPECT_EQ(packet.group_segment_size, 1512U);
  EXPECT_EQ(packet.private_segment_size, 8U);
  EXPECT_EQ(packet.kernel_object, 0x10040U);
  EXPECT_EQ(packet.kernarg_address, 0x20000U);
}

}  // namespace
}  // namespace tilewright::emu
