// Captured words against instructions as a program meets them: decoded from machine code, with
// registers, EXEC and MODE. (tests/wmma puts the same words to the arithmetic alone.)
// SPDX-License-Identifier: MIT
#include "vectors.hpp"

#include <gtest/gtest.h>

#include "assembler.hpp"
#include "emu/exec/fault.hpp"
#include "machine.hpp"

namespace tilewright::test {
namespace {

using emu::wmma::Vector;
using emu::wmma::VectorFile;

constexpr uint32_t kFp16Ovfl = 1u << 23;

/// The files have the instruction's dwords: A from v0 on, B from v8, C from v16, D from v24.
void check_operands(std::string_view file, std::string_view arch, unsigned registers) {
  constexpr uint32_t before = 0x56781234;
  for (const Vector& row : VectorFile(file)) {
    for (const uint32_t exec : {~0u, 0u}) {  // matrix instructions ignore it
      Machine m(arch);
      for (unsigned i = 0; i < 8; ++i) {
        m.fill(i, row.hex("a"));
        m.fill(8 + i, row.hex("b"));
        m.fill(16 + i, row.hex("c"));
        m.fill(24 + i, before);
      }
      m.exec() = exec;
      try {
        m.run(std::vector<uint32_t>{row.hex("word0"), row.hex("word1")});
      } catch (const emu::Fault& fault) {
        FAIL() << row.text("word0") << " " << row.text("word1") << ": " << fault.what;
      }
      for (unsigned i = 0; i < 8; ++i) {
        for (unsigned lane = 0; lane < kLanes; ++lane) {
          ASSERT_EQ(m.v(24 + i)[lane], i < registers ? row.hex("expected") : before)
              << file << " " << row.text("word0") << " " << row.text("word1") << " v" << 24 + i;
        }
      }
    }
  }
}

TEST(Vectors, PackedMatrixOperands) {
  check_operands("v_wmma_f16_16x16x16_f16_gfx1100_operands", "gfx1100", 8);
  check_operands("v_wmma_bf16_16x16x16_bf16_gfx1100_operands", "gfx1100", 8);
  check_operands("v_wmma_f16_16x16x16_f16_gfx1201_operands", "gfx1201", 4);
  check_operands("v_wmma_bf16_16x16x16_bf16_gfx1201_operands", "gfx1201", 4);
}

/// Factors of the same row and column everywhere, in the order in which gfx12 adds them in wave32:
/// lanes 0-15, then 16-31, of two registers, then of the other two.
TEST(Vectors, OverflowOfPackedMatrices) {
  for (const Vector& row : VectorFile("v_wmma_packed_fp16_ovfl_gfx1201")) {
    for (const uint32_t mode : {0x00u, 0xf0u, 0xffu, 0x300u}) {  // its other fields do nothing
      Machine m(kGfx12);
      const auto place = [&](unsigned first, const std::vector<uint32_t>& factors) {
        for (unsigned q = 0; q < 16; q += 2) {
          const unsigned step = q / 4;
          const unsigned index = first + step / 2 * 2 + q % 4 / 2;
          for (unsigned lane = 0; lane < 16; ++lane) {
            m.v(index)[step % 2 * 16 + lane] = factors[q] | factors[q + 1] << 16;
          }
        }
      };
      place(0, row.halves("a_acc_order"));
      place(8, row.halves("b_acc_order"));
      for (unsigned i = 16; i < 20; ++i) m.fill(i, row.hex("c") | row.hex("c") << 16);
      m.mode() = mode | (row.decimal("fp16_ovfl") != 0 ? kFp16Ovfl : 0);
      const std::string& type = row.text("type");
      m.run("v_wmma_" + type + "_16x16x16_" + type + " v[24:27], v[0:3], v[8:11], v[16:19]");
      for (unsigned i = 24; i < 28; ++i) {
        for (unsigned lane = 0; lane < kLanes; ++lane) {
          ASSERT_EQ(m.v(i)[lane], row.hex("expected") | row.hex("expected") << 16)
              << type << " " << row.text("a_acc_order") << std::hex << " MODE " << m.mode();
        }
      }
    }
  }
}

TEST(Vectors, Dots) {
  for (const std::string type : {"f16", "bf16"}) {
    for (const std::string arch : {"gfx1100", "gfx1151", "gfx1201"}) {
      if (type == "bf16" && arch == "gfx1151") continue;  // there are none
      const auto code = assemble(arch, "v_dot2_f32_" + type + " v3, v0, v1, v2");
      for (const Vector& row : VectorFile("v_dot2_f32_" + type + "_" + arch)) {
        Machine m(arch);
        m.fill(0, row.hex("a"));
        m.fill(1, row.hex("b"));
        m.fill(2, row.hex("c"));
        for (const uint32_t mode : {0x00u, 0xf0u, 0xffu}) {
          m.fill(3, 0);
          m.mode() = (m.mode() & ~0xffu) | mode;
          m.run(code);
          ASSERT_EQ(m.v(3)[7], row.hex("expected"))
              << arch << " " << type << " " << row.text("a") << " " << row.text("b") << " "
              << row.text("c") << std::hex << " MODE " << m.mode();
        }
      }
    }
  }
}

TEST(Vectors, DotsOfInlineConstants) {
  for (const Vector& row : VectorFile("v_dot2_f32_inline_const_gfx1100")) {
    auto code = assemble(kGfx11, "v_dot2_f32_" + row.text("type") + " v3, v0, v0, 0");
    const auto field = [](uint32_t& word, unsigned first, unsigned width, int value) {
      const uint32_t mask = ((1u << width) - 1) << first;
      word = (word & ~mask) | static_cast<uint32_t>(value) << first;
    };
    field(code[0], 11, 2, row.decimal("op_sel"));
    field(code[1], 27, 2, row.decimal("op_sel_hi"));
    field(code[1], row.decimal("position") == 0 ? 0 : 9, 9, row.decimal("selector"));
    Machine m(kGfx11);
    m.fill(0, row.hex("other"));
    m.run(code);
    ASSERT_EQ(m.v(3)[0], row.hex("expected"))
        << row.text("type") << " " << row.text("selector") << " at " << row.text("position")
        << " op_sel " << row.text("op_sel") << " " << row.text("op_sel_hi");
  }
}

TEST(Vectors, ConversionsToEightBits) {
  struct Column {
    const char* name;
    const char* text;
  };
  // X is the format; columns end in _ovfl0 and _ovfl1.
  constexpr Column columns[] = {
      {"pk_X", "v_cvt_pk_X_f32 v0, v1, -v1"},
      {"pk_X_negabs", "v_cvt_pk_X_f32 v0, -|v1|, |v1|"},
      {"pk_X_hi", "v_cvt_pk_X_f32 v0, v1, -v1 op_sel:[0,0,1]"},
      {"sr_X_byte0", "v_cvt_sr_X_f32 v0, v1, v2"},
      {"sr_X_negabs_byte3", "v_cvt_sr_X_f32 v0, -|v1|, v2 byte_sel:3"},
  };
  const auto of = [](std::string text, const std::string& format) {
    return text.replace(text.find('X'), 1, format);
  };
  const VectorFile file("v_cvt_fp8_bf8_f32_gfx1201");
  for (const Column& column : columns) {
    for (const std::string format : {"fp8", "bf8"}) {
      const auto code = assemble(kGfx12, of(column.text, format));
      for (const bool overflow : {false, true}) {
        const std::string name = of(column.name, format) + (overflow ? "_ovfl1" : "_ovfl0");
        for (const Vector& row : file) {
          Machine m(kGfx12);
          m.fill(0, 0x12345678);
          m.fill(1, row.hex("source"));
          m.fill(2, row.hex("seed"));
          m.mode() |= overflow ? kFp16Ovfl : 0;
          m.run(code);
          ASSERT_EQ(m.v(0)[5], row.hex(name))
              << name << " " << row.text("source") << " " << row.text("seed");
        }
      }
    }
  }
}

}  // namespace
}  // namespace tilewright::test
