// SPDX-License-Identifier: MIT
#include "emu/wmma/chain.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "emu/wmma/element.hpp"
#include "emu/wmma/forms.hpp"
#include "emu/wmma/layout.hpp"

namespace tilewright::emu::wmma {
namespace {

constexpr int max_depth = 32;

/// Packs 16 rows of A, or columns of B, into registers, a step of K after the other.
class Packer {
 public:
  Packer(Family family, Form form)
      : depth_(depth_of(form)),
        bytes_(factor_width(form) == 16 ? 2 : 1),
        registers_(registers(family, form, WaveSize::w32).a) {
    for (int row = 0; row < tile; ++row) {
      for (int k = 0; k < depth_; ++k) {
        places_[row][k] = factor_place(family, WaveSize::w32, factor_width(form), depth_, row, k);
      }
    }
  }

  [[nodiscard]] int registers_per_step() const { return registers_; }

  /// Outer indices [first, last), at most 16; the other lanes hold zeros.
  void pack(const FactorView& view, int64_t first, int64_t last, int64_t k_end, Row* rows) const {
    for (int64_t k = 0; k < k_end; k += depth_, rows += registers_) {
      std::fill_n(rows, registers_, Row{});
      const int depth = static_cast<int>(std::min<int64_t>(depth_, k_end - k));
      for (int64_t outer = first; outer < last; ++outer) {
        const auto& places = places_[outer - first];
        for (int step_k = 0; step_k < depth; ++step_k) {
          const Place& place = places[step_k];
          const ptrdiff_t offset = outer * view.outer_stride + (k + step_k) * view.k_stride;
          rows[place.vgpr].lane[place.lane] |= code(view.data, offset) << place.bit;
        }
      }
    }
  }

 private:
  [[nodiscard]] uint32_t code(const void* data, ptrdiff_t offset) const {
    return bytes_ == 2 ? static_cast<const uint16_t*>(data)[offset]
                       : static_cast<const uint8_t*>(data)[offset];
  }

  int depth_;
  int bytes_;
  int registers_;
  std::array<std::array<Place, max_depth>, tile> places_{};
};

void unpack(const ChainGemm& gemm, const std::array<Row, 8>& d, int64_t row, int64_t last_row,
            int64_t column) {
  const bool packed = is_packed(gemm.form);
  const auto rows = static_cast<int>(std::min<int64_t>(tile, last_row - row));
  const auto columns = static_cast<int>(std::min<int64_t>(tile, gemm.n - column));
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < columns; ++j) {
      const Place place = result_place(gemm.family, WaveSize::w32, packed, i, j);
      const uint32_t value = d[place.vgpr].lane[place.lane] >> place.bit;
      const ptrdiff_t offset = (row + i) * gemm.d.row_stride + (column + j) * gemm.d.column_stride;
      if (packed) {
        static_cast<uint16_t*>(gemm.d.data)[offset] = static_cast<uint16_t>(value);
      } else {
        static_cast<uint32_t*>(gemm.d.data)[offset] = value;
      }
    }
  }
}

}  // namespace

uint32_t chain_element(Family family, Form form, std::span<const uint32_t> a,
                       std::span<const uint32_t> b, const ChainOptions& options) {
  const auto depth = static_cast<size_t>(depth_of(form));
  uint32_t c = 0;
  for (size_t first = 0; first < a.size(); first += depth) {
    std::array<uint32_t, max_depth> a_step{};
    std::array<uint32_t, max_depth> b_step{};
    for (size_t q = 0; q < depth; ++q) {
      const auto position = static_cast<size_t>(
          accumulation_position(family, WaveSize::w32, factor_width(form), static_cast<int>(q)));
      if (first + position >= a.size()) continue;
      a_step[q] = a[first + position];
      b_step[q] = b[first + position];
    }
    const auto a_codes = std::span<const uint32_t>(a_step).first(depth);
    const auto b_codes = std::span<const uint32_t>(b_step).first(depth);
    if (is_integer(form)) {
      const IntegerRules rules{family, factor_width(form), (options.neg_lo & 1) != 0,
                               (options.neg_lo & 2) != 0, options.clamp};
      c = integer_element(rules, a_codes, b_codes, c);
    } else {
      c = float_element(chain_rules(family, form, options.policy, options.fp16_ovfl), a_codes,
                        b_codes, c);
    }
  }
  return c;
}

uint16_t chain_element_f16(Family family, std::span<const uint16_t> a,
                           std::span<const uint16_t> b) {
  const std::vector<uint32_t> a_codes(a.begin(), a.end());
  const std::vector<uint32_t> b_codes(b.begin(), b.end());
  return static_cast<uint16_t>(chain_element(family, Form::f16_f16, a_codes, b_codes));
}

void chain_gemm(const ChainGemm& gemm, int64_t first, int64_t last) {
  const Packer packer(gemm.family, gemm.form);
  const WmmaFunction wmma =
      wmma_function(gemm.family, gemm.form, WaveSize::w32, gemm.options.policy);
  const int64_t steps = (gemm.k + depth_of(gemm.form) - 1) / depth_of(gemm.form);
  const auto strip_rows = static_cast<size_t>(steps * packer.registers_per_step());
  // Each strip of B that has been packed serves this many tiles of A, whose strips stay packed.
  constexpr int64_t tiles_per_block = 8;
  std::vector<Row> a_strips(strip_rows * tiles_per_block);
  std::vector<Row> b_strip(strip_rows);

  Operands operands;
  operands.neg_lo = gemm.options.neg_lo;
  operands.clamp = gemm.options.clamp;
  operands.fp16_ovfl = gemm.options.fp16_ovfl;
  for (int64_t block = first; block < last; block += tiles_per_block * tile) {
    const int64_t block_end = std::min(last, block + tiles_per_block * tile);
    for (int64_t row = block; row < block_end; row += tile) {
      packer.pack(gemm.a, row, std::min(block_end, row + tile), gemm.k,
                  &a_strips[static_cast<size_t>((row - block) / tile) * strip_rows]);
    }
    for (int64_t column = 0; column < gemm.n; column += tile) {
      packer.pack(gemm.b, column, std::min(gemm.n, column + tile), gemm.k, b_strip.data());
      for (int64_t row = block; row < block_end; row += tile) {
        std::array<Row, 8> d{};
        operands.c = operands.d = d.data();
        operands.a = &a_strips[static_cast<size_t>((row - block) / tile) * strip_rows];
        operands.b = b_strip.data();
        for (int64_t step = 0; step < steps; ++step) {
          wmma(operands);
          operands.a += packer.registers_per_step();
          operands.b += packer.registers_per_step();
        }
        unpack(gemm, d, row, block_end, column);
      }
    }
  }
}

}  // namespace tilewright::emu::wmma
