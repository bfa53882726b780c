// The FP8 configurations on the software GPU: every element, at shapes that divide and at others.
// SPDX-License-Identifier: MIT
#include "ladder/kernels.hpp"

#include <gtest/gtest.h>

#include "bench/chain.hpp"
#include "bench/run.hpp"
#include "core/fp8.hpp"
#include "device/emu/emu_device.hpp"

namespace tilewright::bench {
namespace {

constexpr const char* kRungs[] = {"fp8-config1", "fp8-config2", "fp8-config3", "fp8-config4"};
constexpr Formats kPairs[] = {{Precision::fp8, Fp8::e4m3, Fp8::e4m3},
                              {Precision::fp8, Fp8::e4m3, Fp8::e5m2},
                              {Precision::fp8, Fp8::e5m2, Fp8::e4m3},
                              {Precision::fp8, Fp8::e5m2, Fp8::e5m2}};

RungResult run(const char* id, const Formats& formats, const Shape& shape, Data data) {
  const auto device = device::open_emu("gfx1201", {});
  EXPECT_TRUE(device) << device.error().message;
  const Operands operands = make_operands(shape, data, 3, 0, formats);
  const Result<DeviceOperands> uploaded = upload(**device, operands);
  EXPECT_TRUE(uploaded);
  Judge judge(operands, data, Family::rdna4, 0);
  return run_rung(**device, kernel_image("gfx1201", id), *find_rung(id), *uploaded, judge);
}

std::string complaint(const RungResult& result) {
  if (result.error) return *result.error;
  if (result.refused) return *result.refused;
  if (result.verdict.first) return describe(*result.verdict.first);
  return result.damage ? "wrote outside C" : "";
}

TEST(Fp8Kernels, AreExactOnSignsAtAnyShape) {
  for (const char* id : kRungs) {
    for (const Shape& shape : {Shape{1, 1, 1}, {193, 161, 129}, {70, 33, 300}, {384, 320, 256}}) {
      const RungResult result = run(id, kPairs[0], shape, Data::pm1);
      EXPECT_TRUE(result.exact()) << id << " " << text(shape) << ": " << complaint(result);
    }
  }
}

TEST(Fp8Kernels, MultiplyEveryPairOfFormats) {
  for (const char* id : kRungs) {
    for (const Formats& formats : kPairs) {
      const RungResult result = run(id, formats, {193, 161, 129}, Data::normal);
      EXPECT_TRUE(result.exact()) << id << ": " << complaint(result);
      ASSERT_TRUE(result.float64);
      // E4M3's products lie on a grid of 2^-18: such sums of theirs are exact.
      if (formats.a == Fp8::e5m2 && formats.b == Fp8::e5m2) {
        EXPECT_GT(result.float64->max_error, 0);
      }
      EXPECT_LT(result.float64->max_share_of_bound, 1);
    }
  }
}

TEST(Fp8Kernels, ReadTheFormatsTheyAreNamedFor) {
  // Bytes that mean other numbers in the other format: the wrong kernel must be noticed.
  const Shape shape{40, 40, 40};
  const Operands operands = make_operands(shape, Data::normal, 3, 0, kPairs[1]);
  Operands swapped = operands;
  std::swap(swapped.formats.a, swapped.formats.b);
  const auto device = device::open_emu("gfx1201", {});
  ASSERT_TRUE(device);
  Result<DeviceOperands> uploaded = upload(**device, operands);
  ASSERT_TRUE(uploaded);
  uploaded->formats = swapped.formats;
  Judge judge(operands, Data::normal, Family::rdna4, 0);
  const RungResult result = run_rung(**device, kernel_image("gfx1201", "fp8-config1"),
                                     *find_rung("fp8-config1"), *uploaded, judge);
  EXPECT_GT(result.verdict.mismatches, 1000u);
}

TEST(Fp8Kernels, MayRoundAnotherWayWithinTheBoundOfFloat64) {
  const Shape shape{32, 32, 4096};
  const Operands operands = make_operands(shape, Data::normal, 3, 0, kPairs[3]);
  Judge judge(operands, Data::normal, Family::rdna4, 0);
  Codes c = (*judge.expected(4096))->c;
  c.set(5, c[5] ^ 1);  // the last bit
  Result<Verdict> verdict = judge.check(c, 4096);
  ASSERT_TRUE(verdict);
  EXPECT_EQ(verdict->off_chain, 1u);
  EXPECT_EQ(verdict->mismatches, 0u);
  c.set(6, c[6] ^ 1u << 20);  // an eighth of its size
  verdict = judge.check(c, 4096);
  EXPECT_EQ(verdict->mismatches, 1u);
  EXPECT_EQ(verdict->first->row, 6u);

  const Operands signs = make_operands({32, 32, 64}, Data::pm1, 3, 0, kPairs[3]);
  Judge exact(signs, Data::pm1, Family::rdna4, 0);
  Codes integers = (*exact.expected(64))->c;
  integers.set(5, integers[5] ^ 1);
  EXPECT_EQ(exact.check(integers, 64)->mismatches, 1u) << "sums of ±1 have no other way";
}

TEST(Fp8Operands, AreNumbersOfTheirFormats) {
  const Formats formats = kPairs[1];
  const Operands operands = make_operands({50, 40, 30}, Data::normal, 3, 1, formats);
  const std::vector<std::byte> a = device_codes(operands, Operand::a, 1);
  const std::vector<std::byte> b = device_codes(operands, Operand::b, 1);
  ASSERT_EQ(a.size(), operands.a.size());
  for (size_t i = 0; i < a.size(); ++i) {
    ASSERT_EQ(fp8_to_float(formats.a, std::to_integer<uint8_t>(a[i])),
              half_to_float(operands.a[i]));
  }
  for (size_t i = 0; i < b.size(); ++i) {
    ASSERT_EQ(fp8_to_float(formats.b, std::to_integer<uint8_t>(b[i])),
              half_to_float(operands.b[i]));
  }
}

TEST(Fp8Operands, AreNotForFp16Rungs) {
  const Operands operands = make_operands({16, 16, 16}, Data::pm1, 3, 1, kPairs[0]);
  const auto device = device::open_emu("gfx1201", {});
  ASSERT_TRUE(device);
  const Result<DeviceOperands> uploaded = upload(**device, operands);
  ASSERT_TRUE(uploaded);
  const auto product = multiply(**device, kernel_image("gfx1201", "8"), *find_rung("8"), *uploaded);
  ASSERT_FALSE(product);
  EXPECT_EQ(product.error().message, "rung 8 multiplies fp16, the operands are fp8");
}

}  // namespace
}  // namespace tilewright::bench
