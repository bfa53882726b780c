// Times that may be compared. Two protocols:
//
//  - posts: 10 launches to warm up, then the mean of 30, as AMD's posts measure. For a ladder of
//    rungs: what a launch takes, not who is faster.
//  - fair: ours and theirs take turns in one process, each turn long enough to time; a turn of ours
//    is compared with the mean of theirs right before and right behind it, and the figure is the
//    median of these ratios. A card that throttles or warms up does it to both.
//
// Both go round over several copies of the operands, so that no launch finds its data in L2.
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "bench/fair_statistics.hpp"
#include "bench/fair_types.hpp"
#include "device/device.hpp"

namespace tilewright::bench {

/// One contestant's launches over all copies of a product's operands, in turn.
class Rotation {
 public:
  /// Errors: those of prepare().
  [[nodiscard]] static Result<Rotation> over(Contestant& contestant,
                                             const std::vector<DeviceProduct>& copies);
  explicit Rotation(std::vector<std::unique_ptr<Prepared>> launches)
      : launches_(std::move(launches)) {}
  [[nodiscard]] Result<void> enqueue(int launches);

 private:
  std::vector<std::unique_ptr<Prepared>> launches_;
  size_t next_ = 0;
};

/// Milliseconds of one launch: the mean of `launches` between two marks.
[[nodiscard]] Result<double> time_launches(device::Device& device, Rotation& rotation,
                                           int launches);

inline constexpr int kPostsWarmUps = 10;
inline constexpr int kPostsLaunches = 30;
/// Each of the 30 launches by itself.
[[nodiscard]] Result<Summary> time_like_posts(device::Device& device, Rotation& rotation);

struct FairOptions {
  /// A turn's launches are as many as fill this. In turns of 200 ms each side finds the clock that
  /// its own power allows. In short ones, 8 ms say, both have the same, which the one that draws
  /// less pays for: a ratio of cycles rather than of times.
  double turn_ms = 200;
  int pairs = 7;  ///< turns of each of ours

  /// Of all contestants together, before the first turn that counts.
  [[nodiscard]] double warm_up_ms() const { return std::max(400.0, 10 * turn_ms); }
  /// Whether several of ours are measured in one round, each between two turns of theirs, so that
  /// they share the card's drift: on a cool card the first of several measured one by one was off
  /// by 3 %. Only in long turns: a power limit averages over some 10 ms, and who follows a slow
  /// contestant in short ones borrows its clock.
  [[nodiscard]] bool in_one_round() const { return turn_ms >= 100; }
};

/// What the card did meanwhile; empty where it does not say.
struct Climate {
  std::optional<double> sm_mhz;
  std::optional<double> memory_mhz;
  std::optional<double> power_w;
  std::optional<double> temperature_c;
};
/// Reads the card while it works.
using Thermometer = std::function<Climate()>;

struct FairResult {
  Comparison times;
  int launches_ours = 0;  ///< of a turn
  int launches_theirs = 0;
  Climate climate;  ///< medians over the turns, each read when it has ended
};
/// One result for each of `ours`. They are gone through there and back: first to last, last to
/// first.
[[nodiscard]] Result<std::vector<FairResult>> compare_fairly(device::Device& device,
                                                             std::span<Rotation* const> ours,
                                                             Rotation& theirs,
                                                             const FairOptions& options,
                                                             const Thermometer& thermometer);

/// 2mnk over the time.
[[nodiscard]] double tflops(const Shape& shape, double ms);

}  // namespace tilewright::bench
