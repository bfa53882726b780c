// The runner must see every way in which a kernel can be wrong.
// SPDX-License-Identifier: MIT
#include "bench/run.hpp"

#include <gtest/gtest.h>

#include "bench/fake_device.hpp"

namespace tilewright::bench {
namespace {

constexpr Shape kShape{37, 29, 75};

RungResult run(Family family, Data data, FakeDevice& device, const char* rung = "8",
               const Shape& shape = kShape) {
  const Operands operands = make_operands(shape, data, 1, 1);
  Judge judge(operands, data, family, 2);
  const Result<DeviceOperands> uploaded = upload(device, operands);
  return run_rung(device, {}, *find_rung(rung), *uploaded, judge);
}

/// Runs once with C spoilt by `spoil(memory, offset of C)`.
RungResult spoilt(FakeDevice::Spoil spoil) {
  FakeDevice device(Family::rdna4);
  device.spoil(std::move(spoil));
  return run(Family::rdna4, Data::pm1, device);
}

size_t element(size_t row, size_t column) { return (column * size_t{37} + row) * 2; }

TEST(RunRung, ARightKernelIsExact) {
  for (const Family family : {Family::rdna3, Family::rdna4}) {
    for (const Data data : {Data::pm1, Data::normal}) {
      FakeDevice device(family);
      const RungResult result = run(family, data, device);
      EXPECT_TRUE(result.exact()) << result.error.value_or("");
      EXPECT_FALSE(result.failed());
      EXPECT_EQ(result.float64.has_value(), data == Data::normal);
      if (result.float64) {
        EXPECT_GT(result.float64->max_error, 0);
        EXPECT_LT(result.float64->max_share_of_bound, 1);
      }
    }
  }
}

TEST(RunRung, LaunchesWhatTheTileSays) {
  FakeDevice device(Family::rdna4);
  const RungResult result = run(Family::rdna4, Data::pm1, device, "8", {129, 97, 65});
  EXPECT_TRUE(result.exact());
  EXPECT_EQ(device.last_config().grid.x, 4u);
  EXPECT_EQ(device.last_config().block.x, 128u);
  EXPECT_EQ(result.plan->executed_k, 128u);
}

TEST(RunRung, SeesOneWrongBit) {
  const RungResult result = spoilt([](std::vector<std::byte>& memory, size_t c) {
    memory[c + element(5, 3)] ^= std::byte{1};
    memory[c + element(36, 28)] ^= std::byte{1};
  });
  EXPECT_TRUE(result.failed());
  EXPECT_EQ(result.verdict.mismatches, 2u);
  ASSERT_TRUE(result.verdict.first);
  EXPECT_EQ(result.verdict.first->row, 5u);
  EXPECT_EQ(result.verdict.first->column, 3u);
  EXPECT_EQ(result.verdict.first->got ^ 1, result.verdict.first->expected);
}

TEST(RunRung, SeesTheSignOfZero) {
  // Even K: some sums are zero, and -0 in their place is not what the integers say.
  const Shape shape{16, 16, 64};
  FakeDevice device(Family::rdna4);
  size_t zeros = 0;
  device.spoil([&](std::vector<std::byte>& memory, size_t c) {
    for (size_t at = c; at < c + 512; at += 2) {
      if (memory[at] != std::byte{0} || memory[at + 1] != std::byte{0}) continue;
      memory[at + 1] = std::byte{0x80};
      ++zeros;
    }
  });
  const RungResult result = run(Family::rdna4, Data::pm1, device, "8", shape);
  EXPECT_GT(zeros, 0u);
  EXPECT_EQ(result.verdict.mismatches, zeros);
}

TEST(RunRung, SeesWhatWasNotWritten) {
  const RungResult result = spoilt([](std::vector<std::byte>& memory, size_t c) {
    const auto code = static_cast<uint16_t>(poison(Precision::fp16));
    std::memcpy(&memory[c + element(1, 28)], &code, sizeof(code));
  });
  EXPECT_TRUE(result.failed());
  EXPECT_EQ(result.unwritten, 1u);
  EXPECT_EQ(result.verdict.mismatches, 1u);
}

TEST(RunRung, SeesAByteOutsideC) {
  for (const int where : {0, 1, 2, 3}) {
    const RungResult result = spoilt([&](std::vector<std::byte>& memory, size_t c) {
      const size_t end = c + element(0, 29);
      memory[std::array{size_t{0}, c - 1, end, memory.size() - 1}[static_cast<size_t>(where)]] =
          std::byte{0};
    });
    EXPECT_TRUE(result.failed()) << where;
    EXPECT_EQ(result.verdict.mismatches, 0u);
    ASSERT_TRUE(result.damage);
    EXPECT_EQ(result.damage->bytes, 1u);
  }
  EXPECT_EQ(describe(GuardDamage{.bytes = 2, .first = -2}, kShape),
            "written outside C: 2 B, the first 2 B before its start");
  EXPECT_EQ(describe(GuardDamage{.bytes = 9, .first = 37 * 29 * 2}, kShape),
            "written outside C: 9 B, the first 0 B past its end");
}

TEST(RunRung, PassesOnWhatTheDeviceReports) {
  FakeDevice device(Family::rdna4);
  device.fault("wave 3 read past A");
  const RungResult result = run(Family::rdna4, Data::pm1, device);
  EXPECT_TRUE(result.failed());
  EXPECT_EQ(result.error, "wave 3 read past A");
}

TEST(RunRung, ARefusedShapeIsNoFailure) {
  FakeDevice device(Family::rdna4);
  const RungResult result = run(Family::rdna4, Data::pm1, device, "2");
  EXPECT_TRUE(result.refused);
  EXPECT_FALSE(result.exact());
  EXPECT_FALSE(result.failed());
  EXPECT_FALSE(result.plan);
}

TEST(Mismatch, IsShownWithItsCodes) {
  EXPECT_EQ(describe(Mismatch{.row = 3, .column = 17, .expected = 0x4000, .got = 0xc400}),
            "C[3, 17] is -4 (0xc400), must be 2 (0x4000)");
}

}  // namespace
}  // namespace tilewright::bench
