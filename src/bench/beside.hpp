// What the vendor's library makes of the same operands, and how far that is from what ours make.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bench/judge.hpp"
#include "bench/run.hpp"
#include "device/hip/hip_device.hpp"

namespace tilewright::bench {

/// C of ±1 operands compared with the integer product, which a sum in FP32 meets exactly but for
/// what RDNA 3's instructions leave behind where signs cancel: 2^-24 for each of K products at
/// most. (Sums in FP16 round that away next to an integer other than 0, so judge.hpp allows 2^-23
/// in all.)
struct IntegerComparison {
  uint64_t unequal = 0;     ///< elements that are not the integer
  uint64_t beyond = 0;      ///< of those: further from it than K * 2^-24, or off at all on RDNA 4
  double max_distance = 0;  ///< of any element from its integer
  std::optional<Mismatch> first;  ///< beyond
};

/// Compares C, m x n, column-major, with the integer product of `operands`, which are ±1.
[[nodiscard]] IntegerComparison compare_with_integers(const Codes& c, const Operands& operands,
                                                      Family family, unsigned threads);

struct Beside {
  std::string name;      ///< "hipBLASLt 1.2.0"
  std::string solution;  ///< the library's name of what it chose; of its kernel, if it has none
  std::optional<std::string> error;  ///< what stopped it
  uint64_t unwritten = 0;
  std::optional<GuardDamage> damage;
  std::optional<IntegerComparison> integers;  ///< of ±1
  /// FP16: elements whose bits are not those of a chain of instructions from K = 0 on that adds in
  /// FP32. Whether the library adds in that order is its own business: this is no verdict.
  std::optional<uint64_t> unlike_chain;
  std::optional<double> milliseconds;  ///< by the device's clock, where that was asked
  device::LaunchReport report;
  Codes c;

  [[nodiscard]] bool failed() const {
    return error || unwritten != 0 || damage || (integers && integers->beyond != 0);
  }
};

/// Runs hipBLASLt once on `device`, which holds `uploaded`. What goes wrong is part of the result.
[[nodiscard]] Beside run_hipblaslt(device::HipDevice& device, const DeviceOperands& uploaded,
                                   const Operands& operands, Data data, Family family,
                                   unsigned threads, const std::optional<EventTiming>& timing);

}  // namespace tilewright::bench
