// SPDX-License-Identifier: MIT
#include "emu/wmma/wmma.hpp"

#include <algorithm>
#include <array>

#include "emu/wmma/fast/fast.hpp"
#include "emu/wmma/forms.hpp"
#include "emu/wmma/layout.hpp"
#include "emu/wmma/reference.hpp"

namespace tilewright::emu::wmma {
namespace {

constexpr std::string_view unproven =
    "exact for data whose sums need no rounding; otherwise the rounding is a hypothesis, because "
    "no "
    "words captured from silicon show it";

constexpr std::array<PolicyInfo, policy_count> policies = {{
    {"silicon", "what the hardware computes, bit for bit; FP8 by hypothesis fp8_h1", unproven},
    {"ieee",
     "F32 fused multiply-adds in the order of the hardware, packed results rounded once, at the "
     "end",
     "not the hardware's arithmetic"},
    {"fp8_h2", "FP8: four steps of four products, a register of a lane group each", unproven},
    {"fp8_h3", "FP8: two steps of eight products, aligned together", unproven},
    {"fp8_h4", "FP8: a chain of F32 fused multiply-adds", unproven},
    {"fp8_h5", "FP8: the exact sum of all products and C, rounded once", unproven},
}};

constexpr std::array<std::string_view, form_count> form_names = {
    "f32_16x16x16_f16",     "f32_16x16x16_bf16",    "f16_16x16x16_f16",     "bf16_16x16x16_bf16",
    "i32_16x16x16_iu8",     "i32_16x16x16_iu4",     "i32_16x16x32_iu4",     "f32_16x16x16_fp8_fp8",
    "f32_16x16x16_fp8_bf8", "f32_16x16x16_bf8_fp8", "f32_16x16x16_bf8_bf8",
};

}  // namespace

const PolicyInfo& describe(Policy policy) { return policies[static_cast<size_t>(policy)]; }

std::string_view name(Form form) { return form_names[static_cast<size_t>(form)]; }

std::string_view name(HostIsa isa) {
  constexpr std::array<std::string_view, 4> names = {"scalar", "portable", "avx2", "avx512"};
  return names[static_cast<size_t>(isa)];
}

bool available(HostIsa isa) {
  switch (isa) {
    case HostIsa::scalar:
    case HostIsa::portable:
      return true;
#if defined(TW_WMMA_HAS_X86)
    case HostIsa::avx2:
      return __builtin_cpu_supports("x86-64-v3") != 0;
    case HostIsa::avx512:
      return __builtin_cpu_supports("x86-64-v4") != 0;
#else
    case HostIsa::avx2:
    case HostIsa::avx512:
      return false;
#endif
  }
  return false;
}

HostIsa best_host_isa() {
  static const HostIsa best = available(HostIsa::avx512) ? HostIsa::avx512
                              : available(HostIsa::avx2) ? HostIsa::avx2
                                                         : HostIsa::portable;
  return best;
}

WmmaFunction wmma_function(Family family, Form form, WaveSize wave, Policy policy, HostIsa isa) {
  WmmaFunction function = nullptr;
#if defined(TW_WMMA_HAS_X86)
  if (isa >= HostIsa::avx512 && available(HostIsa::avx512)) {
    function = avx512::fast_function(family, form, wave, policy);
  }
  if (function == nullptr && isa >= HostIsa::avx2 && available(HostIsa::avx2)) {
    function = avx2::fast_function(family, form, wave, policy);
  }
#endif
  if (function == nullptr && isa >= HostIsa::portable) {
    function = portable::fast_function(family, form, wave, policy);
  }
  return function != nullptr ? function : reference_function(family, form, wave, policy);
}

Registers registers(Family family, Form form, WaveSize wave) {
  if (!exists(family, form)) return {};
  const int lanes = lane_groups(family, wave) * 16;
  const int bits = tile * depth_of(form) * factor_width(form);
  const int factor_registers = std::max(1, bits / (lanes * 32));
  const int results = tile * tile / (wave == WaveSize::w32 ? 32 : 64);
  const bool two_per_register = family == Family::gfx12 && is_packed(form);
  return {factor_registers, factor_registers, two_per_register ? results / 2 : results};
}

}  // namespace tilewright::emu::wmma
