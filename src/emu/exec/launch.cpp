// SPDX-License-Identifier: MIT
#include "emu/exec/launch.hpp"

#include <algorithm>
#include <atomic>
#include <cfenv>
#include <cstring>
#include <limits>
#include <mutex>
#include <new>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "core/parallel.hpp"
#include "emu/exec/dispatch.hpp"
#include "emu/exec/kernarg.hpp"
#include "emu/exec/launch_limits.hpp"
#include "emu/exec/worker.hpp"

namespace tilewright::emu {
namespace {

/// The memory that only this launch has: kernel arguments and dispatch packet.
struct LaunchMemory {
  HostMemory kernarg, packet;
};

Result<LaunchMemory> place(const Program& program, const codeobject::Kernel& kernel,
                           const Geometry& geometry, std::span<const std::byte> arguments,
                           MemoryMap& map) {
  const auto block = build_kernarg(kernel, geometry, arguments);
  if (!block) return tl::unexpected(block.error());
  // s_load reads whole dwords up to 64 bytes, so there is some slack behind the last argument.
  auto kernarg = HostMemory::allocate((block->size() + 127) / 64 * 64);
  auto packet = HostMemory::allocate(sizeof(DispatchPacket));
  if (!kernarg || !packet) return fail("out of memory for the arguments of {}", kernel.name);
  std::fill(kernarg->bytes().begin(), kernarg->bytes().end(), std::byte{0});
  std::copy(block->begin(), block->end(), kernarg->bytes().begin());
  const DispatchPacket contents =
      build_packet(kernel, geometry, program.load_base(), kernarg->address());
  std::memcpy(packet->bytes().data(), &contents, sizeof(contents));
  const auto add = [&map](const HostMemory& memory, const char* name) {
    map.add({memory.address(), memory.address() + memory.bytes().size(), false, name});
  };
  add(*kernarg, "the kernel arguments");
  add(*packet, "the dispatch packet");
  return LaunchMemory{std::move(*kernarg), std::move(*packet)};
}

/// The host's floating-point environment as the handlers expect it, for the length of a scope.
class DefaultFloatEnvironment {
 public:
  DefaultFloatEnvironment() {
    std::fegetenv(&saved_);
    std::fesetenv(FE_DFL_ENV);
  }
  ~DefaultFloatEnvironment() { std::fesetenv(&saved_); }
  DefaultFloatEnvironment(const DefaultFloatEnvironment&) = delete;
  DefaultFloatEnvironment& operator=(const DefaultFloatEnvironment&) = delete;

 private:
  std::fenv_t saved_;
};

/// Hands out workgroups and keeps the fault of the lowest one.
class Schedule {
 public:
  Schedule(const std::string& kernel, uint64_t total, const LaunchOptions& options)
      : kernel_(kernel), total_(total), options_(options) {}

  void work(Worker& worker) {
    const DefaultFloatEnvironment environment;
    for (;;) {
      // Workgroups below a faulting one still run: one of them may fault too.
      const uint64_t index = next_.fetch_add(1, std::memory_order_relaxed);
      const auto stop = [this, index] {
        return index > first_fault_.load(std::memory_order_relaxed) ||
               options_.cancel.stop_requested();
      };
      if (index >= total_ || stop()) return;
      switch (run(worker, index, stop)) {
        case Worker::Outcome::done:
          finished();
          break;
        case Worker::Outcome::faulted:
          faulted(index, worker.error() + (worker.at_limit() ? not_started() : std::string()),
                  worker.cause());
          break;
        case Worker::Outcome::stopped:
          return;
      }
    }
  }

  [[nodiscard]] Result<void> result() const {
    if (!error_.empty()) return fail("{}", error_);
    if (done_ < total_) {
      return fail("{}: cancelled after {} of {} workgroups", kernel_, done_, total_);
    }
    return {};
  }

 private:
  /// Memory may run out here, too: strict mode and the counters take some as they go.
  Worker::Outcome run(Worker& worker, uint64_t index, const std::function<bool()>& stop) {
    try {
      return worker.run(index, stop);
    } catch (const std::bad_alloc&) {
      faulted(index,
              fmt::format("{}: out of memory while workgroup {} of {} ran", kernel_, index, total_),
              StopCause::failure);
      return Worker::Outcome::stopped;
    }
  }

  /// To follow a report of a wave that may wait for another workgroup; "" if all have started.
  [[nodiscard]] std::string not_started() const {
    const uint64_t started = std::min(next_.load(std::memory_order_relaxed), total_);
    if (started == total_) return {};
    return fmt::format(
        "\n    {} of {} workgroups, those later in order, had not started: if the wave waits for "
        "one of them, it waits for ever",
        total_ - started, total_);
  }

  void finished() {
    const std::scoped_lock lock(mutex_);
    ++done_;
    if (options_.progress) options_.progress(done_, total_);
  }

  void faulted(uint64_t index, const std::string& error, StopCause cause) {
    const std::scoped_lock lock(mutex_);
    if (index >= first_fault_) return;
    first_fault_ = index;
    error_ = error;
    if (options_.cause != nullptr) *options_.cause = cause;
  }

  const std::string& kernel_;
  const uint64_t total_;
  const LaunchOptions& options_;
  std::atomic<uint64_t> next_{0};
  std::atomic<uint64_t> first_fault_{std::numeric_limits<uint64_t>::max()};
  std::mutex mutex_;
  uint64_t done_ = 0;
  std::string error_;
};

uint64_t next_dispatch_id() {
  static std::atomic<uint64_t> next{0};
  return next.fetch_add(1, std::memory_order_relaxed);
}

}  // namespace

Result<void> launch(const Program& program, const codeobject::Kernel& kernel,
                    const Geometry& geometry, std::span<const std::byte> arguments,
                    const MemoryMap& memory, const LaunchOptions& options) {
  if (auto checked = check_launch(kernel, program.generation(), geometry); !checked) {
    return tl::unexpected(Error{std::move(checked.error().message)});
  }
  MemoryMap map = memory;
  const auto own = place(program, kernel, geometry, arguments, map);
  if (!own) return tl::unexpected(own.error());
  auto initial =
      InitialState::create(kernel, program.generation(), geometry,
                           {own->kernarg.address(), own->packet.address(), next_dispatch_id()});
  if (!initial) return tl::unexpected(initial.error());
  const Dispatch dispatch{
      &program, &kernel, geometry, std::move(*initial), std::move(map), options.instruction_limit};

  program.code(dispatch.initial.wave_size()).forget_beyond(kernel.descriptor.vgprs());
  const uint64_t total = geometry.workgroup_count();
  const auto count =
      static_cast<unsigned>(std::min<uint64_t>(thread_count(options.threads), total));
  std::vector<Worker> workers;
  for (unsigned i = 0; i < count; ++i) {
    auto worker = Worker::create(dispatch, options.observer ? options.observer(i) : nullptr);
    if (!worker) return tl::unexpected(worker.error());
    workers.push_back(std::move(*worker));
  }
  Schedule schedule(kernel.name, total, options);
  {
    std::vector<std::jthread> threads;
    for (unsigned i = 1; i < count; ++i) {
      try {
        threads.emplace_back([&schedule, &worker = workers[i]] { schedule.work(worker); });
      } catch (const std::system_error&) {
        break;  // no more threads to be had; fewer give the same result
      }
    }
    schedule.work(workers[0]);
  }
  return schedule.result();
}

}  // namespace tilewright::emu
