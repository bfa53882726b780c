// SPDX-License-Identifier: MIT
#include "ladder/bench.hpp"

#include <fmt/format.h>

#include <memory>
#include <utility>

#include "device/emu/emu_device.hpp"
#include "ladder/kernels.hpp"

namespace tilewright::test {
namespace {

constexpr uint64_t kSeed = 20261016;

std::span<const std::byte> image_of(const Case& what) {
  return what.image.empty() ? kernel_image(what.target->name, what.rung->id) : what.image;
}

/// A device with the operands on it.
struct Bench {
  std::unique_ptr<device::Device> device;
  bench::Operands operands;
  bench::DeviceOperands uploaded;
};

Result<Bench> prepared(const Case& what) {
  auto device = device::open_emu(what.target->name, {.threads = what.threads});
  if (!device) return tl::unexpected(device.error());
  bench::Operands operands = bench::make_operands(what.shape, what.data, kSeed, what.threads,
                                                  {.precision = what.rung->precision});
  auto uploaded = bench::upload(**device, operands);
  if (!uploaded) return tl::unexpected(uploaded.error());
  return Bench{std::move(*device), std::move(operands), std::move(*uploaded)};
}

}  // namespace

std::vector<Pair> pairs(Precision precision) {
  std::vector<Pair> all;
  for (const Rung& rung : rungs) {
    for (const Target& target : targets) {
      if (rung.precision == precision && has(target.family, precision)) {
        all.push_back({rung, target});
      }
    }
  }
  return all;
}

void PrintTo(const Pair& pair, std::ostream* to) {
  *to << "rung " << pair.rung.id << " on " << pair.target.name;
}

std::string name_of(const testing::TestParamInfo<Pair>& info) {
  return std::string(info.param.rung.kernel) + "_" + info.param.target.name;
}

bench::RungResult run(const Case& what) {
  const auto on = prepared(what);
  if (!on) {
    ADD_FAILURE() << on.error().message;
    return {};
  }
  bench::Judge judge(on->operands, what.data, what.target->family, what.threads);
  return bench::run_rung(*on->device, image_of(what), *what.rung, on->uploaded, judge);
}

bench::Codes product(const Case& what) {
  const auto on = prepared(what);
  auto done = on ? bench::multiply(*on->device, image_of(what), *what.rung, on->uploaded)
                 : Result<bench::Product>(tl::unexpected(on.error()));
  if (!done) {
    ADD_FAILURE() << done.error().message;
    return {};
  }
  return std::move(done->c);
}

std::string why(const bench::RungResult& result) {
  if (result.refused) return *result.refused;
  if (result.error) return *result.error;
  if (result.verdict.first) {
    return fmt::format("{} mismatches, the first: {}", result.verdict.mismatches,
                       bench::describe(*result.verdict.first));
  }
  if (result.unwritten != 0) return fmt::format("{} elements unwritten", result.unwritten);
  return result.damage ? "bytes outside C were overwritten" : "exact";
}

}  // namespace tilewright::test
