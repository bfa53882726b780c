// SPDX-License-Identifier: MIT
#include "bench/reference_cublaslt.hpp"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "bench/fair.hpp"

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
         x.ldc == y.ldc && x.scaling == y.scaling && x.scale_a == y.scale_a &&
         x.scale_b == y.scale_b;
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
  if (product.scaling != FairScaling::none) {
    const auto set = [&](Api::OperationAttribute attribute, const auto& value, const char* call) {
      if (ready) step(api_.set_operation(made->operation, attribute, &value, sizeof value), call);
    };
    set(Api::kScaleA, product.scale_a, "A_SCALE_POINTER");
    set(Api::kScaleB, product.scale_b, "B_SCALE_POINTER");
    if (product.scaling == FairScaling::vectors) {
      set(Api::kScaleModeA, Api::kScaleVectors, "A_SCALE_MODE");
      set(Api::kScaleModeB, Api::kScaleVectors, "B_SCALE_MODE");
    }
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
  if (ready && types.sum == Element::f32 && types.output != Element::f32) {
    // Where K is divided, parts that are rounded to results before they are added are further from
    // float64 than the types allow: bfloat16 at 2500x2500x4096 was, 1.4 times.
    constexpr uint32_t kSchemes = Api::kAsSums;
    step(api_.set_preference(preference, Api::kReductionSchemes, &kSchemes, sizeof kSchemes),
         "REDUCTION_SCHEME_MASK");
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

std::optional<std::string> CublasLt::refusal(const DeviceProduct& product) const {
  if (tuned_for_ && same_problem(*tuned_for_, product)) return std::nullopt;
  const auto made = plan(product);
  if (made) return std::nullopt;
  return made.error().message;
}

Result<std::unique_ptr<Prepared>> CublasLt::prepare(const DeviceProduct& product) {
  if (tuned_for_ && same_problem(*tuned_for_, product)) {
    return std::make_unique<Queued>(*this, tuned_, 0, product);
  }
  auto made = plan(product);
  if (!made) return tl::unexpected(made.error());
  return std::make_unique<Queued>(*this, std::move(*made), 0, product);
}

/// An offer of the heuristic in the race.
struct CublasLt::Candidate {
  size_t offer = 0;
  Rotation launches;
  double rough_ms = 0;
  std::vector<double> turns_ms{};  ///< of one launch
  double ms = 0;                   ///< their median
};

/// There and back, `laps` times. Errors: those of the device.
Result<void> CublasLt::race(std::vector<Candidate>& candidates, int laps, double turn_ms) {
  for (Candidate& candidate : candidates) candidate.turns_ms.clear();
  for (int lap = 0; lap < 2 * laps; ++lap) {
    for (size_t i = 0; i < candidates.size(); ++i) {
      Candidate& candidate = candidates[lap % 2 == 0 ? i : candidates.size() - 1 - i];
      const int launches = std::max(1, static_cast<int>(turn_ms / candidate.rough_ms));
      const auto took = time_launches(device_, candidate.launches, launches);
      if (!took) return tl::unexpected(took.error());
      candidate.turns_ms.push_back(*took);
    }
  }
  for (Candidate& candidate : candidates) candidate.ms = summarise(candidate.turns_ms).median;
  std::ranges::sort(candidates, {}, &Candidate::ms);
  return {};
}

Result<CublasLt::Tuning> CublasLt::tune(const std::vector<DeviceProduct>& copies) {
  const auto made = plan(copies.front());
  if (!made) return tl::unexpected(made.error());
  Plan& all = **made;
  Tuning tuning{.candidates = static_cast<int>(all.candidates.size())};

  std::vector<Candidate> candidates;
  for (size_t i = 0; i < all.candidates.size(); ++i) {
    std::vector<std::unique_ptr<Prepared>> launches;
    for (const DeviceProduct& copy : copies) {
      launches.push_back(std::make_unique<Queued>(*this, *made, i, copy));
    }
    Rotation rotation(std::move(launches));
    auto took = time_launches(device_, rotation, 1);  // the first launch loads the kernel
    if (took) took = time_launches(device_, rotation, 3);
    // Some offers are refused when they are run.
    if (took)
      candidates.push_back({.offer = i, .launches = std::move(rotation), .rough_ms = *took});
  }
  if (candidates.empty()) return fail("{}: none of its {} offers runs", name_, tuning.candidates);

  constexpr double kWarmUpMs = 300;
  constexpr double kQuickTurnMs = 2;
  constexpr double kLongTurnMs = 8;
  constexpr int kQuickLaps = 2;
  constexpr int kLongLaps = 4;
  constexpr size_t kFinalists = 4;
  const int warm_up_laps =
      static_cast<int>(kWarmUpMs / (2 * kQuickTurnMs * static_cast<double>(candidates.size())));
  Result<void> raced = race(candidates, std::max(1, warm_up_laps), kQuickTurnMs);
  if (raced) raced = race(candidates, kQuickLaps, kQuickTurnMs);
  if (!raced) return tl::unexpected(raced.error());
  // The first offer may not reach the final, so the gain is the short race's.
  std::map<size_t, double> quick_ms;
  for (const Candidate& candidate : candidates) quick_ms[candidate.offer] = candidate.ms;
  if (candidates.size() > kFinalists) {
    candidates.erase(candidates.begin() + kFinalists, candidates.end());
  }
  if (auto last = race(candidates, kLongLaps, kLongTurnMs); !last) {
    return tl::unexpected(last.error());
  }
  const Candidate& best = candidates.front();
  tuning.chosen = static_cast<int>(best.offer);
  if (quick_ms.contains(0)) tuning.gain_over_first = quick_ms[0] / quick_ms[best.offer];
  std::swap(all.candidates.front(), all.candidates[best.offer]);
  tuned_ = *made;
  tuned_for_ = copies.front();
  return tuning;
}

}  // namespace tilewright::bench
