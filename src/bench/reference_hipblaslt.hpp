// hipBLASLt, AMD's library, on the operands of the ladder: the solution that its heuristic puts
// first, with a generous workspace. Its sums of FP16 products are FP32: the versions that are out
// (7.1 and 7.2) have no solution that adds in FP16, as the rungs do.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "bench/run.hpp"
#include "device/hip/hip_device.hpp"
#include "device/hip/hipblaslt.hpp"

namespace tilewright::bench {

class HipblasLt {
 public:
  static constexpr size_t kWorkspaceBytes = size_t{64} << 20;

  /// Errors: no hipBLASLt. `device` must outlive this.
  [[nodiscard]] static Result<std::unique_ptr<HipblasLt>> open(device::HipDevice& device);
  ~HipblasLt();
  HipblasLt(const HipblasLt&) = delete;
  HipblasLt& operator=(const HipblasLt&) = delete;

  /// "hipBLASLt 1.2.0", the library's own version.
  [[nodiscard]] const std::string& name() const { return name_; }

  /// C = A * B, "TN" as in ladder/gemm_args.hpp: FP16 to FP16, FP8 to FP32. Lives as long as this.
  class Prepared {
   public:
    ~Prepared();
    Prepared(const Prepared&) = delete;
    Prepared& operator=(const Prepared&) = delete;
    /// The library's name of what it chose, "" if it does not tell.
    [[nodiscard]] const std::string& solution() const { return solution_; }
    /// Queues the product into `c`, m x n, column-major.
    [[nodiscard]] Result<void> enqueue(uint64_t c);

   private:
    friend class HipblasLt;
    using Api = device::hip::HipblasLtApi;
    Prepared(const HipblasLt& owner, const DeviceOperands& operands)
        : owner_(owner), operands_(operands) {}

    const HipblasLt& owner_;
    DeviceOperands operands_;
    Api::Operation operation_ = nullptr;
    Api::Layout a_ = nullptr;
    Api::Layout b_ = nullptr;
    Api::Layout c_ = nullptr;
    Api::Candidate chosen_ = {};
    std::string solution_;
  };
  /// Errors: the library has no solution for these types on this device, or for this shape.
  [[nodiscard]] Result<std::unique_ptr<Prepared>> prepare(const DeviceOperands& operands);

 private:
  using Api = device::hip::HipblasLtApi;
  HipblasLt(device::HipDevice& device, const Api& api) : device_(device), api_(api) {}
  [[nodiscard]] Result<void> choose(Prepared& made) const;

  device::HipDevice& device_;
  const Api& api_;
  std::string name_ = "hipBLASLt";
  Api::Handle handle_ = nullptr;
  std::shared_ptr<device::Buffer> workspace_;
};

/// Runs it once, with C between guard zones and poisoned beforehand. Errors: the device's, the
/// library's.
[[nodiscard]] Result<Product> multiply(device::HipDevice& device, HipblasLt::Prepared& reference,
                                       const DeviceOperands& operands,
                                       const std::optional<EventTiming>& timing = {});

}  // namespace tilewright::bench
