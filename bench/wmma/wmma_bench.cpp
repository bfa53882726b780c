// Matrix instructions per second and core, by instruction, kind of data and host instruction set.
// C is the previous D, as in a loop over K, starting anew after 256 instructions (K = 4096).
//
//   wmma_bench --benchmark_filter='gfx12.*f16_16x16x16_f16.*avx512'
// SPDX-License-Identifier: MIT
#include <benchmark/benchmark.h>

#include <array>
#include <cmath>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "core/half.hpp"
#include "emu/wmma/forms.hpp"
#include "emu/wmma/fp8.hpp"
#include "emu/wmma/layout.hpp"
#include "emu/wmma/wmma.hpp"

namespace tilewright::emu::wmma {
namespace {

constexpr int chain_length = 256;
/// Pairs of A and B, so that no data-dependent branch is learned by heart, all in the L1 cache.
constexpr int operand_sets = 8;

/// `spread` is N(0, 1) times powers of two down to 2^-60, as in a softmax.
enum class Data { normal, ones, integers, spread };

const char* name(Data data) {
  switch (data) {
    case Data::normal:
      return "normal";
    case Data::ones:
      return "ones";
    case Data::integers:
      return "integers";
    case Data::spread:
      return "spread";
  }
  return "";
}

double draw(std::mt19937& random, Data data) {
  switch (data) {
    case Data::normal:
      return std::normal_distribution<double>()(random);
    case Data::ones:
      return random() % 2 == 0 ? 1 : -1;
    case Data::integers:
      return static_cast<double>(random() % 17) - 8;
    case Data::spread:
      return std::ldexp(std::normal_distribution<double>()(random),
                        -static_cast<int>(random() % 61));
  }
  return 0;
}

uint32_t encode(FactorType type, double value) {
  const auto single = static_cast<float>(value);
  switch (type) {
    case FactorType::f16:
      return half_from_float(single);
    case FactorType::bf16:
      return std::bit_cast<uint32_t>(single) >> 16;
    case FactorType::fp8:
      return fp8_from_f32(std::bit_cast<uint32_t>(single), true);
    case FactorType::bf8:
      return bf8_from_f32(std::bit_cast<uint32_t>(single), true);
  }
  return 0;
}

struct Registers32 {
  std::array<Row, 8> rows{};
};

Registers32 factors(std::mt19937& random, Family family, Form form, FactorType type, Data data) {
  Registers32 registers;
  const int width = factor_width(form);
  for (int row = 0; row < tile; ++row) {
    for (int k = 0; k < depth_of(form); ++k) {
      const Place place = factor_place(family, WaveSize::w32, width, depth_of(form), row, k);
      const uint32_t code = is_integer(form) ? static_cast<uint32_t>(random()) & ((1u << width) - 1)
                                             : encode(type, draw(random, data));
      for (int copy = 0; copy < (family == Family::gfx11 ? 2 : 1); ++copy) {
        registers.rows[place.vgpr].lane[place.lane + copy * tile] |= code << place.bit;
      }
    }
  }
  return registers;
}

void run(benchmark::State& state, Family family, Form form, Data data, Policy policy, HostIsa isa) {
  std::mt19937 random(1);
  std::vector<Registers32> a;
  std::vector<Registers32> b;
  for (int set = 0; set < operand_sets; ++set) {
    a.push_back(factors(random, family, form, a_type(form), data));
    b.push_back(factors(random, family, form, b_type(form), data));
  }
  Registers32 d;
  const WmmaFunction function = wmma_function(family, form, WaveSize::w32, policy, isa);
  Operands operands;
  operands.c = operands.d = d.rows.data();
  for (auto _ : state) {
    d = {};
    for (int step = 0; step < chain_length; ++step) {
      operands.a = a[step % operand_sets].rows.data();
      operands.b = b[step / operand_sets % operand_sets].rows.data();
      function(operands);
    }
    benchmark::DoNotOptimize(d);
  }
  state.counters["wmma/s"] = benchmark::Counter(
      static_cast<double>(state.iterations()) * chain_length, benchmark::Counter::kIsRate);
}

void add(Family family, Form form, Data data, Policy policy, HostIsa isa) {
  std::string title = family == Family::gfx11 ? "gfx11/" : "gfx12/";
  title.append(name(form)).append("/");
  title.append(is_integer(form) ? "integers" : name(data)).append("/");
  if (policy != Policy::silicon) title.append(describe(policy).name).append("/");
  title.append(name(isa));
  benchmark::RegisterBenchmark(
      title.c_str(), [=](benchmark::State& state) { run(state, family, form, data, policy, isa); });
}

void add_all() {
  for (const HostIsa isa : {HostIsa::avx512, HostIsa::avx2, HostIsa::portable, HostIsa::scalar}) {
    if (!available(isa)) continue;
    for (const Family family : {Family::gfx12, Family::gfx11}) {
      for (int index = 0; index < form_count; ++index) {
        const auto form = static_cast<Form>(index);
        if (!exists(family, form)) continue;
        for (const Data data : {Data::normal, Data::ones, Data::integers, Data::spread}) {
          if (is_integer(form) && data != Data::integers) continue;
          if (data == Data::spread && a_type(form) != FactorType::bf16) continue;
          add(family, form, data, Policy::silicon, isa);
        }
        if (form == Form::f16_f16) add(family, form, Data::normal, Policy::ieee, isa);
      }
    }
  }
}

}  // namespace
}  // namespace tilewright::emu::wmma

int main(int argc, char** argv) {
  tilewright::emu::wmma::add_all();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
