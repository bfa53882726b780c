// Faults planted in rung 8 must be caught: a check that cannot fail is no check.
// SPDX-License-Identifier: MIT
#include "planted/planted.hpp"

#include <gtest/gtest.h>

#include <string>

#include "core/file.hpp"
#include "ladder/bench.hpp"
#include "ladder/rdna/rungs.hpp"

namespace tilewright {
namespace {

struct PlantedFault {
  planted::Fault fault;
  Target target;
};

void PrintTo(const PlantedFault& planted, std::ostream* to) {
  *to << planted.fault.fault << ", on " << planted.target.name;
}

/// Each fault on each target where it is one: RDNA 3 keeps a copy of an operand in both lane
/// halves, so swapping them changes nothing there.
std::vector<PlantedFault> planted_faults() {
  std::vector<PlantedFault> all;
  for (const planted::Fault& fault : planted::faults) {
    for (const Target& target : targets) {
      if (!fault.rdna4_only || target.family == Family::rdna4) all.push_back({fault, target});
    }
  }
  return all;
}

class Planted : public testing::TestWithParam<PlantedFault> {};

INSTANTIATE_TEST_SUITE_P(Faults, Planted, testing::ValuesIn(planted_faults()),
                         [](const auto& info) {
                           return std::string(info.param.fault.name) + "_" + info.param.target.name;
                         });

TEST_P(Planted, AreCaught) {
  const auto& [fault, target] = GetParam();
  const std::string path =
      std::string(TW_PLANTED_KERNELS) + "/" + target.name + "/planted/" + fault.name + ".co";
  const auto image = read_file(path);
  ASSERT_TRUE(image) << image.error().message;

  const Rung* rung = find_rung(fault.rung);
  ASSERT_NE(rung, nullptr);
  test::Case what{&target, rung, {fault.m, fault.n, fault.k}};
  const auto sound = test::run(what);
  EXPECT_TRUE(sound.exact()) << test::why(sound);

  what.image = *image;
  const auto faulty = test::run(what);
  EXPECT_TRUE(faulty.failed()) << fault.fault << ", and nothing noticed";
}

}  // namespace
}  // namespace tilewright
