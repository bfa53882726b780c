// SPDX-License-Identifier: MIT
#include "device/hip/hip_device.hpp"

#include <algorithm>
#include <utility>

#include "device/driver_objects.hpp"
#include "device/hip/hip_report.hpp"

namespace tilewright::device {
namespace {

using hip::Api;

/// The runtime, one of its devices and our stream there.
struct Session {
  using ModuleHandle = hip::ModuleHandle;
  using Function = hip::Function;
  using EventHandle = hip::EventHandle;

  const Api& api;
  int index;
  hip::Stream stream = nullptr;

  Session(const Api& a, int i) : api(a), index(i) {}
  ~Session() {
    if (stream != nullptr) api.destroy_stream(stream);
  }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  /// Threads start with the first device; libraries may have taken another.
  [[nodiscard]] Result<void> use() const {
    return api.check(api.use_device(index), "hipSetDevice");
  }

  void release(uint64_t address) const { api.release(reinterpret_cast<void*>(address)); }
  void unload(ModuleHandle module) const { api.unload(module); }
  void destroy(EventHandle event) const { api.destroy_event(event); }
  [[nodiscard]] Result<Function> function(ModuleHandle module, const std::string& name) const {
    Function found = nullptr;
    const auto status = api.function(&found, module, name.c_str());
    if (auto read = api.check(status, "hipModuleGetFunction"); !read) {
      return tl::unexpected(read.error());
    }
    return found;
  }
};
using Shared = std::shared_ptr<Session>;

using HipBuffer = DriverBuffer<Session>;
using HipKernel = DriverKernel<Session>;
using HipModule = DriverModule<Session>;
using HipMark = DriverMark<Session>;

class HipDeviceOnRuntime final : public HipDevice {
 public:
  HipDeviceOnRuntime(Shared session, Info info, int version)
      : session_(std::move(session)),
        api_(session_->api),
        info_(std::move(info)),
        version_(version) {}

