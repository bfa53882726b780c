// FP8 from the outside: ladder, matmul and sweep.
// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>

#include "core/bfloat16.hpp"
#include "core/fp8.hpp"
#include "core/npy.hpp"
#include "core/random.hpp"
#include "run_program.hpp"

namespace tilewright::cli {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class Fp8Program : public ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    ::setenv("TILEWRIGHT_CACHE", path("cache").c_str(), 1);
  }

  /// Writes random finite codes as `dtype` [rows, columns]; returns their values as `format`'s.
  std::vector<float> write(const std::string& name, DType dtype, Fp8 format, uint64_t rows,
                           uint64_t columns) {
    Array array{.dtype = dtype, .shape = {rows, columns}, .fortran_order = false, .data = {}};
    std::vector<float> values;
    for (uint64_t i = 0; i < rows * columns; ++i) {
      // Exponents about 0, so that every sum is exact in FP32.
      const uint64_t word = splitmix64(i * 2 + rows);
      const float value = static_cast<float>(static_cast<int64_t>(word % 7) - 3);
      const uint8_t code = fp8_from_float(format, value, Fp8Overflow::beyond);
      array.data.push_back(std::byte{code});
      values.push_back(fp8_to_float(format, code));
    }
    EXPECT_TRUE(write_npy(path(name), array));
    return values;
  }

  /// Writes powers of two from 1/4 to 4 as float32.
  std::vector<float> write_scales(const std::string& name, std::vector<uint64_t> shape) {
    size_t count = 1;
    for (const uint64_t extent : shape) count *= extent;
    std::vector<float> values;
    for (size_t i = 0; i < count; ++i) {
      values.push_back(std::ldexp(1.0f, static_cast<int>(splitmix64(i + count) % 5) - 2));
    }
    Array array{.dtype = DType::f32,
                .shape = std::move(shape),
                .fortran_order = false,
                .data = std::vector<std::byte>(count * sizeof(float))};
    std::memcpy(array.data.data(), values.data(), array.data.size());
    EXPECT_TRUE(write_npy(path(name), array));
    return values;
  }

  json record(const std::string& name) const { return json::parse(read(name), nullptr, false); }
};

TEST_F(Fp8Program, ClimbsTheFourConfigurations) {
  const Ended got = run("ladder --dtype fp8 --arch gfx1201 --shape 193x161x129 --json out.json");
  EXPECT_EQ(got.status, 0) << got.out << got.err;
  EXPECT_THAT(got.out, HasSubstr("e4m3 by e4m3 with fp32 accumulation"));
  EXPECT_THAT(got.out, HasSubstr("4 exact, in"));
  const json first = record("out.json")["runs"][0];
  EXPECT_EQ(first["dtype"], "fp8");
  EXPECT_EQ(first["accumulate"], "fp32");
  EXPECT_EQ(first["formats"], json({{"a", "e4m3"}, {"b", "e4m3"}}));
  ASSERT_EQ(first["rungs"].size(), 4u);
  EXPECT_EQ(first["rungs"][3]["id"], "fp8-config4");
  EXPECT_EQ(first["rungs"][3]["resources"]["lds_bytes"], 55296);
}

TEST_F(Fp8Program, SaysWhichTargetHasNoFp8) {
  const Ended got = run("ladder --dtype fp8 --arch gfx1100 --shape 16x16x16");
  EXPECT_EQ(got.status, 2);
  EXPECT_THAT(got.err, HasSubstr("gfx1100 has no fp8 WMMA, which came with gfx12"));
  EXPECT_THAT(run("ladder --dtype fp8 --rung 8").err, HasSubstr("rung 8 is not fp8: take --dtype"));
}

TEST_F(Fp8Program, CompilesAndRunsAConfiguration) {
  const Ended got = run("ladder --arch gfx1201 --config 64x64x32,2x2,2buf --shape 70x65x50");
  EXPECT_EQ(got.status, 0) << got.out << got.err;
  EXPECT_THAT(got.out, HasSubstr("64x64x32,2x2,2buf"));
  EXPECT_THAT(got.out, HasSubstr("1 exact"));
  const Ended permuted =
      run("ladder --dtype fp8 --arch gfx1201 --config 64x64x32,2x2,2buf,permuted --shape 70x65x50");
  EXPECT_EQ(permuted.status, 0) << permuted.out << permuted.err;
  const Ended impossible = run("ladder --arch gfx1201 --config 256x256x32,4x4,2buf");
  EXPECT_EQ(impossible.status, 2);
  EXPECT_THAT(impossible.err, HasSubstr("256x256x32,4x4,2buf cannot exist on gfx1201: 256x256x32, "
                                        "two buffers: needs 81,920 B of LDS"));
  EXPECT_THAT(run("ladder --config 256").err, HasSubstr("'256' is not a configuration"));
}

