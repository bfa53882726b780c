// SPDX-License-Identifier: MIT
#include "bench/reference_cublaslt.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace tilewright::bench {
namespace {

using device::cuda::CublasLtApi;

CublasLtApi::DataType data_type(Element element) {
  switch (element) {
    case Element::f16:
      return CublasLtApi::kF16;
    case Element::bf16:
      return CublasLtApi::kBf16;
    case Element::e4m3:
      return CublasLtApi::kE4m3;
    case Element::f32:
      break;
  }
  return CublasLtApi::kF32;
}

bool same_problem(const DeviceProduct& x, const DeviceProduct& y) {
  return x.shape == y.shape && x.types == y.types && x.lda == y.lda && x.ldb == y.ldb &&
         x.ldc == y.ldc;
}

}  // namespace

/// Descriptors of a product and the algorithms for it, the one to use in front.
struct CublasLt::Plan {
  const Api& api;
  Api::Operation operation = nullptr;
  Api::Layout a = nullptr;
  Api::Layout b = nullptr;
  Api::Layout c = nullptr;
  std::vector<Api::Candidate> candidates;
  bool sums_are_f16 = false;

  explicit Plan(const Api& lt) : api(lt) {}
  ~Plan() {
    for (const Api::Layout layout : {a, b, c}) {
      if (layout != nullptr) api.destroy_layout(layout);
    }
    if (operation != nullptr) api.destroy_operation(operation);
  }
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;
};

class CublasLt::Queued final : public Prepared {
 public:
  Queued(const CublasLt& owner, std::shared_ptr<Plan> plan, size_t candidate,
         const DeviceProduct& product)
      : owner_(owner), plan_(std::move(plan)), candidate_(candidate), product_(product) {}

  [[nodiscard]] Result<void> enqueue() override {
    const Api& api = plan_->api;
    constexpr float kOne = 1;
    constexpr float kZero = 0;
    constexpr uint16_t kHalfOne = 0x3c00;
    constexpr uint16_t kHalfZero = 0;
    const auto at = [](uint64_t address) { return reinterpret_cast<void*>(address); };
    const void* const alpha = plan_->sums_are_f16 ? static_cast<const void*>(&kHalfOne) : &kOne;
    const void* const beta = plan_->sums_are_f16 ? static_cast<const void*>(&kHalfZero) : &kZero;
    return api.check(
        api.multiply(owner_.handle_, plan_->operation, alpha, at(product_.a), plan_->a,
                     at(product_.b), plan_->b, beta, at(product_.c), plan_->c, at(product_.c),
                     plan_->c, &plan_->candidates[candidate_].algorithm,
                     at(owner_.workspace_->address()), kWorkspaceBytes, owner_.device_.stream()),
        "cublasLtMatmul");
  }

 private:
  const CublasLt& owner_;
  std::shared_ptr<Plan> plan_;
  size_t candidate_;
  DeviceProduct product_;
};

CublasLt::CublasLt(device::CudaDevice& device, const Api& api)
    : device_(device), api_(api), name_("cuBLASLt " + api.version_text()) {}

CublasLt::~CublasLt() {
  tuned_.reset();
  if (handle_ != nullptr) api_.destroy(handle_);
}

Result<std::unique_ptr<CublasLt>> CublasLt::open(device::CudaDevice& device) {
  const auto api = device::cuda::cublaslt();
  if (!api) return tl::unexpected(api.error());
  std::unique_ptr<CublasLt> opened(new CublasLt(device, **api));
  auto workspace = device.allocate(kWorkspaceBytes, "cuBLASLt's workspace");
  if (!workspace) return tl::unexpected(workspace.error());
  opened->workspace_ = std::move(*workspace);
  const auto created = (*api)->check((*api)->create(&opened->handle_), "cublasLtCreate");
  if (!created) return tl::unexpected(created.error());
  return opened;
}

