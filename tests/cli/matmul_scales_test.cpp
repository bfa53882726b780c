// What the shapes of scales mean, where an extent of one or of few blocks leaves a choice.
// SPDX-License-Identifier: MIT
#include "cli/matmul_scales.hpp"

#include <gmock/gmock.h>

#include <cstring>
#include <filesystem>

#include "core/npy.hpp"
#include "run_program.hpp"

namespace tilewright::cli {
namespace {

using testing::HasSubstr;

class MatmulScales : public ProgramTest {
 protected:
  /// 1, 2, 3, ... in C order.
  std::string scales(const std::string& name, const std::vector<uint64_t>& shape) {
    size_t elements = 1;
    for (const uint64_t extent : shape) elements *= extent;
    std::vector<float> values(elements);
    for (size_t i = 0; i < elements; ++i) values[i] = static_cast<float>(i + 1);
    Array array{.dtype = DType::f32,
                .shape = shape,
                .fortran_order = false,
                .data = std::vector<std::byte>(elements * sizeof(float))};
    std::memcpy(array.data.data(), values.data(), array.data.size());
    EXPECT_TRUE(write_npy(path(name), array));
    return path(name);
  }
  Result<bench::Scales> read(const std::vector<uint64_t>& a, const std::vector<uint64_t>& b,
                             const bench::Shape& shape) {
    return read_scales({.a = scales("sa.npy", a), .b = scales("sb.npy", b), .bias = ""}, shape);
  }
};

TEST_F(MatmulScales, AreBlocksWhereOneBlockOfKLooksLikeRows) {
  for (const int m : {70, 1}) {
    const auto read = this->read({static_cast<uint64_t>(m), 1}, {1, 2}, {m, 200, 100});
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->scaling, Scaling::blocks);
    EXPECT_EQ(read->stride_a, m);
    EXPECT_EQ(read->stride_b, 2);
    EXPECT_EQ(read->b, (std::vector<float>{1, 2}));
  }
}

TEST_F(MatmulScales, AreBlocksWhereNIsTheNumberOfBlocksOfK) {
  const auto two = read({70, 2}, {2, 1}, {70, 2, 256});
  ASSERT_TRUE(two) << two.error().message;
  EXPECT_EQ(two->scaling, Scaling::blocks);
  EXPECT_EQ(two->stride_b, 1);
  const auto square = read({3, 3}, {3, 1}, {3, 3, 300});
  ASSERT_TRUE(square) << square.error().message;
  EXPECT_EQ(square->scaling, Scaling::blocks);
  // [3, 3] is stored by block of K.
  EXPECT_EQ(square->a, (std::vector<float>{1, 4, 7, 2, 5, 8, 3, 6, 9}));
}

TEST_F(MatmulScales, AreNotTakenForColumnsWhereTheyAreBlocks) {
  for (const std::vector<uint64_t>& a : {std::vector<uint64_t>{1}, {3}}) {
    const auto read = this->read(a, {3, 1}, {3, 3, 300});
    ASSERT_FALSE(read);
    EXPECT_THAT(read.error().message, HasSubstr("sb.npy has blocks of scales and A has not"));
  }
  for (const std::vector<uint64_t>& b : {std::vector<uint64_t>{1, 3}, {3}}) {
    const auto read = this->read({1}, b, {3, 3, 300});
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->scaling, Scaling::vectors);
    EXPECT_EQ(read->stride_a, 0);
    EXPECT_EQ(read->stride_b, 1);
  }
}

TEST_F(MatmulScales, OfRowsAndColumnsMayStandUpOrLie) {
  const auto read = this->read({19, 1}, {33, 1}, {19, 33, 257});
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->scaling, Scaling::vectors);
  EXPECT_EQ(read->stride_a, 1);
  EXPECT_EQ(read->stride_b, 1);
}

}  // namespace
}  // namespace tilewright::cli