TEST_F(Fp8Program, MultipliesArraysOfBothFormats) {
  constexpr uint64_t kM = 19;
  constexpr uint64_t kN = 33;
  constexpr uint64_t kK = 27;
  const std::vector<float> a = write("a.npy", DType::f8, Fp8::e4m3, kM, kK);
  const std::vector<float> b = write("b.npy", DType::u8, Fp8::e5m2, kK, kN);
  const auto want = [&](size_t row, size_t column) {
    float sum = 0;
    for (size_t k = 0; k < kK; ++k) sum += a[row * kK + k] * b[k * kN + column];
    return sum;
  };
  for (const bool narrow : {false, true}) {
    const Ended got = run(std::string("matmul a.npy b.npy -o c.npy --b-type bf8") +
                          (narrow ? " --c-type bf16" : ""));
    ASSERT_EQ(got.status, 0) << got.err;
    EXPECT_THAT(got.out, HasSubstr("accumulated in fp32 from e4m3 by e5m2"));
    const Result<Array> c = read_npy(path("c.npy"));
    ASSERT_TRUE(c) << c.error().message;
    EXPECT_EQ(c->dtype, narrow ? DType::bf16 : DType::f32);
    for (size_t i = 0; i < kM * kN; ++i) {
      uint32_t bits = 0;
      const size_t width = size_of(c->dtype);
      std::memcpy(&bits, &c->data[i * width], width);
      const float value =
          narrow ? bfloat16_to_float(static_cast<uint16_t>(bits)) : std::bit_cast<float>(bits);
      const float exact = want(i / kN, i % kN);
      ASSERT_EQ(value, narrow ? bfloat16_to_float(bfloat16_from_float(exact)) : exact) << i;
    }
  }
}

TEST_F(Fp8Program, ScalesByVectorsAndByBlocks) {
  constexpr uint64_t kM = 19;
  constexpr uint64_t kN = 33;
  constexpr uint64_t kK = 200;
  const std::vector<float> a = write("a.npy", DType::f8, Fp8::e4m3, kM, kK);
  const std::vector<float> b = write("b.npy", DType::f8, Fp8::e4m3, kK, kN);
  // Powers of two: every step is exact, and so must C be.
  const std::vector<float> rows = write_scales("rows.npy", {kM, 1});
  const std::vector<float> columns = write_scales("columns.npy", {kN});
  const std::vector<float> blocks_a = write_scales("blocks_a.npy", {kM, 2});
  const std::vector<float> blocks_b = write_scales("blocks_b.npy", {2, 1});
  const std::vector<float> bias = write_scales("bias.npy", {kN});
  const auto check = [&](const std::string& arguments, auto scale) {
    const Ended got = run("matmul a.npy b.npy -o c.npy --bias bias.npy " + arguments);
    ASSERT_EQ(got.status, 0) << got.err;
    const Result<Array> c = read_npy(path("c.npy"));
    ASSERT_TRUE(c);
    ASSERT_EQ(c->dtype, DType::f32);
    for (size_t i = 0; i < kM * kN; ++i) {
      float want = bias[i % kN];
      for (size_t k = 0; k < kK; ++k) {
        want += a[i / kN * kK + k] * b[k * kN + i % kN] * scale(i / kN, i % kN, k / 128);
      }
      float value = 0;
      std::memcpy(&value, &c->data[i * sizeof(value)], sizeof(value));
      ASSERT_EQ(value, want) << arguments << ", element " << i;
    }
  };
  check("--scale-a rows.npy --scale-b columns.npy",
        [&](size_t row, size_t column, size_t) { return rows[row] * columns[column]; });
  check("--scale-a blocks_a.npy --scale-b blocks_b.npy",
        [&](size_t row, size_t, size_t k) { return blocks_a[row * 2 + k] * blocks_b[k]; });
  check("--scale-b columns.npy", [&](size_t, size_t column, size_t) { return columns[column]; });

  EXPECT_THAT(run("matmul a.npy b.npy -o c.npy --scale-a columns.npy").err,
              HasSubstr("columns.npy is float32 [33]; take one scale, [19], or blocks [19, 2]"));
  EXPECT_THAT(run("matmul a.npy b.npy -o c.npy --scale-a blocks_a.npy").err,
              HasSubstr("blocks_a.npy has blocks of scales and B has not"));
  EXPECT_THAT(run("matmul a.npy b.npy -o c.npy --bias rows.npy").err,
              HasSubstr("rows.npy is float32 [19, 1]; a bias has [33], one for each column of C"));
  write_scales("one.npy", {1, 1});
  EXPECT_THAT(run("matmul a.npy b.npy -o c.npy --bias one.npy").err,
              HasSubstr("one.npy is float32 [1, 1]; a bias has [33]"));
}

TEST_F(Fp8Program, SaysWhatItTakesAnUnknownByteFor) {
  write("a.npy", DType::f8, Fp8::e4m3, 3, 4);
  write("b.npy", DType::f8, Fp8::e4m3, 4, 5);
  const Ended guessed = run("matmul a.npy b.npy -o c.npy --b-type f8");
  EXPECT_EQ(guessed.status, 0) << guessed.err;
  EXPECT_THAT(guessed.err, HasSubstr("note: a.npy is |V1, one byte of no stated type: taken for "
                                     "float8_e4m3fn"));
  EXPECT_THAT(guessed.err, testing::Not(HasSubstr("b.npy")));
  EXPECT_THAT(run("matmul a.npy b.npy -o c.npy --a-type f8 --b-type bf8").err,
              testing::Not(HasSubstr("note:")));
}

