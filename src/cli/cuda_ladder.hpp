// The ladder on an NVIDIA GPU: measured, not emulated.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/command.hpp"

namespace tilewright::cli {

struct CudaLadderOptions {
  std::vector<std::string> rungs;   ///< empty: all
  std::vector<std::string> shapes;  ///< empty: the four of AMD's posts
  std::vector<std::string> dtypes;  ///< empty: fp16
  std::string reference;            ///< "cublaslt", or none
  bool fair = false;
  bool check_only = false;
  int pairs = 21;
  uint64_t seed = 1;
  unsigned threads = 0;
  std::string json;
};

[[nodiscard]] std::vector<std::string> cuda_rung_ids();
[[nodiscard]] std::vector<std::string> cuda_dtypes();

[[nodiscard]] Result<Outcome> ladder_on_cuda(const CudaLadderOptions& options);

}  // namespace tilewright::cli
