// SPDX-License-Identifier: MIT
#include "device/cuda/cuda_device.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "device/driver_objects.hpp"

namespace tilewright::device {
namespace {

using cuda::Driver;

/// A block gets this much dynamic shared memory without asking.
constexpr uint32_t kUnaskedSharedBytes = 48 * 1024;

/// The driver, a card, its primary context (the one that cuBLASLt uses too) and our stream.
struct Session {
  using ModuleHandle = cuda::ModuleHandle;
  using Function = cuda::Function;
  using EventHandle = cuda::EventHandle;

  const Driver& driver;
  cuda::DeviceId id = 0;
  cuda::Context context = nullptr;
  cuda::Stream stream = nullptr;

  explicit Session(const Driver& d) : driver(d) {}
  ~Session() {
    if (stream != nullptr) driver.destroy_stream(stream);
    if (context != nullptr) driver.release_context(id);
  }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  void release(uint64_t address) const { driver.release(address); }
  void unload(ModuleHandle module) const { driver.unload(module); }
  void destroy(EventHandle event) const { driver.destroy_event(event); }
  [[nodiscard]] Result<Function> function(ModuleHandle module, const std::string& name) const {
    Function found = nullptr;
    const auto status = driver.function(&found, module, name.c_str());
    if (auto read = driver.check(status, "cuModuleGetFunction"); !read) {
      return tl::unexpected(read.error());
    }
    return found;
  }
};
using Shared = std::shared_ptr<Session>;

class CudaKernel final : public DriverKernel<Session> {
 public:
  using DriverKernel::DriverKernel;

  /// Where each parameter is in `arguments`, which follow each other as in a struct. (The offsets
  /// that the driver names may begin past zero, to align the first.) Errors: other sizes.
  [[nodiscard]] Result<std::vector<void*>> parameters(std::span<const std::byte> arguments) const {
    const Driver& driver = session().driver;
    std::vector<void*> places;
    size_t first = 0;
    size_t end = 0;
    while (end < arguments.size()) {
      size_t offset = 0;
      size_t bytes = 0;
      const auto known = driver.check(driver.parameter(function(), places.size(), &offset, &bytes),
                                      "cuFuncGetParamInfo");
      if (places.empty()) first = offset;
      end = offset - first + bytes;
      if (!known || end > arguments.size()) {
        return fail("{} B of arguments do not fit its parameters", arguments.size());
      }
      places.push_back(const_cast<std::byte*>(arguments.data()) + (offset - first));
    }
    return places;
  }

  /// Raises the kernel's limit of dynamic shared memory where a launch needs it.
  [[nodiscard]] Result<void> allow_shared(uint32_t bytes) {
    if (bytes <= allowed_) return {};
    const Driver& driver = session().driver;
    const auto status = driver.set_function_attribute(function(), cuda::kMostDynamicSharedBytes,
                                                      static_cast<int>(bytes));
    if (status != 0) {
      return fail("{}: {} B of shared memory are more than a block of this GPU can have", name(),
                  bytes);
    }
    allowed_ = bytes;
    return {};
  }

 private:
  uint32_t allowed_ = kUnaskedSharedBytes;
};

using CudaBuffer = DriverBuffer<Session>;
using CudaModule = DriverModule<Session, CudaKernel>;
using CudaMark = DriverMark<Session>;

class CudaDeviceOnDriver final : public CudaDevice {
 public:
  CudaDeviceOnDriver(Shared session, Info info, int multiprocessors, size_t l2, std::string bus_id,
                     int api_version)
      : session_(std::move(session)),
        driver_(session_->driver),
        info_(std::move(info)),
        multiprocessors_(multiprocessors),
        l2_bytes_(l2),
        bus_id_(std::move(bus_id)),
        api_version_(api_version) {}

  [[nodiscard]] const Info& info() const override { return info_; }
  [[nodiscard]] int multiprocessors() const override { return multiprocessors_; }
  [[nodiscard]] size_t l2_bytes() const override { return l2_bytes_; }
  [[nodiscard]] const std::string& pci_bus_id() const override { return bus_id_; }
  [[nodiscard]] std::string driver_api_version() const override {
    return fmt::format("{}.{}", api_version_ / 1000, api_version_ % 1000 / 10);
  }
  [[nodiscard]] cuda::Stream stream() const override { return session_->stream; }

