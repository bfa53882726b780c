// SPDX-License-Identifier: MIT
#include "kernel.hpp"

#include <string_view>

#include "ladder/hopper/portable.hpp"

namespace tilewright::fake_cuda {
namespace {

struct Types {
  std::string_view name;
  Number input;
  Number sum;
  Number output;
  Scaling scaling = Scaling::none;
};

/// tw_rung_<stem>_<types>
constexpr Types kTmaTypes[] = {
    {"bf16", Number::bf16, Number::f32, Number::bf16},
    {"f16", Number::f16, Number::f32, Number::f16},
    {"f16_f16", Number::f16, Number::f16, Number::f16},
    {"e4m3_f32", Number::e4m3, Number::f32, Number::f32, Scaling::tensor},
    {"e4m3_bf16", Number::e4m3, Number::f32, Number::bf16, Scaling::tensor},
    {"e4m3_f16", Number::e4m3, Number::f32, Number::f16, Scaling::tensor},
    {"e4m3_f32_vectors", Number::e4m3, Number::f32, Number::f32, Scaling::vectors},
    {"e4m3_bf16_vectors", Number::e4m3, Number::f32, Number::bf16, Scaling::vectors},
    {"e4m3_f16_vectors", Number::e4m3, Number::f32, Number::f16, Scaling::vectors},
};

/// tw_<types>_rung_<id>
constexpr Types kPortableTypes[] = {
    {"fp16", Number::f16, Number::f16, Number::f16},
    {"fp16_f32", Number::f16, Number::f32, Number::f16},
    {"bf16", Number::bf16, Number::f32, Number::bf16},
    {"fp8_f32", Number::e4m3, Number::f32, Number::f32},
    {"fp8_bf16", Number::e4m3, Number::f32, Number::bf16},
    {"fp8_f16", Number::e4m3, Number::f32, Number::f16},
};

Kernel kernel_of(const std::string& name, const Types& types) {
  Kernel kernel;
  kernel.name = name;
  kernel.input = types.input;
  kernel.sum = types.sum;
  kernel.output = types.output;
  kernel.scaling = types.scaling;
  return kernel;
}

std::optional<Kernel> tma_kernel(const std::string& name) {
  for (const hopper::TmaKernel& listed : hopper::tma_kernels) {
    for (const Types& types : kTmaTypes) {
      if (name != "tw_rung_" + std::string(listed.stem) + "_" + std::string(types.name)) continue;
      if (types.scaling == Scaling::vectors && !listed.vectors) return std::nullopt;
      Kernel kernel = kernel_of(name, types);
      kernel.tma = &listed.tile;
      kernel.threads = static_cast<std::uint32_t>(hopper::threads(listed.tile));
      kernel.needed_shared_bytes = static_cast<std::uint32_t>(hopper::shared_bytes(listed.tile));
      return kernel;
    }
  }
  return std::nullopt;
}

std::optional<Kernel> portable_kernel(const std::string& name, const Tile& tile, const char* rung) {
  for (const Types& types : kPortableTypes) {
    if (!name.starts_with("tw_" + std::string(types.name) + "_rung_")) continue;
    Kernel kernel = kernel_of(name, types);
    kernel.portable = &tile;
    kernel.threads = static_cast<std::uint32_t>(threads(tile));
    kernel.whole_tiles = !hopper::find_portable_rung(rung)->any_shape;
    kernel.aligned = !name.ends_with("_unaligned");
    const auto bytes =
        static_cast<std::uint32_t>(lds_bytes(tile, static_cast<int>(bytes_of(types.input))));
    // Rung 1 declares what it uses.
    (rung == std::string_view("1") ? kernel.static_shared_bytes : kernel.needed_shared_bytes) =
        bytes;
    return kernel;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Kernel> kernel_named(const std::string& name) {
  for (const Rung& rung : hopper::portable_rungs) {
    if (name == rung.kernel) return portable_kernel(name, rung.tile, rung.id);
  }
  for (const hopper::PortableKernel& each : hopper::more_kernels) {
    if (name == each.kernel) return portable_kernel(name, each.tile, each.rung);
  }
  return tma_kernel(name);
}

}  // namespace tilewright::fake_cuda
