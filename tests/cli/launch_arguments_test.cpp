// What a kernel's metadata lets an argument be.
// SPDX-License-Identifier: MIT
#include "cli/launch_arguments.hpp"

#include <gmock/gmock.h>

namespace tilewright::cli {
namespace {

using testing::HasSubstr;

TEST(LaunchArguments, AreNoAddressWhereTheKernelTakesAValue) {
  codeobject::Kernel kernel;
  kernel.name = "k";
  kernel.arguments.resize(1);
  kernel.arguments[0].name = "n";
  kernel.arguments[0].bytes = 8;
  kernel.arguments[0].value_kind = "by_value";
  LaunchArgument array;
  array.download = true;
  array.value.resize(8);
  const auto packed = pack(kernel, {array});
  ASSERT_FALSE(packed);
  EXPECT_THAT(packed.error().message,
              HasSubstr("argument 0 of k, n is 8 bytes by value, not the address of an array"));
  kernel.arguments[0].value_kind = "global_buffer";
  EXPECT_TRUE(pack(kernel, {array}));
}

}  // namespace
}  // namespace tilewright::cli
