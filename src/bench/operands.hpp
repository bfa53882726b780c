// The two factors on the host, in the layout that every kernel takes.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "arch/fp8.hpp"
#include "arch/lane_map.hpp"
#include "bench/shape.hpp"
#include "ladder/rdna/rungs.hpp"

namespace tilewright::bench {

/// What A and B are filled with.
enum class Data : uint8_t {
  pm1,     ///< +1 and -1: every sum is an integer
  normal,  ///< N(0,1): every sum is rounded
};
[[nodiscard]] std::string_view name(Data data);
[[nodiscard]] std::optional<Data> data_from_name(std::string_view name);

/// What the kernels are given: FP16, or a one-byte format for each operand.
struct Formats {
  Precision precision = Precision::fp16;
  Fp8 a = Fp8::e4m3;  ///< of fp8
  Fp8 b = Fp8::e4m3;

  friend bool operator==(const Formats&, const Formats&) = default;
};

/// Both operands contiguous along K ("TN"), as binary16 codes whatever the formats: every number of
/// E4M3 and of E5M2 is one of binary16, so the references have one kind of data to read.
struct Operands {
  Shape shape;
  std::vector<uint16_t> a;  ///< m x k, row-major, leading dimension k
  std::vector<uint16_t> b;  ///< k x n, column-major, leading dimension k
  Formats formats = {};
};

/// The same data for any number of threads (0: all cores). What a one-byte format has no code for
/// is rounded to nearest even, and saturated.
[[nodiscard]] Operands make_operands(const Shape& shape, Data data, uint64_t seed, unsigned threads,
                                     const Formats& formats = {});

/// An operand as the kernels read it: two bytes an element, or one.
[[nodiscard]] std::vector<std::byte> device_codes(const Operands& operands, Operand which,
                                                  unsigned threads);

}  // namespace tilewright::bench
