// The same kernels with waves of 32 and of 64 lanes, against the host: plain, counted and in strict
// mode, which must be silent.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <tuple>
#include <vector>

#include "core/file.hpp"
#include "device/emu/emu_device.hpp"

namespace tilewright {
namespace {

using Words = std::vector<uint32_t>;

enum class Mode : uint8_t { plain, counted, strict };

uint32_t hash(uint32_t x) {
  x ^= x >> 16;
  x *= 0x7feb352d;
  return x ^ x >> 15;
}
Words numbers(size_t count) {
  Words words(count);
  for (size_t i = 0; i < count; ++i) words[i] = hash(static_cast<uint32_t>(i) * 77 + 5);
  return words;
}

using Parameters = std::tuple<const char*, int, Mode>;
std::string name(const Parameters& parameters) {
  const auto [arch, size, mode] = parameters;
  constexpr const char* modes[] = {"plain", "counted", "strict"};
  return std::string(arch) + "_wave" + std::to_string(size) + "_" +
         modes[static_cast<size_t>(mode)];
}

class Waves : public testing::TestWithParam<Parameters> {
 protected:
  Waves() {
    const auto [arch, size, mode] = GetParam();
    device::EmuOptions options;
    options.strict = mode == Mode::strict;
    options.counters = mode == Mode::counted;
    gpu = device::open_emu(arch, options).value();
    const auto file = read_file(std::string(TW_KERNEL_DIR) + "/" + arch + "/wave" +
                                std::to_string(size) + "_test.co");
    module = gpu->load(file.value()).value();
  }
  /// Runs `kernel` on `in`; `out` is what it finds there. Returns what it leaves.
  Words run(const char* kernel, const Words& in, Words out, device::Dim3 grid, device::Dim3 block,
            uint32_t last) {
    const auto from = gpu->allocate(4 * in.size(), "in").value();
    const auto to = gpu->allocate(4 * out.size(), "out").value();
    EXPECT_TRUE(gpu->upload(*from, 0, std::as_bytes(std::span(in))));
    EXPECT_TRUE(gpu->upload(*to, 0, std::as_bytes(std::span(out))));
    struct {
      uint64_t in, out;
      uint32_t last, padding = 0;
    } const arguments{from->address(), to->address(), last};
    const auto launched =
        gpu->launch(*module->kernel(kernel).value(), {.grid = grid, .block = block},
                    std::as_bytes(std::span(&arguments, 1)).first(20));
    EXPECT_TRUE(launched) << launched.error().message;
    EXPECT_TRUE(gpu->download(*to, 0, std::as_writable_bytes(std::span(out))));
    report = gpu->take_report();
    for (const auto& finding : report.findings) ADD_FAILURE() << describe(finding);
    return out;
  }
  /// A kernel that makes `outputs` words of each of `count` items.
  Words map(const char* kernel, const Words& in, unsigned outputs, uint32_t block) {
    const auto count = static_cast<uint32_t>(in.size());
    return run(kernel, in, Words(size_t{outputs} * count), {(count + block - 1) / block, 1, 1},
               {block, 1, 1}, count);
  }
  [[nodiscard]] static unsigned lanes() { return static_cast<unsigned>(std::get<1>(GetParam())); }

