// What is launched: grids, blocks and shared memory worked out by hand from the rungs' tiles.
// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include "fake_program.hpp"

namespace tilewright::cli {
namespace {

using testing::HasSubstr;

class FakeLaunches : public FakeCudaProgram {
 protected:
  /// The launches of one rung's checks; the same every time.
  [[nodiscard]] std::string launched(const std::string& rung, const std::string& shape,
                                     const std::string& dtype = "bf16") const {
    const Ended ended =
        ladder(fmt::format("--check-only --rung {} --shape {} --dtype {}", rung, shape, dtype),
               "TW_FAKE_LOG=log.txt");
    EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
    const std::string log = read("log.txt");
    const std::string first = log.substr(0, log.find('\n'));
    std::string all;
    // On ±1, twice for the second copy of the operands, on N(0,1).
    for (int i = 0; i < 4; ++i) all += first + "\n";
    EXPECT_EQ(log, all);
    std::filesystem::remove(path("log.txt"));
    return first;
  }
};

TEST_F(FakeLaunches, OfRung1AskForNoSharedMemory) {
  // 32x32: 10 by 4 tiles of a warp each.
  EXPECT_EQ(launched("1", "320x128x64", "fp16"),
            "tw_fp16_rung_1 grid 40,1,1 block 32,1,1 shared 0 programmatic 0");
}

TEST_F(FakeLaunches, OfRung8HaveABlockForEachTile) {
  // 256x128: 2 by 3 tiles of four warps; two buffers of 384 rows of 64 values and a pad of 16 B.
  EXPECT_EQ(launched("8", "300x300x64", "fp16"),
            "tw_fp16_rung_8 grid 6,1,1 block 128,1,1 shared 110592 programmatic 0");
}

TEST_F(FakeLaunches, OfRung8ReadWideWhereRowsAllowIt) {
  // 128x128: 2 by 1 tiles, where rows begin at multiples of 16 B two buffers of 256 rows of 144 B.
  EXPECT_EQ(launched("8", "136x72x48"),
            "tw_bf16_rung_8 grid 2,1,1 block 128,1,1 shared 73728 programmatic 0");
  EXPECT_EQ(launched("8", "136x72x50"),
            "tw_bf16_rung_8_unaligned grid 2,1,1 block 128,1,1 shared 36864 programmatic 0");
}

TEST_F(FakeLaunches, OfRung9HaveABlockForEachTile) {
  // 128x128: 3 by 3; a stage of 256 rows of 128 B, and two barriers of 8 B.
  EXPECT_EQ(launched("9", "300x300x64"),
            "tw_rung_9_bf16 grid 9,1,1 block 128,1,1 shared 32784 programmatic 0");
}

TEST_F(FakeLaunches, OfRung12HaveAProducer) {
  // 256x128: 2 by 3; three warpgroups; four stages of 384 rows.
  EXPECT_EQ(launched("12", "300x300x64"),
            "tw_rung_12_bf16 grid 6,1,1 block 384,1,1 shared 196672 programmatic 0");
}

TEST_F(FakeLaunches, OfRung13AreWholeClusters) {
  // Two blocks side by side compute 256x256: 2 by 2 clusters.
  EXPECT_EQ(launched("13", "300x300x64"),
            "tw_rung_13_bf16 grid 8,1,1 block 384,1,1 shared 196672 programmatic 0");
}

TEST_F(FakeLaunches, OfRung14FillTheCardAtMost) {
  // 10 by 10 clusters, of which 66 have a place; rung 13 launches them all.
  EXPECT_THAT(launched("13", "2560x2560x64"), HasSubstr("grid 200,1,1"));
  EXPECT_THAT(launched("14", "2560x2560x64"), HasSubstr("grid 132,1,1"));
}

TEST_F(FakeLaunches, OfRung18AndUpAreProgrammatic) {
  EXPECT_THAT(launched("17", "136x72x48"), HasSubstr("programmatic 0"));
  for (const char* rung : {"18", "19", "20", "21", "22"}) {
    EXPECT_THAT(launched(rung, "136x72x48"), HasSubstr("programmatic 1"));
  }
}

}  // namespace
}  // namespace tilewright::cli
