// SPDX-License-Identifier: MIT
#include "emu/memory/memory_map.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "core/machine_memory.hpp"
#include "emu/memory/host_memory.hpp"

namespace tilewright::emu {
namespace {

MemoryMap two() {
  MemoryMap map;
  map.add({0x3000, 0x3100, true, "C"});
  map.add({0x1000, 0x1040, false, "A"});
  return map;
}

TEST(MemoryMap, FindsWholeRangesOnly) {
  const MemoryMap map = two();
  ASSERT_NE(map.find(0x1000, 0x40), nullptr);
  EXPECT_EQ(map.find(0x1000, 0x40)->name, "A");
  EXPECT_EQ(map.find(0x30ff, 1)->name, "C");
  EXPECT_EQ(map.find(0xfff, 1), nullptr);
  EXPECT_EQ(map.find(0x1000, 0x41), nullptr);
  EXPECT_EQ(map.find(0x1040, 1), nullptr);
  EXPECT_EQ(map.find(0x2000, 1), nullptr);
  EXPECT_EQ(map.find(0x3100, 1), nullptr);
  constexpr uint64_t most = std::numeric_limits<uint64_t>::max();
  EXPECT_EQ(map.find(most, 16), nullptr);
  EXPECT_EQ(map.find(0x1000, most), nullptr);
  EXPECT_EQ(map.find(most - 7, most), nullptr);
}

TEST(MemoryMap, ForgetsWhatIsRemoved) {
  MemoryMap map = two();
  map.remove(0x1008);  // not the beginning of one
  EXPECT_NE(map.find(0x1000, 4), nullptr);
  map.remove(0x1000);
  EXPECT_EQ(map.find(0x1000, 4), nullptr);
  EXPECT_NE(map.find(0x3000, 4), nullptr);
}

TEST(MemoryMap, DescribesTheNearest) {
  const MemoryMap map = two();
  EXPECT_EQ(map.describe(0x1046), "6 bytes past the end of A [0x1000, 0x1040)");
  EXPECT_EQ(map.describe(0x1040), "just past the end of A [0x1000, 0x1040)");
  EXPECT_EQ(map.describe(0xff8), "8 bytes before A [0x1000, 0x1040)");
  EXPECT_EQ(map.describe(0x2ff0), "16 bytes before C [0x3000, 0x3100)");
  EXPECT_EQ(map.describe(0x3110), "16 bytes past the end of C [0x3000, 0x3100)");
  EXPECT_EQ(map.describe(0x3010), "byte 16 of C [0x3000, 0x3100)");
  EXPECT_EQ(map.describe(0x30f8, 16), "8 of the bytes are past the end of C [0x3000, 0x3100)");
  // An index that wraps around at 32 bits is still told apart from an address that is none.
  EXPECT_EQ(map.describe(0x3100 + (uint64_t{1} << 32)),
            "4294967296 bytes past the end of C [0x3000, 0x3100)");
  EXPECT_EQ(map.describe(uint64_t{1} << 40), "no allocation is near");
  EXPECT_EQ(map.describe(~uint64_t{0}), "no allocation is near");
  EXPECT_EQ(MemoryMap().describe(0), "no memory is allocated");
}

TEST(HostMemory, IsAlignedFilledAndApart) {
  for (const auto from : {HostMemory::From::heap, HostMemory::From::system}) {
    const auto a = HostMemory::allocate(1000, from);
    const auto b = HostMemory::allocate(0, from);
    ASSERT_TRUE(a && b);
    EXPECT_EQ(a->address() % HostMemory::alignment, 0U);
    EXPECT_EQ(a->bytes().size(), 1000U);
    EXPECT_TRUE(std::ranges::all_of(a->bytes(), [](std::byte x) { return x == HostMemory::fill; }));
    EXPECT_GE(std::max(a->address(), b->address()) - std::min(a->address(), b->address()),
              HostMemory::gap);
    EXPECT_FALSE(HostMemory::allocate(std::numeric_limits<size_t>::max(), from));
    EXPECT_FALSE(HostMemory::allocate(size_t{1} << 62, from));
  }
}

TEST(HostMemory, IsNotPromisedBeyondTheMachines) {
  ASSERT_GT(machine_memory(), uint64_t{1} << 28);
  const auto much = HostMemory::allocate(machine_memory() + 1);
  ASSERT_FALSE(much);
  EXPECT_EQ(much.error().message,
            fmt::format("out of memory: {0} bytes of device memory, and this machine has {1} bytes",
                        machine_memory() + 1, machine_memory()));
  // Nobody touches the first, so it costs nothing; the second would not fit beside it.
  const auto most = HostMemory::allocate(machine_memory() / 4 * 3);
  if (!most) return;  // the system is stricter than we are
  const auto more = HostMemory::allocate(machine_memory() / 2);
  ASSERT_FALSE(more);
  EXPECT_NE(more.error().message.find(" in use, and this machine has "), std::string::npos);
}

}  // namespace
}  // namespace tilewright::emu
