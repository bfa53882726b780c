// SPDX-License-Identifier: MIT
#include "device/emu/emu_device.hpp"

#include <chrono>
#include <cstring>
#include <mutex>
#include <new>
#include <type_traits>
#include <utility>

#include "arch/targets.hpp"
#include "device/emu/launched.hpp"
#include "device/emu/watchers.hpp"
#include "emu/exec/launch.hpp"
#include "emu/exec/program.hpp"
#include "emu/memory/host_memory.hpp"

namespace tilewright::device {
namespace {

constexpr const char* device_name = "software RDNA GPU";

/// What `body` returns; or the error that `subject` ran out of memory.
template <class Body>
std::invoke_result_t<Body> or_out_of_memory(std::string_view subject, Body&& body) {
  try {
    return body();
  } catch (const std::bad_alloc&) {
    return fail("{}: out of memory", subject);
  }
}

/// The registered memory. Buffers and modules keep it alive to unregister themselves; the lock
/// makes them wait while a launch runs.
struct Memory {
  std::mutex mutex;
  emu::MemoryMap map;
  std::vector<emu::Allocation> made;  ///< those of `map`, in the order in which they were added
  emu::check::DefinedBytes defined;   ///< kept in strict mode only

  void add(const emu::Allocation& allocation) {
    made.push_back(allocation);
    map.add(allocation);
  }
  void remove(uint64_t begin) {
    std::erase_if(made, [begin](const emu::Allocation& each) { return each.begin == begin; });
    map.remove(begin);
  }
};

class EmuBuffer final : public Buffer {
 public:
  EmuBuffer(std::shared_ptr<Memory> memory, emu::HostMemory block, std::string name)
      : memory_(std::move(memory)), block_(std::move(block)) {
    const std::scoped_lock lock(memory_->mutex);
    memory_->add({address(), address() + size(), true, std::move(name)});
  }
  ~EmuBuffer() override {
    const std::scoped_lock lock(memory_->mutex);
    memory_->remove(address());
    memory_->defined.remove(address());
  }
  EmuBuffer(const EmuBuffer&) = delete;
  EmuBuffer& operator=(const EmuBuffer&) = delete;

  [[nodiscard]] uint64_t address() const override { return block_.address(); }
  [[nodiscard]] size_t size() const override { return block_.bytes().size(); }
  [[nodiscard]] std::span<std::byte> bytes() const { return block_.bytes(); }
  [[nodiscard]] bool lives_in(const Memory& memory) const { return &memory == memory_.get(); }

 private:
  std::shared_ptr<Memory> memory_;
  emu::HostMemory block_;
};

/// A program whose segments are registered as long as somebody uses it.
class LoadedProgram {
 public:
  LoadedProgram(std::shared_ptr<Memory> memory, std::unique_ptr<emu::Program> program)
      : memory_(std::move(memory)), program_(std::move(program)) {
    const std::scoped_lock lock(memory_->mutex);
    for (const emu::Allocation& a : program_->allocations()) memory_->add(a);
  }
  ~LoadedProgram() {
    const std::scoped_lock lock(memory_->mutex);
    for (const emu::Allocation& a : program_->allocations()) memory_->remove(a.begin);
  }
  LoadedProgram(const LoadedProgram&) = delete;
  LoadedProgram& operator=(const LoadedProgram&) = delete;

  [[nodiscard]] const emu::Program& program() const { return *program_; }
  [[nodiscard]] bool lives_in(const Memory& memory) const { return &memory == memory_.get(); }

 private:
  std::shared_ptr<Memory> memory_;
  std::unique_ptr<emu::Program> program_;
};

class EmuKernel final : public Kernel {
 public:
  EmuKernel(std::shared_ptr<LoadedProgram> owner, const codeobject::Kernel& kernel)
      : owner_(std::move(owner)), kernel_(kernel) {}
  [[nodiscard]] const std::string& name() const override { return kernel_.name; }
  [[nodiscard]] const LoadedProgram& owner() const { return *owner_; }
  [[nodiscard]] const codeobject::Kernel& kernel() const { return kernel_; }

 private:
  std::shared_ptr<LoadedProgram> owner_;
  const codeobject::Kernel& kernel_;
};

class EmuModule final : public Module {
 public:
  explicit EmuModule(std::shared_ptr<LoadedProgram> program) : program_(std::move(program)) {}

  [[nodiscard]] Result<std::shared_ptr<Kernel>> kernel(const std::string& name) override {
    const codeobject::Kernel* found = program_->program().find(name);
    if (found != nullptr) return std::make_shared<EmuKernel>(program_, *found);
    std::string known;
    for (const codeobject::Kernel& kernel : program_->program().kernels()) {
      known += (known.empty() ? "" : ", ") + kernel.name;
    }
    return fail("the code object has no kernel {}; it has: {}", name,
                known.empty() ? "none" : known);
  }

 private:
  std::shared_ptr<LoadedProgram> program_;
};

class EmuDevice final : public Device {
 public:
  EmuDevice(std::string_view arch, EmuOptions options)
      : info_{Kind::emu, std::string(arch), device_name}, options_(std::move(options)) {}

  [[nodiscard]] const Info& info() const override { return info_; }

  [[nodiscard]] Result<std::shared_ptr<Buffer>> allocate(size_t bytes, std::string name) override {
    using Allocated = Result<std::shared_ptr<Buffer>>;
    return or_out_of_memory(name, [&]() -> Allocated {
      auto block = emu::HostMemory::allocate(bytes);
      if (!block) return fail("{}: {}", name, block.error().message);
      if (options_.strict) {
        const std::scoped_lock lock(memory_->mutex);
        memory_->defined.add(block->address(), bytes);
      }
      return std::make_shared<EmuBuffer>(memory_, std::move(*block), name);
    });
  }

