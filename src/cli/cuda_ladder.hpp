// The ladder on an NVIDIA GPU: measured, not emulated.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bench/fair.hpp"
#include "cli/command.hpp"
#include "cli/device_state.hpp"
#include "report/table.hpp"

namespace tilewright::cli {

struct CudaLadderOptions {
  std::vector<std::string> rungs;   ///< empty: all
  std::vector<std::string> shapes;  ///< empty: the four of AMD's posts
  std::string dtype = "fp16";       ///< or several, with commas
  std::string scales = "none";      ///< or "tensor" or "vectors", of FP8
  std::string reference;            ///< "cublaslt", or none
  bool fair = false;
  bool check_only = false;
  int pairs = bench::FairOptions{}.pairs;
  double turn_ms = bench::FairOptions{}.turn_ms;
  uint64_t seed = 1;
  unsigned threads = 0;
  std::string json;
};

[[nodiscard]] std::vector<std::string> cuda_rung_ids();
[[nodiscard]] std::vector<std::string> cuda_dtypes();
[[nodiscard]] std::vector<std::string> cuda_scalings();

/// --scales, --reference, --fair, --check-only, --pairs and --turn.
void add_cuda_options(CLI::App& command, CudaLadderOptions& options);

/// Errors: options that cannot be meant together; types, shapes and rungs that there are not.
[[nodiscard]] Result<void> understood(const CudaLadderOptions& options);

[[nodiscard]] Result<Outcome> ladder_on_cuda(const CudaLadderOptions& options);

[[nodiscard]] report::Row device_row(const DeviceState& state);
/// Lines of `tilewright devices`, one for each card.
[[nodiscard]] std::vector<report::Row> cuda_device_rows();

/// The commands of a program that has no software GPU: `ladder` and `devices`, for CUDA alone.
void add_cuda_ladder(CLI::App& app, Action& action);
void add_cuda_devices(CLI::App& app, Action& action);

}  // namespace tilewright::cli