  [[nodiscard]] Result<std::shared_ptr<Buffer>> allocate(size_t bytes, std::string name) override {
    if (auto ready = use(); !ready) return tl::unexpected(ready.error());
    cuda::Address address = 0;
    const auto got =
        driver_.check(driver_.allocate(&address, std::max<size_t>(bytes, 1)), "cuMemAlloc");
    if (!got) return fail("{} B for {}: {}", bytes, name, got.error().message);
    return std::make_shared<CudaBuffer>(session_, address, bytes);
  }

  [[nodiscard]] Result<void> upload(Buffer& to, size_t offset,
                                    std::span<const std::byte> from) override {
    if (auto inside = range(to, offset, from.size()); !inside) return inside;
    const auto queued = driver_.check(
        driver_.to_device(to.address() + offset, from.data(), from.size(), session_->stream),
        "cuMemcpyHtoDAsync");
    return queued ? synchronize() : queued;
  }

  [[nodiscard]] Result<void> download(const Buffer& from, size_t offset,
                                      std::span<std::byte> to) override {
    if (auto inside = range(from, offset, to.size()); !inside) return inside;
    const auto queued = driver_.check(
        driver_.to_host(to.data(), from.address() + offset, to.size(), session_->stream),
        "cuMemcpyDtoHAsync");
    return queued ? synchronize() : queued;
  }

  [[nodiscard]] Result<std::shared_ptr<Module>> load(std::span<const std::byte> image) override {
    if (auto ready = use(); !ready) return tl::unexpected(ready.error());
    if (image.empty()) return fail("this build has no such kernel for {}", info_.arch);
    cuda::ModuleHandle handle = nullptr;
    const auto loaded = driver_.check(driver_.load(&handle, image.data()), "cuModuleLoadData");
    if (!loaded) return tl::unexpected(loaded.error());
    return std::make_shared<CudaModule>(session_, handle);
  }

  [[nodiscard]] Result<void> launch(Kernel& kernel, const LaunchConfig& config,
                                    std::span<const std::byte> arguments) override {
    auto& own = static_cast<CudaKernel&>(kernel);
    if (auto allowed = own.allow_shared(config.dynamic_lds_bytes); !allowed) return allowed;
    auto parameters = own.parameters(arguments);
    if (!parameters) return fail("kernel {}: {}", own.name(), parameters.error().message);
    cuda::LaunchAttribute attributes[2] = {};
    unsigned asked = 0;
    if (config.cluster.x * config.cluster.y * config.cluster.z != 1) {
      cuda::LaunchAttribute& cluster = attributes[asked++];
      cluster.id = cuda::LaunchAttribute::kClusterDimension;
      cluster.cluster = {config.cluster.x, config.cluster.y, config.cluster.z};
    }
    if (config.early) {
      cuda::LaunchAttribute& early = attributes[asked++];
      early.id = cuda::LaunchAttribute::kProgrammaticSerialization;
      early.allowed = 1;
    }
    const cuda::KernelLaunch launch{.grid = {config.grid.x, config.grid.y, config.grid.z},
                                    .block = {config.block.x, config.block.y, config.block.z},
                                    .shared_bytes = config.dynamic_lds_bytes,
                                    .stream = session_->stream,
                                    .attributes = asked == 0 ? nullptr : attributes,
                                    .attribute_count = asked};
    const auto queued = driver_.check(
        driver_.launch(&launch, own.function(), parameters->data(), nullptr), "cuLaunchKernelEx");
    if (!queued) return fail("kernel {}: {}", own.name(), queued.error().message);
    return {};
  }

  [[nodiscard]] Result<void> synchronize() override {
    return driver_.check(driver_.wait_for_stream(session_->stream), "cuStreamSynchronize");
  }

