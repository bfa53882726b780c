// The fast implementations against the scalar reference: every form, family, wave size and policy,
// random and adversarial data, all modifiers, registers that overlap.
//
// A few seconds by default; TW_WMMA_FUZZ_ROUNDS in the environment says otherwise, and each round
// has a seed of its own, so that more rounds are other rounds.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <string>

#include "data.hpp"
#include "hosts.hpp"
#include "registers.hpp"

namespace tilewright::emu::wmma {
namespace {

int rounds() {
  const char* text = std::getenv("TW_WMMA_FUZZ_ROUNDS");
  return text != nullptr ? std::atoi(text) : 3;
}

/// One register file; operands may lie anywhere in it, and do overlap at times.
struct File {
  std::array<Row, 80> rows{};
};

struct Case {
  Instruction instruction;
  Policy policy = Policy::silicon;
  File file;
  Operands operands;  ///< with addresses in `file`

  [[nodiscard]] Operands in(File& other) const {
    Operands moved = operands;
    const auto move = [&](const Row* row) { return &other.rows[row - file.rows.data()]; };
    moved.a = move(operands.a);
    moved.b = move(operands.b);
    moved.c = move(operands.c);
    moved.d = move(operands.d);
    return moved;
  }
};

std::string describe_case(const Case& c, int a_kind, int b_kind, int c_kind) {
  return std::string(c.instruction.family == Family::gfx11 ? "gfx11 " : "gfx12 ")
      .append(name(c.instruction.form))
      .append(c.instruction.wave == WaveSize::w32 ? " wave32 " : " wave64 ")
      .append(describe(c.policy).name)
      .append(" kinds ")
      .append(std::to_string(a_kind) + " " + std::to_string(b_kind) + " " + std::to_string(c_kind))
      .append(" neg_lo " + std::to_string(c.operands.neg_lo))
      .append(" neg_hi " + std::to_string(c.operands.neg_hi))
      .append(" op_sel " + std::to_string(c.operands.op_sel))
      .append(c.operands.clamp ? " clamp" : "")
      .append(c.operands.fp16_ovfl ? " fp16_ovfl" : "")
      .append(c.operands.c_stride == 0 ? " constant C" : "");
}

void place_operands(Case& c, Random& random) {
  const bool overlap = random() % 4 == 0;
  Row* rows = c.file.rows.data();
  c.operands.a = rows;
  c.operands.b = rows + 16;
  c.operands.c = rows + 32;
  c.operands.d = rows + (random() % 2 == 0 ? 32 : 48);
  if (overlap) c.operands.d = rows + random() % 40;
}

void draw_modifiers(Case& c, Random& random) {
  if (is_integer(c.instruction.form)) {
    c.operands.neg_lo = random() % 4;
    c.operands.clamp = random() % 2 != 0;
    return;
  }
  if (random() % 2 == 0) {
    const bool factors = !is_fp8(c.instruction.form);
    c.operands.neg_lo = random() & (factors ? 7 : 4);
    c.operands.neg_hi = random() & (factors ? 7 : 4);
  }
  c.operands.op_sel = random() & 7;
  c.operands.op_sel_hi = random() & 7;
  c.operands.clamp = random() % 4 == 0;
  c.operands.fp16_ovfl = random() % 2 == 0;
}

void draw_integers(Case& c, Random& random) {
  Row* rows = c.file.rows.data();
  const uint32_t mask = (1u << factor_width(c.instruction.form)) - 1;
  for (Row* operand : {rows, rows + 16}) {
    c.instruction.set_factors(operand, [&](int, int) { return random() & mask; });
  }
  if (random() % 2 == 0) return;
  for (int r = 32; r < 48; ++r) {  // C near saturation
    for (uint32_t& word : rows[r].lane) {
      word = (random() % 2 == 0 ? 0x7fffffffu : 0x80000000u) + random() % 65536 - 32768;
    }
  }
}

/// Makes pairs of products cancel, exactly or nearly.
void make_pairs_cancel(Case& c, Random& random) {
  const uint32_t sign = 1u << (factor_width(c.instruction.form) - 1);
  for (Row* operand : {&c.file.rows[0], &c.file.rows[16]}) {
    for (int row = 0; row < tile; ++row) {
      for (int k = 0; k < tile; k += 2) {
        uint32_t code = c.instruction.factor(operand, row, k);
        if (operand == &c.file.rows[16]) code ^= sign;
        if (random() % 4 == 0) code ^= 1;
        c.instruction.set_factor(operand, row, k + 1, code);
      }
    }
  }
}

/// Makes sums lie at or next to ties of the result's smallest numbers, where the lowest bits that
/// alignment keeps decide: products are half of such a number, less what shows only there
/// ((1 + x)(1 - x) = 1 - x²).
void make_near_ties(Case& c, Random& random) {
  const Form form = c.instruction.form;
  const bool bf16 = a_type(form) == FactorType::bf16;
  const int places = bf16 ? 7 : 8;
  const int a_exponent = bf16 ? -75 : -13;
  const int b_exponent = bf16 ? -75 : -12;
  for (int k = 0; k < tile; ++k) {
    const double x = std::ldexp(static_cast<double>(random() % (bf16 ? 64 : 8)), -places);
    for (int row = 0; row < tile; ++row) {
      const double sign = random() % 2 == 0 ? 1 : -1;
      const double a = random() % 4 == 0 ? 0 : sign * std::ldexp(1 + x, a_exponent);
      c.instruction.set_factor(&c.file.rows[0], row, k, encode(a_type(form), a));
      c.instruction.set_factor(&c.file.rows[16], row, k,
                               encode(b_type(form), std::ldexp(1 - x, b_exponent)));
    }
  }
  const uint32_t sign = is_packed(form) ? 0x8000 : 0x80000000;
  for (int r = 32; r < 48; ++r) {
    for (uint32_t& word : c.file.rows[r].lane) {
      word = (random() & sign) | random() % 3;
      if (is_packed(form)) word |= static_cast<uint32_t>((random() & sign) | random() % 3) << 16;
    }
  }
}

void draw_floats(Case& c, Random& random, DataKind a_kind, DataKind b_kind,
                 AccumulatorKind c_kind) {
  const Form form = c.instruction.form;
  Row* rows = c.file.rows.data();
  c.instruction.set_factors(
      rows, [&](int row, int) { return draw_factor(random, a_kind, a_type(form), row); });
  c.instruction.set_factors(
      rows + 16, [&](int row, int) { return draw_factor(random, b_kind, b_type(form), row); });
  for (int r = 32; r < 48; ++r) {
    for (uint32_t& word : rows[r].lane) {
      word = draw_accumulator(random, c_kind, accumulator_type(form));
      if (is_packed(form)) {
        word |= draw_accumulator(random, c_kind, accumulator_type(form)) << 16;
      }
    }
  }
  if (random() % 4 == 0) make_pairs_cancel(c, random);
  const bool can_underflow = form == Form::f16_f16 || a_type(form) == FactorType::bf16;
  if (can_underflow && random() % 8 == 0) make_near_ties(c, random);
}

/// Runs the case on the reference and on every other host; no register but D's may change.
void check(Case& c, const std::string& description) {
  const Instruction& i = c.instruction;
  const WmmaFunction reference = wmma_function(i.family, i.form, i.wave, c.policy, HostIsa::scalar);
  File expected = c.file;
  reference(c.in(expected));
  for (const HostIsa isa : hosts()) {
    if (isa == HostIsa::scalar) continue;
    File actual = c.file;
    wmma_function(i.family, i.form, i.wave, c.policy, isa)(c.in(actual));
    for (size_t r = 0; r < actual.rows.size(); ++r) {
      for (int lane = 0; lane < 32; ++lane) {
        ASSERT_EQ(actual.rows[r].lane[lane], expected.rows[r].lane[lane])
            << std::hex << name(isa) << " " << description << std::dec << " row " << r
            << " of the file, D at " << c.operands.d - c.file.rows.data() << ", lane " << lane;
      }
    }
  }
}

class Fuzz : public testing::TestWithParam<Form> {};

TEST_P(Fuzz, FastEqualsReference) {
  const Form form = GetParam();
  int cases = 0;
  for (int round = 0; round < rounds(); ++round) {
    Random random(static_cast<uint64_t>(round) * 1000 + static_cast<uint64_t>(form));
    for (const Family family : {Family::gfx11, Family::gfx12}) {
      if (!exists(family, form)) continue;
      for (const WaveSize wave : {WaveSize::w32, WaveSize::w64}) {
        for (int kind = 0; kind < data_kind_count; ++kind) {
          for (int c_kind = 0; c_kind < accumulator_kind_count; ++c_kind) {
            Case c;
            c.instruction = {family, form, wave};
            const int policies = is_fp8(form) ? policy_count : 2;
            c.policy = static_cast<Policy>(random() % 2 == 0 ? 0 : random() % policies);
            const int b_kind =
                random() % 3 == 0 ? static_cast<int>(random() % data_kind_count) : kind;
            place_operands(c, random);
            draw_modifiers(c, random);
            for (Row& row : c.file.rows) {
              for (uint32_t& word : row.lane) word = static_cast<uint32_t>(random());
            }
            if (is_integer(form)) {
              draw_integers(c, random);
            } else {
              draw_floats(c, random, static_cast<DataKind>(kind), static_cast<DataKind>(b_kind),
                          static_cast<AccumulatorKind>(c_kind));
            }
            if (random() % 8 == 0) c.operands.c_stride = 0;
            ++cases;
            check(c, describe_case(c, kind, b_kind, c_kind));
            if (HasFatalFailure()) return;
          }
        }
      }
    }
  }
  RecordProperty("cases", cases);
}

std::string form_name(const testing::TestParamInfo<Form>& info) {
  return std::string(name(info.param));
}

INSTANTIATE_TEST_SUITE_P(Form, Fuzz,
                         testing::Values(Form::f32_f16, Form::f32_bf16, Form::f16_f16,
                                         Form::bf16_bf16, Form::i32_iu8, Form::i32_iu4,
                                         Form::i32_iu4_k32, Form::f32_fp8_fp8, Form::f32_fp8_bf8,
                                         Form::f32_bf8_fp8, Form::f32_bf8_bf8),
                         form_name);

}  // namespace
}  // namespace tilewright::emu::wmma
