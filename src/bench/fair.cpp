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
  constexpr int kMost = 100000;
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

Result<std::vector<FairResult>> compare_fairly(device::Device& device,
                                               std::span<Rotation* const> ours, Rotation& theirs,
                                               const FairOptions& options,
                                               const Thermometer& thermometer) {
  // First how long a launch takes, then the rest of the warm-up.
  const auto launches_of = [&](Rotation& rotation) -> Result<int> {
    auto rough = time_launches(device, rotation, 2);
    if (rough) rough = time_launches(device, rotation, 3);
    return rough.map([&](double ms) { return launches_in(options.turn_ms, ms); });
  };
  const auto launches_theirs = launches_of(theirs);
  if (!launches_theirs) return tl::unexpected(launches_theirs.error());
  std::vector<FairResult> results(ours.size());
  for (size_t i = 0; i < ours.size(); ++i) {
    const auto launches = launches_of(*ours[i]);
    if (!launches) return tl::unexpected(launches.error());
    results[i].launches_ours = *launches;
    results[i].launches_theirs = *launches_theirs;
  }
  Result<void> queued;
  const double round_ms = options.turn_ms * static_cast<double>(ours.size() + 1);
  for (double warm = 0; warm < options.warm_up_ms(); warm += round_ms) {
    for (size_t i = 0; queued && i < ours.size(); ++i) {
      queued = ours[i]->enqueue(results[i].launches_ours);
    }
    if (queued) queued = theirs.enqueue(*launches_theirs);
  }

  // A turn of theirs, then by turns one of ours and one of theirs.
  const size_t turns = ours.size() * static_cast<size_t>(options.pairs);
  const size_t all = 2 * turns + 1;
  auto marks = Marks::make(device, all + 1);
  if (!marks) return tl::unexpected(marks.error());
  const auto contestant = [&](size_t turn) {
    const size_t within = turn % ours.size();
    return turn / ours.size() % 2 == 0 ? within : ours.size() - 1 - within;
  };
  std::vector<std::vector<Climate>> climates(ours.size());
  std::vector<double> ms;  // of what has ended: theirs, ours, theirs, ...
  const auto await = [&]() -> Result<void> {
    const size_t next = ms.size();
    const auto took = marks->between(next, next + 1);
    if (!took) return tl::unexpected(took.error());
    ms.push_back(*took);
    if (thermometer && next % 2 == 1) climates[contestant(next / 2)].push_back(thermometer());
    return {};
  };
  // Two turns are queued behind the one whose end is waited for, so that the card is not idle while
  // it is read, which takes time; more would tell of the card's state too late.
  constexpr size_t kAhead = 2;
  if (queued) queued = marks->queue();
  for (size_t next = 0; queued && next < all; ++next) {
    if (next % 2 == 0) {
      queued = theirs.enqueue(*launches_theirs);
    } else {
      const size_t i = contestant(next / 2);
      queued = ours[i]->enqueue(results[i].launches_ours);
    }
    if (queued) queued = marks->queue();
    if (queued && next >= kAhead) queued = await();
  }
  while (queued && ms.size() < all) queued = await();
  if (!queued) return tl::unexpected(queued.error());

  std::vector<std::vector<double>> ours_ms(ours.size());
  std::vector<std::vector<double>> theirs_ms(ours.size());
  for (size_t turn = 0; turn < turns; ++turn) {
    const size_t i = contestant(turn);
    ours_ms[i].push_back(ms[2 * turn + 1] / results[i].launches_ours);
    theirs_ms[i].push_back((ms[2 * turn] + ms[2 * turn + 2]) / 2 / *launches_theirs);
  }
  for (size_t i = 0; i < ours.size(); ++i) {
    results[i].times = compare(ours_ms[i], theirs_ms[i]);
    results[i].climate = {.sm_mhz = median(climates[i], &Climate::sm_mhz),
                          .memory_mhz = median(climates[i], &Climate::memory_mhz),
                          .power_w = median(climates[i], &Climate::power_w),
                          .temperature_c = median(climates[i], &Climate::temperature_c)};
  }
  return results;
}

double tflops(const Shape& shape, double ms) {
  return 2.0 * shape.m * shape.n * shape.k / (ms * 1e9);
}

}  // namespace tilewright::bench
