// The one interface to a GPU: buffers, modules, launches. The software GPU, HIP and CUDA implement
// it; nothing of theirs leaks through it.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "core/result.hpp"
#include "device/launch_report.hpp"

namespace tilewright::device {

enum class Kind : uint8_t { emu, hip, cuda };
[[nodiscard]] std::string_view name(Kind kind);

struct Info {
  Kind kind = Kind::emu;
  std::string arch;  ///< "gfx1201"
  std::string name;  ///< "software RDNA GPU", or the card's own name
};

struct Dim3 {
  uint32_t x = 1, y = 1, z = 1;
};

struct LaunchConfig {
  Dim3 grid;   ///< workgroups
  Dim3 block;  ///< work-items of one workgroup
  uint32_t dynamic_lds_bytes = 0;
  Dim3 cluster = {};  ///< workgroups that run side by side (Hopper); elsewhere 1 each
  /// May be started while the launch ahead of it in the queue ends (Hopper). The kernel itself
  /// waits for that end before it writes; what it reads earlier, no launch ahead of it may write.
  bool early = false;
};

/// A range of device memory; freed with its last owner.
class Buffer {
 public:
  virtual ~Buffer() = default;
  [[nodiscard]] virtual uint64_t address() const = 0;
  [[nodiscard]] virtual size_t size() const = 0;
};

class Kernel {
 public:
  virtual ~Kernel() = default;
  [[nodiscard]] virtual const std::string& name() const = 0;
};

/// A point in the queue, timed by the device's own clock.
class Mark {
 public:
  virtual ~Mark() = default;
};

/// A loaded code object; its kernels keep it alive.
class Module {
 public:
  virtual ~Module() = default;
  [[nodiscard]] virtual Result<std::shared_ptr<Kernel>> kernel(const std::string& name) = 0;
};

class Device {
 public:
  virtual ~Device() = default;
  [[nodiscard]] virtual const Info& info() const = 0;

  /// `name` is what reports call the buffer. Contents are undefined. Errors: out of memory.
  [[nodiscard]] virtual Result<std::shared_ptr<Buffer>> allocate(size_t bytes,
                                                                 std::string name) = 0;
  [[nodiscard]] virtual Result<void> upload(Buffer& to, size_t offset,
                                            std::span<const std::byte> from) = 0;
  [[nodiscard]] virtual Result<void> download(const Buffer& from, size_t offset,
                                              std::span<std::byte> to) = 0;

  /// Loads a code object built for info().arch. Errors: not a code object, another target.
  [[nodiscard]] virtual Result<std::shared_ptr<Module>> load(std::span<const std::byte> image) = 0;

  /// Queues one launch. `arguments` are the explicit kernel arguments, packed by natural alignment;
  /// the device adds what the ABI hides. Errors may be those of an earlier launch.
  [[nodiscard]] virtual Result<void> launch(Kernel& kernel, const LaunchConfig& config,
                                            std::span<const std::byte> arguments) = 0;
  /// Waits until all launches have ended and reports the first error.
  [[nodiscard]] virtual Result<void> synchronize() = 0;

  /// What has been seen since the last call; empty on a device that does not watch.
  [[nodiscard]] virtual LaunchReport take_report() { return {}; }

  /// For timing: make marks, queue them between launches, ask what lay between. The last waits for
  /// `to`. Errors: this device has no clock, and its time would be the host's.
  [[nodiscard]] virtual Result<std::unique_ptr<Mark>> mark();
  [[nodiscard]] virtual Result<void> queue(Mark& mark);
  [[nodiscard]] virtual Result<double> milliseconds(Mark& from, Mark& to);
};

}  // namespace tilewright::device
