// What a device over a vendor's driver hands out: buffers, modules, kernels and marks that give
// back what they hold. A `Session` is the driver, a card and a queue on it; every object keeps it
// alive. It names the driver's handles (ModuleHandle, Function, EventHandle) and has
//   void release(uint64_t address), unload(ModuleHandle), destroy(EventHandle);
//   Result<Function> function(ModuleHandle, const std::string& name).
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "device/device.hpp"

namespace tilewright::device {

template <class Session>
class DriverBuffer final : public Buffer {
 public:
  DriverBuffer(std::shared_ptr<Session> session, uint64_t address, size_t size)
      : session_(std::move(session)), address_(address), size_(size) {}
  ~DriverBuffer() override { session_->release(address_); }
  DriverBuffer(const DriverBuffer&) = delete;
  DriverBuffer& operator=(const DriverBuffer&) = delete;
  [[nodiscard]] uint64_t address() const override { return address_; }
  [[nodiscard]] size_t size() const override { return size_; }

 private:
  std::shared_ptr<Session> session_;
  uint64_t address_;
  size_t size_;
};

/// Errors: the copy [offset, offset + bytes) is not all inside the buffer.
[[nodiscard]] inline Result<void> copy_inside(const Buffer& buffer, size_t offset, size_t bytes) {
  if (offset > buffer.size() || bytes > buffer.size() - offset) {
    return fail("a copy of {} B at offset {} leaves a buffer of {} B", bytes, offset,
                buffer.size());
  }
  return {};
}

template <class Session>
struct LoadedModule {
  std::shared_ptr<Session> session;
  typename Session::ModuleHandle handle;
  LoadedModule(std::shared_ptr<Session> s, typename Session::ModuleHandle h)
      : session(std::move(s)), handle(h) {}
  ~LoadedModule() { session->unload(handle); }
  LoadedModule(const LoadedModule&) = delete;
  LoadedModule& operator=(const LoadedModule&) = delete;
};

template <class Session>
class DriverKernel : public Kernel {
 public:
  DriverKernel(std::shared_ptr<LoadedModule<Session>> module, typename Session::Function function,
               std::string name)
      : module_(std::move(module)), function_(function), name_(std::move(name)) {}
  [[nodiscard]] const std::string& name() const override { return name_; }
  [[nodiscard]] typename Session::Function function() const { return function_; }

 protected:
  [[nodiscard]] const Session& session() const { return *module_->session; }

 private:
  std::shared_ptr<LoadedModule<Session>> module_;
  typename Session::Function function_;
  std::string name_;
};

/// `OwnKernel`: DriverKernel<Session>, or what a device derives from it.
template <class Session, class OwnKernel = DriverKernel<Session>>
class DriverModule final : public Module {
 public:
  DriverModule(std::shared_ptr<Session> session, typename Session::ModuleHandle handle)
      : module_(std::make_shared<LoadedModule<Session>>(std::move(session), handle)) {}
  [[nodiscard]] Result<std::shared_ptr<Kernel>> kernel(const std::string& name) override {
    const auto function = module_->session->function(module_->handle, name);
    if (!function) return fail("kernel {}: {}", name, function.error().message);
    return std::make_shared<OwnKernel>(module_, *function, name);
  }

 private:
  std::shared_ptr<LoadedModule<Session>> module_;
};

template <class Session>
class DriverMark final : public Mark {
 public:
  DriverMark(std::shared_ptr<Session> session, typename Session::EventHandle event)
      : session_(std::move(session)), event_(event) {}
  ~DriverMark() override { session_->destroy(event_); }
  DriverMark(const DriverMark&) = delete;
  DriverMark& operator=(const DriverMark&) = delete;
  [[nodiscard]] typename Session::EventHandle event() const { return event_; }

 private:
  std::shared_ptr<Session> session_;
  typename Session::EventHandle event_;
};

}  // namespace tilewright::device
