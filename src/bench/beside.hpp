// What the vendor's library makes of the same operands, and how far that is from what ours make.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bench/judge.hpp"
#include "bench/run.hpp"
#include "bench/sum_order.hpp"
#include "device/hip/hip_device.hpp"

namespace tilewright::bench {

/// C of ±1 operands compared with the integer product, which a sum in FP32 meets exactly but for
/// what RDNA 3's instructions leave behind where signs cancel. (Sums in FP16 round that away next
/// to an integer other than 0, so judge.hpp allows 2^-23 in all.)
///
/// How much that may be, in units of u = 2^-24. A step adds two products to the accumulator C, cuts
/// all to the grid max(u, 2^-26 of the power of two in C), and takes one grid unit too much for
/// each product whose sign opposes C's. From |C| = 8 on that is a quarter of C's last place for
/// each at most and rounded away (two make a tie with an even neighbour); below, it costs u a
/// product. Rounding where |C| grows into another binade may add to it, but a sum must come down to
/// 2 again before it can do so twice. Both together are not more than K u: of all sums of K
/// products ±1, in any order, the worst is off by 0.797 K u. That is no estimate: few values can be
/// reached, and beside_test.cpp walks through all of them. Products of 0, which pad K, change
/// nothing.
///
/// A product in `parts` adds that many sums: their residues are K u together again, and each of the
/// parts - 1 additions rounds by half a last place of a number up to K, which is K u at most. So
/// parts * K * 2^-24 in all.
struct IntegerComparison {
  uint64_t unequal = 0;           ///< elements that are not the integer
  uint64_t beyond = 0;            ///< of those: beyond the bound above, or off at all on RDNA 4
  double max_distance = 0;        ///< of any element from its integer
  std::optional<Mismatch> first;  ///< beyond
};

/// Compares C, m x n, column-major, with the integer product of `operands`, which are ±1.
[[nodiscard]] IntegerComparison compare_with_integers(const Codes& c, const Operands& operands,
                                                      Family family, uint32_t parts,
                                                      unsigned threads);

struct Beside {
  std::string name;      ///< "hipBLASLt 1.2.0"
  std::string solution;  ///< the library's name of what it chose; of its kernel, if it has none
  std::optional<std::string> error;  ///< what stopped it
  uint64_t unwritten = 0;
  std::optional<GuardDamage> damage;
  std::optional<IntegerComparison> integers;  ///< of ±1
  std::optional<SumOrder> order;              ///< of FP16's sums, if the solution's name tells
  /// Then: elements whose bits are not those of the instructions that add in FP32 in that order.
  std::optional<uint64_t> unlike_chain;
  /// Whether the order is certain, so that other bits are wrong: of ±1 on RDNA 3, where the
  /// integers are no sharp test, with workgroups that all begin at K = 0.
  bool chain_is_due = false;
  std::optional<double> milliseconds;  ///< by the device's clock, where that was asked
  device::LaunchReport report;
  Codes c;

  [[nodiscard]] bool failed() const {
    return error || unwritten != 0 || damage || (integers && integers->beyond != 0) ||
           (chain_is_due && unlike_chain.value_or(0) != 0);
  }
};

/// Runs hipBLASLt once on `device`, which holds `uploaded`. What goes wrong is part of the result.
[[nodiscard]] Beside run_hipblaslt(device::HipDevice& device, const DeviceOperands& uploaded,
                                   const Operands& operands, Data data, Family family,
                                   unsigned threads, const std::optional<EventTiming>& timing);

}  // namespace tilewright::bench