  std::unique_ptr<device::Device> gpu;
  std::shared_ptr<device::Module> module;
  device::LaunchReport report;
};
INSTANTIATE_TEST_SUITE_P(
    , Waves,
    testing::Combine(testing::Values("gfx1100", "gfx1151", "gfx1201"), testing::Values(32, 64),
                     testing::Values(Mode::plain, Mode::counted, Mode::strict)),
    [](const auto& info) { return name(info.param); });

/// The last waves are partial ones, of both halves and of one.
constexpr uint32_t kBlocks[] = {1, 31, 33, 64, 101, 224, 256};

TEST_P(Waves, Reduce) {
  const Words in = numbers(1000);
  for (const uint32_t block : {64u, 128u, 192u, 1024u}) {
    const uint32_t groups = (1000 + block - 1) / block;
    Words expected(groups);
    for (uint32_t i = 0; i < in.size(); ++i) expected[i / block] += in[i];
    EXPECT_EQ(run("reduce", in, Words(groups), {groups, 1, 1}, {block, 1, 1}, 1000), expected);
  }
}

TEST_P(Waves, DivergentLoop) {
  Words in = numbers(300);
  for (uint32_t& x : in) x = x % 100'000 + 1;
  Words expected;
  for (uint32_t x : in) {
    uint32_t steps = 0;
    for (; x != 1; ++steps) x = x % 2 == 0 ? x / 2 : 3 * x + 1;
    expected.push_back(steps);
  }
  for (const uint32_t block : kBlocks) EXPECT_EQ(map("collatz", in, 1, block), expected) << block;
}

TEST_P(Waves, Division) {
  const Words in = numbers(300);
  Words expected;
  for (const uint32_t a : in) {
    const uint32_t b = hash(a) % 1000 + 1;
    const uint64_t wide = (uint64_t{a} << 29 | b) / (b * uint64_t{7777} + a);
    const float f = static_cast<float>(a >> 7) / static_cast<float>(b);
    const auto d = __builtin_bit_cast(uint64_t, static_cast<double>(a) / static_cast<double>(b));
    for (const uint32_t word :
         {a / b, static_cast<uint32_t>(static_cast<int32_t>(a) % -static_cast<int32_t>(b)),
          static_cast<uint32_t>(wide), static_cast<uint32_t>(wide >> 32),
          __builtin_bit_cast(uint32_t, f), static_cast<uint32_t>(d), static_cast<uint32_t>(d >> 32),
          static_cast<uint32_t>(__builtin_popcount(a) + static_cast<int32_t>(a) / 10)}) {
      expected.push_back(word);
    }
  }
  for (const uint32_t block : kBlocks) EXPECT_EQ(map("divide", in, 8, block), expected) << block;
}

TEST_P(Waves, Atomics) {
  const Words in = numbers(500);
  Words expected(17);
  for (const uint32_t a : in) {
    ++expected[a % 16];
    expected[16] = std::max(expected[16], a);
  }
  for (const uint32_t block : {31u, 64u, 101u, 256u}) {
    EXPECT_EQ(
        run("histogram", in, Words(17), {(500 + block - 1) / block, 1, 1}, {block, 1, 1}, 500),
        expected)
        << block;
  }
}

TEST_P(Waves, ScratchAndCalls) {
  const Words in = numbers(200);
  Words expected;
  for (const uint32_t a : in) {
    uint32_t sum = 0;
    for (uint32_t k = 0, at = a % 200; k < 200; ++k, at = (at + 7) % 200) {
      sum = sum * 31 + hash(a + at);
    }
    expected.push_back(sum);
  }
  for (const uint32_t block : kBlocks) EXPECT_EQ(map("stack", in, 1, block), expected) << block;
}

TEST_P(Waves, LdsAndBarriers) {
  constexpr uint32_t side = 96;
  const Words in = numbers(side * side);
  Words expected(in.size());
  for (uint32_t y = 0; y < side; ++y) {
    for (uint32_t x = 0; x < side; ++x) expected[x * side + y] = in[y * side + x];
  }
  EXPECT_EQ(run("transpose", in, Words(in.size()), {9, 1, 1}, {256, 1, 1}, side), expected);
  if (std::get<2>(GetParam()) != Mode::counted) return;
  ASSERT_TRUE(report.counters);
  // Four stores and four loads of LDS a wave; what lanes move is the same in both sizes, and so are
  // the clocks of LDS, 32 lanes in one.
  const uint64_t waves = 9 * 256 / lanes();
  EXPECT_EQ(report.counters->lds, 8 * waves);
  EXPECT_EQ(report.counters->lds_accesses, 8 * waves);
  EXPECT_EQ(report.counters->lds_clocks, 9u * 8 * 8);
  EXPECT_EQ(report.counters->lds_conflict_clocks, 0u);
  EXPECT_EQ(report.counters->loaded_bytes, 4u * side * side);
  EXPECT_EQ(report.counters->stored_bytes, 4u * side * side);
  EXPECT_EQ(report.counters->lines_128, 2u * side * side / 32);
}

TEST_P(Waves, Exchange) {
  const Words in = numbers(384);
  Words expected;
  for (uint32_t i = 0; i < in.size(); ++i) {
    const uint32_t row = i & ~31u;
    expected.push_back(in[row | ((i + 31) & 31)]);
    expected.push_back(static_cast<uint32_t>(
        std::count_if(&in[row], &in[i], [](uint32_t a) { return a % 2 != 0; })));
  }
  for (const uint32_t block : {32u, 64u, 96u, 192u}) {
    EXPECT_EQ(map("exchange", in, 2, block), expected) << block;
  }
}

TEST(BothWaveSizes, RunSideBySide) {
  const auto gpu = device::open_emu("gfx1100").value();
  std::shared_ptr<device::Module> modules[2];
  for (const int size : {32, 64}) {
    const auto file =
        read_file(std::string(TW_KERNEL_DIR) + "/gfx1100/wave" + std::to_string(size) + "_test.co");
    modules[size / 64] = gpu->load(file.value()).value();
  }
  const Words in(1, 27);
  const auto from = gpu->allocate(4, "in").value();
  const auto to = gpu->allocate(4, "out").value();
  ASSERT_TRUE(gpu->upload(*from, 0, std::as_bytes(std::span(in))));
  for (int turn = 0; turn < 4; ++turn) {
    struct {
      uint64_t in, out;
      uint32_t last, padding = 0;
    } const arguments{from->address(), to->address(), 1};
    ASSERT_TRUE(gpu->launch(*modules[turn % 2]->kernel("collatz").value(), {},
                            std::as_bytes(std::span(&arguments, 1)).first(20)));
    Words out(1);
    ASSERT_TRUE(gpu->download(*to, 0, std::as_writable_bytes(std::span(out))));
    EXPECT_EQ(out[0], 111u);
  }
}

}  // namespace
}  // namespace tilewright
