// SPDX-License-Identifier: MIT
#include "hip_runtime/launch.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <optional>
#include <set>
#include <string>

#include "core/immortal.hpp"
#include "device/emu/watchers.hpp"
#include "emu/exec/launch.hpp"
#include "emu/exec/launch_limits.hpp"
#include "hip_runtime/call.hpp"
#include "hip_runtime/record.hpp"
#include "hip_runtime/say.hpp"

namespace tilewright::hip {
namespace {

using codeobject::Argument;
using codeobject::Kernel;
using Clock = std::chrono::steady_clock;

hipError_t error_of(emu::LaunchLimit limit) {
  switch (limit) {
    case emu::LaunchLimit::lds:
      return hipErrorLaunchOutOfResources;
    case emu::LaunchLimit::empty:
    case emu::LaunchLimit::work_items_of_axis:
    case emu::LaunchLimit::workgroups_of_axis:
    case emu::LaunchLimit::workgroups:
    case emu::LaunchLimit::workgroup_size:
    case emu::LaunchLimit::scratch:
    case emu::LaunchLimit::kernel_arguments:
      break;
  }
  return hipErrorInvalidConfiguration;
}

hipError_t error_of(emu::StopCause cause) {
  switch (cause) {
    case emu::StopCause::illegal_address:
      return hipErrorIllegalAddress;
    case emu::StopCause::endless:
      return hipErrorLaunchTimeOut;
    case emu::StopCause::failure:
      break;
  }
  return hipErrorLaunchFailure;
}

uint32_t explicit_bytes(const Kernel& kernel) {
  uint32_t end = 0;
  for (const Argument& argument : kernel.arguments) {
    if (!argument.hidden()) end = std::max(end, argument.offset + argument.bytes);
  }
  return kernel.arguments.empty() ? kernel.kernarg_bytes : end;
}

void tell_of_missing_arguments(const Kernel& kernel, size_t bytes) {
  static auto& told = immortal(std::set<std::string>());  // launches have the runtime's lock
  if (!told.insert(kernel.name).second) return;
  say(fmt::format("launch of {}: it takes {} bytes of arguments, `extra` has {}; the rest is zero",
                  kernel.name, explicit_bytes(kernel), bytes));
}

}  // namespace

Result<std::vector<std::byte>> pack_arguments(const Kernel& kernel, void* const* pointers) {
  std::vector<std::byte> packed(explicit_bytes(kernel));
  if (packed.empty()) return packed;
  if (kernel.arguments.empty()) {
    return fail(
        "{} has {} bytes of arguments and does not declare them: pass them packed, through "
        "`extra`",
        kernel.name, packed.size());
  }
  if (pointers == nullptr) return fail("{} has arguments and none were passed", kernel.name);
  size_t index = 0;
  for (const Argument& argument : kernel.arguments) {
    if (argument.hidden()) continue;
    const void* value = pointers[index++];
    if (value == nullptr) {
      return fail("{}: the pointer to argument {} is null", kernel.name, index - 1);
    }
    std::memcpy(packed.data() + argument.offset, value, argument.bytes);
  }
  return packed;
}

Result<std::vector<std::byte>> read_extra(const Kernel& kernel, void* const* extra) {
  const std::byte* buffer = nullptr;
  size_t bytes = 0;
  for (; *extra != HIP_LAUNCH_PARAM_END; extra += 2) {
    if (*extra == HIP_LAUNCH_PARAM_BUFFER_POINTER) {
      buffer = static_cast<const std::byte*>(extra[1]);
    } else if (*extra == HIP_LAUNCH_PARAM_BUFFER_SIZE) {
      if (extra[1] == nullptr) return fail("{}: the size in `extra` is null", kernel.name);
      bytes = *static_cast<const size_t*>(extra[1]);
    } else {
      return fail("{}: `extra` has {} where HIP_LAUNCH_PARAM_END or a parameter is due",
                  kernel.name, fmt::ptr(*extra));
    }
  }
  if (buffer == nullptr) bytes = 0;
  const size_t wanted = explicit_bytes(kernel);
  if (bytes == 0 && wanted != 0) {
    return fail("{} takes {} bytes of arguments, `extra` has none", kernel.name, wanted);
  }
  std::vector<std::byte> packed(wanted);
  std::copy_n(buffer, std::min(bytes, wanted), packed.begin());
  if (bytes < wanted) tell_of_missing_arguments(kernel, bytes);
  return packed;
}

hipError_t launch(Runtime& runtime, const Function& function, const emu::Geometry& geometry,
                  std::span<const std::byte> arguments) {
  const Module& module = *function.module;
  const Kernel& kernel = *function.kernel;
  Gpu& gpu = module.gpu();
  if (gpu.fault != hipSuccess) return gpu.fault;
  runtime.forget_unmapped();
  // The driver, too, refuses what the hardware would not start, before anything runs.
  const auto accepted = emu::check_launch(kernel, module.program().generation(), geometry);
  if (!accepted) {
    return refuse(error_of(accepted.error().limit), "launch of {}", accepted.error().message);
  }

  const auto begin = Clock::now();
  std::optional<Repeats::Launch> repeated;
  if (runtime.settings.skip_repeats) {
    repeated = {&kernel, geometry, {arguments.begin(), arguments.end()}};
    if (const device::LaunchReport* report = gpu.repeats.find(*repeated, gpu.made())) {
      record_launch(runtime, {.gpu = gpu,
                              .kernel = kernel,
                              .geometry = geometry,
                              .report = *report,
                              .error = {},
                              .repeat = true,
                              .begin = begin,
                              .end = Clock::now()});
      return hipSuccess;
    }
  }

  const device::Watchers::Wanted wanted{runtime.settings.strict, runtime.settings.counters};
  emu::LaunchOptions options;
  options.threads = runtime.settings.threads;
  options.instruction_limit = runtime.settings.instruction_limit;
  emu::StopCause cause = emu::StopCause::failure;
  options.cause = &cause;
  std::optional<device::Watchers> watchers;
  if (wanted.any()) {
    watchers.emplace(wanted, gpu.target().name, module.program(), kernel, geometry, gpu.made(),
                     runtime.defined);
    options.observer = [&](unsigned) { return watchers->add_worker(); };
  }
  const auto done = emu::launch(module.program(), kernel, geometry, arguments, gpu.map(), options);
  const auto end = Clock::now();
  device::LaunchReport report;
  if (watchers) report = watchers->report(gpu.map());
  if (!runtime.kept_report) {  // who takes reports tells them
    for (const device::Finding& finding : report.findings) say(device::describe(finding));
  }
  if (!done) {
    say(done.error().message);
    gpu.fault = error_of(cause);
    gpu.repeats.forget();
  } else if (repeated) {
    gpu.repeats.ended(*repeated, report, gpu.made());
  }
  record_launch(runtime, {.gpu = gpu,
                          .kernel = kernel,
                          .geometry = geometry,
                          .report = report,
                          .error = done ? std::string{} : done.error().message,
                          .begin = begin,
                          .end = end});
  return gpu.fault;
}

}  // namespace tilewright::hip
