// Matrix instructions against captured words, on every implementation that this host can run.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <bit>
#include <map>
#include <string>

#include "core/half.hpp"
#include "emu/wmma/constants.hpp"
#include "hosts.hpp"
#include "registers.hpp"
#include "vectors.hpp"

namespace tilewright::emu::wmma {
namespace {

class WmmaVectors : public testing::TestWithParam<HostIsa> {
 protected:
  void run(const Instruction& instruction, const Operands& operands) const {
    const WmmaFunction function = wmma_function(instruction.family, instruction.form,
                                                instruction.wave, Policy::silicon, GetParam());
    ASSERT_NE(function, nullptr);
    function(operands);
  }

  /// Every row of A is `a`, every column of B is `b`, by position; every C is `c`.
  Machine uniform(const Instruction& instruction, const std::vector<uint32_t>& a,
                  const std::vector<uint32_t>& b, uint32_t c) const {
    Machine machine;
    instruction.set_factors(machine.a.data(), [&](int, int k) { return a[k]; });
    instruction.set_factors(machine.b.data(), [&](int, int k) { return b[k]; });
    instruction.set_accumulators(machine.c.data(), [&](int, int) { return c; });
    return machine;
  }

  /// All 256 cells.
  static void expect_uniform(const Instruction& instruction, Machine& machine, uint32_t expected,
                             const std::string& where) {
    for (int i = 0; i < tile; ++i) {
      for (int j = 0; j < tile; ++j) {
        ASSERT_EQ(instruction.result(machine.d.data(), i, j), expected)
            << std::hex << where << " i " << i << " j " << j;
      }
    }
  }

  void check_both_waves(std::string_view file, Form form) const {
    for (const Vector& row : VectorFile(file)) {
      for (const WaveSize wave : {WaveSize::w32, WaveSize::w64}) {
        const Instruction instruction{Family::gfx12, form, wave};
        Machine machine = uniform(instruction, row.halves("a"), row.halves("b"), row.hex("c"));
        run(instruction, machine.operands());
        const std::string_view column = wave == WaveSize::w32 ? "expected_w32" : "expected_w64";
        expect_uniform(instruction, machine, row.hex(column), row.text("a"));
      }
    }
  }

  /// Cells of whole matrices, a row of A, a column of B and a C each; `fixture` tells matrices
  /// apart.
  void check_matrices(
      std::string_view file, const Instruction& instruction,
      uint32_t (*factor)(uint32_t) = [](uint32_t code) { return code; }) const {
    struct Matrices {
      std::array<std::vector<uint32_t>, tile> a, b;
      std::array<std::array<uint32_t, tile>, tile> c{};
    };
    const VectorFile vectors(file);
    const bool has_fixtures = instruction.form == Form::f16_f16;
    std::map<int, Matrices> fixtures;
    for (const Vector& row : vectors) {
      Matrices& matrices = fixtures[has_fixtures ? row.decimal("fixture") : 0];
      const int i = row.decimal("i");
      const int j = row.decimal("j");
      matrices.a[i] = row.halves("a");
      matrices.b[j] = row.halves("b");
      matrices.c[i][j] = row.hex("c");
    }
    for (auto& [fixture, matrices] : fixtures) {
      Machine machine;
      const auto at = [&](const std::vector<uint32_t>& codes, int k) {
        return codes.empty() ? 0 : factor(codes[k]);
      };
      instruction.set_factors(machine.a.data(), [&](int i, int k) { return at(matrices.a[i], k); });
      instruction.set_factors(machine.b.data(), [&](int j, int k) { return at(matrices.b[j], k); });
      instruction.set_accumulators(machine.c.data(),
                                   [&](int i, int j) { return matrices.c[i][j]; });
      run(instruction, machine.operands());
      for (const Vector& row : vectors) {
        if (has_fixtures && row.decimal("fixture") != fixture) continue;
        const int i = row.decimal("i");
        const int j = row.decimal("j");
        ASSERT_EQ(instruction.result(machine.d.data(), i, j), row.hex("expected"))
            << std::hex << file << " fixture " << fixture << " i " << i << " j " << j;
      }
    }
  }