  [[nodiscard]] Result<void> upload(Buffer& to, size_t offset,
                                    std::span<const std::byte> from) override {
    const auto target = range(to, offset, from.size());
    if (!target) return tl::unexpected(target.error());
    if (!from.empty()) std::memcpy(target->data(), from.data(), from.size());
    if (options_.strict) {
      const std::scoped_lock lock(memory_->mutex);
      memory_->defined.define(reinterpret_cast<uint64_t>(target->data()), from.size());
    }
    return {};
  }

  [[nodiscard]] Result<void> download(const Buffer& from, size_t offset,
                                      std::span<std::byte> to) override {
    const auto source = range(from, offset, to.size());
    if (!source) return tl::unexpected(source.error());
    if (!to.empty()) std::memcpy(to.data(), source->data(), to.size());
    return {};
  }

  [[nodiscard]] Result<std::shared_ptr<Module>> load(std::span<const std::byte> image) override {
    return or_out_of_memory("the code object", [&]() -> Result<std::shared_ptr<Module>> {
      auto program = emu::Program::load(image, info_.arch, options_.arithmetic);
      if (!program) return tl::unexpected(program.error());
      return std::make_shared<EmuModule>(
          std::make_shared<LoadedProgram>(memory_, std::move(*program)));
    });
  }

  [[nodiscard]] Result<void> launch(Kernel& kernel, const LaunchConfig& config,
                                    std::span<const std::byte> arguments) override {
    const auto* own = dynamic_cast<const EmuKernel*>(&kernel);
    if (own == nullptr || !own->owner().lives_in(*memory_)) {
      return fail("{} was loaded by another device", kernel.name());
    }
    const emu::Geometry geometry{{config.grid.x, config.grid.y, config.grid.z},
                                 {config.block.x, config.block.y, config.block.z},
                                 config.dynamic_lds_bytes};
    emu::LaunchOptions options;
    options.threads = options_.threads;
    options.instruction_limit = options_.instruction_limit;
    options.cancel = options_.cancel;
    options.progress = options_.progress;
    const std::scoped_lock lock(memory_->mutex);
    const auto start = std::chrono::steady_clock::now();
    auto result = or_out_of_memory(kernel.name(), [&] {
      return watched().any() ? watch(*own, geometry, arguments, options)
                             : emu::launch(own->owner().program(), own->kernel(), geometry,
                                           arguments, memory_->map, options);
    });
    if (!result && first_error_) first_error_ = result;
    if (result && options_.trace) {
      report_.launches.push_back(
          launched(info_.arch, own->kernel(), geometry, start, std::chrono::steady_clock::now()));
    }
    return result;
  }

  [[nodiscard]] LaunchReport take_report() override {
    const std::scoped_lock lock(memory_->mutex);
    return std::exchange(report_, {});
  }

  [[nodiscard]] Result<void> synchronize() override {
    const std::scoped_lock lock(memory_->mutex);
    return std::exchange(first_error_, {});
  }

 private:
  [[nodiscard]] Result<std::span<std::byte>> range(const Buffer& buffer, size_t offset,
                                                   size_t bytes) const {
    const auto* own = dynamic_cast<const EmuBuffer*>(&buffer);
    if (own == nullptr || !own->lives_in(*memory_)) {
      return fail("the buffer belongs to another device");
    }
    if (offset > own->size() || bytes > own->size() - offset) {
      return fail("a copy of bytes {} to {} of a buffer of {} bytes", offset, offset + bytes,
                  own->size());
    }
    return own->bytes().subspan(offset, bytes);
  }

  [[nodiscard]] Watchers::Wanted watched() const { return {options_.strict, options_.counters}; }

  /// A launch that is watched; memory_ is locked.
  [[nodiscard]] Result<void> watch(const EmuKernel& kernel, const emu::Geometry& geometry,
                                   std::span<const std::byte> arguments,
                                   emu::LaunchOptions options) {
    const emu::Program& program = kernel.owner().program();
    Watchers watchers(watched(), info_.arch, program, kernel.kernel(), geometry, memory_->made,
                      memory_->defined);
    options.observer = [&](unsigned) { return watchers.add_worker(); };
    auto result = emu::launch(program, kernel.kernel(), geometry, arguments, memory_->map, options);
    LaunchReport report = watchers.report(memory_->map);
    for (Finding& finding : report.findings) report_.findings.push_back(std::move(finding));
    if (report.counters) report_.counters = std::move(report.counters);
    return result;
  }

  Info info_;
  EmuOptions options_;
  LaunchReport report_;  ///< since the last take_report()
  std::shared_ptr<Memory> memory_ = std::make_shared<Memory>();
  Result<void> first_error_;  ///< since the last synchronize()
};

}  // namespace

std::vector<Info> emu_devices() {
  std::vector<Info> devices;
  for (const Target& target : targets) devices.push_back({Kind::emu, target.name, device_name});
  return devices;
}

Result<std::unique_ptr<Device>> open_emu(std::string_view arch, const EmuOptions& options) {
  std::string known;
  for (const Target& target : targets) {
    if (target.name == arch) return std::make_unique<EmuDevice>(arch, options);
    known += fmt::format("{}{}", known.empty() ? "" : ", ", target.name);
  }
  return fail("the software GPU has no target {}; it has: {}", arch, known);
}

}  // namespace tilewright::device