  [[nodiscard]] Result<std::unique_ptr<Mark>> mark() override {
    if (auto ready = use(); !ready) return tl::unexpected(ready.error());
    cuda::EventHandle event = nullptr;
    const auto made = driver_.check(driver_.event(&event, 0), "cuEventCreate");
    if (!made) return tl::unexpected(made.error());
    return std::make_unique<CudaMark>(session_, event);
  }
  [[nodiscard]] Result<void> queue(Mark& mark) override {
    return driver_.check(driver_.record(static_cast<CudaMark&>(mark).event(), session_->stream),
                         "cuEventRecord");
  }
  [[nodiscard]] Result<double> milliseconds(Mark& from, Mark& to) override {
    const auto begin = static_cast<CudaMark&>(from).event();
    const auto end = static_cast<CudaMark&>(to).event();
    auto done = driver_.check(driver_.wait_for_event(end), "cuEventSynchronize");
    float elapsed = 0;
    if (done) done = driver_.check(driver_.elapsed(&elapsed, begin, end), "cuEventElapsedTime");
    if (!done) return tl::unexpected(done.error());
    return static_cast<double>(elapsed);
  }

  [[nodiscard]] Result<CudaKernelResources> resources(Kernel& kernel) const override {
    const auto function = static_cast<CudaKernel&>(kernel).function();
    int values[3] = {};
    const cuda::FunctionAttribute wanted[] = {cuda::kRegisters, cuda::kStaticSharedBytes,
                                              cuda::kLocalBytes};
    for (int i = 0; i < 3; ++i) {
      const auto read = driver_.check(driver_.function_attribute(&values[i], wanted[i], function),
                                      "cuFuncGetAttribute");
      if (!read) return tl::unexpected(read.error());
    }
    return CudaKernelResources{.registers = static_cast<uint32_t>(values[0]),
                               .static_shared_bytes = static_cast<uint32_t>(values[1]),
                               .local_bytes = static_cast<uint32_t>(values[2])};
  }

  [[nodiscard]] Result<cuda::TensorMap> tensor_map(const TensorMapRequest& request) override;

 private:
  /// Threads start without a context; libraries may have set another.
  [[nodiscard]] Result<void> use() const {
    return driver_.check(driver_.use_context(session_->context), "cuCtxSetCurrent");
  }
  [[nodiscard]] Result<void> range(const Buffer& buffer, size_t offset, size_t bytes) const {
    if (auto inside = copy_inside(buffer, offset, bytes); !inside) return inside;
    return use();
  }

  Shared session_;
  const Driver& driver_;
  Info info_;
  int multiprocessors_;
  size_t l2_bytes_;
  std::string bus_id_;
  int api_version_;
};

Result<cuda::TensorMap> CudaDeviceOnDriver::tensor_map(const TensorMapRequest& request) {
  constexpr uint32_t kDimensions = 2;
  constexpr int kNoInterleave = 0;
  constexpr int kNoSwizzle = 0;
  constexpr int kSwizzle128 = 3;
  constexpr int kPromote256 = 3;
  constexpr int kFillZeros = 0;
  // CU_TENSOR_MAP_DATA_TYPE_UINT8, UINT16, UINT32
  const int type = request.element_bytes == 1 ? 0 : request.element_bytes == 2 ? 1 : 2;
  const uint64_t extents[kDimensions] = {request.row_elements, request.rows};
  const uint64_t strides[kDimensions - 1] = {request.row_stride_bytes};
  const uint32_t box[kDimensions] = {request.box_elements, request.box_rows};
  const uint32_t steps[kDimensions] = {1, 1};
  if (request.address % 16 != 0 || request.row_stride_bytes % 16 != 0) {
    return fail("TMA reads rows at multiples of 16 B; these begin at {:#x} and are {} B apart",
                request.address, request.row_stride_bytes);
  }
  cuda::TensorMap map;
  const auto encoded = driver_.check(
      driver_.encode_tiled(&map, type, kDimensions, reinterpret_cast<void*>(request.address),
                           extents, strides, box, steps, kNoInterleave,
                           request.swizzled ? kSwizzle128 : kNoSwizzle, kPromote256, kFillZeros),
      "cuTensorMapEncodeTiled");
  if (!encoded) {
    return fail("{} rows of {} elements, box {}x{}: {}", request.rows, request.row_elements,
                request.box_rows, request.box_elements, encoded.error().message);
  }
  return map;
}

/// Attributes one after the other, the first error kept.
class Attributes {
 public:
  Attributes(const Driver& driver, cuda::DeviceId id) : driver_(driver), id_(id) {}
  int operator()(cuda::DeviceAttribute attribute) {
    int value = 0;
    const auto read =
        driver_.check(driver_.device_attribute(&value, attribute, id_), "cuDeviceGetAttribute");
    if (status_ && !read) status_ = read;
    return value;
  }
  [[nodiscard]] const Result<void>& status() const { return status_; }

