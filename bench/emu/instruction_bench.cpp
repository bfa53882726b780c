// Instructions per second of one core: decoded and lowered (of rung 8's code), and executed by
// waves of 32 lanes, by kind.
//
//   instruction_bench --benchmark_filter=execute
// SPDX-License-Identifier: MIT
#include <benchmark/benchmark.h>

#include <memory>
#include <string>
#include <vector>

#include "codeobject/code_object.hpp"
#include "core/file.hpp"
#include "device/emu/emu_device.hpp"
#include "emu/exec/fault.hpp"
#include "emu/isa/instruction_set.hpp"
#include "ladder/kernels.hpp"

namespace tilewright {
namespace {

void count_instructions(benchmark::State& state, uint64_t each) {
  state.counters["instructions/s"] =
      benchmark::Counter(static_cast<double>(state.iterations()) * static_cast<double>(each),
                         benchmark::Counter::kIsRate);
}

/// The dwords of a code object's first executable segment, aligned, and where instructions start.
struct Text {
  std::vector<uint32_t> dwords;
  std::vector<emu::CodePlace> places;
};

Text text_of(std::span<const std::byte> image, const emu::Disassembler& disassembler) {
  Text text;
  const auto object = codeobject::parse(image).value();
  for (const auto& segment : object.segments) {
    if (!segment.executable) continue;
    const size_t count = segment.bytes.size() / 4;
    text.dwords.resize(count);
    std::memcpy(text.dwords.data(), segment.bytes.data(), 4 * count);
    break;
  }
  const std::span<const uint32_t> all(text.dwords);
  for (size_t at = 0; at < all.size();) {
    const emu::Decoded decoded = disassembler.decode(all.subspan(at), 4 * at);
    if (decoded.dwords == 0 || decoded.mnemonic == "s_code_end") break;  // padding
    text.places.push_back({all, at, 4 * at});
    at += decoded.dwords;
  }
  return text;
}

void decode(benchmark::State& state, const char* arch) {
  const auto set = emu::InstructionSet::create(arch).value();
  const Text text = text_of(kernel_image(arch, "8"), set->disassembler());
  emu::Uop uop;
  for (auto _ : state) {
    for (const emu::CodePlace& place : text.places) set->decode(place, uop);
    benchmark::DoNotOptimize(uop.dst);
  }
  count_instructions(state, text.places.size());
}

void disassemble(benchmark::State& state, const char* arch) {
  const auto disassembler = emu::Disassembler::create(arch).value();
  const Text text = text_of(kernel_image(arch, "8"), *disassembler);
  for (auto _ : state) {
    for (const emu::CodePlace& place : text.places) {
      benchmark::DoNotOptimize(disassembler->decode(place.dwords(), place.address));
    }
  }
  count_instructions(state, text.places.size());
}

constexpr uint32_t kGroups = 16;
constexpr uint32_t kItems = 64;
constexpr uint64_t kWaves = kGroups * kItems / 32;
/// Of kernels/loop.inc: turns of the loop and instructions of its body.
constexpr uint64_t kTurns = 4096;
constexpr uint64_t kBody = 16;

void execute(benchmark::State& state, const char* arch, const std::string& kind) {
  device::EmuOptions options;
  options.threads = 1;
  const auto gpu = device::open_emu(arch, options).value();
  const auto image = read_file(std::string(TW_OBJECT_DIR) + "/" + kind + "." + arch + ".co");
  if (!image) return state.SkipWithError(image.error().message.c_str());
  const auto memory = gpu->allocate(4096, "memory").value();
  const auto kernel = gpu->load(*image).value()->kernel(kind).value();
  const uint64_t address = memory->address();
  const device::LaunchConfig config{.grid = {kGroups, 1, 1}, .block = {kItems, 1, 1}};
  for (auto _ : state) {
    const auto done = gpu->launch(*kernel, config, std::as_bytes(std::span(&address, 1)));
    if (!done) return state.SkipWithError(done.error().message.c_str());
  }
  count_instructions(state, kWaves * kTurns * kBody);
}

}  // namespace
}  // namespace tilewright

int main(int argc, char** argv) {
  for (const char* arch : {"gfx1201", "gfx1100"}) {
    const std::string suffix = std::string("/") + arch;
    benchmark::RegisterBenchmark(("disassemble" + suffix).c_str(), [=](benchmark::State& state) {
      tilewright::disassemble(state, arch);
    });
    benchmark::RegisterBenchmark(("decode" + suffix).c_str(),
                                 [=](benchmark::State& state) { tilewright::decode(state, arch); });
    for (const char* kind : {"valu", "half", "lds", "global"}) {
      benchmark::RegisterBenchmark(
          (std::string("execute/") + kind + suffix).c_str(),
          [=](benchmark::State& state) { tilewright::execute(state, arch, kind); });
    }
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
