// Dot instructions against captured words.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "emu/wmma/constants.hpp"
#include "emu/wmma/dot.hpp"
#include "vectors.hpp"

namespace tilewright::emu::wmma {
namespace {

using Dot2 = uint32_t (*)(Family, uint32_t, uint32_t, uint32_t);

void check(std::string_view file, Family family, Dot2 dot2) {
  for (const Vector& row : VectorFile(file)) {
    EXPECT_EQ(dot2(family, row.hex("a"), row.hex("b"), row.hex("c")), row.hex("expected"))
        << std::hex << file << " a " << row.text("a") << " b " << row.text("b") << " c "
        << row.text("c");
  }
}

TEST(DotVectors, F16Gfx1100) { check("v_dot2_f32_f16_gfx1100", Family::gfx11, dot2_f32_f16); }
TEST(DotVectors, F16Gfx1151) { check("v_dot2_f32_f16_gfx1151", Family::gfx11, dot2_f32_f16); }
TEST(DotVectors, F16Gfx1201) { check("v_dot2_f32_f16_gfx1201", Family::gfx12, dot2_f32_f16); }
TEST(DotVectors, Bf16Gfx1100) { check("v_dot2_f32_bf16_gfx1100", Family::gfx11, dot2_f32_bf16); }
TEST(DotVectors, Bf16Gfx1201) { check("v_dot2_f32_bf16_gfx1201", Family::gfx12, dot2_f32_bf16); }

TEST(DotVectors, InlineConstantsGfx1100) {
  for (const Vector& row : VectorFile("v_dot2_f32_inline_const_gfx1100")) {
    const bool f16 = row.text("type") == "f16";
    const uint32_t constant =
        inline_constant_dot(f16 ? DotSource::f16 : DotSource::bf16, row.decimal("selector"));
    uint32_t a = constant;
    uint32_t b = row.hex("other");
    if (row.decimal("position") == 1) std::swap(a, b);
    PackedModifiers modifiers;
    modifiers.op_sel = static_cast<uint8_t>(row.decimal("op_sel"));
    modifiers.op_sel_hi = static_cast<uint8_t>(row.decimal("op_sel_hi"));
    a = packed_source(a, 0, modifiers);
    b = packed_source(b, 1, modifiers);
    const Dot2 dot2 = f16 ? dot2_f32_f16 : dot2_f32_bf16;
    EXPECT_EQ(dot2(Family::gfx11, a, b, 0), row.hex("expected"))
        << row.text("type") << " " << row.text("selector") << " position " << row.text("position")
        << " op_sel " << row.text("op_sel") << " " << row.text("op_sel_hi");
  }
}

TEST(DotVectors, ResidueGfx1151) {
  int checked = 0;
  for (const Vector& row : VectorFile("wmma_dot2_residue_gfx1151")) {
    if (row.text("instruction") != "dot2_f32_bf16_chain") continue;
    const auto a = row.halves("a");
    const auto b = row.halves("b");
    uint32_t c = row.hex("c");
    for (size_t k = 0; k < a.size(); k += 2) {
      c = dot2_f32_bf16(Family::gfx11, a[k + 1] << 16 | a[k], b[k + 1] << 16 | b[k], c);
    }
    EXPECT_EQ(c, row.hex("expected")) << row.text("a");
    ++checked;
  }
  EXPECT_EQ(checked, 5);
}

}  // namespace
}  // namespace tilewright::emu::wmma
