// SPDX-License-Identifier: MIT
#include "watched.hpp"

#include "device/emu/emu_device.hpp"
#include "ladder/kernels.hpp"

namespace tilewright::test {

Watched watch(const Target& target, const Rung& rung, const bench::Shape& shape,
              std::span<const std::byte> image, uint64_t instructions) {
  device::EmuOptions options{.threads = 2, .strict = true};
  if (instructions != 0) options.instruction_limit = instructions;
  const auto gpu = device::open_emu(target.name, options).value();
  const bench::Operands operands =
      bench::make_operands(shape, bench::Data::pm1, 7, 2, {.precision = rung.precision});
  const auto uploaded = bench::upload(*gpu, operands).value();
  if (image.empty()) image = kernel_image(target.name, rung.id);
  const auto product = bench::multiply(*gpu, image, rung, uploaded);
  Watched result;
  result.findings = gpu->take_report().findings;
  if (!product) {
    result.error = product.error().message;
    return result;
  }
  for (size_t i = 0; i < product->c.size(); ++i) result.c.push_back(product->c[i]);
  return result;
}

}  // namespace tilewright::test