Result<std::shared_ptr<CublasLt::Plan>> CublasLt::plan(const DeviceProduct& product) const {
  const ProductTypes& types = *product.types;
  const auto m = static_cast<uint64_t>(product.shape.m);
  const auto n = static_cast<uint64_t>(product.shape.n);
  const auto k = static_cast<uint64_t>(product.shape.k);
  auto made = std::make_shared<Plan>(api_);
  made->sums_are_f16 = types.sum == Element::f16;

  Result<void> ready;
  const auto step = [&](Api::Status status, const char* call) {
    if (ready) ready = api_.check(status, call);
  };
  // Column-major throughout: a row-major A is its own transpose, k x m.
  step(api_.create_operation(&made->operation,
                             made->sums_are_f16 ? Api::kCompute16 : Api::kCompute32,
                             made->sums_are_f16 ? Api::kF16 : Api::kF32),
       "cublasLtMatmulDescCreate");
  if (ready) {
    step(api_.set_operation(made->operation, Api::kTransposeA, &Api::kTransposed,
                            sizeof Api::kTransposed),
         "TRANSA");
  }
  if (ready && types.input == Element::e4m3) {
    // Both sides add FP8 products in the tensor core's own, shorter accumulator.
    constexpr int8_t kYes = 1;
    step(api_.set_operation(made->operation, Api::kFastAccumulate, &kYes, sizeof kYes),
         "FAST_ACCUM");
  }
  step(api_.create_layout(&made->a, data_type(types.input), k, m, product.lda), "layout of A");
  step(api_.create_layout(&made->b, data_type(types.input), k, n, product.ldb), "layout of B");
  step(api_.create_layout(&made->c, data_type(types.output), m, n, product.ldc), "layout of C");
  Api::Preference preference = nullptr;
  step(api_.create_preference(&preference), "cublasLtMatmulPreferenceCreate");
  if (ready) {
    step(api_.set_preference(preference, Api::kMostWorkspace, &kWorkspaceBytes,
                             sizeof kWorkspaceBytes),
         "MAX_WORKSPACE_BYTES");
  }
  if (ready) {
    made->candidates.resize(kMostCandidates);
    int found = 0;
    step(api_.heuristic(handle_, made->operation, made->a, made->b, made->c, made->c, preference,
                        kMostCandidates, made->candidates.data(), &found),
         "cublasLtMatmulAlgoGetHeuristic");
    made->candidates.resize(static_cast<size_t>(std::max(found, 0)));
    std::erase_if(made->candidates, [](const Api::Candidate& c) { return c.state != 0; });
  }
  if (preference != nullptr) api_.destroy_preference(preference);
  if (ready && made->candidates.empty()) ready = fail("it offers no algorithm");
  if (!ready) {
    return fail("{} {} {}: {}", name_, text(product.shape), types.name, ready.error().message);
  }
  return made;
}

Result<std::unique_ptr<Prepared>> CublasLt::prepare(const DeviceProduct& product) {
  if (tuned_for_ && same_problem(*tuned_for_, product)) {
    return std::make_unique<Queued>(*this, tuned_, 0, product);
  }
  auto made = plan(product);
  if (!made) return tl::unexpected(made.error());
  return std::make_unique<Queued>(*this, std::move(*made), 0, product);
}

Result<CublasLt::Tuning> CublasLt::tune(const DeviceProduct& product, const Time& time) {
  const auto made = plan(product);
  if (!made) return tl::unexpected(made.error());
  Plan& all = **made;
  Tuning tuning{.candidates = static_cast<int>(all.candidates.size())};

  // A quick look at all of them, then a longer one at those that came close.
  constexpr int kQuick = 3;
  constexpr int kLonger = 15;
  constexpr size_t kFinalists = 5;
  struct Timed {
    size_t candidate;
    double ms;
  };
  std::vector<Timed> timed;
  for (size_t i = 0; i < all.candidates.size(); ++i) {
    Queued launch(*this, *made, i, product);
    const auto took = time(launch, kQuick);
    if (took) timed.push_back({i, *took});  // some offers are refused when they are run
  }
  if (timed.empty()) return fail("{}: none of its {} offers runs", name_, all.candidates.size());
  const auto faster = [](const Timed& x, const Timed& y) { return x.ms < y.ms; };
  const bool first_runs = timed.front().candidate == 0;
  std::ranges::sort(timed, faster);
  if (timed.size() > kFinalists) {
    const auto first = std::ranges::find(timed, size_t{0}, &Timed::candidate);
    if (first_runs && first - timed.begin() >= static_cast<ptrdiff_t>(kFinalists)) {
      timed[kFinalists - 1] = *first;
    }
    timed.resize(kFinalists);
  }
  double first_ms = 0;
  for (Timed& finalist : timed) {
    Queued launch(*this, *made, finalist.candidate, product);
    const auto took = time(launch, kLonger);
    if (!took) return tl::unexpected(took.error());
    finalist.ms = *took;
    if (finalist.candidate == 0) first_ms = *took;
  }
  const Timed best = *std::ranges::min_element(timed, faster);
  tuning.chosen = static_cast<int>(best.candidate);
  if (first_ms > 0) tuning.gain_over_first = first_ms / best.ms;
  std::swap(all.candidates.front(), all.candidates[best.candidate]);
  tuned_ = *made;
  tuned_for_ = product;
  return tuning;
}

}  // namespace tilewright::bench
