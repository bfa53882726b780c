// The ladder on a real GPU: every rung checked to the last bit, then timed, beside the vendor's
// library if that is wanted. A rung that is not right gets no time.
// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bench/fair.hpp"
#include "bench/fair_check.hpp"
#include "bench/fair_types.hpp"
#include "bench/reference_cublaslt.hpp"
#include "device/cuda/cuda_device.hpp"

namespace tilewright::bench {

struct FairLadderRequest {
  std::vector<std::string> rungs;
  std::vector<Shape> shapes;
  std::vector<const ProductTypes*> types;
  FairScaling scaling = FairScaling::none;  ///< only FP8 can be scaled
  bool reference = false;                   ///< cuBLASLt beside them
  bool fair = false;  ///< ours and theirs in turns; otherwise as the posts measure
  bool time = true;   ///< otherwise only check
  uint64_t seed = 1;
  unsigned threads = 0;  ///< on the host; 0: all cores
  FairOptions options;
};

/// A contestant's result on one product.
struct FairRung {
  std::string id;
  std::optional<std::string> refused;  ///< why it does not compute this product
  std::optional<std::string> error;    ///< what stopped it
  std::string note;                    ///< what runs where that is not what the id says
  std::optional<ContestantResources> resources;
  BitwiseVerdict integers;                        ///< on ±1
  std::optional<bool> equals_reference;           ///< on ±1, bit for bit
  std::optional<Float64Sample::Verdict> float64;  ///< on N(0,1)
  std::optional<Summary> posts_ms;
  std::optional<FairResult> fair;

  [[nodiscard]] bool exact() const {
    return !refused && !error && integers.mismatches == 0 && equals_reference.value_or(true) &&
           float64 && float64->right();
  }
  [[nodiscard]] bool failed() const { return !refused && !exact(); }
  /// Of one launch, by whichever protocol was followed.
  [[nodiscard]] std::optional<double> ms() const;
};

struct FairRun {
  device::Info device;
  std::string driver;  ///< "580.159, CUDA 13.0"
  Shape shape;
  const ProductTypes* types = nullptr;
  FairScaling scaling = FairScaling::none;
  size_t copies = 0;  ///< of the operands, taken in turn
  std::optional<FairRung> reference;
  CublasLt::Tuning tuning;
  std::vector<FairRung> rungs;
};

struct FairListener {
  std::function<void(const FairRun&)> run_begins;  ///< nothing has been measured
  std::function<void(const FairRun&, const FairRung&)> rung_done;
  std::function<void(const FairRun&)> run_ends;
};

/// Errors: what prevents the ladder from being run at all; a rung that fails is part of the result.
[[nodiscard]] Result<std::vector<FairRun>> run_fair_ladder(device::CudaDevice& device,
                                                           const FairLadderRequest& request,
                                                           const FairListener& listener);

}  // namespace tilewright::bench
