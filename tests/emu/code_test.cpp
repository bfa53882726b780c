// The code cache with a toy instruction set: a dword n is an instruction of n dwords that needs n
// VGPRs.
// SPDX-License-Identifier: MIT
#include "emu/exec/code.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "emu/exec/access.hpp"
#include "emu/exec/fault.hpp"

namespace tilewright::emu {
namespace {

using ::testing::HasSubstr;

void count_up(Wave& wave, const Uop&) { ++wave.scalar[0]; }

class Toy final : public Decoder {
 public:
  explicit Toy(int& decoded) : decoded_(decoded) {}
  unsigned decode(const CodePlace& place, Uop& uop) override {
    ++decoded_;
    if (place.dwords()[0] > place.vgprs) fault(-1, "too many registers");
    if (place.dwords()[0] > place.dwords().size()) fault(-1, "cut off");
    uop.dwords = static_cast<uint8_t>(place.dwords()[0]);
    uop.run.store(count_up, std::memory_order_release);
    return place.dwords()[0];
  }

 private:
  int& decoded_;
};

class CodeTest : public ::testing::Test {
 protected:
  CodeTest() : toy(decoded), code(toy) {
    code.add(0x1000, first);
    code.add(0x8000, second);
    wave.code = &code;
    wave.scalar[0] = 0;
  }
  void step() {
    const Uop* uop = wave.next;
    wave.next = uop + uop->dwords;
    uop->run.load()(wave, *uop);
  }
  std::string fault_of(uint64_t address) {
    try {
      (void)code.at(address);
    } catch (const Fault& fault) {
      return fault.what;
    }
    return "no fault";
  }

  int decoded = 0;
  std::vector<uint32_t> first = {2, 0, 1, 1};
  std::vector<uint32_t> second = {1, 9};
  Toy toy;
  Code code;
  Wave wave;
};

TEST_F(CodeTest, DecodesOnceAndSteps) {
  wave.next = code.at(0x1000);
  EXPECT_FALSE(Code::is_decoded(*wave.next));
  for (const uint64_t address : {0x1008, 0x100c, 0x1010}) {
    step();
    EXPECT_EQ(code.address_of(wave.next), address);
  }
  EXPECT_EQ(wave.scalar[0], 3U);
  EXPECT_EQ(decoded, 3);
  wave.next = code.at(0x1000);
  EXPECT_TRUE(Code::is_decoded(*wave.next));
  step();
  EXPECT_EQ(code.address_of(wave.next), 0x1008U);
  EXPECT_EQ(decoded, 3);
}

TEST_F(CodeTest, ReportsRunningOffTheEnd) {
  wave.next = code.at(0x100c);
  step();
  try {
    step();
    FAIL() << "no fault";
  } catch (const Fault& fault) {
    EXPECT_EQ(fault.what, "runs past the end of the code");
  }
}

TEST_F(CodeTest, AFaultLeavesTheSlotUndecoded) {
  wave.next = code.at(0x8004);
  const Uop* slot = wave.next;
  EXPECT_THROW(step(), Fault);
  EXPECT_FALSE(Code::is_decoded(*slot));
}

TEST_F(CodeTest, LooksAgainForAKernelWithFewerRegisters) {
  wave.next = code.at(0x1000);
  const Uop* two = wave.next;
  step();
  step();
  EXPECT_EQ(decoded, 2);
  code.forget_beyond(2);
  EXPECT_TRUE(Code::is_decoded(*two));
  code.forget_beyond(1);
  EXPECT_FALSE(Code::is_decoded(*two));
  EXPECT_TRUE(Code::is_decoded(*code.at(0x1008)));
  wave.vgprs = 1;
  wave.next = two;
  EXPECT_THROW(step(), Fault);
  wave.vgprs = 2;
  wave.next = two;
  step();
  EXPECT_EQ(wave.scalar[0], 3U);
}

TEST_F(CodeTest, RefusesJumpsOutOfTheCode) {
  EXPECT_EQ(fault_of(0x8000), "no fault");
  EXPECT_THAT(fault_of(0x8008), HasSubstr("outside the code"));
  EXPECT_THAT(fault_of(0xffc), HasSubstr("outside the code"));
  EXPECT_THAT(fault_of(0), HasSubstr("outside the code"));
  EXPECT_THAT(fault_of(0x1002), HasSubstr("not a multiple of 4"));
}

TEST_F(CodeTest, KnowsPlaces) {
  const CodePlace place = code.place_of(code.at(0x8004));
  EXPECT_EQ(place.address, 0x8004U);
  EXPECT_EQ(place.index, 1U);
  EXPECT_EQ(place.segment.size(), 2U);
  EXPECT_EQ(place.dwords()[0], 9U);
  const Uop foreign;
  EXPECT_THROW((void)code.address_of(&foreign), Fault);
}

TEST(Access, ChecksEverySpace) {
  alignas(64) std::byte block[256];
  const auto address = reinterpret_cast<uint64_t>(block);
  MemoryMap map;
  map.add({address, address + 128, true, "A"});
  map.add({address + 192, address + 256, false, "constants"});
  Workgroup group;
  group.lds = std::span(block).first(64);
  Wave wave;
  wave.group = &group;
  wave.memory = &map;
  wave.scratch = block;
  wave.scratch_bytes = 4;
  const auto what = [](auto body) -> std::string {
    try {
      (void)body();
    } catch (const Fault& fault) {
      return fmt::format("lane {}: {}", fault.lane, fault.what);
    }
    return "no fault";
  };
  EXPECT_EQ(global(wave, address + 112, 16, 0, true), block + 112);
  EXPECT_EQ(wave.last_allocation->name, "A");
  EXPECT_EQ(global(wave, address, 16, 0, true), block);
  EXPECT_EQ(global(wave, address + 192, 64, 0, false), block + 192);
  EXPECT_EQ(what([&] { return global(wave, address + 120, 16, 5, false); }),
            fmt::format("lane 5: reads 16 bytes at {:#x}: 8 of the bytes are past the end of A "
                        "[{:#x}, {:#x})",
                        address + 120, address, address + 128));
  EXPECT_THAT(what([&] { return global(wave, address + 200, 4, 31, true); }),
              HasSubstr("which is read-only: byte 8 of constants"));
  EXPECT_THAT(what([&] { return global(wave, ~uint64_t{0}, 4, 0, true); }), HasSubstr("writes 4"));

  EXPECT_EQ(lds(wave, 60, 4, 0, true), block + 60);
  EXPECT_EQ(what([&] { return lds(wave, 61, 4, 3, true); }),
            "lane 3: writes 4 bytes at LDS offset 0x3d, the workgroup has 0x40 bytes of LDS");
  EXPECT_NE(what([&] { return lds(wave, uint64_t{1} << 32, 4, 3, false); }), "no fault");

  EXPECT_EQ(scratch(wave, 0, 4, 2, true), block + 8);
  EXPECT_EQ(what([&] { return scratch(wave, 2, 4, 3, false); }),
            "lane 3: reads 4 bytes at scratch offset 2, a work-item has 4 bytes of scratch");
  EXPECT_NE(what([&] { return scratch(wave, -4, 4, 3, false); }), "no fault");
}

}  // namespace
}  // namespace tilewright::emu
