// The protocol of AMD's posts: ten launches that are not timed, then thirty from event to event.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <string>

#include "bench/event_time.hpp"
#include "bench/fake_device.hpp"
#include "device/hip/hip_device.hpp"

namespace tilewright::bench {
namespace {

/// Writes down what is queued, in its order; each launch takes two milliseconds.
class ClockedDevice final : public FakeDevice {
 public:
  ClockedDevice() : FakeDevice(Family::rdna4) {}
  Result<std::unique_ptr<device::Mark>> mark() override { return std::make_unique<device::Mark>(); }
  Result<void> queue(device::Mark&) override {
    log += '|';
    return {};
  }
  Result<double> milliseconds(device::Mark&, device::Mark&) override {
    const size_t from = log.find('|');
    return 2.0 * static_cast<double>(log.find('|', from + 1) - from - 1);
  }
  std::string log;
};

TEST(EventTime, WarmsUpAndTakesTheMean) {
  ClockedDevice device;
  const auto mean = mean_milliseconds(device, {}, [&]() -> Result<void> {
    device.log += '.';
    return {};
  });
  ASSERT_TRUE(mean);
  EXPECT_EQ(*mean, 2.0);
  EXPECT_EQ(device.log, std::string(10, '.') + '|' + std::string(30, '.') + '|');
}

TEST(EventTime, StopsAtTheFirstError) {
  ClockedDevice device;
  int launches = 0;
  const auto mean = mean_milliseconds(device, {}, [&]() -> Result<void> {
    if (++launches == 12) return fail("the twelfth");
    return {};
  });
  ASSERT_FALSE(mean);
  EXPECT_EQ(mean.error().message, "the twelfth");
  EXPECT_EQ(launches, 12);
}

/// On the software GPU events tell the emulation's own time: small, but it passes.
TEST(EventTime, PassesOnOurRuntime) {
  auto device = device::open_hip("gfx1201");
  ASSERT_TRUE(device) << device.error().message;
  const auto buffer = (*device)->allocate(size_t{1} << 20, "bytes").value();
  const std::vector<std::byte> bytes(size_t{1} << 20);
  const auto mean = mean_milliseconds(**device, {.warm_ups = 1, .launches = 3},
                                      [&] { return (*device)->upload(*buffer, 0, bytes); });
  ASSERT_TRUE(mean) << mean.error().message;
  EXPECT_GT(*mean, 0);
}

}  // namespace
}  // namespace tilewright::bench
