// SPDX-License-Identifier: MIT
#include "bench/fair.hpp"

#include <algorithm>
#include <cmath>

namespace tilewright::bench {
namespace {

/// Marks made ahead, queued one by one.
class Marks {
 public:
  [[nodiscard]] static Result<Marks> make(device::Device& device, size_t count) {
    Marks marks(device);
    for (size_t i = 0; i < count; ++i) {
      auto mark = device.mark();
      if (!mark) return tl::unexpected(mark.error());
      marks.marks_.push_back(std::move(*mark));
    }
    return marks;
  }
  [[nodiscard]] Result<void> queue() { return device_->queue(*marks_[next_++]); }
  [[nodiscard]] Result<double> between(size_t from, size_t to) {
    return device_->milliseconds(*marks_[from], *marks_[to]);
  }

 private:
  explicit Marks(device::Device& device) : device_(&device) {}

  device::Device* device_;
  std::vector<std::unique_ptr<device::Mark>> marks_;
  size_t next_ = 0;
};

int launches_in(double turn_ms, double launch_ms) {
  constexpr int kMost = 20000;
  return std::clamp(static_cast<int>(std::ceil(turn_ms / std::max(launch_ms, 1e-4))), 1, kMost);
}

std::optional<double> median(const std::vector<Climate>& climates,
                             std::optional<double> Climate::* field) {
  std::vector<double> values;
  for (const Climate& climate : climates) {
    if (climate.*field) values.push_back(*(climate.*field));
  }
  if (values.empty()) return std::nullopt;
  return summarise(values).median;
}

}  // namespace

Result<Rotation> Rotation::over(Contestant& contestant, const std::vector<DeviceProduct>& copies) {
  std::vector<std::unique_ptr<Prepared>> launches;
  for (const DeviceProduct& copy : copies) {
    auto prepared = contestant.prepare(copy);
    if (!prepared) return tl::unexpected(prepared.error());
    launches.push_back(std::move(*prepared));
  }
  return Rotation(std::move(launches));
}

Result<void> Rotation::enqueue(int launches) {
  for (int i = 0; i < launches; ++i) {
    if (auto queued = launches_[next_]->enqueue(); !queued) return queued;
    next_ = (next_ + 1) % launches_.size();
  }
  return {};
}

Result<double> time_launches(device::Device& device, Rotation& rotation, int launches) {
  auto marks = Marks::make(device, 2);
  if (!marks) return tl::unexpected(marks.error());
  Result<void> queued = marks->queue();
  if (queued) queued = rotation.enqueue(launches);
  if (queued) queued = marks->queue();
  if (!queued) return tl::unexpected(queued.error());
  return marks->between(0, 1).map([&](double ms) { return ms / launches; });
}

Result<Summary> time_like_posts(device::Device& device, Rotation& rotation) {
  auto marks = Marks::make(device, kPostsLaunches + 1);
  if (!marks) return tl::unexpected(marks.error());
  Result<void> queued = rotation.enqueue(kPostsWarmUps);
  if (queued) queued = marks->queue();
  for (int i = 0; queued && i < kPostsLaunches; ++i) {
    queued = rotation.enqueue(1);
    if (queued) queued = marks->queue();
  }
  if (!queued) return tl::unexpected(queued.error());
  std::vector<double> times;
  for (size_t i = 0; i < kPostsLaunches; ++i) {
    const auto took = marks->between(i, i + 1);
    if (!took) return tl::unexpected(took.error());
    times.push_back(*took);
  }
  return summarise(times);
}

Result<FairResult> compare_fairly(device::Device& device, Rotation& ours, Rotation& theirs,
                                  const FairOptions& options, const Thermometer& thermometer) {
  FairResult result;
  Rotation* const contestants[] = {&ours, &theirs};
  int* const launches[] = {&result.launches_ours, &result.launches_theirs};

  // First how long a launch takes, then the rest of the warm-up.
  for (int side = 0; side < 2; ++side) {
    auto rough = time_launches(device, *contestants[side], 2);
    if (rough) rough = time_launches(device, *contestants[side], 3);
    if (!rough) return tl::unexpected(rough.error());
    *launches[side] = launches_in(options.turn_ms, *rough);
  }
  const int rounds = std::max(1, static_cast<int>(options.warm_up_ms / (2 * options.turn_ms)));
  for (int round = 0; round < rounds; ++round) {
    for (int side = 0; side < 2; ++side) {
      const auto queued = contestants[side]->enqueue(*launches[side]);
      if (!queued) return tl::unexpected(queued.error());
    }
  }

  // Everything is queued in one go, so that the card is never idle between two turns; the host only
  // waits where the queue is full.
  const auto turns = 2 * static_cast<size_t>(options.pairs);
  auto marks = Marks::make(device, turns + 1);
  if (!marks) return tl::unexpected(marks.error());
  Result<void> queued = marks->queue();
  std::vector<Climate> climates;
  for (int pair = 0; queued && pair < options.pairs; ++pair) {
    for (int turn = 0; queued && turn < 2; ++turn) {
      const int side = (pair + turn) % 2;
      queued = contestants[side]->enqueue(*launches[side]);
      if (queued) queued = marks->queue();
    }
    if (thermometer) climates.push_back(thermometer());
  }
  if (!queued) return tl::unexpected(queued.error());

  std::vector<double> times[2];
  for (size_t turn = 0; turn < turns; ++turn) {
    const size_t side = (turn / 2 + turn % 2) % 2;
    const auto took = marks->between(turn, turn + 1);
    if (!took) return tl::unexpected(took.error());
    times[side].push_back(*took / *launches[side]);
  }
  result.times = compare(times[0], times[1]);
  result.climate = {.sm_mhz = median(climates, &Climate::sm_mhz),
                    .memory_mhz = median(climates, &Climate::memory_mhz),
                    .power_w = median(climates, &Climate::power_w),
                    .temperature_c = median(climates, &Climate::temperature_c)};
  return result;
}

double tflops(const Shape& shape, double ms) {
  return 2.0 * shape.m * shape.n * shape.k / (ms * 1e9);
}

}  // namespace tilewright::bench