  void check_operands(std::string_view file, Family family, Form form) const {
    constexpr uint32_t d_before = 0x56781234;
    for (const Vector& row : VectorFile(file)) {
      const uint32_t word0 = row.hex("word0");
      const uint32_t word1 = row.hex("word1");
      const int src2 = static_cast<int>(word1 >> 18 & 0x1ffu);
      for (const WaveSize wave : {WaveSize::w32, WaveSize::w64}) {
        Machine machine;
        const auto fill = [](auto& rows, uint32_t word) {
          for (Row& r : rows) std::fill(std::begin(r.lane), std::end(r.lane), word);
        };
        fill(machine.a, row.hex("a"));
        fill(machine.b, row.hex("b"));
        fill(machine.c, row.hex("c"));
        fill(machine.d, d_before);
        Operands operands = machine.operands();
        operands.neg_hi = word0 >> 8 & 7;
        operands.op_sel = word0 >> 11 & 7;
        operands.clamp = (word0 >> 15 & 1) != 0;
        operands.op_sel_hi = static_cast<uint8_t>((word0 >> 14 & 1) << 2 | (word1 >> 27 & 3));
        operands.neg_lo = word1 >> 29 & 7;
        if (src2 < 256) {
          fill(machine.c, inline_constant_c(form, src2));
          operands.c_stride = 0;
        }
        run({family, form, wave}, operands);
        const Registers count = registers(family, form, wave);
        const int rows = count.cd * (wave == WaveSize::w32 ? 1 : 2);
        for (int r = 0; r < 16; ++r) {
          for (const uint32_t word : machine.d[r].lane) {
            ASSERT_EQ(word, r < rows ? row.hex("expected") : d_before)
                << std::hex << file << " " << word0 << " " << word1 << " D row " << r;
          }
        }
      }
    }
  }
};

TEST_P(WmmaVectors, F32F16Gfx1201) {
  check_both_waves("v_wmma_f32_16x16x16_f16_gfx1201", Form::f32_f16);
}

TEST_P(WmmaVectors, F32Bf16Gfx1201) {
  check_both_waves("v_wmma_f32_16x16x16_bf16_gfx1201", Form::f32_bf16);
}

TEST_P(WmmaVectors, F32F16MatrixGfx1100) {
  for (const WaveSize wave : {WaveSize::w32, WaveSize::w64}) {
    check_matrices("v_wmma_f32_16x16x16_f16_gfx1100_matrix", {Family::gfx11, Form::f32_f16, wave});
  }
}

TEST_P(WmmaVectors, F16MatrixGfx1100) {
  for (const WaveSize wave : {WaveSize::w32, WaveSize::w64}) {
    check_matrices("v_wmma_f16_16x16x16_f16_gfx1100_wave32_matrix",
                   {Family::gfx11, Form::f16_f16, wave});
  }
}

TEST_P(WmmaVectors, F16MatrixGfx1201) {
  check_matrices("v_wmma_f16_16x16x16_f16_gfx1201_wave32_matrix",
                 {Family::gfx12, Form::f16_f16, WaveSize::w32});
}

TEST_P(WmmaVectors, F16OperandsGfx1100) {
  check_operands("v_wmma_f16_16x16x16_f16_gfx1100_operands", Family::gfx11, Form::f16_f16);
}

TEST_P(WmmaVectors, Bf16OperandsGfx1100) {
  check_operands("v_wmma_bf16_16x16x16_bf16_gfx1100_operands", Family::gfx11, Form::bf16_bf16);
}

TEST_P(WmmaVectors, F16OperandsGfx1201) {
  check_operands("v_wmma_f16_16x16x16_f16_gfx1201_operands", Family::gfx12, Form::f16_f16);
}

TEST_P(WmmaVectors, Bf16OperandsGfx1201) {
  check_operands("v_wmma_bf16_16x16x16_bf16_gfx1201_operands", Family::gfx12, Form::bf16_bf16);
}

TEST_P(WmmaVectors, Fp16OverflowGfx1201) {
  for (const Vector& row : VectorFile("v_wmma_packed_fp16_ovfl_gfx1201")) {
    const Form form = row.text("type") == "f16" ? Form::f16_f16 : Form::bf16_bf16;
    const auto a = row.halves("a_acc_order");
    const auto b = row.halves("b_acc_order");
    for (const WaveSize wave : {WaveSize::w32, WaveSize::w64}) {
      const Instruction instruction{Family::gfx12, form, wave};
      std::vector<uint32_t> a_positions(tile);
      std::vector<uint32_t> b_positions(tile);
      for (int q = 0; q < tile; ++q) {
        const int position = accumulation_position(Family::gfx12, wave, 16, q);
        a_positions[position] = a[q];
        b_positions[position] = b[q];
      }
      Machine machine = uniform(instruction, a_positions, b_positions, row.hex("c"));
      Operands operands = machine.operands();
      operands.fp16_ovfl = row.decimal("fp16_ovfl") != 0;
      run(instruction, operands);
      expect_uniform(instruction, machine, row.hex("expected"),
                     row.text("type") + " pattern " + row.text("pattern"));
    }
  }
}

TEST_P(WmmaVectors, ResidueGfx1151) {
  int checked = 0;
  for (const Vector& row : VectorFile("wmma_dot2_residue_gfx1151")) {
    const std::string& name = row.text("instruction");
    if (name.find("wmma") == std::string::npos) continue;  // the others are in vectors_dot_test.cpp
    const Form form = name == "wmma_f32_16x16x16_f16" ? Form::f32_f16 : Form::f32_bf16;
    const Instruction instruction{Family::gfx11, form, WaveSize::w32};
    Machine machine = uniform(instruction, row.halves("a"), row.halves("b"), row.hex("c"));
    run(instruction, machine.operands());
    expect_uniform(instruction, machine, row.hex("expected"), name);
    ++checked;
  }
  EXPECT_EQ(checked, 10);
}

INSTANTIATE_TEST_SUITE_P(Host, WmmaVectors, testing::ValuesIn(hosts()), host_name);

}  // namespace
}  // namespace tilewright::emu::wmma
