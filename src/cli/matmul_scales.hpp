// Scales and bias from .npy files, for matmul.
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bench/scaled.hpp"
#include "core/dtype.hpp"

namespace tilewright::cli {

/// Paths; empty where nothing was given.
struct ScaleFiles {
  std::string a;
  std::string b;
  std::string bias;

  /// Those given, as options: "--scale-a".
  [[nodiscard]] std::vector<std::string> options() const {
    std::vector<std::string> given;
    if (!a.empty()) given.emplace_back("--scale-a");
    if (!b.empty()) given.emplace_back("--scale-b");
    if (!bias.empty()) given.emplace_back("--bias");
    return given;
  }
  [[nodiscard]] bool any() const { return !a.empty() || !b.empty() || !bias.empty(); }
};

/// What the arrays' shapes mean: of A one scale, [M], or [M, K/128]; of B one, [N], or
/// [K/128, N/128], each rounded up; of the bias [N]. A scale that is not given is 1. Extents of 1
/// may be added or left out; a shape that could be two of these is what agrees with the other
/// operand's. Errors, in words for the person who has the files: not float32, a shape that fits
/// none of these, blocks for one operand alone.
[[nodiscard]] Result<bench::Scales> read_scales(const ScaleFiles& files, const bench::Shape& shape);

[[nodiscard]] ScaledResult scaled_result(DType dtype);

}  // namespace tilewright::cli
