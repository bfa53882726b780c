// What the descriptor's bits do to the registers of a wave, and which bits are refused.
// SPDX-License-Identifier: MIT
#include "emu/exec/initial_state.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

namespace tilewright::emu {
namespace {

using ::testing::HasSubstr;

constexpr uint16_t wave32 = 1U << 10, kernarg_ptr = 1U << 3;

/// As LLVM writes it for a HIP kernel on gfx1100: X, Y, Z enabled, user SGPRs padded to 13.
codeobject::Kernel padded() {
  codeobject::Kernel kernel;
  kernel.name = std::string("k");  // GCC 12 warns of the plain assignment (PR105651)
  kernel.descriptor.properties = wave32 | kernarg_ptr;
  kernel.descriptor.rsrc1 = 0xf0U << 12 | 1U << 21 | 1U << 23;
  kernel.descriptor.rsrc2 = 13U << 1 | 7U << 7 | 2U << 11;
  return kernel;
}

struct Started {
  explicit Started(const InitialState& state, unsigned id = 0) : rows(512) {
    group.id[0] = 5;
    group.id[1] = 6;
    group.id[2] = 7;
    wave.group = &group;
    wave.id = id;
    wave.vgpr = rows.data();
    state.apply(wave);
  }
  std::vector<Row> rows;
  Workgroup group;
  Wave wave;
};

const Geometry geometry{{8, 8, 8}, {40, 1, 1}, 0};
const LaunchAddresses addresses{0x1111'2222'3333'4444, 0x5555'6666'7777'8888, 9};

TEST(InitialState, Gfx11PutsWorkgroupIdsBehindTheUserSgprs) {
  const auto state = InitialState::create(padded(), Generation::gfx11, geometry, addresses);
  ASSERT_TRUE(state) << state.error().message;
  const Started s(*state);
  EXPECT_EQ(s.wave.scalar64(0), addresses.kernarg);
  EXPECT_EQ(s.wave.scalar[13], 5U);
  EXPECT_EQ(s.wave.scalar[14], 6U);
  EXPECT_EQ(s.wave.scalar[15], 7U);
  EXPECT_EQ(s.wave.mode, 0x3f0U);
}

TEST(InitialState, Gfx11LeavesOutWorkgroupIdsThatAreNotEnabled) {
  codeobject::Kernel kernel = padded();
  kernel.descriptor.rsrc2 = 2U << 1 | 5U << 7;  // X and Z
  const auto state = InitialState::create(kernel, Generation::gfx11, geometry, addresses);
  ASSERT_TRUE(state);
  const Started s(*state);
  EXPECT_EQ(s.wave.scalar[2], 5U);
  EXPECT_EQ(s.wave.scalar[3], 7U);
}

TEST(InitialState, Gfx12PutsWorkgroupIdsIntoTrapTemporaries) {
  const auto state = InitialState::create(padded(), Generation::gfx12, geometry, addresses);
  ASSERT_TRUE(state);
  const Started s(*state, 1);
  EXPECT_EQ(s.wave.scalar[sreg::ttmp9], 5U);
  EXPECT_EQ(s.wave.scalar[sreg::ttmp7], 6U | 7U << 16);
  EXPECT_EQ(s.wave.scalar[sreg::ttmp8] >> 25, 1U);
  EXPECT_EQ(s.wave.mode, 0xf0U);  // bits 21 and 23 of RSRC1 mean something else here
  for (unsigned sgpr = 2; sgpr < 106; ++sgpr) EXPECT_EQ(s.wave.scalar[sgpr], poison(1));
  EXPECT_EQ(s.wave.scalar[sreg::null], 0U);
}

TEST(InitialState, TheLastWaveMayBePartial) {
  const auto state = InitialState::create(padded(), Generation::gfx12, geometry, addresses);
  ASSERT_TRUE(state);
  EXPECT_EQ(state->waves(), 2U);
  const Started first(*state), second(*state, 1);
  EXPECT_EQ(first.wave.exec(), 0xffff'ffffU);
  EXPECT_EQ(second.wave.exec(), 0xffU);
  EXPECT_EQ(second.rows[0].lane[7], 39U);
  EXPECT_EQ(second.rows[0].lane[8], poison(1));
  EXPECT_NE(first.rows[1].lane[0], second.rows[1].lane[0]);
}

TEST(InitialState, AWave64HasTwoHalves) {
  codeobject::Kernel kernel = padded();
  kernel.descriptor.properties = kernarg_ptr;
  const Geometry items{{1, 1, 1}, {101, 1, 1}, 0};
  const auto state = InitialState::create(kernel, Generation::gfx12, items, addresses);
  ASSERT_TRUE(state);
  EXPECT_EQ(state->waves(), 2U);
  const Started first(*state), second(*state, 1);
  EXPECT_EQ(first.wave.whole_exec(), ~uint64_t{0});
  EXPECT_EQ(second.wave.whole_exec(), (uint64_t{1} << 37) - 1);
  EXPECT_EQ(first.rows[256].lane[31], 63U);
  EXPECT_EQ(second.rows[0].lane[0], 64U);
  EXPECT_EQ(second.rows[256].lane[4], 100U);
  EXPECT_EQ(second.rows[256].lane[5], poison(3));
  EXPECT_EQ(second.wave.scalar[sreg::ttmp8] >> 25, 1U);
  // VGPRs are counted in fours: as many as 32 lanes have in half as many registers.
  kernel.descriptor.rsrc1 |= 9;
  EXPECT_EQ(kernel.descriptor.vgprs(), 40U);
}

TEST(InitialState, ModeTakesOverflowClamping) {
  codeobject::Kernel kernel = padded();
  kernel.descriptor.rsrc1 = 1U << 26;
  const auto state = InitialState::create(kernel, Generation::gfx12, geometry, addresses);
  ASSERT_TRUE(state);
  EXPECT_EQ(Started(*state).wave.mode, 1U << 23);
}

TEST(InitialState, RefusesWhatThereIsNot) {
  const auto error = [](auto change, Generation generation = Generation::gfx11) {
    codeobject::Kernel kernel = padded();
    change(kernel.descriptor);
    const auto state = InitialState::create(kernel, generation, geometry, addresses);
    return state ? "no error" : state.error().message;
  };
  using Descriptor = codeobject::KernelDescriptor;
  EXPECT_EQ(error([](Descriptor& d) { d.rsrc3 |= 1; }),
            "k asks for VGPRs that the halves of a wave64 share, which the software GPU does not "
            "support");
  const auto property = [&](unsigned bit) {
    return error([bit](Descriptor& d) { d.properties |= 1U << bit; });
  };
  EXPECT_THAT(property(0), HasSubstr("a private segment buffer descriptor"));
  EXPECT_THAT(property(2), HasSubstr("the queue pointer"));
  EXPECT_THAT(property(5), HasSubstr("flat scratch set-up"));
  EXPECT_THAT(property(7), HasSubstr("an unknown kernel code property"));
  EXPECT_THAT(property(11), HasSubstr("a dynamic stack"));
  EXPECT_THAT(property(15), HasSubstr("an unknown kernel code property"));
  EXPECT_THAT(error([](Descriptor& d) { d.kernarg_preload = 1; }), HasSubstr("preloading"));
  const auto rsrc2 = [&](unsigned bit, Generation generation = Generation::gfx11) {
    return error([bit](Descriptor& d) { d.rsrc2 |= 1U << bit; }, generation);
  };
  EXPECT_THAT(rsrc2(6), HasSubstr("a trap handler"));
  EXPECT_THAT(rsrc2(6, Generation::gfx12), HasSubstr("dynamic VGPRs"));
  EXPECT_THAT(rsrc2(10), HasSubstr("workgroup info"));
  EXPECT_THAT(rsrc2(11), HasSubstr("undefined work-item ids"));
  EXPECT_THAT(rsrc2(14), HasSubstr("exceptions"));
  EXPECT_THAT(rsrc2(24), HasSubstr("exceptions"));
  EXPECT_EQ(rsrc2(15), "no error");  // LDS size: the dispatch says it
  EXPECT_THAT(error([](Descriptor& d) { d.rsrc3 |= 1U << 10; }), HasSubstr("a trap at start"));
  EXPECT_THAT(error([](Descriptor& d) { d.rsrc2 = 1U << 1; }),
              HasSubstr("enables 2 user SGPRs and says that it has 1"));
}

}  // namespace
}  // namespace tilewright::emu