TEST_F(Fp8Program, RefusesWhatItCannotTakeForSure) {
  write("a.npy", DType::u8, Fp8::e4m3, 3, 4);
  write("b.npy", DType::f8, Fp8::e4m3, 4, 5);
  const Array halves{.dtype = DType::f16,
                     .shape = {4, 5},
                     .fortran_order = false,
                     .data = std::vector<std::byte>(40)};
  ASSERT_TRUE(write_npy(path("halves.npy"), halves));
  EXPECT_THAT(run("matmul a.npy b.npy -o c.npy").err, HasSubstr("say what its bytes are"));
  EXPECT_THAT(run("matmul a.npy b.npy -o c.npy --a-type float8_e4m3fnuz").err,
              HasSubstr("one of MI300's FNUZ formats"));
  EXPECT_THAT(run("matmul a.npy halves.npy -o c.npy --a-type f8").err,
              HasSubstr("no instruction multiplies those"));
  EXPECT_THAT(run("matmul a.npy b.npy -o c.npy --a-type f8 --arch gfx1100").err,
              HasSubstr("gfx1100 has no fp8 WMMA, which came with gfx12: take --arch gfx1201"));
  EXPECT_THAT(run("matmul a.npy b.npy -o c.npy --a-type f8 --arch gfx1100 --rung fp8-config4").err,
              HasSubstr("rung fp8-config4 is not built for gfx1100; it exists for gfx1201"));
  write("e5m2.npy", DType::bf8, Fp8::e5m2, 3, 4);
  EXPECT_THAT(run("matmul e5m2.npy b.npy -o c.npy --a-type f8").err,
              HasSubstr("e5m2.npy is float8_e5m2 [3, 4], and --a-type f8 says E4M3"));
  write_scales("s.npy", {1});
  EXPECT_THAT(run("matmul a.npy b.npy -o c.npy --a-type f8 --bias s.npy").err,
              HasSubstr("a bias has [5]"));
  EXPECT_THAT(run("matmul a.npy b.npy -o c.npy --a-type f8 --arch gfx1100 --scale-a s.npy").err,
              HasSubstr("gfx1100 has no kernel that scales; it exists for gfx1201"));
  EXPECT_THAT(run("matmul a.npy b.npy -o c.npy --a-type f8 --rung fp8-config1 --scale-a s.npy").err,
              HasSubstr("scales and bias choose the kernel: leave out --rung fp8-config1"));
  const Array more{.dtype = DType::f16,
                   .shape = {5, 4},
                   .fortran_order = false,
                   .data = std::vector<std::byte>(40)};
  ASSERT_TRUE(write_npy(path("more.npy"), more));
  EXPECT_THAT(
      run("matmul halves.npy more.npy -o c.npy --bias s.npy").err,
      HasSubstr("--bias is for one-byte elements, and halves.npy is float16: leave it out"));
}

TEST_F(Fp8Program, SweepsWithoutCompiling) {
  const Ended got = run("sweep --arch gfx1201 --dtype fp8 --json out.json");
  EXPECT_EQ(got.status, 0) << got.err;
  EXPECT_THAT(got.out, HasSubstr("256x256x64, two buffers: needs 81,920 B of LDS, a workgroup may "
                                 "have 65,536"));
  EXPECT_THAT(got.out, HasSubstr("rung fp8-config4; AMD post, part 2, config 4: fits"));
  const json out = record("out.json");
  EXPECT_GE(out["candidates"].size(), 300u);
  for (const json& candidate : out["candidates"]) {
    EXPECT_EQ(candidate["reason"].is_null(), candidate["verdict"] == "fits");
    EXPECT_TRUE(candidate["resources"].is_null()) << "nothing was compiled";
  }
}

TEST_F(Fp8Program, SweepsFilterSortAndCompile) {
  const Ended got = run(
      "sweep --dtype fp8 --tile 128x96x64 --where verdict=fits --where waves_m=2 --where waves_n=2 "
      "--where buffers=1 --compile --sort -vgprs --json out.json");
  EXPECT_EQ(got.status, 0) << got.out << got.err;
  const json candidates = record("out.json")["candidates"];
  ASSERT_EQ(candidates.size(), 1u);
  EXPECT_EQ(candidates[0]["config"], "128x96x64,2x2,1buf");
  EXPECT_EQ(candidates[0]["resources"]["lds_bytes"], 17920);
  EXPECT_EQ(candidates[0]["resources"]["spills"], 0);
  EXPECT_LE(widest_line(got.out), 100u) << got.out;
  EXPECT_THAT(run("sweep --where colour=3").err, HasSubstr("there is no field 'colour'"));
  EXPECT_THAT(run("sweep --sort colour").err, HasSubstr("cannot sort by 'colour'"));
}

}  // namespace
}  // namespace tilewright::cli
