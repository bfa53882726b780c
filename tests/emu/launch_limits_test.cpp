// Launches that the hardware would refuse.
// SPDX-License-Identifier: MIT
#include "emu/exec/launch_limits.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>

#include "machine.hpp"

namespace tilewright::emu {
namespace {

using codeobject::Kernel;
using testing::HasSubstr;
using testing::StartsWith;

const Geometry one_wave{{1, 1, 1}, {32, 1, 1}, 0};

TEST(CheckLaunch, NamesTheLimitThatIsBroken) {
  const auto unchanged = [](Kernel&) {};
  const struct {
    LaunchLimit limit;
    Generation generation;
    Geometry geometry;
    void (*change)(Kernel&);
    const char* words;
  } launches[] = {
      {LaunchLimit::empty,
       Generation::gfx12,
       {{0, 1, 1}, {32, 1, 1}, 0},
       unchanged,
       "the launch is empty: 0 workgroups of 32 work-items in x"},
      {LaunchLimit::empty,
       Generation::gfx12,
       {{1, 1, 1}, {32, 0, 1}, 0},
       unchanged,
       "the launch is empty: 1 workgroups of 0 work-items in y"},
      {LaunchLimit::work_items_of_axis,
       Generation::gfx12,
       {{1U << 31, 1, 1}, {2, 1, 1}, 0},
       unchanged,
       "2147483648 workgroups of 2 work-items in x are more than 2^32 - 1 work-items"},
      {LaunchLimit::workgroups_of_axis,
       Generation::gfx12,
       {{1, 65536, 1}, {1, 1, 1}, 0},
       unchanged,
       "65536 workgroups in y, gfx12 numbers at most 65535"},
      {LaunchLimit::workgroups_of_axis,
       Generation::gfx12,
       {{1, 1, 65536}, {1, 1, 1}, 0},
       unchanged,
       "65536 workgroups in z, gfx12 numbers at most 65535"},
      {LaunchLimit::workgroups,
       Generation::gfx11,
       {{1U << 22, 1U << 21, 1U << 21}, {1, 1, 1}, 0},
       unchanged,
       "4194304 x 2097152 x 2097152 workgroups are more than 2^64 - 1"},
      {LaunchLimit::workgroup_size,
       Generation::gfx12,
       {{1, 1, 1}, {1025, 1, 1}, 0},
       unchanged,
       "a workgroup of 1025 x 1 x 1 work-items, at most 1024 are allowed"},
      {LaunchLimit::workgroup_size,
       Generation::gfx12,
       {{1, 1, 1}, {32, 32, 2}, 0},
       unchanged,
       "a workgroup of 32 x 32 x 2 work-items, at most 1024 are allowed"},
      {LaunchLimit::workgroup_size, Generation::gfx12, one_wave,
       [](Kernel& kernel) { kernel.resources.max_workgroup_size = 31; },
       "at most 31 are allowed (what it was compiled for)"},
      {LaunchLimit::lds,
       Generation::gfx12,
       {{1, 1, 1}, {32, 1, 1}, 65535},
       [](Kernel& kernel) { kernel.descriptor.group_segment_bytes = 2; },
       "65537 bytes of LDS (2 static, 65535 dynamic), a workgroup has at most 65536"},
      {LaunchLimit::scratch, Generation::gfx12, one_wave,
       [](Kernel& kernel) { kernel.descriptor.private_segment_bytes = 1 << 20; },
       "1048576 bytes of scratch, a work-item has at most 262136"},
      {LaunchLimit::kernel_arguments, Generation::gfx12, one_wave,
       [](Kernel& kernel) { kernel.kernarg_bytes = 1 << 30; },
       "1073741824 bytes of kernel arguments, at most 65536"},
  };
  const Machine machine("registers", "gfx1201", 1);
  for (const auto& launch : launches) {
    Kernel kernel = machine.program().kernels()[0];
    launch.change(kernel);
    const auto checked = check_launch(kernel, launch.generation, launch.geometry);
    ASSERT_FALSE(checked) << launch.words;
    EXPECT_EQ(checked.error().limit, launch.limit) << launch.words;
    EXPECT_THAT(checked.error().message, StartsWith("registers: "));
    EXPECT_THAT(checked.error().message, HasSubstr(launch.words));
  }
}

TEST(CheckLaunch, AcceptsWhatIsJustWithin) {
  const Machine machine("registers", "gfx1201", 1);
  Kernel kernel = machine.program().kernels()[0];
  kernel.descriptor.private_segment_bytes = 262136;
  kernel.kernarg_bytes = 1 << 16;
  const auto accepted = [&kernel](Generation generation, const Geometry& geometry) {
    return check_launch(kernel, generation, geometry).has_value();
  };
  EXPECT_TRUE(accepted(Generation::gfx12, {{1, 65535, 65535}, {32, 16, 2}, 65536}));
  EXPECT_TRUE(accepted(Generation::gfx12, {{0xffffffff, 1, 1}, {1, 1, 1}, 0}));
  EXPECT_TRUE(accepted(Generation::gfx11, {{1 << 21, 1 << 21, 1 << 21}, {1, 1, 1024}, 0}));
}

TEST(MaxWorkgroupSize, IsTheSmallerOfTheKernelsAndTheHardwares) {
  Kernel kernel;
  for (const auto& [declared, most] : {std::pair{0U, 1024U}, {31U, 31U}, {2048U, 1024U}}) {
    kernel.resources.max_workgroup_size = declared;
    EXPECT_EQ(max_workgroup_size(kernel), most);
  }
}

TEST(CheckLaunch, IsAskedByEveryLaunch) {
  Machine machine("registers", "gfx1201", 1);
  EXPECT_THAT(machine.run({{0, 1, 1}, {32, 1, 1}, 0}), HasSubstr("the launch is empty"));
  EXPECT_THAT(machine.run_with(one_wave, {}), HasSubstr("takes 8 bytes of arguments"));
}

}  // namespace
}  // namespace tilewright::emu
