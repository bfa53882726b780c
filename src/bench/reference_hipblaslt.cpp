// SPDX-License-Identifier: MIT
#include "bench/reference_hipblaslt.hpp"

#include <utility>

namespace tilewright::bench {
namespace {

using Api = device::hip::HipblasLtApi;

Api::DataType input_type(const Formats& formats, Fp8 factor) {
  if (formats.precision == Precision::fp16) return Api::kF16;
  return factor == Fp8::e4m3 ? Api::kE4m3 : Api::kE5m2;
}

void* at(uint64_t address) { return reinterpret_cast<void*>(address); }

}  // namespace

Result<std::unique_ptr<HipblasLt>> HipblasLt::open(device::HipDevice& device) {
  const auto api = device::hip::hipblaslt();
  if (!api) return tl::unexpected(api.error());
  std::unique_ptr<HipblasLt> opened(new HipblasLt(device, **api));
  auto workspace = device.allocate(kWorkspaceBytes, "hipBLASLt's workspace");
  if (!workspace) return tl::unexpected(workspace.error());
  opened->workspace_ = std::move(*workspace);
  const Api& lt = **api;
  int version = 0;
  Result<void> ready = lt.check(lt.create(&opened->handle_), "hipblasLtCreate");
  if (ready) ready = lt.check(lt.version(opened->handle_, &version), "hipblasLtGetVersion");
  if (!ready) return tl::unexpected(ready.error());
  opened->name_ =
      fmt::format("hipBLASLt {}.{}.{}", version / 100'000, version / 100 % 1000, version % 100);
  return opened;
}

HipblasLt::~HipblasLt() {
  if (handle_ != nullptr && device_.use()) api_.destroy(handle_);
}

HipblasLt::Prepared::~Prepared() {
  const Api& api = owner_.api_;
  for (const Api::Layout layout : {a_, b_, c_}) {
    if (layout != nullptr) api.destroy_layout(layout);
  }
  if (operation_ != nullptr) api.destroy_operation(operation_);
}

Result<void> HipblasLt::Prepared::enqueue(uint64_t c) {
  const Api& api = owner_.api_;
  constexpr float kOne = 1;
  constexpr float kZero = 0;
  if (auto ready = owner_.device_.use(); !ready) return ready;
  return api.check(
      api.multiply(owner_.handle_, operation_, &kOne, at(operands_.a->address()), a_,
                   at(operands_.b->address()), b_, &kZero, at(c), c_, at(c), c_, &chosen_.algorithm,
                   at(owner_.workspace_->address()), kWorkspaceBytes, owner_.device_.stream()),
      "hipblasLtMatmul");
}

Result<std::unique_ptr<HipblasLt::Prepared>> HipblasLt::prepare(const DeviceOperands& operands) {
  if (auto ready = device_.use(); !ready) return tl::unexpected(ready.error());
  std::unique_ptr<Prepared> made(new Prepared(*this, operands));
  const Formats& formats = operands.formats;
  const auto m = static_cast<uint64_t>(operands.shape.m);
  const auto n = static_cast<uint64_t>(operands.shape.n);
  const auto k = static_cast<uint64_t>(operands.shape.k);
  Result<void> ready;
  const auto step = [&](Api::Status status, const char* call) {
    if (ready) ready = api_.check(status, call);
  };
  // Column-major throughout: a row-major A is its own transpose, k x m.
  step(api_.create_operation(&made->operation_, Api::kCompute32, Api::kF32),
       "hipblasLtMatmulDescCreate");
  if (ready) {
    step(api_.set_operation(made->operation_, Api::kTransposeA, &Api::kTransposed,
                            sizeof Api::kTransposed),
         "TRANSA");
  }
  step(api_.create_layout(&made->a_, input_type(formats, formats.a), k, m, operands.shape.k),
       "layout of A");
  step(api_.create_layout(&made->b_, input_type(formats, formats.b), k, n, operands.shape.k),
       "layout of B");
  step(api_.create_layout(&made->c_, formats.precision == Precision::fp16 ? Api::kF16 : Api::kF32,
                          m, n, operands.shape.m),
       "layout of C");
  if (ready) ready = choose(*made);
  if (!ready) {
    return fail("{} {} {} on {}: {}", name_, text(operands.shape),
                tilewright::name(formats.precision), device_.info().arch, ready.error().message);
  }
  return made;
}

Result<void> HipblasLt::choose(Prepared& made) const {
  Api::Preference preference = nullptr;
  Result<void> ready =
      api_.check(api_.create_preference(&preference), "hipblasLtMatmulPreferenceCreate");
  if (ready) {
    ready = api_.check(api_.set_preference(preference, Api::kMostWorkspace, &kWorkspaceBytes,
                                           sizeof kWorkspaceBytes),
                       "MAX_WORKSPACE_BYTES");
  }
  int found = 0;
  if (ready) {
    ready = api_.check(api_.heuristic(handle_, made.operation_, made.a_, made.b_, made.c_, made.c_,
                                      preference, 1, &made.chosen_, &found),
                       "hipblasLtMatmulAlgoGetHeuristic");
  }
  if (preference != nullptr) api_.destroy_preference(preference);
  if (!ready) return ready;
  if (found < 1 || made.chosen_.state != 0) return fail("it offers no solution");
  if (api_.solution_name != nullptr) {
    made.solution_ = api_.solution_name(handle_, made.chosen_.algorithm);
  }
  return {};
}

Result<Product> multiply(device::HipDevice& device, HipblasLt::Prepared& reference,
                         const DeviceOperands& operands, const std::optional<EventTiming>& timing) {
  const Shape& shape = operands.shape;
  const Precision precision = operands.formats.precision;
  return run_guarded(device,
                     {.elements = static_cast<size_t>(shape.m) * static_cast<size_t>(shape.n),
                      .width = static_cast<size_t>(result_bytes(precision)),
                      .poison = poison(precision),
                      .timing = timing},
                     [&](uint64_t c) { return reference.enqueue(c); });
}

}  // namespace tilewright::bench
