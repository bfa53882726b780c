// SPDX-License-Identifier: MIT
#include "bench/scaled.hpp"

#include <algorithm>
#include <cmath>

#include "bench/float_reference.hpp"
#include "bench/gemm_arguments.hpp"
#include "core/bfloat16.hpp"
#include "core/half.hpp"
#include "core/parallel.hpp"
#include "core/random.hpp"

namespace tilewright::bench {
namespace {

constexpr double kUnit = 0x1p-24;

size_t width_of(ScaledResult result) { return result == ScaledResult::f32 ? 4 : 2; }

float value_of(ScaledResult result, uint32_t code) {
  switch (result) {
    case ScaledResult::f16:
      return half_to_float(static_cast<uint16_t>(code));
    case ScaledResult::bf16:
      return bfloat16_to_float(static_cast<uint16_t>(code));
    case ScaledResult::f32:
      break;
  }
  return std::bit_cast<float>(code);
}

using Bounded = FloatReference::Element;

/// Whether narrowing to binary16 may have made this infinity of a number that is right.
bool overflowed(ScaledResult result, float got, const Bounded& exact) {
  constexpr double kFirstBeyond = 65520;
  return result == ScaledResult::f16 && std::isinf(got) &&
         std::signbit(got) == std::signbit(exact.value) &&
         std::abs(exact.value) + exact.bound >= kFirstBeyond;
}

/// A NaN that no arithmetic makes, in any of the three.
constexpr uint32_t kPoison = 0x7fc57fc5;

double narrowing(ScaledResult result, double y) {
  switch (result) {
    case ScaledResult::f16:
      return std::abs(y) * 0x1p-11 + 0x1p-25;
    case ScaledResult::bf16:
      return std::abs(y) * 0x1p-8;
    case ScaledResult::f32:
      break;
  }
  return 0;
}

std::vector<float> random_floats(size_t count, uint64_t seed, uint64_t stream) {
  std::vector<float> out(count);
  for (size_t i = 0; i < count; ++i) {
    const uint64_t word = splitmix64(splitmix64(seed ^ stream << 32) ^ i);
    out[i] = static_cast<float>(std::exp2(12.0 * static_cast<double>(word >> 11) * 0x1p-53 - 6.0));
  }
  return out;
}

/// A sum times its scale, and the error of both.
Bounded scaled(const Bounded& sum, double scale) {
  const double rounding = 2.1 * kUnit * (std::abs(sum.value) + sum.bound);
  return {sum.value * scale, (sum.bound + rounding) * std::abs(scale)};
}

Bounded plus(const Bounded& x, const Bounded& y) {
  const double value = x.value + y.value;
  return {value, (x.bound + y.bound) * (1 + kUnit) + std::abs(value) * kUnit};
}

Bounded element(const FloatReference& sums, const Shape& shape, const Scales& scales, size_t row,
                size_t column) {
  const auto k = static_cast<size_t>(shape.k);
  const auto at = [](const std::vector<float>& from, int32_t stride, size_t i) {
    return double{from[static_cast<size_t>(stride) * i]};
  };
  Bounded total;
  if (scales.scaling == Scaling::vectors) {
    const double scale = at(scales.a, scales.stride_a, row) * at(scales.b, scales.stride_b, column);
    total = scaled(sums.element(row, column), scale);
  } else {
    for (size_t first = 0; first < k; first += scale_block) {
      const size_t block = first / scale_block;
      const double scale =
          double{scales.a[block * static_cast<size_t>(scales.stride_a) + row]} *
          double{scales.b[block * static_cast<size_t>(scales.stride_b) + column / scale_block]};
      total = plus(total, scaled(sums.element(row, column, first, first + scale_block), scale));
    }
  }
  return scales.bias.empty() ? total : plus(total, {double{scales.bias[column]}, 0});
}

/// Scales that a shape needs: of A and of B.
struct Needed {
  size_t a;
  size_t b;
};

Needed needed(const Shape& shape, const Scales& scales) {
  const auto m = static_cast<size_t>(shape.m);
  const auto n = static_cast<size_t>(shape.n);
  if (scales.scaling == Scaling::vectors) {
    return {scales.stride_a == 0 ? 1 : m, scales.stride_b == 0 ? 1 : n};
  }
  const size_t blocks = (static_cast<size_t>(shape.k) + scale_block - 1) / scale_block;
  return {blocks * static_cast<size_t>(scales.stride_a),
          blocks * static_cast<size_t>(scales.stride_b)};
}

Result<std::shared_ptr<device::Buffer>> filled(device::Device& device, const char* name,
                                               const std::vector<float>& values) {
  const auto bytes = std::as_bytes(std::span(values));
  Result<std::shared_ptr<device::Buffer>> buffer = device.allocate(bytes.size(), name);
  if (!buffer) return buffer;
  if (Result<void> done = device.upload(**buffer, 0, bytes); !done) {
    return tl::unexpected(done.error());
  }
  return buffer;
}

}  // namespace

Scales random_scales(const Shape& shape, ScaleGrain grain, bool with_bias, uint64_t seed) {
  Scales scales;
  scales.scaling = grain == ScaleGrain::block ? Scaling::blocks : Scaling::vectors;
  if (grain == ScaleGrain::vector) scales.stride_a = scales.stride_b = 1;
  if (grain == ScaleGrain::block) {
    scales.stride_a = shape.m;
    scales.stride_b = ceil_div(shape.n, scale_block);
  }
  const Needed counts = needed(shape, scales);
  scales.a = random_floats(counts.a, seed, 2);
  scales.b = random_floats(counts.b, seed, 3);
  if (with_bias) scales.bias = random_floats(static_cast<size_t>(shape.n), seed, 4);
  return scales;
}

Result<LaunchPlan> plan_scaled(const Shape& shape, Scaling scaling, ScaledResult result) {
  return plan_tile(scaled_kernel(scaling).tile, operand_bytes(Precision::fp8),
                   static_cast<int>(width_of(result)), shape);
}

Result<Product> multiply_scaled(device::Device& device, std::span<const std::byte> image,
                                const DeviceOperands& operands, const Scales& scales,
                                ScaledResult result) {
  const Shape& shape = operands.shape;
  const Result<LaunchPlan> plan = plan_scaled(shape, scales.scaling, result);
  if (!plan) return tl::unexpected(plan.error());
  const ScaledKernel& kernel = scaled_kernel(scales.scaling);
  const Needed counts = needed(shape, scales);
  if (scales.a.size() != counts.a || scales.b.size() != counts.b) {
    return fail("{} needs {} scales of A and {} of B, there are {} and {}", text(shape), counts.a,
                counts.b, scales.a.size(), scales.b.size());
  }
  const auto a = filled(device, "scales of A", scales.a);
  if (!a) return tl::unexpected(a.error());
  const auto b = filled(device, "scales of B", scales.b);
  if (!b) return tl::unexpected(b.error());
  std::shared_ptr<device::Buffer> bias;
  if (!scales.bias.empty()) {
    const auto made = filled(device, "bias", scales.bias);
    if (!made) return tl::unexpected(made.error());
    bias = *made;
  }

  const auto arguments = [&](uint64_t c) {
    return argument_block(ScaledGemmArgs{
        packed_gemm(shape, operands.a->address(), operands.b->address(), c), (*a)->address(),
        (*b)->address(), bias ? bias->address() : 0, scales.stride_a, scales.stride_b, result, 0});
  };
  return launch_guarded(device, image,
                        {.kernel = std::string(kernel.kernel) +
                                   fp8_kernel_suffix(operands.formats.a, operands.formats.b),
                         .workgroups = plan->workgroups,
                         .threads = plan->threads,
                         .elements = static_cast<size_t>(shape.m) * static_cast<size_t>(shape.n),
                         .width = width_of(result),
                         .poison = result == ScaledResult::f32 ? kPoison : kPoison & 0xffff,
                         .arguments = arguments});
}

ScaledComparison compare_scaled(const Codes& c, const Operands& operands, const Scales& scales,
                                ScaledResult result, unsigned threads) {
  const auto executed_k = static_cast<uint32_t>(round_up(operands.shape.k, scale_block));
  const FloatReference sums(operands, Family::rdna4, executed_k, threads);
  const auto m = static_cast<size_t>(operands.shape.m);
  std::vector<Bounded> exact(c.size());
  parallel_for(c.size(), 64, threads, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      exact[i] = element(sums, operands.shape, scales, i % m, i / m);
      exact[i].bound += narrowing(result, std::abs(exact[i].value) + exact[i].bound);
    }
  });
  ScaledComparison out;
  for (const Bounded& each : exact) out.rms += each.value * each.value;
  out.rms = std::sqrt(out.rms / static_cast<double>(exact.size()));
  for (size_t i = 0; i < c.size(); ++i) {
    const float got = value_of(result, c[i]);
    if (overflowed(result, got, exact[i])) continue;
    const double error = std::abs(double{got} - exact[i].value);
    if (!(error <= exact[i].bound)) ++out.beyond_bound;
    out.worst_error = std::max(out.worst_error, error);
    out.worst_share_of_bound = std::max(out.worst_share_of_bound, error / exact[i].bound);
    if (std::abs(exact[i].value) >= out.rms) {
      out.worst_relative = std::max(out.worst_relative, error / std::abs(exact[i].value));
    }
  }
  return out;
}

}  // namespace tilewright::bench