  [[nodiscard]] const Info& info() const override { return info_; }
  [[nodiscard]] std::string runtime_version() const override {
    return fmt::format("{}.{}.{}", version_ / 10'000'000, version_ / 100'000 % 100,
                       version_ % 100'000);
  }
  [[nodiscard]] bool emulated() const override { return api_.take_report != nullptr; }
  [[nodiscard]] hip::Stream stream() const override { return session_->stream; }
  [[nodiscard]] Result<void> use() const override { return session_->use(); }

  [[nodiscard]] Result<std::shared_ptr<Buffer>> allocate(size_t bytes, std::string name) override {
    if (auto ready = use(); !ready) return tl::unexpected(ready.error());
    void* memory = nullptr;
    const auto got = api_.check(api_.allocate(&memory, std::max<size_t>(bytes, 1)), "hipMalloc");
    if (!got) return fail("{} B for {}: {}", bytes, name, got.error().message);
    return std::make_shared<HipBuffer>(session_, reinterpret_cast<uint64_t>(memory), bytes);
  }

  [[nodiscard]] Result<void> upload(Buffer& to, size_t offset,
                                    std::span<const std::byte> from) override {
    if (auto inside = range(to, offset, from.size()); !inside) return inside;
    return copy(at(to.address() + offset), from.data(), from.size(), hip::kToDevice);
  }

  [[nodiscard]] Result<void> download(const Buffer& from, size_t offset,
                                      std::span<std::byte> to) override {
    if (auto inside = range(from, offset, to.size()); !inside) return inside;
    return copy(to.data(), at(from.address() + offset), to.size(), hip::kToHost);
  }

  [[nodiscard]] Result<std::shared_ptr<Module>> load(std::span<const std::byte> image) override {
    if (auto ready = use(); !ready) return tl::unexpected(ready.error());
    if (image.empty()) return fail("this build has no such kernel for {}", info_.arch);
    hip::ModuleHandle handle = nullptr;
    const auto loaded = api_.check(api_.load(&handle, image.data()), "hipModuleLoadData");
    if (!loaded) return tl::unexpected(loaded.error());
    return std::make_shared<HipModule>(session_, handle);
  }

  [[nodiscard]] Result<void> launch(Kernel& kernel, const LaunchConfig& config,
                                    std::span<const std::byte> arguments) override {
    if (auto ready = use(); !ready) return ready;
    auto& own = static_cast<HipKernel&>(kernel);
    size_t bytes = arguments.size();
    void* packed[] = {hip::kArgumentsPointer, const_cast<std::byte*>(arguments.data()),
                      hip::kArgumentsSize, &bytes, hip::kArgumentsEnd};
    const auto queued =
        api_.check(api_.launch(own.function(), config.grid.x, config.grid.y, config.grid.z,
                               config.block.x, config.block.y, config.block.z,
                               config.dynamic_lds_bytes, session_->stream, nullptr, packed),
                   "hipModuleLaunchKernel");
    if (!queued) return fail("kernel {}: {}", own.name(), queued.error().message);
    return {};
  }

  [[nodiscard]] Result<void> synchronize() override {
    if (auto ready = use(); !ready) return ready;
    return api_.check(api_.wait_for_stream(session_->stream), "hipStreamSynchronize");
  }

  [[nodiscard]] LaunchReport take_report() override {
    return emulated() ? hip::parse_report(api_.take_report()) : LaunchReport{};
  }

  [[nodiscard]] Result<std::unique_ptr<Mark>> mark() override {
    if (auto ready = use(); !ready) return tl::unexpected(ready.error());
    hip::EventHandle event = nullptr;
    const auto made = api_.check(api_.event(&event), "hipEventCreate");
    if (!made) return tl::unexpected(made.error());
    return std::make_unique<HipMark>(session_, event);
  }
  [[nodiscard]] Result<void> queue(Mark& mark) override {
    if (auto ready = use(); !ready) return ready;
    return api_.check(api_.record(static_cast<HipMark&>(mark).event(), session_->stream),
                      "hipEventRecord");
  }
  [[nodiscard]] Result<double> milliseconds(Mark& from, Mark& to) override {
    const auto begin = static_cast<HipMark&>(from).event();
    const auto end = static_cast<HipMark&>(to).event();
    auto done = api_.check(api_.wait_for_event(end), "hipEventSynchronize");
    float elapsed = 0;
    if (done) done = api_.check(api_.elapsed(&elapsed, begin, end), "hipEventElapsedTime");
    if (!done) return tl::unexpected(done.error());
    return static_cast<double>(elapsed);
  }

 private:
  static void* at(uint64_t address) { return reinterpret_cast<void*>(address); }

  [[nodiscard]] Result<void> copy(void* to, const void* from, size_t bytes, hip::CopyKind kind) {
    if (bytes == 0) return {};
    const auto queued =
        api_.check(api_.copy(to, from, bytes, kind, session_->stream), "hipMemcpyAsync");
    return queued ? synchronize() : queued;
  }
  [[nodiscard]] Result<void> range(const Buffer& buffer, size_t offset, size_t bytes) const {
    if (auto inside = copy_inside(buffer, offset, bytes); !inside) return inside;
    return use();
  }

  Shared session_;
  const Api& api_;
  Info info_;
  int version_;
};

Result<Info> describe(const Api& api, int index) {
  hip::Properties properties{};
  const auto read = api.check(api.properties(&properties, index), "hipGetDeviceProperties");
  if (!read) return tl::unexpected(read.error());
  const std::string_view arch(properties.arch);
  const bool emulated = api.take_report != nullptr;
  return Info{.kind = emulated ? Kind::emu : Kind::hip,
              .arch = std::string(arch.substr(0, arch.find(':'))),
              .name = emulated ? "software RDNA GPU, through HIP" : properties.name};
}

}  // namespace

Result<std::vector<Info>> list_hip() {
  const auto loaded = hip::api();
  if (!loaded) return tl::unexpected(loaded.error());
  const Api& api = **loaded;
  int count = 0;
  if (auto read = api.check(api.device_count(&count), "hipGetDeviceCount"); !read) {
    return tl::unexpected(read.error());
  }
  std::vector<Info> found;
  for (int index = 0; index < count; ++index) {
    auto info = describe(api, index);
    if (!info) return tl::unexpected(info.error());
    found.push_back(std::move(*info));
  }
  return found;
}

Result<std::unique_ptr<HipDevice>> open_hip(std::string_view arch) {
  const auto devices = list_hip();
  if (!devices) return tl::unexpected(devices.error());
  const auto found = std::ranges::find(*devices, arch, &Info::arch);
  if (found == devices->end()) {
    std::string here;
    for (const Info& info : *devices) {
      here += fmt::format("{}{} ({})", here.empty() ? "" : ", ", info.arch, info.name);
    }
    return fail("no HIP device is a {}; there are: {}", arch, here.empty() ? "none" : here);
  }
  const Api& api = **hip::api();
  auto session = std::make_shared<Session>(api, static_cast<int>(found - devices->begin()));
  int version = 0;
  Result<void> ready = session->use();
  if (ready) ready = api.check(api.stream(&session->stream), "hipStreamCreate");
  if (ready) ready = api.check(api.runtime_version(&version), "hipRuntimeGetVersion");
  if (!ready) return tl::unexpected(ready.error());
  return std::make_unique<HipDeviceOnRuntime>(std::move(session), *found, version);
}

}  // namespace tilewright::device
