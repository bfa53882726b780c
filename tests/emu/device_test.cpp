// The software GPU through the Device interface.
// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "device/emu/emu_device.hpp"
#include "machine.hpp"

namespace tilewright::device {
namespace {

using ::testing::HasSubstr;

class EmuDeviceTest : public ::testing::Test {
 protected:
  std::shared_ptr<Kernel> kernel(const std::string& name) {
    auto module = device->load(emu::object_file(name, "gfx1201"));
    EXPECT_TRUE(module) << (module ? "" : module.error().message);
    return module.value()->kernel(name).value();
  }
  std::unique_ptr<Device> device = open_emu("gfx1201").value();
};

std::vector<std::byte> pack(uint64_t address, std::vector<uint32_t> more = {}) {
  std::vector<std::byte> bytes(8 + 4 * more.size());
  std::memcpy(bytes.data(), &address, 8);
  if (!more.empty()) std::memcpy(bytes.data() + 8, more.data(), 4 * more.size());
  return bytes;
}

TEST(OpenEmu, KnowsItsTargets) {
  for (const Info& info : emu_devices()) {
    EXPECT_EQ(info.kind, Kind::emu);
    const auto device = open_emu(info.arch);
    ASSERT_TRUE(device);
    EXPECT_EQ((*device)->info().arch, info.arch);
  }
  const auto none = open_emu("gfx942");
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().message,
            "the software GPU has no target gfx942; it has: gfx1100, gfx1151, gfx1201");
}

TEST_F(EmuDeviceTest, RunsAKernel) {
  const auto out = device->allocate(128 * 4, "out").value();
  EXPECT_EQ(out->address() % 256, 0U);
  const auto handover = kernel("handover");
  EXPECT_EQ(handover->name(), "handover");
  ASSERT_TRUE(device->launch(*handover, {{1, 1, 1}, {128, 1, 1}, 0}, pack(out->address())));
  ASSERT_TRUE(device->synchronize());
  std::vector<uint32_t> words(128);
  ASSERT_TRUE(device->download(*out, 0, std::as_writable_bytes(std::span(words))));
  for (uint32_t i = 0; i < 128; ++i) EXPECT_EQ(words[i], (i + 64) % 128);
}

TEST_F(EmuDeviceTest, ReportsTheFirstErrorOnce) {
  const auto out = device->allocate(32, "out").value();
  const auto bad = kernel("out_of_range");
  EXPECT_FALSE(device->launch(*bad, {{1, 1, 1}, {32, 1, 1}, 0}, pack(out->address(), {0, 0})));
  EXPECT_TRUE(device->launch(*bad, {{1, 1, 1}, {8, 1, 1}, 0}, pack(out->address(), {0, 0})));
  const auto first = device->synchronize();
  ASSERT_FALSE(first);
  EXPECT_THAT(first.error().message, HasSubstr("lane 8, at +0x"));
  EXPECT_TRUE(device->synchronize());
}

TEST_F(EmuDeviceTest, HasALimit) {
  device = open_emu("gfx1201", {.instruction_limit = 10}).value();
  const auto out = device->allocate(128, "out").value();
  const auto result =
      device->launch(*kernel("endless"), {{1, 1, 1}, {32, 1, 1}, 0}, pack(out->address()));
  ASSERT_FALSE(result);
  EXPECT_THAT(result.error().message, HasSubstr("has executed 10 instructions, the limit"));
}

TEST_F(EmuDeviceTest, FreedMemoryIsOutOfRange) {
  auto out = device->allocate(128, "out").value();
  const uint64_t address = out->address();
  out.reset();
  const auto result =
      device->launch(*kernel("out_of_range"), {{1, 1, 1}, {32, 1, 1}, 0}, pack(address, {0, 0}));
  ASSERT_FALSE(result);
  EXPECT_THAT(result.error().message, HasSubstr("writes 4 bytes"));
}

TEST_F(EmuDeviceTest, RefusesCopiesOutsideTheBuffer) {
  const auto buffer = device->allocate(16, "small").value();
  std::vector<std::byte> bytes(16);
  EXPECT_TRUE(device->upload(*buffer, 0, bytes));
  EXPECT_TRUE(device->upload(*buffer, 16, {}));
  EXPECT_FALSE(device->upload(*buffer, 1, bytes));
  const auto result = device->download(*buffer, 17, {});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().message, "a copy of bytes 17 to 17 of a buffer of 16 bytes");
  for (const size_t bytes : {size_t{1} << 60, size_t{1} << 44}) {
    EXPECT_THAT(device->allocate(bytes, "huge").error().message, HasSubstr("huge: out of memory"));
  }
}

TEST_F(EmuDeviceTest, RefusesWhatIsNotItsOwn) {
  const auto other = open_emu("gfx1201").value();
  const auto buffer = other->allocate(16, "elsewhere").value();
  EXPECT_FALSE(device->upload(*buffer, 0, {}));
  EXPECT_FALSE(other->launch(*kernel("endless"), {}, {}));
  const auto wrong = device->load(emu::object_file("handover", "gfx1100"));
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().message, "the code object is built for gfx1100, this device is gfx1201");
  const auto module = device->load(emu::object_file("handover", "gfx1201")).value();
  EXPECT_EQ(module->kernel("nothing").error().message,
            "the code object has no kernel nothing; it has: handover");
}

}  // namespace
}  // namespace tilewright::device
