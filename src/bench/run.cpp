// SPDX-License-Identifier: MIT
#include "bench/run.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <utility>

#include "bench/gemm_arguments.hpp"

namespace tilewright::bench {
namespace {

/// Untouched memory on each side of C. Wider than a column of most tests, so that a store one
/// column too far lands in it.
constexpr size_t kGuardBytes = size_t{64} * 1024;
constexpr std::byte kGuard{0xa5};

size_t c_elements(const Shape& shape) {
  return static_cast<size_t>(shape.m) * static_cast<size_t>(shape.n);
}

/// C's buffer before the launch: guard, poison, guard.
std::vector<std::byte> guarded_poison(size_t elements, size_t width, uint32_t poison) {
  std::vector<std::byte> bytes(elements * width + 2 * kGuardBytes, kGuard);
  for (size_t i = 0; i < elements; ++i) {
    std::memcpy(&bytes[kGuardBytes + i * width], &poison, width);
  }
  return bytes;
}

std::optional<GuardDamage> guard_damage(const std::vector<std::byte>& bytes) {
  GuardDamage damage;
  const size_t end_of_c = bytes.size() - kGuardBytes;
  for (size_t at = 0; at < bytes.size(); ++at) {
    if (at == kGuardBytes) at = end_of_c;
    if (bytes[at] == kGuard) continue;
    if (damage.bytes++ == 0) {
      damage.first = static_cast<int64_t>(at) - static_cast<int64_t>(kGuardBytes);
    }
  }
  return damage.bytes != 0 ? std::optional(damage) : std::nullopt;
}

/// The error of one step as the error of the whole.
template <class T>
tl::unexpected<Error> pass(const Result<T>& failed) {
  return tl::unexpected(failed.error());
}

Result<std::shared_ptr<device::Buffer>> filled(device::Device& device, const char* name,
                                               std::span<const std::byte> bytes) {
  Result<std::shared_ptr<device::Buffer>> buffer = device.allocate(bytes.size(), name);
  if (!buffer) return buffer;
  if (Result<void> done = device.upload(**buffer, 0, bytes); !done) return pass(done);
  return buffer;
}

}  // namespace

Result<DeviceOperands> upload(device::Device& device, const Operands& operands) {
  auto a = filled(device, "A", device_codes(operands, Operand::a, 0));
  if (!a) return pass(a);
  auto b = filled(device, "B", device_codes(operands, Operand::b, 0));
  if (!b) return pass(b);
  return DeviceOperands{
      .shape = operands.shape, .formats = operands.formats, .a = std::move(*a), .b = std::move(*b)};
}

std::string kernel_name(const Rung& rung, const Formats& formats) {
  const bool one_byte = rung.precision == Precision::fp8;
  return std::string(rung.kernel) + (one_byte ? fp8_kernel_suffix(formats.a, formats.b) : "");
}

std::string describe(const GuardDamage& damage, const Shape& shape, Precision precision) {
  const int64_t end = static_cast<int64_t>(c_elements(shape)) * result_bytes(precision);
  const std::string where = damage.first < 0 ? fmt::format("{} B before its start", -damage.first)
                                             : fmt::format("{} B past its end", damage.first - end);
  return fmt::format("written outside C: {} B, the first {}", damage.bytes, where);
}

Result<Product> run_guarded(device::Device& device, const GuardedResult& result,
                            const std::function<Result<void>(uint64_t c)>& queue) {
  std::vector<std::byte> bytes = guarded_poison(result.elements, result.width, result.poison);
  const auto c = filled(device, "C", bytes);
  if (!c) return pass(c);
  const uint64_t address = (*c)->address() + kGuardBytes;

  const auto start = std::chrono::steady_clock::now();
  if (const auto queued = queue(address); !queued) return pass(queued);
  if (const auto done = device.synchronize(); !done) return pass(done);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;

  if (const auto read = device.download(**c, 0, bytes); !read) return pass(read);
  Product product{.c = Codes(result.width, result.elements),
                  .damage = guard_damage(bytes),
                  .unwritten = 0,
                  .seconds = took.count(),
                  .milliseconds = {}};
  std::memcpy(product.c.bytes().data(), &bytes[kGuardBytes], product.c.bytes().size());
  for (size_t i = 0; i < product.c.size(); ++i) {
    product.unwritten += product.c[i] == result.poison ? 1 : 0;
  }
  if (result.timing) {
    const auto mean = mean_milliseconds(device, *result.timing, [&] { return queue(address); });
    if (!mean) return pass(mean);
    product.milliseconds = *mean;
  }
  return product;
}

Result<Product> launch_guarded(device::Device& device, std::span<const std::byte> image,
                               const GuardedLaunch& wanted) {
  const auto module = device.load(image);
  if (!module) return pass(module);
  const auto kernel = (*module)->kernel(wanted.kernel);
  if (!kernel) return pass(kernel);
  const device::LaunchConfig config{
      .grid = {wanted.workgroups, 1, 1}, .block = {wanted.threads, 1, 1}, .dynamic_lds_bytes = 0};
  return run_guarded(
      device,
      {.elements = wanted.elements,
       .width = wanted.width,
       .poison = wanted.poison,
       .timing = wanted.timing},
      [&](uint64_t c) { return device.launch(**kernel, config, wanted.arguments(c)); });
}

Result<Product> multiply(device::Device& device, std::span<const std::byte> image, const Rung& rung,
                         const DeviceOperands& operands, const std::optional<EventTiming>& timing) {
  const Shape& shape = operands.shape;
  if (rung.precision != operands.formats.precision) {
    return fail("rung {} multiplies {}, the operands are {}", rung.id, name(rung.precision),
                name(operands.formats.precision));
  }
  const Result<LaunchPlan> plan = plan_launch(rung, shape);
  if (!plan) return pass(plan);
  const auto arguments = [&](uint64_t c) {
    return argument_block(packed_gemm(shape, operands.a->address(), operands.b->address(), c));
  };
  return launch_guarded(device, image,
                        {.kernel = kernel_name(rung, operands.formats),
                         .workgroups = plan->workgroups,
                         .threads = plan->threads,
                         .elements = c_elements(shape),
                         .width = static_cast<size_t>(result_bytes(rung.precision)),
                         .poison = poison(rung.precision),
                         .arguments = arguments,
                         .timing = timing});
}

bool RungResult::exact() const {
  return !refused && !error && verdict.mismatches == 0 && unwritten == 0 && !damage &&
         report.findings.empty();
}

RungResult run_rung(device::Device& device, std::span<const std::byte> image, const Rung& rung,
                    const DeviceOperands& operands, Judge& judge,
                    const std::function<void()>& check_begins,
                    const std::optional<EventTiming>& timing) {
  RungResult result;
  result.id = rung.id;
  const Result<LaunchPlan> plan = plan_launch(rung, operands.shape);
  if (!plan) {
    result.refused = plan.error().message;
    return result;
  }
  result.plan = *plan;
  const Result<Product> product = multiply(device, image, rung, operands, timing);
  result.report = device.take_report();
  if (!product) {
    result.error = product.error().message;
    return result;
  }
  result.seconds = product->seconds;
  result.milliseconds = product->milliseconds;
  result.unwritten = product->unwritten;
  result.damage = product->damage;
  if (check_begins) check_begins();
  const Result<Verdict> verdict = judge.check(product->c, plan->executed_k);
  if (!verdict) {
    result.error = verdict.error().message;
    return result;
  }
  result.verdict = *verdict;
  result.float64 = (*judge.expected(plan->executed_k))->float64;
  return result;
}

}  // namespace tilewright::bench
