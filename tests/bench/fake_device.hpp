// A Device whose kernels are a C++ function: every launch computes C = A * B on the host from the
// kernel arguments, right, and then lets a test spoil it.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstring>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "bench/chain.hpp"
#include "device/device.hpp"
#include "ladder/gemm_args.hpp"

namespace tilewright::bench {

class FakeDevice : public device::Device {
 public:
  /// Called after each launch with the memory that holds C, guards included, and C's offset in it.
  using Spoil = std::function<void(std::vector<std::byte>& memory, size_t c_offset)>;

  explicit FakeDevice(Family family) : family_(family) {}

  void spoil(Spoil spoil) { spoil_ = std::move(spoil); }
  /// The next synchronize() reports this.
  void fault(std::string report) { fault_ = std::move(report); }

  const device::Info& info() const override { return info_; }

  Result<std::shared_ptr<device::Buffer>> allocate(size_t bytes, std::string) override {
    auto buffer = std::make_shared<FakeBuffer>();
    buffer->memory.resize(bytes);
    buffer->base = next_;
    next_ += (bytes / 4096 + 2) * 4096;
    buffers_[buffer->base] = buffer;
    return buffer;
  }

  Result<void> upload(device::Buffer& to, size_t offset, std::span<const std::byte> from) override {
    std::memcpy(&static_cast<FakeBuffer&>(to).memory[offset], from.data(), from.size());
    return {};
  }

  Result<void> download(const device::Buffer& from, size_t offset,
                        std::span<std::byte> to) override {
    std::memcpy(to.data(), &static_cast<const FakeBuffer&>(from).memory[offset], to.size());
    return {};
  }

  Result<std::shared_ptr<device::Module>> load(std::span<const std::byte>) override {
    return std::make_shared<FakeModule>();
  }

  Result<void> launch(device::Kernel&, const device::LaunchConfig& config,
                      std::span<const std::byte> arguments) override {
    config_ = config;
    GemmArgs args = {};
    if (arguments.size() != sizeof(args)) return fail("{} bytes of arguments", arguments.size());
    std::memcpy(&args, arguments.data(), sizeof(args));
    const Operands operands{.shape = {args.m, args.n, args.k},
                            .a = halves(args.a, size_t(args.m) * size_t(args.k)),
                            .b = halves(args.b, size_t(args.n) * size_t(args.k))};
    const auto padded_k = static_cast<uint32_t>((args.k + 63) / 64 * 64);
    const Codes c = chain_product(operands, family_, padded_k, 1);
    const auto& [base, owner] = *std::prev(buffers_.upper_bound(args.c));
    const std::shared_ptr<FakeBuffer> buffer = owner.lock();
    std::memcpy(&buffer->memory[args.c - base], c.bytes().data(), c.bytes().size());
    if (spoil_) spoil_(buffer->memory, args.c - base);
    return {};
  }

  Result<void> synchronize() override {
    if (fault_.empty()) return {};
    return fail("{}", std::exchange(fault_, {}));
  }

  [[nodiscard]] const device::LaunchConfig& last_config() const { return config_; }

 private:
  struct FakeBuffer : device::Buffer {
    uint64_t address() const override { return base; }
    size_t size() const override { return memory.size(); }
    std::vector<std::byte> memory;
    uint64_t base = 0;
  };

  struct FakeKernel : device::Kernel {
    const std::string& name() const override { return name_; }
    std::string name_;
  };

  struct FakeModule : device::Module {
    Result<std::shared_ptr<device::Kernel>> kernel(const std::string& name) override {
      auto kernel = std::make_shared<FakeKernel>();
      kernel->name_ = name;
      return kernel;
    }
  };

  std::vector<uint16_t> halves(uint64_t address, size_t count) {
    const std::shared_ptr<FakeBuffer> buffer = buffers_.at(address).lock();
    std::vector<uint16_t> out(count);
    std::memcpy(out.data(), buffer->memory.data(), count * sizeof(out[0]));
    return out;
  }

  Family family_;
  device::Info info_{.kind = device::Kind::emu, .arch = "gfx1201", .name = "fake"};
  std::map<uint64_t, std::weak_ptr<FakeBuffer>> buffers_;
  uint64_t next_ = 4096;
  device::LaunchConfig config_;
  Spoil spoil_;
  std::string fault_;
};

}  // namespace tilewright::bench
