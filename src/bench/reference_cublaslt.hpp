// cuBLASLt at its best: of all algorithms that its heuristic offers for a product, with a generous
// workspace, the one that is fastest on this card and this data.
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bench/fair_types.hpp"
#include "device/cuda/cublaslt.hpp"
#include "device/cuda/cuda_device.hpp"

namespace tilewright::bench {

class CublasLt final : public Contestant {
 public:
  static constexpr size_t kWorkspaceBytes = size_t{64} << 20;
  /// More than the heuristic has ever offered.
  static constexpr int kMostCandidates = 64;

  /// Errors: no cuBLASLt. `device` must outlive this.
  [[nodiscard]] static Result<std::unique_ptr<CublasLt>> open(device::CudaDevice& device);
  ~CublasLt() override;
  CublasLt(const CublasLt&) = delete;
  CublasLt& operator=(const CublasLt&) = delete;

  [[nodiscard]] const std::string& name() const override { return name_; }
  /// That its heuristic offers nothing.
  [[nodiscard]] std::optional<std::string> refusal(const DeviceProduct& product) const override;
  /// Takes the heuristic's first offer, or what tune() found for a product of the same shape, types
  /// and leading dimensions.
  [[nodiscard]] Result<std::unique_ptr<Prepared>> prepare(const DeviceProduct& product) override;

  struct Tuning {
    int candidates = 0;
    int chosen = 0;              ///< 0 is the heuristic's first
    double gain_over_first = 1;  ///< time of the first / time of the chosen
  };
  /// Times every candidate over the copies of a product: on a warm card, all in turn, there and
  /// back, as clocks drift. What comes close to the fastest is timed again, for longer.
  [[nodiscard]] Result<Tuning> tune(const std::vector<DeviceProduct>& copies);

 private:
  using Api = device::cuda::CublasLtApi;
  struct Plan;
  class Queued;

  CublasLt(device::CudaDevice& device, const Api& api);
  [[nodiscard]] Result<std::shared_ptr<Plan>> plan(const DeviceProduct& product) const;
  struct Candidate;
  [[nodiscard]] Result<void> race(std::vector<Candidate>& candidates, int laps, double turn_ms);

  device::CudaDevice& device_;
  const Api& api_;
  std::string name_;
  Api::Handle handle_ = nullptr;
  std::shared_ptr<device::Buffer> workspace_;
  std::shared_ptr<Plan> tuned_;
  std::optional<DeviceProduct> tuned_for_;
};

}  // namespace tilewright::bench
