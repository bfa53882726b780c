// SPDX-License-Identifier: MIT
#include "hip_runtime/runtime.hpp"

#include <pthread.h>

#include <atomic>
#include <chrono>
#include <new>
#include <thread>

#include "hip_runtime/own_memory.hpp"
#include "hip_runtime/record.hpp"
#include "hip_runtime/say.hpp"

namespace tilewright::hip {

namespace {

std::atomic<bool> made = false;

// A forked child has only the thread that forked: nobody would unlock what another one has locked.
thread_local bool locked_for_fork = false;

void before_fork() { locked_for_fork = Runtime::get().lock_or_give_up().release() != nullptr; }

void after_fork_in_parent() {
  if (locked_for_fork) Runtime::get().mutex.unlock();
}

void after_fork_in_child() {
  std::mutex& mutex = Runtime::get().mutex;
  if (locked_for_fork) {
    mutex.unlock();
  } else {
    new (&mutex) std::mutex;  // a launch of the parent's holds it, which changes nothing we have
  }
}

}  // namespace

Runtime& Runtime::get() {
  static Runtime& runtime = *new Runtime;
  return runtime;
}

bool Runtime::exists() { return made; }

std::unique_lock<std::mutex> Runtime::lock_or_give_up() {
  constexpr int most_waits = 200;
  std::unique_lock lock(mutex, std::try_to_lock);
  for (int i = 0; i < most_waits && !lock.owns_lock(); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    (void)lock.try_lock();
  }
  return lock;
}

Runtime::Runtime() {
  made = true;
  ::pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);
  auto found = read_settings();
  if (!found) {
    say(found.error().message);  // and no device, so that every call fails
    return;
  }
  settings = std::move(*found);
  for (const Target* target : settings.devices) {
    gpus.push_back(std::make_unique<Gpu>(static_cast<int>(gpus.size()), *target));
  }
  record_start(*this);
}

/// The system gives no byte twice.
void Runtime::forget_freed(const Block& block) {
  while (const Block* freed = memory.touched(block.begin, block.bytes)) {
    say(fmt::format("{} was freed while it was registered", freed->name()));
    remove(*freed);
  }
}

void Runtime::forget_unmapped() {
  std::vector<const Block*> gone;
  for (const auto& [begin, block] : memory.blocks()) {
    if (block.registered() && !is_mapped(begin, block.bytes)) gone.push_back(&block);
  }
  for (const Block* block : gone) {
    say(fmt::format("{} was freed while it was registered", block->name()));
    remove(*block);
  }
}

const Block& Runtime::add(Block block) {
  forget_freed(block);
  const Block& added = memory.add(std::move(block));
  for (const auto& gpu : gpus) {
    if (gpu->sees(added)) gpu->map_block(added, added.name());
  }
  // Host memory is written by plain stores that nobody sees, so only device memory can be watched.
  if (settings.strict && added.type == hipMemoryTypeDevice && *added.made_by != '\0') {
    defined.add(added.begin, added.bytes);
  }
  return added;
}

void Runtime::remove(const Block& block) {
  for (const auto& gpu : gpus) gpu->unmap_block(block);
  defined.remove(block.begin);
  memory.remove(block.begin);
}

void Runtime::define(const void* address, uint64_t bytes) {
  if (settings.strict) defined.define(reinterpret_cast<uint64_t>(address), bytes);
}

}  // namespace tilewright::hip
