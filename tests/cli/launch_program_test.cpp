// tilewright launch, as a kernel author uses it.
// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include <cstring>
#include <numeric>

#include "core/npy.hpp"
#include "run_program.hpp"

namespace tilewright::cli {
namespace {

using testing::HasSubstr;

class LaunchProgram : public ProgramTest, public testing::WithParamInterface<const char*> {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    std::vector<float> values(64);
    std::iota(values.begin(), values.end(), -5.0f);
    Array array{.dtype = DType::f32, .shape = {64}, .fortran_order = false, .data = {}};
    array.data.resize(values.size() * sizeof(float));
    std::memcpy(array.data.data(), values.data(), array.data.size());
    ASSERT_TRUE(write_npy(path("x.npy"), array));
  }
  [[nodiscard]] std::string launch(const std::string& rest) const {
    return fmt::format("launch {}/scale.{}.co {}", TW_OBJECT_DIR, GetParam(), rest);
  }
};

INSTANTIATE_TEST_SUITE_P(Generations, LaunchProgram, testing::Values("gfx1100", "gfx1201"));

TEST_P(LaunchProgram, ScalesAnArray) {
  const Ended got = run(
      launch("scale --grid 2 --block 32 --arg in:x.npy --arg out:y.npy:f32:8x8 --arg f32:-0.5"));
  EXPECT_EQ(got.status, 0) << got.err;
  EXPECT_THAT(got.out, HasSubstr("y.npy: float32 [8, 8]"));
  const auto y = read_npy(path("y.npy"));
  ASSERT_TRUE(y) << y.error().message;
  for (int i = 0; i < 64; ++i) {
    float value = 0;
    std::memcpy(&value, &y->data[static_cast<size_t>(i) * sizeof(value)], sizeof(value));
    EXPECT_EQ(value, -0.5f * static_cast<float>(i - 5)) << i;
  }
}

TEST_P(LaunchProgram, ReportsAnAccessPastAnArray) {
  const Ended got =
      run(launch("scale --grid 2 --block 32 --arg in:x.npy --arg out:y.npy:f32:63 --arg f32:1"));
  EXPECT_EQ(got.status, 1);
  EXPECT_THAT(got.err, HasSubstr("global_store_b32"));
  EXPECT_THAT(got.err, HasSubstr("lane 31"));
  EXPECT_THAT(got.err, HasSubstr("y.npy"));
  EXPECT_FALSE(std::filesystem::exists(path("y.npy"))) << "nothing is written on an error";
}

TEST_P(LaunchProgram, SaysWhatIsWrongWithTheCommandLine) {
  struct Mistake {
    const char* arguments;
    const char* said;
  };
  const std::string good = "--arg in:x.npy --arg out:y.npy:f32:64 ";
  for (const Mistake& mistake : {
           Mistake{"scaled --block 32", "it has\n  scale"},
           Mistake{"scale --block 32 --arg in:x.npy", "takes 3 arguments, 1 were given"},
           Mistake{"scale --block 32 --arg in:nowhere.npy", "nowhere.npy"},
           Mistake{"scale --block 0", "--block 0"},
           Mistake{"scale --block 32,1,1,1", "--block 32,1,1,1"},
           Mistake{"scale --block 32 --arg y", "an argument is"},
           Mistake{"scale --block 32 --arg out:y.npy:f99:64", "f99"},
           Mistake{"scale --block 32 --arg out:y.npy:f32:8x", "'8x' is not a shape"},
           Mistake{"scale --block 32 --arg out:y.npy:f32:99999999999x99999999999",
                   "larger than memory"},
           Mistake{"scale --block 32 --arg i32:2147483648", "-2147483648 to 2147483647"},
           Mistake{"scale --block 32 --arg f32:one", "'one' is not a number"},
       }) {
    const Ended got = run(launch(mistake.arguments));
    EXPECT_EQ(got.status, 1) << mistake.arguments;
    EXPECT_THAT(got.err, HasSubstr(mistake.said)) << mistake.arguments;
  }
  const Ended size = run(launch("scale --block 32 " + good + "--arg f64:1"));
  EXPECT_EQ(size.status, 1);
  EXPECT_THAT(size.err, HasSubstr("factor has 4 bytes, this is 8"));
}

}  // namespace
}  // namespace tilewright::cli
