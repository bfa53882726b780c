// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "codeobject/code_object.hpp"
#include "core/file.hpp"
#include "device/emu/emu_device.hpp"
#include "targets.hpp"

namespace tilewright::fuzz {
namespace {

constexpr uint32_t end_program = 0xbfb00000;
constexpr size_t most_dwords = 256;
constexpr size_t buffer_bytes = 4096;

/// blank.s for one target.
struct Blank {
  std::vector<std::byte> file;
  size_t room = 0;  ///< where in the file
};

Blank read_blank(const std::string& name) {
  Blank blank;
  blank.file = read_file(TW_OBJECT_DIR "/" + name + ".co").value();
  const auto object = codeobject::parse(blank.file).value();
  const codeobject::Kernel& kernel = object.kernels.at(0);
  for (const codeobject::Segment& segment : object.segments) {
    if (!segment.executable) continue;
    const std::byte* at = segment.bytes.data() + (kernel.descriptor.entry - segment.address);
    while (std::memcmp(at, &end_program, 4) != 0) at += 4;
    blank.room = static_cast<size_t>(at - blank.file.data());
  }
  return blank;
}

}  // namespace

void execute(std::span<const uint8_t> input) {
  if (input.size() < 2 + 4) return;
  const uint8_t flags = input[0];
  const bool gfx12 = (flags & execute_flag::gfx12) != 0;
  const bool wave64 = (flags & execute_flag::wave64) != 0;
  static const Blank blanks[] = {read_blank("blank.gfx1100"), read_blank("blank.gfx1201"),
                                 read_blank("blank64.gfx1100"), read_blank("blank64.gfx1201")};
  const Blank& blank = blanks[(wave64 ? 2 : 0) + (gfx12 ? 1 : 0)];
  const auto code = input.subspan(2, std::min(input.size() - 2, 4 * most_dwords) / 4 * 4);

  auto file = blank.file;
  std::memcpy(file.data() + blank.room, code.data(), code.size());
  const device::EmuOptions options{.threads = 1,
                                   .instruction_limit = 2000,
                                   .strict = (flags & execute_flag::strict) != 0,
                                   .counters = (flags & execute_flag::counters) != 0};
  const auto gpu = device::open_emu(gfx12 ? "gfx1201" : "gfx1100", options).value();
  const auto kernel = gpu->load(file).value()->kernel("blank").value();
  const auto in = gpu->allocate(buffer_bytes, "in").value();
  const auto out = gpu->allocate(buffer_bytes, "out").value();
  std::vector<std::byte> bytes(buffer_bytes);
  for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(i * 7 + i / 256);
  if (!gpu->upload(*in, 0, bytes)) std::abort();

  const uint64_t addresses[] = {in->address(), out->address()};
  const device::LaunchConfig config{
      .grid = {(flags & execute_flag::two_workgroups) != 0 ? 2u : 1u, 1, 1},
      .block = {1u + input[1] % 96u, 1, 1}};
  (void)gpu->launch(*kernel, config, std::as_bytes(std::span(addresses)));
  for (const device::Finding& finding : gpu->take_report().findings) (void)describe(finding);
}

}  // namespace tilewright::fuzz
