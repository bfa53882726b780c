// Scaled products on the software GPU against float64, within the bound of bench/scaled.hpp.
// SPDX-License-Identifier: MIT
#include "bench/scaled.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "device/emu/emu_device.hpp"
#include "ladder/kernels.hpp"

namespace tilewright::bench {
namespace {

constexpr const char* kResults[] = {"f32", "f16", "bf16"};
constexpr const char* kGrains[] = {"tensor", "vector", "block"};

struct Case {
  Shape shape;
  ScaleGrain grain = ScaleGrain::tensor;
  ScaledResult result = ScaledResult::f32;
  bool with_bias = false;
  Formats formats = {Precision::fp8};
};

struct Outcome {
  Operands operands;
  Scales scales;
  Result<Product> product;
};

Outcome run(const Case& x) {
  Operands operands = make_operands(x.shape, Data::normal, 5, 0, x.formats);
  Scales scales = random_scales(x.shape, x.grain, x.with_bias, 5);
  const auto device = device::open_emu("gfx1201", {});
  EXPECT_TRUE(device);
  const Result<DeviceOperands> uploaded = upload(**device, operands);
  EXPECT_TRUE(uploaded);
  Result<Product> product =
      multiply_scaled(**device, kernel_image("gfx1201", "fp8-scaled"), *uploaded, scales, x.result);
  return {std::move(operands), std::move(scales), std::move(product)};
}

ScaledComparison check(const Case& x) {
  const Outcome got = run(x);
  const std::string what =
      fmt::format("{} {} scales, {} result{}", text(x.shape), kGrains[static_cast<int>(x.grain)],
                  kResults[static_cast<int>(x.result)], x.with_bias ? ", bias" : "");
  EXPECT_TRUE(got.product) << what << ": " << got.product.error().message;
  if (!got.product) return {};
  EXPECT_EQ(got.product->unwritten, 0u) << what;
  EXPECT_FALSE(got.product->damage) << what << ": wrote outside C";
  const ScaledComparison compared =
      compare_scaled(got.product->c, got.operands, got.scales, x.result, 0);
  EXPECT_EQ(compared.beyond_bound, 0u) << what << ": worst error " << compared.worst_error << ", "
                                       << compared.worst_share_of_bound << " of its bound";
  return compared;
}

TEST(Scaled, EveryGrainResultAndBiasAtARaggedShape) {
  for (const ScaleGrain grain : {ScaleGrain::tensor, ScaleGrain::vector, ScaleGrain::block}) {
    for (const ScaledResult result : {ScaledResult::f32, ScaledResult::f16, ScaledResult::bf16}) {
      for (const bool with_bias : {false, true}) {
        check({{197, 141, 300}, grain, result, with_bias});
      }
    }
    check({{1, 1, 1}, grain, ScaledResult::f32, true});
    check({{256, 256, 256}, grain, ScaledResult::bf16, false});
    check({{70, 130, 129}, grain, ScaledResult::f32, true, {Precision::fp8, Fp8::e5m2, Fp8::e4m3}});
  }
}

TEST(Scaled, WorstRelativeErrorAtTheDepthOfATransformer) {
  for (const ScaleGrain grain : {ScaleGrain::tensor, ScaleGrain::vector, ScaleGrain::block}) {
    const ScaledComparison got = check({{192, 192, 8192}, grain, ScaledResult::f32, true});
    fmt::print(
        "K = 8192, {} scales: worst relative error {:.2e} (elements of at least the rms, {:.3g}), "
        "worst error {:.2e}, {:.3f} of its bound\n",
        kGrains[static_cast<int>(grain)], got.worst_relative, got.rms, got.worst_error,
        got.worst_share_of_bound);
    EXPECT_LT(got.worst_relative, 1e-4);
    EXPECT_GT(got.worst_share_of_bound, 0);
  }
}

TEST(Scaled, ScalesBeforeItNarrows) {
  // Sums of about 2^18 are beyond binary16, and about 64 once they are scaled.
  const Case x{{64, 64, 4096}, ScaleGrain::tensor, ScaledResult::f16, false};
  Operands operands = make_operands(x.shape, Data::normal, 5, 0, x.formats);
  const auto device = device::open_emu("gfx1201", {});
  ASSERT_TRUE(device);
  for (uint16_t& half : operands.a) half = half_from_float(half_to_float(half) * 64);
  for (uint16_t& half : operands.b) half = half_from_float(half_to_float(half) * 64);
  const Result<DeviceOperands> uploaded = upload(**device, operands);
  ASSERT_TRUE(uploaded);
  Scales scales;
  scales.a = {0x1p-6f};
  scales.b = {0x1p-6f};
  const auto product =
      multiply_scaled(**device, kernel_image("gfx1201", "fp8-scaled"), *uploaded, scales, x.result);
  ASSERT_TRUE(product) << product.error().message;
  EXPECT_EQ(compare_scaled(product->c, operands, scales, x.result, 0).beyond_bound, 0u);
}

TEST(Scaled, TheComparisonSeesAWrongScale) {
  const Case x{{40, 50, 200}, ScaleGrain::vector, ScaledResult::f32, true};
  const Outcome got = run(x);
  ASSERT_TRUE(got.product);
  Scales wrong = got.scales;
  std::swap(wrong.a[3], wrong.a[4]);
  EXPECT_GT(compare_scaled(got.product->c, got.operands, wrong, x.result, 0).beyond_bound, 50u);
  wrong = got.scales;
  wrong.bias[7] += 1;
  EXPECT_EQ(compare_scaled(got.product->c, got.operands, wrong, x.result, 0).beyond_bound, 40u);
}

TEST(Scaled, RefusesScalesThatAreTooFew) {
  const Operands operands = make_operands({40, 50, 200}, Data::normal, 5, 0, {Precision::fp8});
  const auto device = device::open_emu("gfx1201", {});
  ASSERT_TRUE(device);
  const Result<DeviceOperands> uploaded = upload(**device, operands);
  ASSERT_TRUE(uploaded);
  Scales scales = random_scales({40, 50, 200}, ScaleGrain::block, false, 5);
  scales.b.pop_back();
  const auto product = multiply_scaled(**device, kernel_image("gfx1201", "fp8-scaled"), *uploaded,
                                       scales, ScaledResult::f32);
  ASSERT_FALSE(product);
  EXPECT_EQ(product.error().message,
            "40x50x200 needs 80 scales of A and 2 of B, there are 80 and 1");
}

}  // namespace
}  // namespace tilewright::bench
