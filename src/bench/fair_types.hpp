// What is compared on a real GPU: products of given types, and those who compute them.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "bench/shape.hpp"
#include "core/result.hpp"

namespace tilewright::bench {

enum class Element : uint8_t { f16, bf16, e4m3, f32 };
[[nodiscard]] std::string_view name(Element element);
[[nodiscard]] size_t bytes_of(Element element);

/// Of A and B, of the accumulators, of C. What the command line calls --dtype.
struct ProductTypes {
  std::string_view name;  ///< "fp16", "bf16", "fp8-bf16", …
  Element input;
  Element sum;
  Element output;
};
inline constexpr ProductTypes product_types[] = {
    {"fp16", Element::f16, Element::f16, Element::f16},
    {"fp16-f32", Element::f16, Element::f32, Element::f16},
    {"bf16", Element::bf16, Element::f32, Element::bf16},
    {"fp8-f32", Element::e4m3, Element::f32, Element::f32},
    {"fp8-bf16", Element::e4m3, Element::f32, Element::bf16},
    {"fp8-f16", Element::e4m3, Element::f32, Element::f16},
};
/// How the sums of an FP8 product are scaled before they are rounded to C. What the command line
/// calls --scales.
enum class FairScaling : uint8_t {
  none,
  tensor,   ///< by one scale of A and one of B
  vectors,  ///< by one for each row of A and one for each column of B
};
[[nodiscard]] std::string_view name(FairScaling scaling);

/// nullptr if there is none of that name.
[[nodiscard]] const ProductTypes* find_product_types(std::string_view name);

/// One product in device memory: C = A * B, "TN" as in ladder/gemm_args.hpp.
struct DeviceProduct {
  Shape shape;
  const ProductTypes* types = nullptr;
  uint64_t a = 0;
  uint64_t b = 0;
  uint64_t c = 0;
  int32_t lda = 0;
  int32_t ldb = 0;
  int32_t ldc = 0;
  FairScaling scaling = FairScaling::none;
  uint64_t scale_a = 0;  ///< f32: one, or one for each row of A; 0 without scaling
  uint64_t scale_b = 0;  ///< f32: one, or one for each column of B
};

/// A launch with everything worked out, so that queueing it costs the host next to nothing.
class Prepared {
 public:
  virtual ~Prepared() = default;
  [[nodiscard]] virtual Result<void> enqueue() = 0;
};

/// What a kernel takes of a multiprocessor.
struct ContestantResources {
  uint32_t registers = 0;
  uint32_t shared_bytes = 0;
  uint32_t local_bytes = 0;  ///< of a thread: stack and spills
  uint32_t threads = 0;      ///< of a block
};

/// A way to compute a product: a rung, or a vendor's library.
class Contestant {
 public:
  virtual ~Contestant() = default;
  [[nodiscard]] virtual const std::string& name() const = 0;
  /// Why this product cannot be computed this way, and what to do instead; nothing where it can.
  [[nodiscard]] virtual std::optional<std::string> refusal(const DeviceProduct& product) const = 0;
  /// Errors: a refusal, and what goes wrong: a kernel that cannot be loaded, no memory.
  [[nodiscard]] virtual Result<std::unique_ptr<Prepared>> prepare(const DeviceProduct& product) = 0;
  /// Of the kernel that was prepared last.
  [[nodiscard]] virtual std::optional<ContestantResources> resources() const {
    return std::nullopt;
  }
  /// Where what runs is not what the name says: "rung 8: …". Of what was prepared last.
  [[nodiscard]] virtual std::string note() const { return {}; }
};

}  // namespace tilewright::bench
