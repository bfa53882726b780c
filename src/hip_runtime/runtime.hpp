// The state of the HIP runtime: devices, memory, modules, streams, events. One per process, made by
// the first call and never destroyed, since programs call HIP from their own destructors.
// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "hip_runtime/fat_binary.hpp"
#include "hip_runtime/gpu.hpp"
#include "hip_runtime/memory.hpp"
#include "hip_runtime/module.hpp"
#include "hip_runtime/settings.hpp"
#include "hip_runtime/timeline.hpp"

namespace tilewright::hip {

class Runtime {
 public:
  static Runtime& get();
  /// Whether get() has been called.
  [[nodiscard]] static bool exists();

  /// Held while anything below is used; a launch holds it to its end.
  std::mutex mutex;
  /// Locked after a fifth of a second at the latest, or not: for when the process ends or forks. A
  /// thread may be in a long launch, and a signal's handler that calls exit() may have interrupted
  /// a call of its own thread.
  [[nodiscard]] std::unique_lock<std::mutex> lock_or_give_up();

  Settings settings;
  std::vector<std::unique_ptr<Gpu>> gpus;
  Memory memory;
  emu::check::DefinedBytes defined;  ///< of device memory, in strict mode only
  std::map<const void*, std::unique_ptr<Module>> modules;  ///< by handle; loaded by the program
  std::set<const void*> functions;                         ///< of all modules, for checking handles
  FatBinaries fat_binaries;                                ///< linked into the program
  std::map<const void*, std::unique_ptr<Stream>> streams;
  std::map<const void*, std::unique_ptr<Event>> events;

  /// What tilewrightTakeReport() hands out; nothing until it was called once.
  std::optional<std::string> kept_report;

  /// Makes a block known to the devices that may use it, and takes it away from all. Memory that
  /// the program has registered and freed is forgotten where the new block lies.
  const Block& add(Block block);
  void remove(const Block& block);
  /// Forgets what the program has registered and given back to the system: reading it would end the
  /// process.
  void forget_unmapped();

  /// For strict mode: the host has written these bytes.
  void define(const void* address, uint64_t bytes);

 private:
  Runtime();
  void forget_freed(const Block& block);
};

}  // namespace tilewright::hip
