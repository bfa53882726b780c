// tilewright matmul on files, against a product computed here.
// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include <cmath>
#include <cstring>
#include <span>

#include "core/half.hpp"
#include "core/npy.hpp"
#include "core/random.hpp"
#include "run_program.hpp"

namespace tilewright::cli {
namespace {

using testing::HasSubstr;

class MatmulProgram : public ProgramTest {
 protected:
  /// Writes ±1 as float16 [rows, columns]; returns the values, row by row.
  std::vector<float> write(const std::string& name, uint64_t rows, uint64_t columns, bool fortran,
                           uint64_t stream) {
    std::vector<uint16_t> halves(rows * columns);
    fill_signs(halves, 9, stream);
    Array array{
        .dtype = DType::f16, .shape = {rows, columns}, .fortran_order = fortran, .data = {}};
    const auto bytes = std::as_bytes(std::span(halves));
    array.data.assign(bytes.begin(), bytes.end());
    EXPECT_TRUE(write_npy(path(name), array));
    std::vector<float> values(halves.size());
    for (size_t row = 0; row < rows; ++row) {
      for (size_t column = 0; column < columns; ++column) {
        const size_t at = fortran ? column * rows + row : row * columns + column;
        values[row * columns + column] = half_to_float(halves[at]);
      }
    }
    return values;
  }
};

TEST_F(MatmulProgram, MultipliesArraysOfAnyOrder) {
  constexpr uint64_t kM = 19;
  constexpr uint64_t kN = 33;
  constexpr uint64_t kK = 27;
  for (const int orders : {0, 1, 2, 3}) {
    const std::vector<float> a = write("a.npy", kM, kK, (orders & 1) != 0, 0);
    const std::vector<float> b = write("b.npy", kK, kN, (orders & 2) != 0, 1);
    const Ended got = run("matmul a.npy b.npy -o c.npy");
    ASSERT_EQ(got.status, 0) << got.err;
    EXPECT_THAT(got.out, HasSubstr("c.npy: float16 [19, 33], C order, accumulated in fp16"));
    const Result<Array> c = read_npy(path("c.npy"));
    ASSERT_TRUE(c) << c.error().message;
    EXPECT_EQ(c->dtype, DType::f16);
    EXPECT_EQ(c->shape, (std::vector<uint64_t>{kM, kN}));
    EXPECT_FALSE(c->fortran_order);
    for (size_t row = 0; row < kM; ++row) {
      for (size_t column = 0; column < kN; ++column) {
        float want = 0;
        for (size_t k = 0; k < kK; ++k) want += a[row * kK + k] * b[k * kN + column];
        uint16_t bits = 0;
        std::memcpy(&bits, &c->data[(row * kN + column) * 2], 2);
        ASSERT_EQ(half_to_float(bits), want) << row << ", " << column << ", orders " << orders;
      }
    }
  }
}

TEST_F(MatmulProgram, TakesTargetAndRung) {
  write("a.npy", 32, 16, false, 0);
  write("b.npy", 16, 32, false, 1);
  const Ended got = run("matmul a.npy b.npy -o c.npy --arch gfx1100 --rung 1");
  EXPECT_EQ(got.status, 0) << got.err;
  EXPECT_THAT(got.out, HasSubstr("gfx1100, rung 1,"));
}

TEST_F(MatmulProgram, SaysWhatIsWrongWithTheArrays) {
  write("a.npy", 3, 4, false, 0);
  write("b.npy", 5, 6, true, 0);
  write("empty.npy", 0, 4, false, 0);
  const Array wide{.dtype = DType::f32,
                   .shape = {4, 1},
                   .fortran_order = false,
                   .data = std::vector<std::byte>(16)};
  ASSERT_TRUE(write_npy(path("wide.npy"), wide));
  const Array cube{.dtype = DType::f16,
                   .shape = {1, 2, 3},
                   .fortran_order = false,
                   .data = std::vector<std::byte>(12)};
  ASSERT_TRUE(write_npy(path("cube.npy"), cube));

  const auto complaint = [&](const std::string& arguments) {
    const Ended got = run("matmul " + arguments);
    EXPECT_EQ(got.status, 1) << arguments;
    EXPECT_EQ(got.out, "");
    return got.err;
  };
  EXPECT_EQ(complaint("a.npy b.npy -o c.npy"),
            "tilewright: a.npy is [3, 4] and b.npy is [5, 6]: the columns of the first must be as "
            "many as the rows of the second\n");
  EXPECT_THAT(complaint("a.npy wide.npy -o c.npy"),
              HasSubstr("wide.npy is float32 [4, 1]; matmul takes float16"));
  EXPECT_THAT(complaint("cube.npy a.npy -o c.npy"), HasSubstr("[1, 2, 3]; matmul takes two axes"));
  EXPECT_THAT(complaint("empty.npy a.npy -o c.npy"), HasSubstr("nothing to multiply"));
  EXPECT_THAT(complaint("none.npy a.npy -o c.npy"),
              HasSubstr("cannot read none.npy: No such file"));
  write("b.npy", 4, 6, false, 0);
  EXPECT_THAT(complaint("a.npy b.npy -o c.npy --rung 2"),
              HasSubstr("rung 2 takes whole tiles only: M=3 is no multiple of 256"));
  EXPECT_THAT(complaint("a.npy b.npy -o none/c.npy"), HasSubstr("cannot write none/c.npy"));
  EXPECT_FALSE(std::filesystem::exists(path("c.npy"))) << "nothing half-written is left";
}

}  // namespace
}  // namespace tilewright::cli
