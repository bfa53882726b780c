// SPDX-License-Identifier: MIT
#include "bench/shape.hpp"

#include <charconv>
#include <system_error>

namespace tilewright::bench {

std::string text(const Shape& shape) { return fmt::format("{}x{}x{}", shape.m, shape.n, shape.k); }

namespace {

/// Products of a transformer of 70 billion parameters, with a hidden dimension of 8192 (part 2).
constexpr struct {
  std::string_view name;
  Shape shape;
} kNamed[] = {{"square", {8192, 8192, 8192}},
              {"mlp-up", {8192, 28672, 8192}},
              {"gqa-qkv", {8192, 10240, 8192}},
              {"small", {3072, 4096, 8192}}};

}  // namespace

Result<Shape> parse_shape(std::string_view text) {
  for (const auto& known : kNamed) {
    if (known.name == text) return known.shape;
  }
  Shape shape;
  const char* at = text.data();
  const char* const end = text.data() + text.size();
  bool good = true;
  for (int32_t* extent : {&shape.m, &shape.n, &shape.k}) {
    if (extent != &shape.m) good = good && at != end && *at++ == 'x';
    const auto [next, error] = std::from_chars(at, end, *extent);
    good = good && error == std::errc{} && *extent >= 1;
    at = next;
  }
  if (!good || at != end) {
    return fail(
        "'{}' is not a shape: write MxNxK, each from 1 to 2147483647, as in 768x768x512, or "
        "square, "
        "mlp-up, gqa-qkv or small",
        text);
  }
  return shape;
}

}  // namespace tilewright::bench
