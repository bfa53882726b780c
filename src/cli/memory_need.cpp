// SPDX-License-Identifier: MIT
#include "cli/memory_need.hpp"

#include "core/machine_memory.hpp"

namespace tilewright::cli {

Result<void> fits_memory(const bench::Shape& shape, Precision precision) {
  const auto elements = [](int32_t rows, int32_t columns) {
    return static_cast<double>(rows) * static_cast<double>(columns);
  };
  const double c = elements(shape.m, shape.n);
  // A and B here (in two bytes), on the device and in transit; C here and there, its expected
  // value, and twice in transit.
  const double factors = 2 + 2 * operand_bytes(precision);
  const double needed = factors * (elements(shape.m, shape.k) + elements(shape.n, shape.k)) +
                        5 * result_bytes(precision) * c;
  const auto present = static_cast<double>(machine_memory());
  if (needed <= present) return {};
  constexpr double kGib = 1024.0 * 1024.0 * 1024.0;
  return fail("{} needs about {:.1f} GiB of memory, this machine has {:.1f}; take a smaller shape",
              text(shape), needed / kGib, present / kGib);
}

}  // namespace tilewright::cli
