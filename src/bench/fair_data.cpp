// SPDX-License-Identifier: MIT
#include "bench/fair_data.hpp"

#include <algorithm>
#include <cstring>

#include "core/bfloat16.hpp"
#include "core/fp8.hpp"
#include "core/half.hpp"
#include "core/parallel.hpp"

namespace tilewright::bench {
namespace {

constexpr size_t kGuardBytes = size_t{64} * 1024;
constexpr std::byte kGuard{0xa5};
/// Of products so small that a launch costs more than they do.
constexpr size_t kMostCopies = 64;

size_t product_of(int32_t x, int32_t y) { return static_cast<size_t>(x) * static_cast<size_t>(y); }

std::vector<std::byte> converted(std::span<const uint16_t> halves, Element element,
                                 unsigned threads) {
  const size_t bytes = bytes_of(element);
  std::vector<std::byte> codes(halves.size() * bytes);
  parallel_for(halves.size(), size_t{1} << 16, threads, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i)
      encode(element, half_to_float(halves[i]), &codes[i * bytes]);
  });
  return codes;
}

}  // namespace

float decode(Element element, const std::byte* code) {
  if (element == Element::e4m3) return fp8_to_float(Fp8::e4m3, std::to_integer<uint8_t>(*code));
  if (element == Element::f32) {
    float value = 0;
    std::memcpy(&value, code, sizeof value);
    return value;
  }
  uint16_t bits = 0;
  std::memcpy(&bits, code, sizeof bits);
  return element == Element::f16 ? half_to_float(bits) : bfloat16_to_float(bits);
}

void encode(Element element, float value, std::byte* code) {
  if (element == Element::e4m3) {
    *code = std::byte{fp8_from_float(Fp8::e4m3, value, Fp8Overflow::saturate)};
  } else if (element == Element::f32) {
    std::memcpy(code, &value, sizeof value);
  } else {
    const uint16_t bits =
        element == Element::f16 ? half_from_float(value) : bfloat16_from_float(value);
    std::memcpy(code, &bits, sizeof bits);
  }
}

TypedOperands convert(const Operands& operands, Element element, unsigned threads) {
  return {.shape = operands.shape,
          .element = element,
          .a = converted(operands.a, element, threads),
          .b = converted(operands.b, element, threads)};
}

std::vector<std::byte> negated(std::span<const std::byte> codes, Element element) {
  std::vector<std::byte> result(codes.begin(), codes.end());
  // The sign is the highest bit of the last byte in memory.
  const size_t bytes = bytes_of(element);
  for (size_t at = bytes - 1; at < result.size(); at += bytes) result[at] ^= std::byte{0x80};
  return result;
}

Result<Copies> Copies::allocate(device::Device& device, const Shape& shape,
                                const ProductTypes& types, FairScaling scaling, size_t bytes) {
  const size_t a_bytes = product_of(shape.m, shape.k) * bytes_of(types.input);
  const size_t b_bytes = product_of(shape.n, shape.k) * bytes_of(types.input);
  Copies copies;
  copies.c_bytes_ = product_of(shape.m, shape.n) * bytes_of(types.output);
  if (scaling != FairScaling::none) {
    const bool vectors = scaling == FairScaling::vectors;
    const auto scales = [&](int32_t extent, const char* name) {
      return device.allocate((vectors ? static_cast<size_t>(extent) : 1) * sizeof(float), name);
    };
    auto a = scales(shape.m, "scales of A");
    if (!a) return tl::unexpected(a.error());
    auto b = scales(shape.n, "scales of B");
    if (!b) return tl::unexpected(b.error());
    copies.scale_a_ = std::move(*a);
    copies.scale_b_ = std::move(*b);
  }
  const size_t one = a_bytes + b_bytes + copies.c_bytes_;
  const size_t count = std::clamp<size_t>((bytes + one - 1) / one, 2, kMostCopies);
  const auto failed = [&](const Error& error) {
    return fail("{} copies of the operands, {} B each: {}", count, one + 2 * kGuardBytes,
                error.message);
  };
  for (size_t i = 0; i < count; ++i) {
    auto a = device.allocate(a_bytes, "A");
    if (!a) return failed(a.error());
    auto b = device.allocate(b_bytes, "B");
    if (!b) return failed(b.error());
    auto c = device.allocate(copies.c_bytes_ + 2 * kGuardBytes, "C");
    if (!c) return failed(c.error());
    copies.products_.push_back({.shape = shape,
                                .types = &types,
                                .a = (*a)->address(),
                                .b = (*b)->address(),
                                .c = (*c)->address() + kGuardBytes,
                                .lda = shape.k,
                                .ldb = shape.k,
                                .ldc = shape.m,
                                .scaling = scaling,
                                .scale_a = copies.scale_a_ ? copies.scale_a_->address() : 0,
                                .scale_b = copies.scale_b_ ? copies.scale_b_->address() : 0});
    copies.copies_.push_back({std::move(*a), std::move(*b), std::move(*c)});
  }
  return copies;
}

Result<void> Copies::upload(device::Device& device, const TypedOperands& operands) {
  for (Copy& copy : copies_) {
    if (auto done = device.upload(*copy.a, 0, operands.a); !done) return done;
    if (auto done = device.upload(*copy.b, 0, operands.b); !done) return done;
  }
  return {};
}

Result<void> Copies::upload_b(device::Device& device, size_t copy, std::span<const std::byte> b) {
  return device.upload(*copies_[copy].b, 0, b);
}

Result<void> Copies::upload(device::Device& device, const FairScales& scales) {
  if (!scale_a_) return {};
  if (auto done = device.upload(*scale_a_, 0, std::as_bytes(std::span(scales.a))); !done) {
    return done;
  }
  return device.upload(*scale_b_, 0, std::as_bytes(std::span(scales.b)));
}

Result<void> Copies::poison(device::Device& device, size_t copy) {
  std::vector<std::byte> bytes(c_bytes_ + 2 * kGuardBytes, kPoison);
  std::fill_n(bytes.begin(), kGuardBytes, kGuard);
  std::fill_n(bytes.end() - kGuardBytes, kGuardBytes, kGuard);
  return device.upload(*copies_[copy].c, 0, bytes);
}

Result<std::vector<std::byte>> Copies::download_c(device::Device& device, size_t copy) const {
  std::vector<std::byte> bytes(c_bytes_ + 2 * kGuardBytes);
  if (auto read = device.download(*copies_[copy].c, 0, bytes); !read) {
    return tl::unexpected(read.error());
  }
  const auto intact = [](std::byte byte) { return byte == kGuard; };
  const auto begin_of_c = bytes.begin() + kGuardBytes;
  const auto end_of_c = bytes.end() - kGuardBytes;
  if (!std::all_of(bytes.begin(), begin_of_c, intact)) return fail("written before C's first byte");
  if (!std::all_of(end_of_c, bytes.end(), intact)) return fail("written past C's last byte");
  return std::vector<std::byte>(begin_of_c, end_of_c);
}

}  // namespace tilewright::bench
