// SPDX-License-Identifier: MIT
#include "bench/chain.hpp"

#include "core/parallel.hpp"
#include "emu/wmma/element.hpp"
#include "emu/wmma/layout.hpp"

namespace tilewright::bench {
namespace {

namespace wmma = emu::wmma;

wmma::Family arithmetic(Family family) {
  return family == Family::rdna3 ? wmma::Family::gfx11 : wmma::Family::gfx12;
}

wmma::ChainRules rules(Family family) {
  return wmma::chain_rules(arithmetic(family), wmma::Form::f16_f16, wmma::Policy::silicon, false);
}

}  // namespace

uint32_t chain_step(Family family) { return static_cast<uint32_t>(rules(family).step_length); }

std::vector<uint32_t> chain_order(Family family, uint32_t executed_k) {
  std::vector<uint32_t> order(executed_k);
  for (uint32_t k = 0; k < executed_k; ++k) {
    const uint32_t tile = k / wmma::tile * wmma::tile;
    order[k] = tile + static_cast<uint32_t>(wmma::accumulation_position(
                          arithmetic(family), wmma::WaveSize::w32, 16, static_cast<int>(k - tile)));
  }
  return order;
}

std::vector<uint16_t> chain_product(const Operands& operands, Family family, uint32_t executed_k,
                                    unsigned threads) {
  const auto m = static_cast<size_t>(operands.shape.m);
  const auto n = static_cast<size_t>(operands.shape.n);
  const auto k = static_cast<size_t>(operands.shape.k);
  const std::vector<uint32_t> order = chain_order(family, executed_k);
  const wmma::ChainRules chain = rules(family);
  const auto gather = [&](const uint16_t* from, std::vector<uint32_t>& to) {
    for (size_t i = 0; i < order.size(); ++i) to[i] = order[i] < k ? from[order[i]] : 0;
  };
  std::vector<uint16_t> c(m * n);
  parallel_for(n, 1, threads, [&](size_t begin, size_t end) {
    std::vector<uint32_t> a(order.size());
    std::vector<uint32_t> b(order.size());
    for (size_t column = begin; column < end; ++column) {
      gather(&operands.b[column * k], b);
      for (size_t row = 0; row < m; ++row) {
        gather(&operands.a[row * k], a);
        c[column * m + row] = static_cast<uint16_t>(wmma::float_element(chain, a, b, 0));
      }
    }
  });
  return c;
}

}  // namespace tilewright::bench
