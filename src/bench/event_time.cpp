// SPDX-License-Identifier: MIT
#include "bench/event_time.hpp"

namespace tilewright::bench {

Result<double> mean_milliseconds(device::Device& device, const EventTiming& timing,
                                 const std::function<Result<void>()>& queue) {
  const auto begin = device.mark();
  if (!begin) return tl::unexpected(begin.error());
  const auto end = device.mark();
  if (!end) return tl::unexpected(end.error());
  Result<void> done;
  for (int i = 0; i < timing.warm_ups && done; ++i) done = queue();
  if (done) done = device.queue(**begin);
  for (int i = 0; i < timing.launches && done; ++i) done = queue();
  if (done) done = device.queue(**end);
  if (!done) return tl::unexpected(done.error());
  const auto total = device.milliseconds(**begin, **end);
  if (!total) return total;
  return *total / timing.launches;
}

}  // namespace tilewright::bench
