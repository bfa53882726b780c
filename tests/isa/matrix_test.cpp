// WMMA and dot instructions: that operands, modifiers and constants reach the wmma library. Its
// arithmetic has tests of its own.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cstring>
#include <random>

#include "emu/exec/fault.hpp"
#include "emu/wmma/dot.hpp"
#include "emu/wmma/wmma.hpp"
#include "machine.hpp"

namespace tilewright::test {
namespace {

namespace wmma = emu::wmma;
using emu::Row;
using wmma::Family;
using wmma::Form;

/// Random f16 of moderate size in VGPRs [first, first + count).
void fill_random(Machine& m, unsigned first, unsigned count, uint32_t seed) {
  std::mt19937 random(seed);
  for (unsigned i = first; i < first + count; ++i) {
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      m.v(i)[lane] = (random() & 0x8fff8fff) | 0x30003000;
    }
  }
}

std::vector<Row> rows(Machine& m, unsigned first, unsigned count) {
  std::vector<Row> copy(count);
  std::memcpy(copy.data(), m.v(first), count * sizeof(Row));
  return copy;
}

void expect_rows(Machine& m, unsigned first, const std::vector<Row>& want) {
  for (unsigned i = 0; i < want.size(); ++i) {
    EXPECT_EQ(std::memcmp(m.v(first + i), &want[i], sizeof(Row)), 0) << "v" << first + i;
  }
}

TEST(Matrix, Gfx12) {
  Machine m(kGfx12);
  fill_random(m, 0, 32, 1);
  m.exec() = 0x00000001;  // plays no part
  auto a = rows(m, 0, 4), b = rows(m, 4, 4), c = rows(m, 8, 4);
  std::vector<Row> d(4);
  wmma::Operands operands;
  operands.a = a.data();
  operands.b = b.data();
  operands.c = c.data();
  operands.d = d.data();
  operands.neg_lo = 1;
  operands.neg_hi = 2;
  wmma::wmma_function(Family::gfx12, Form::f16_f16, wmma::WaveSize::w32)(operands);
  m.run("v_wmma_f16_16x16x16_f16 v[16:19], v[0:3], v[4:7], v[8:11] neg_lo:[1,0,0] neg_hi:[0,1,0]");
  expect_rows(m, 16, d);
}

TEST(Matrix, Gfx11SelectsAHalf) {
  Machine m(kGfx11);
  fill_random(m, 0, 48, 2);
  auto a = rows(m, 0, 8), b = rows(m, 8, 8), c = rows(m, 16, 8), d = rows(m, 32, 8);
  wmma::Operands operands;
  operands.a = a.data();
  operands.b = b.data();
  operands.c = c.data();
  operands.d = d.data();
  operands.op_sel = 4;
  wmma::wmma_function(Family::gfx11, Form::f16_f16, wmma::WaveSize::w32)(operands);
  m.run("v_wmma_f16_16x16x16_f16 v[32:39], v[0:7], v[8:15], v[16:23] op_sel:[0,0,1]");
  expect_rows(m, 32, d);
}

TEST(Matrix, InlineConstantAccumulator) {
  for (const auto arch : {kGfx11, kGfx12}) {
    const bool gfx11 = arch == kGfx11;
    Machine m(arch);
    fill_random(m, 0, 32, 3);
    const unsigned count = gfx11 ? 8 : 4;
    auto a = rows(m, 0, count), b = rows(m, 8, count);
    std::vector<Row> d(8), c(1);
    for (uint32_t& lane : c[0].lane) lane = 0x3f800000;
    wmma::Operands operands;
    operands.a = a.data();
    operands.b = b.data();
    operands.c = c.data();
    operands.c_stride = 0;
    operands.d = d.data();
    wmma::wmma_function(gfx11 ? Family::gfx11 : Family::gfx12, Form::f32_f16,
                        wmma::WaveSize::w32)(operands);
    m.run(gfx11 ? "v_wmma_f32_16x16x16_f16 v[16:23], v[0:7], v[8:15], 1.0"
                : "v_wmma_f32_16x16x16_f16 v[16:23], v[0:3], v[8:11], 1.0");
    expect_rows(m, 16, d);
  }
}

TEST(Matrix, IntegerAndFp8) {
  Machine m(kGfx12);
  fill_random(m, 0, 32, 4);
  auto a = rows(m, 0, 2), b = rows(m, 2, 2), c = rows(m, 8, 8);
  std::vector<Row> d(8);
  wmma::Operands operands;
  operands.a = a.data();
  operands.b = b.data();
  operands.c = c.data();
  operands.d = d.data();
  operands.neg_lo = 3;
  operands.clamp = true;
  wmma::wmma_function(Family::gfx12, Form::i32_iu8, wmma::WaveSize::w32)(operands);
  m.run("v_wmma_i32_16x16x16_iu8 v[16:23], v[0:1], v[2:3], v[8:15] neg_lo:[1,1,0] clamp");
  expect_rows(m, 16, d);
  operands.neg_lo = 0;
  operands.clamp = false;
  wmma::wmma_function(Family::gfx12, Form::f32_bf8_fp8, wmma::WaveSize::w32)(operands);
  m.run("v_wmma_f32_16x16x16_bf8_fp8 v[16:23], v[0:1], v[2:3], v[8:15]");
  expect_rows(m, 16, d);
  EXPECT_THROW(Machine(kGfx11).run("v_wmma_f32_16x16x16_fp8_fp8 v[16:23], v[0:1], v[2:3], v[8:15]"),
               std::runtime_error);
}

TEST(Matrix, Dots) {
  for (const auto arch : {kGfx11, kGfx12}) {
    const Family family = arch == kGfx11 ? Family::gfx11 : Family::gfx12;
    Machine m(arch);
    fill_random(m, 0, 4, 5);
    m.exec() = 0x7fffffff;
    const auto v = rows(m, 0, 4);
    m.run(
        "v_dot2_f32_f16 v4, v0, v1, v2\n"
        "v_dot2_f32_f16 v5, v0, v1, v2 op_sel:[1,0,0] op_sel_hi:[0,1,1] neg_lo:[0,1,1] "
        "neg_hi:[1,0,0]\n"
        "v_dot2_f32_bf16 v6, v0, v1, v2\n"
        "v_dot4_i32_iu8 v7, v0, v1, v2 neg_lo:[1,0,0]\n"
        "v_dot8_u32_u4 v8, v0, v1, v2 clamp\n v_dot2_f32_f16 v9, v0, 1.0, v2\n"
        "v_dot2_f32_bf16 v10, v0, v1, v2 clamp");
    for (unsigned lane = 0; lane + 1 < kLanes; ++lane) {
      const uint32_t a = v[0].lane[lane], b = v[1].lane[lane], c = v[2].lane[lane];
      EXPECT_EQ(m.v(4)[lane], wmma::dot2_f32_f16(family, a, b, c));
      EXPECT_EQ(m.v(5)[lane], wmma::dot2_f32_f16(family, (a >> 16 | a << 16) ^ 0x80000000,
                                                 b ^ 0x8000, c ^ 0x80000000));
      EXPECT_EQ(m.v(6)[lane], wmma::dot2_f32_bf16(family, a, b, c));
      EXPECT_EQ(m.v(7)[lane], wmma::dot4_i32_iu8(a, b, c, 1, false));
      EXPECT_EQ(m.v(8)[lane], wmma::dot8_u32_u4(a, b, c, true));
      EXPECT_EQ(m.v(9)[lane], wmma::dot2_f32_f16(family, a, 0x3c00, c));
      EXPECT_EQ(m.v(10)[lane], m.v(6)[lane]);
    }
    EXPECT_EQ(m.v(4)[31], 0xbad0041fu);
  }
}

TEST(Matrix, RegistersMustExist) {
  Machine m(kGfx12);
  // v[252:259] as the destination: encoded by hand, the assembler refuses it.
  EXPECT_THROW(m.run(std::vector<uint32_t>{0xcc404000 | 252, 0x1c220904}), emu::Fault);
}

}  // namespace
}  // namespace tilewright::test
