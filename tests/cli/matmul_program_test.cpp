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

class MatmulOverflow : public MatmulProgram {
 protected:
  /// Codes of one or two bytes, [rows, columns].
  template <class Code>
  void write_codes(const std::string& name, uint64_t rows, uint64_t columns, DType dtype,
                   const std::vector<Code>& codes) {
    Array array{.dtype = dtype, .shape = {rows, columns}, .fortran_order = false, .data = {}};
    const auto bytes = std::as_bytes(std::span(codes));
    array.data.assign(bytes.begin(), bytes.end());
    ASSERT_TRUE(write_npy(path(name), array));
  }
  void write_halves(const std::string& name, uint64_t rows, uint64_t columns,
                    const std::vector<float>& values) {
    std::vector<uint16_t> halves;
    for (const float value : values) halves.push_back(half_from_float(value));
    write_codes(name, rows, columns, DType::f16, halves);
  }
  /// What is told beside the product, its lines joined.
  std::string notes(const std::string& arguments) {
    Ended got = run("matmul -o c.npy " + arguments);
    EXPECT_EQ(got.status, 0) << got.err;
    EXPECT_LE(widest_line(got.err), 100u);
    for (size_t at = 0; (at = got.err.find("\n  ")) != std::string::npos;) {
      got.err.replace(at, 3, " ");
    }
    return got.err;
  }
};

// Two steps of 16 along K. Row 1 of A holds 64, column 1 of B what is asked for, all else is 1.
TEST_F(MatmulOverflow, TellsOfSumsThatFp16DoesNotHold) {
  constexpr size_t kK = 32;
  std::vector<float> a(2 * kK, 1.0f);
  std::fill(a.begin() + kK, a.end(), 64.0f);
  write_halves("a.npy", 2, kK, a);
  for (const char* arch : {"gfx1100", "gfx1201"}) {
    const auto product = [&](float column_1) {
      std::vector<float> b(kK * 3, 1.0f);
      for (size_t k = 0; k < kK; ++k) b[k * 3 + 1] = column_1;
      write_halves("b.npy", kK, 3, b);
      return notes(fmt::format("a.npy b.npy --arch {}", arch));
    };
    EXPECT_EQ(product(31), "") << "64 x 31 x 32 is 63,488, which FP16 has";
    const std::string why =
        ": sums of float16 are kept in FP16, which ends at 65504, whatever --c-type is; divide A "
        "or B by a power of two, or multiply in a GEMM that adds in FP32\n";
    EXPECT_EQ(product(32),
              "note: 1 of 6 elements of c.npy overflowed, to infinity or NaN; the first, [1, 1], "
              "is inf" +
                  why);
    EXPECT_EQ(product(-2048),
              "note: 2 of 6 elements of c.npy overflowed, to infinity or NaN; the first, [0, 1], "
              "is -inf" +
                  why);
  }
}

TEST_F(MatmulOverflow, SaysNothingOfWhatWentInAndTellsOfNaNThatDidNot) {
  constexpr size_t kK = 16;
  std::vector<float> a(3 * kK, 1.0f);
  a[kK + 5] = INFINITY;
  a[2 * kK + 5] = NAN;
  write_halves("a.npy", 3, kK, a);
  std::vector<float> b(kK * 2, 1.0f);
  write_halves("b.npy", kK, 2, b);
  EXPECT_EQ(notes("a.npy b.npy"), "") << "infinities in row 1, NaN in row 2";
  b[5 * 2 + 1] = 0;
  write_halves("b.npy", kK, 2, b);
  EXPECT_EQ(notes("a.npy b.npy"),
            "note: 1 of 6 elements of c.npy are NaN where A and B have infinities but no NaN; the "
            "first, [1, 1], is NaN: infinity met zero, or the other infinity\n");
}

// E4M3's largest number is 448, and 16 x 448 x 448 is 3,211,264.
TEST_F(MatmulOverflow, NamesTheTypeThatHoldsWhatFp8Makes) {
  write_codes("a.npy", 1, 16, DType::u8, std::vector<uint8_t>(16, 0x7e));
  write_codes("b.npy", 16, 1, DType::u8, std::vector<uint8_t>(16, 0x7e));
  write_codes("one.npy", 1, 1, DType::f32, std::vector<float>{1});
  write_codes("huge.npy", 1, 1, DType::f32, std::vector<float>{1e38f});
  write_codes("infinite.npy", 1, 1, DType::f32, std::vector<float>{INFINITY});
  const std::string overflowed =
      "note: 1 of 1 elements of c.npy overflowed, to infinity or NaN; the first, [0, 0], is inf: ";
  const std::string as = "a.npy b.npy --a-type f8 --b-type f8 ";
  for (const char* scaled : {"", "--scale-a one.npy "}) {
    EXPECT_EQ(notes(as + scaled + "--c-type f16"),
              overflowed + "float16 ends at 65504; --c-type bf16 and f32 go up to 3.4e38\n");
    EXPECT_EQ(notes(as + scaled + "--c-type bf16"), "");
    EXPECT_EQ(notes(as + scaled + "--c-type f32"), "");
  }
  for (const char* type : {"bf16", "f32"}) {
    EXPECT_EQ(notes(as + "--scale-a huge.npy --c-type " + type),
              overflowed + "C ends at 3.4e38: take smaller scales\n");
    EXPECT_EQ(notes(as + "--scale-a infinite.npy --c-type " + type), "") << "it went in";
  }
}

}  // namespace
}  // namespace tilewright::cli
