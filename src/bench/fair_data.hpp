// Operands of any type: made on the host, copied to the card as often as it takes to fill its cache
// twice over.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "bench/fair_scales.hpp"
#include "bench/fair_types.hpp"
#include "bench/operands.hpp"
#include "device/device.hpp"

namespace tilewright::bench {

/// A code of `element` as a number, and the nearest code to a number.
[[nodiscard]] float decode(Element element, const std::byte* code);
void encode(Element element, float value, std::byte* code);

/// The operands in another element type. ±1 stay what they are, N(0,1) is rounded once more.
struct TypedOperands {
  Shape shape;
  Element element = Element::f16;
  std::vector<std::byte> a;  ///< m x k, row-major
  std::vector<std::byte> b;  ///< k x n, column-major
};
[[nodiscard]] TypedOperands convert(const Operands& operands, Element element, unsigned threads);
/// Codes of `element` with the other sign.
[[nodiscard]] std::vector<std::byte> negated(std::span<const std::byte> codes, Element element);

/// Copies of one product on the card. C has guard zones on both sides.
class Copies {
 public:
  /// At least two, and of at least `bytes` together unless they are tiny. All have the same scales.
  /// Errors: those of the device.
  [[nodiscard]] static Result<Copies> allocate(device::Device& device, const Shape& shape,
                                               const ProductTypes& types, FairScaling scaling,
                                               size_t bytes);

  [[nodiscard]] const std::vector<DeviceProduct>& products() const { return products_; }

  /// The same operands to every copy.
  [[nodiscard]] Result<void> upload(device::Device& device, const TypedOperands& operands);
  /// Another B to one copy.
  [[nodiscard]] Result<void> upload_b(device::Device& device, size_t copy,
                                      std::span<const std::byte> b);
  /// As many as the shape and allocate()'s scaling need.
  [[nodiscard]] Result<void> upload(device::Device& device, const FairScales& scales);
  /// Fills the C of copy `copy` with a code that no product has, and the guards with another.
  [[nodiscard]] Result<void> poison(device::Device& device, size_t copy);
  /// The C of copy `copy`. Errors: its guards were written to.
  [[nodiscard]] Result<std::vector<std::byte>> download_c(device::Device& device,
                                                          size_t copy) const;

  static constexpr std::byte kPoison{0xff};  ///< a NaN in every type here

 private:
  struct Copy {
    std::shared_ptr<device::Buffer> a, b, c;
  };
  std::vector<Copy> copies_;
  std::shared_ptr<device::Buffer> scale_a_, scale_b_;  ///< none without scaling
  std::vector<DeviceProduct> products_;
  size_t c_bytes_ = 0;
};

}  // namespace tilewright::bench
