// Rung 8 with each of its barriers and waits replaced by s_nop in turn: strict mode finds what that
// breaks, and each breaks something on a whole or on a ragged shape.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <string>

#include "codeobject/code_object.hpp"
#include "emu/isa/disassembler.hpp"
#include "ladder/kernels.hpp"
#include "watched.hpp"

namespace tilewright {
namespace {

struct Place {
  size_t offset;  ///< in the file
  uint64_t pc;    ///< from the kernel's entry
  std::string text;
};

/// The barriers and waits of a kernel.
std::vector<Place> places(std::span<const std::byte> image, const std::string& arch) {
  const auto object = codeobject::parse(image).value();
  const auto disassembler = emu::Disassembler::create(arch).value();
  const codeobject::Kernel& kernel = object.kernels.at(0);
  std::vector<Place> all;
  for (const codeobject::Segment& segment : object.segments) {
    if (!segment.executable) continue;
    const std::span<const uint32_t> dwords{reinterpret_cast<const uint32_t*>(segment.bytes.data()),
                                           segment.bytes.size() / 4};
    for (size_t i = (kernel.descriptor.entry - segment.address) / 4; i < dwords.size();) {
      const uint64_t address = segment.address + 4 * i;
      const auto decoded = disassembler->decode(dwords.subspan(i), address);
      const std::string_view name = decoded.mnemonic;
      const bool hint = name == "s_wait_alu" || name == "s_waitcnt_depctr";
      if ((name.starts_with("s_wait") || name.starts_with("s_barrier")) && !hint) {
        const auto* at = reinterpret_cast<const std::byte*>(&dwords[i]);
        all.push_back({static_cast<size_t>(at - image.data()), address - kernel.descriptor.entry,
                       decoded.text});
      }
      if (name == "s_endpgm") break;
      i += decoded.dwords == 0 ? 1 : decoded.dwords;
    }
  }
  return all;
}

constexpr uint32_t kNop = 0xbf800000;

class Mutation : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Strict, Mutation, testing::Values("gfx1100", "gfx1201"));

TEST_P(Mutation, OfRung8IsCaught) {
  const std::string arch = GetParam();
  const Rung& rung = *find_rung("8");
  const Target& target =
      *std::ranges::find_if(targets, [&](const Target& t) { return t.name == arch; });
  const auto image = kernel_image(arch, rung.id);
  const auto all = places(image, arch);
  ASSERT_GT(all.size(), 8u);
  // The whole path, and that of blocks that hang over in all directions.
  const Tile& tile = rung.tile;
  const bench::Shape shapes[] = {{tile.block_m, tile.block_n, 3 * tile.block_k},
                                 {tile.block_m + 3, tile.block_n + 5, 3 * tile.block_k + 13}};
  for (const bench::Shape& shape : shapes) {
    const auto sound = test::watch(target, rung, shape);
    ASSERT_TRUE(sound.silent()) << sound.text();
  }
  size_t caught = 0;
  for (const Place& place : all) {
    std::vector<std::byte> mutant(image.begin(), image.end());
    std::memcpy(&mutant[place.offset], &kNop, sizeof kNop);
    const bool seen = std::ranges::any_of(shapes, [&](const bench::Shape& shape) {
      return !test::watch(target, rung, shape, mutant, 2'000'000).silent();
    });
    if (seen) {
      ++caught;
      continue;
    }
    ADD_FAILURE() << "nothing noticed that +0x" << std::hex << place.pc << " " << place.text
                  << " is missing";
  }
  RecordProperty("caught", std::to_string(caught) + " of " + std::to_string(all.size()));
  std::printf("%s: caught %zu of %zu\n", arch.c_str(), caught, all.size());
}

}  // namespace
}  // namespace tilewright
