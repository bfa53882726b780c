// Digests of whole results captured from gfx1201: integer WMMA and sparse FP8 WMMA.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <array>
#include <bit>

#include "emu/wmma/sparse.hpp"
#include "hosts.hpp"
#include "registers.hpp"
#include "vectors.hpp"

namespace tilewright::emu::wmma {
namespace {

class Xorshift32 {
 public:
  explicit Xorshift32(uint32_t state) : state_(state) {}
  uint32_t operator()() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 17;
    state_ ^= state_ << 5;
    return state_;
  }

 private:
  uint32_t state_;
};

uint64_t fnv1a(std::span<const Row> rows) {
  uint64_t hash = 14695981039346656037u;
  for (const Row& row : rows) {
    for (const uint32_t word : row.lane) {
      for (int byte = 0; byte < 4; ++byte) {
        hash = (hash ^ (word >> (8 * byte) & 0xffu)) * 1099511628211u;
      }
    }
  }
  return hash;
}

class DigestVectors : public testing::TestWithParam<HostIsa> {};

TEST_P(DigestVectors, I32Iu8Gfx1201) {
  constexpr std::array<uint32_t, 6> accumulators = {0,          0x7fffffff, 0x80000000,
                                                    0xffffffff, 0x7fffff80, 0x80000080};
  const WmmaFunction function =
      wmma_function(Family::gfx12, Form::i32_iu8, WaveSize::w32, Policy::silicon, GetParam());
  for (const Vector& row : VectorFile("v_wmma_i32_16x16x16_iu8_gfx1201_digest")) {
    Xorshift32 draw(0xa3987412u + static_cast<uint32_t>(row.decimal("sample")));
    std::array<Row, 14> v{};
    for (int r = 0; r < 14; ++r) {
      for (uint32_t& word : v[r].lane) {
        word = r < 6 ? draw() : accumulators[draw() % accumulators.size()];
      }
    }
    Operands operands;
    operands.a = &v[0];
    operands.b = &v[2];
    operands.c = &v[6];
    operands.d = &v[6];
    operands.neg_lo = static_cast<uint8_t>(row.decimal("signed_a") | row.decimal("signed_b") << 1);
    operands.clamp = row.decimal("clamp") != 0;
    function(operands);
    EXPECT_EQ(fnv1a(std::span(v).subspan(6, 8)), row.hex64("fnv1a64"))
        << "sample " << row.text("sample") << " mode " << row.text("mode");
  }
}

INSTANTIATE_TEST_SUITE_P(Host, DigestVectors, testing::ValuesIn(hosts()), host_name);

TEST(SparseVectors, F32Fp8Gfx1201) {
  constexpr std::array<std::array<uint8_t, 5>, 2> tables = {
      {{0xc0, 0xb8, 0x00, 0x38, 0x40}, {0xc0, 0xbc, 0x00, 0x3c, 0x40}}};
  constexpr std::array<uint32_t, 6> nibbles = {4, 8, 12, 9, 13, 14};
  const auto form_of = [](const std::string& format) {
    if (format == "fp8_fp8") return Form::f32_fp8_fp8;
    if (format == "fp8_bf8") return Form::f32_fp8_bf8;
    return format == "bf8_fp8" ? Form::f32_bf8_fp8 : Form::f32_bf8_bf8;
  };
  for (const Vector& row : VectorFile("v_swmmac_f32_16x16x32_fp8_gfx1201_digest")) {
    const Form form = form_of(row.text("format"));
    Xorshift32 draw(0x7381a593u + static_cast<uint32_t>(row.decimal("sample")));
    std::array<Row, 15> v{};
    for (int r = 0; r < 15; ++r) {
      for (uint32_t& word : v[r].lane) {
        if (r < 6) {
          const FactorType type = r < 2 ? a_type(form) : b_type(form);
          const auto& table = tables[type == FactorType::fp8 ? 0 : 1];
          for (int byte = 0; byte < 4; ++byte) word |= uint32_t{table[draw() % 5]} << (8 * byte);
        } else if (r < 14) {
          word = std::bit_cast<uint32_t>(static_cast<float>(draw() % 5) - 2.0f);
        } else {
          for (int n = 0; n < 8; ++n) word |= nibbles[draw() % nibbles.size()] << (4 * n);
        }
      }
    }
    for (const Policy policy :
         {Policy::silicon, Policy::fp8_h2, Policy::fp8_h3, Policy::fp8_h4, Policy::fp8_h5}) {
      auto registers = v;
      swmmac_f32_16x16x32(
          form,
          {&registers[0], &registers[2], &registers[14], row.decimal("index_key"), &registers[6]},
          policy);
      EXPECT_EQ(fnv1a(std::span(registers).subspan(6, 8)), row.hex64("fnv1a64"))
          << row.text("format") << " sample " << row.text("sample") << " index key "
          << row.text("index_key") << " " << describe(policy).name;
    }
  }
}

}  // namespace
}  // namespace tilewright::emu::wmma
