// Whether the captured words would notice: with a wrong guard constant, some word must differ.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <array>
#include <iostream>

#include "emu/wmma/forms.hpp"
#include "emu/wmma/layout.hpp"
#include "hosts.hpp"
#include "vectors.hpp"

namespace tilewright::emu::wmma {
namespace {

using Codes = std::vector<uint32_t>;

/// Counts the words of captured files that come out wrong with these guards.
class Judge {
 public:
  Judge(Family family, const Guards& guards) : family_(family), guards_(guards) {}

  [[nodiscard]] int mismatches() const { return mismatches_; }

  void dots(std::string_view file, FactorType type) {
    const StepRules rules{family_, type, type, AccumulatorType::f32, 2, false};
    for (const Vector& row : VectorFile(file)) {
      const auto pair = [](uint32_t word) { return Codes{word & 0xffffu, word >> 16}; };
      const uint32_t d =
          dot_step(rules, guards_, pair(row.hex("a")), pair(row.hex("b")), row.hex("c"));
      count(d, row.hex("expected"));
    }
  }

  /// Files with a row of A, a column of B and one cell's result per row.
  void cells(std::string_view file, Form form, WaveSize wave, std::string_view expected) {
    const ChainRules rules = chain_rules(family_, form, Policy::silicon, false);
    const auto length = static_cast<size_t>(rules.step_length);
    for (const Vector& row : VectorFile(file)) {
      const Codes a = in_order(row.halves("a"), wave);
      const Codes b = in_order(row.halves("b"), wave);
      uint32_t c = row.hex("c");
      for (size_t first = 0; first < a.size(); first += length) {
        c = dot_step(rules.step, guards_, std::span(a).subspan(first, length),
                     std::span(b).subspan(first, length), c);
      }
      count(c, row.hex(expected));
    }
  }

 private:
  [[nodiscard]] Codes in_order(const Codes& by_position, WaveSize wave) const {
    Codes ordered;
    for (int q = 0; q < tile; ++q) {
      ordered.push_back(by_position[accumulation_position(family_, wave, 16, q)]);
    }
    return ordered;
  }

  void count(uint32_t actual, uint32_t expected) { mismatches_ += actual != expected ? 1 : 0; }

  Family family_;
  Guards guards_;
  int mismatches_ = 0;
};

int mismatches(Family family, const Guards& guards) {
  Judge judge(family, guards);
  if (family == Family::gfx11) {
    judge.dots("v_dot2_f32_f16_gfx1100", FactorType::f16);
    judge.dots("v_dot2_f32_bf16_gfx1100", FactorType::bf16);
    judge.cells("v_wmma_f16_16x16x16_f16_gfx1100_wave32_matrix", Form::f16_f16, WaveSize::w32,
                "expected");
    judge.cells("v_wmma_f32_16x16x16_f16_gfx1100_matrix", Form::f32_f16, WaveSize::w32, "expected");
  } else {
    judge.dots("v_dot2_f32_f16_gfx1201", FactorType::f16);
    judge.dots("v_dot2_f32_bf16_gfx1201", FactorType::bf16);
    judge.cells("v_wmma_f16_16x16x16_f16_gfx1201_wave32_matrix", Form::f16_f16, WaveSize::w32,
                "expected");
    for (const WaveSize wave : {WaveSize::w32, WaveSize::w64}) {
      const std::string_view column = wave == WaveSize::w32 ? "expected_w32" : "expected_w64";
      judge.cells("v_wmma_f32_16x16x16_f16_gfx1201", Form::f32_f16, wave, column);
      judge.cells("v_wmma_f32_16x16x16_bf16_gfx1201", Form::f32_bf16, wave, column);
    }
  }
  return judge.mismatches();
}

class Mutation : public testing::TestWithParam<Family> {};

TEST_P(Mutation, WrongGuardsAreNoticed) {
  const Family family = GetParam();
  EXPECT_EQ(mismatches(family, {24, 26}), 0);
  for (const Guards& wrong :
       {Guards{22, 26}, Guards{23, 26}, Guards{25, 26}, Guards{24, 24}, Guards{24, 25}}) {
    EXPECT_GT(mismatches(family, wrong), 0) << wrong.product << " " << wrong.accumulator;
  }
}

/// What the words here do not show, as far as they go: a guard of 27 instead of 26.
TEST_P(Mutation, OneMoreAccumulatorBitIsNot) {
  EXPECT_EQ(mismatches(GetParam(), {24, 27}), 0) << "better words: move this to the other test";
}

INSTANTIATE_TEST_SUITE_P(Family, Mutation, testing::Values(Family::gfx11, Family::gfx12),
                         [](const auto& info) { return testing::PrintToString(info.param); });

}  // namespace
}  // namespace tilewright::emu::wmma