 private:
  const Driver& driver_;
  cuda::DeviceId id_;
  Result<void> status_;
};

Result<Info> describe(const Driver& driver, cuda::DeviceId id) {
  char name[128] = {};
  auto read = driver.check(driver.device_name(name, sizeof name, id), "cuDeviceGetName");
  Attributes attribute(driver, id);
  const int major = attribute(cuda::kMajor);
  const int minor = attribute(cuda::kMinor);
  if (read) read = attribute.status();
  if (!read) return tl::unexpected(read.error());
  return Info{.kind = Kind::cuda, .arch = fmt::format("sm_{}{}", major, minor), .name = name};
}

Result<cuda::DeviceId> device_at(const Driver& driver, int index) {
  int count = 0;
  if (auto read = driver.check(driver.device_count(&count), "cuDeviceGetCount"); !read) {
    return tl::unexpected(read.error());
  }
  if (index >= count) return fail("there is no CUDA device {}: this machine has {}", index, count);
  cuda::DeviceId id = 0;
  if (auto read = driver.check(driver.device(&id, index), "cuDeviceGet"); !read) {
    return tl::unexpected(read.error());
  }
  return id;
}

}  // namespace

Result<std::unique_ptr<CudaDevice>> open_cuda(int index) {
  const auto driver = cuda::driver();
  if (!driver) return tl::unexpected(driver.error());
  const Driver& api = **driver;
  const auto id = device_at(api, index);
  if (!id) return tl::unexpected(id.error());
  auto info = describe(api, *id);
  if (!info) return tl::unexpected(info.error());
  if (info->arch != "sm_90") {
    return fail("{} is {}; the kernels are built for sm_90 (H100, H200, GH200)", info->name,
                info->arch);
  }
  auto session = std::make_shared<Session>(api);
  session->id = *id;
  char bus_id[32] = {};
  int api_version = 0;
  Attributes attribute(api, *id);
  const int multiprocessors = attribute(cuda::kMultiprocessors);
  const int l2 = attribute(cuda::kL2Bytes);
  Result<void> ready = attribute.status();
  const auto step = [&](cuda::Status status, const char* call) {
    if (ready) ready = api.check(status, call);
  };
  step(api.device_bus_id(bus_id, sizeof bus_id, *id), "cuDeviceGetPCIBusId");
  step(api.version(&api_version), "cuDriverGetVersion");
  step(api.retain_context(&session->context, *id), "cuDevicePrimaryCtxRetain");
  if (ready) step(api.use_context(session->context), "cuCtxSetCurrent");
  if (ready) step(api.stream(&session->stream, 0), "cuStreamCreate");
  if (!ready) return tl::unexpected(ready.error());
  return std::make_unique<CudaDeviceOnDriver>(std::move(session), std::move(*info), multiprocessors,
                                              static_cast<size_t>(l2), bus_id, api_version);
}

Result<std::vector<Info>> list_cuda() {
  const auto driver = cuda::driver();
  if (!driver) return tl::unexpected(driver.error());
  int count = 0;
  if (auto read = (*driver)->check((*driver)->device_count(&count), "cuDeviceGetCount"); !read) {
    return tl::unexpected(read.error());
  }
  std::vector<Info> found;
  for (int index = 0; index < count; ++index) {
    const auto id = device_at(**driver, index);
    if (!id) return tl::unexpected(id.error());
    auto info = describe(**driver, *id);
    if (!info) return tl::unexpected(info.error());
    found.push_back(std::move(*info));
  }
  return found;
}

}  // namespace tilewright::device
