// SPDX-License-Identifier: MIT
#include "bench/fair_tma.hpp"

#include <cstring>
#include <map>

#include "bench/gemm_arguments.hpp"
#include "bench/queued.hpp"
#include "ladder/hopper/launch.hpp"
#include "ladder/hopper/rungs.hpp"
#include "ladder/kernels.hpp"

namespace tilewright::bench {
namespace {

using hopper::TmaKernel;

/// "f16_f16", "e4m3_bf16", "e4m3_bf16_vectors": the end of a kernel's name. Kernels for FP8 take a
/// scale for each operand, or none.
std::string kernel_types(const DeviceProduct& product) {
  const ProductTypes& types = *product.types;
  if (types.input == Element::e4m3) {
    const bool vectors = product.scaling == FairScaling::vectors;
    return fmt::format("e4m3_{}{}", name(types.output), vectors ? "_vectors" : "");
  }
  return types.sum == Element::f16 ? "f16_f16" : std::string(name(types.input));
}

hopper::Widths widths_of(const DeviceProduct& product) {
  const ProductTypes& types = *product.types;
  return {.element = static_cast<int>(bytes_of(types.input)),
          .result = static_cast<int>(bytes_of(types.output)),
          .sum = static_cast<int>(bytes_of(types.sum)),
          .vectors = product.scaling == FairScaling::vectors};
}

class TmaRung final : public Contestant {
 public:
  TmaRung(device::CudaDevice& device, const char* rung, std::unique_ptr<Contestant> fallback)
      : device_(device),
        rung_(rung),
        name_(fmt::format("rung {}", rung)),
        fallback_(std::move(fallback)) {}

  [[nodiscard]] const std::string& name() const override { return name_; }
  [[nodiscard]] std::optional<ContestantResources> resources() const override { return resources_; }
  [[nodiscard]] std::string note() const override { return note_; }

  [[nodiscard]] std::optional<std::string> refusal(const DeviceProduct& product) const override {
    if (hopper::can_launch(widths_of(product), gemm_of(product))) return std::nullopt;
    if (product.scaling != FairScaling::none) {
      return fmt::format(
          "TMA reads rows at multiples of 16 B only, and {}, which computes what it cannot read, "
          "does not scale: take a K that is a multiple of 16",
          fallback_->name());
    }
    const auto why = fallback_->refusal(product);
    if (!why) return std::nullopt;
    return fmt::format("TMA reads rows at multiples of 16 B only, and where it cannot, {}", *why);
  }

  [[nodiscard]] Result<std::unique_ptr<Prepared>> prepare(const DeviceProduct& product) override {
    const hopper::Widths widths = widths_of(product);
    const GemmArgs gemm = gemm_of(product);
    note_.clear();
    if (!hopper::can_launch(widths, gemm)) return prepare_elsewhere(product);
    const TmaKernel& chosen =
        *hopper::choose_kernel(rung_, widths, gemm, device_.multiprocessors());
    if (!hopper::same_name(chosen.rung, rung_)) {
      note_ =
          fmt::format("computed by rung {}'s {}, which should be faster", chosen.rung, chosen.stem);
    }
    const auto kernel =
        loaded(chosen, fmt::format("tw_rung_{}_{}", chosen.stem, kernel_types(product)));
    if (!kernel) return tl::unexpected(kernel.error());

    hopper::Launch launch = hopper::launch_of(chosen.tile, widths, gemm, device_.multiprocessors());
    launch.args.scale_a = product.scale_a;
    launch.args.scale_b = product.scale_b;
    auto buffers = workspace(launch);
    if (!buffers) return tl::unexpected(buffers.error());
    auto packed = pack(launch);
    if (!packed) return tl::unexpected(packed.error());
    const device::LaunchConfig config{
        .grid = {static_cast<uint32_t>(launch.grid), 1, 1},
        .block = {static_cast<uint32_t>(launch.threads), 1, 1},
        .dynamic_lds_bytes = static_cast<uint32_t>(launch.shared_bytes),
        .early = chosen.tile.start != hopper::Start::behind};
    const auto used = device_.resources(**kernel);
    if (!used) return tl::unexpected(used.error());
    resources_ = {.registers = used->registers,
                  .shared_bytes = used->static_shared_bytes + config.dynamic_lds_bytes,
                  .local_bytes = used->local_bytes,
                  .threads = config.block.x};
    return std::make_unique<Queued>(device_, *kernel, config, std::move(*packed),
                                    std::move(*buffers));
  }

 private:
  [[nodiscard]] Result<std::unique_ptr<Prepared>> prepare_elsewhere(const DeviceProduct& product) {
    if (const auto why = refusal(product)) return fail("{}", *why);
    auto prepared = fallback_->prepare(product);
    if (!prepared) return prepared;
    resources_ = fallback_->resources();
    note_ =
        fmt::format("computed by {}: TMA reads rows at multiples of 16 B only", fallback_->name());
    return prepared;
  }

  /// Zeros where the kernel counts arrivals; it leaves zeros behind.
  [[nodiscard]] Result<std::vector<std::shared_ptr<device::Buffer>>> workspace(
      hopper::Launch& launch) {
    std::vector<std::shared_ptr<device::Buffer>> buffers;
    if (launch.partials_bytes > 0) {
      auto partials = device_.allocate(launch.partials_bytes, "partial sums");
      if (!partials) return tl::unexpected(partials.error());
      launch.args.partials = (*partials)->address();
      buffers.push_back(std::move(*partials));
    }
    if (launch.arrivals_bytes > 0) {
      auto arrivals = device_.allocate(launch.arrivals_bytes, "arrivals");
      if (!arrivals) return tl::unexpected(arrivals.error());
      launch.args.arrivals = (*arrivals)->address();
      const std::vector<std::byte> zeros(launch.arrivals_bytes);
      if (auto done = device_.upload(**arrivals, 0, zeros); !done) {
        return tl::unexpected(done.error());
      }
      buffers.push_back(std::move(*arrivals));
    }
    return buffers;
  }

  [[nodiscard]] Result<device::cuda::TensorMap> map(const hopper::MapSpec& spec) {
    return device_.tensor_map({.address = spec.address,
                               .element_bytes = spec.element_bytes,
                               .row_elements = spec.inner,
                               .rows = spec.rows,
                               .row_stride_bytes = spec.row_bytes,
                               .box_elements = spec.box_inner,
                               .box_rows = spec.box_rows,
                               .swizzled = spec.swizzled});
  }

  /// Three maps, then the arguments, as the kernels take them.
  [[nodiscard]] Result<std::vector<std::byte>> pack(const hopper::Launch& launch) {
    const auto a = map(launch.a);
    if (!a) return tl::unexpected(a.error());
    const auto b = map(launch.b);
    if (!b) return tl::unexpected(b.error());
    const auto c = launch.c_has_map ? map(launch.c) : a;
    if (!c) return tl::unexpected(c.error());
    constexpr size_t kMapBytes = sizeof(device::cuda::TensorMap);
    std::vector<std::byte> bytes(3 * kMapBytes + sizeof launch.args);
    std::memcpy(&bytes[0], &*a, kMapBytes);
    std::memcpy(&bytes[kMapBytes], &*b, kMapBytes);
    std::memcpy(&bytes[2 * kMapBytes], &*c, kMapBytes);
    std::memcpy(&bytes[3 * kMapBytes], &launch.args, sizeof launch.args);
    return bytes;
  }

  [[nodiscard]] Result<std::shared_ptr<device::Kernel>> loaded(const TmaKernel& chosen,
                                                               const std::string& symbol) {
    if (const auto known = kernels_.find(symbol); known != kernels_.end()) return known->second;
    std::shared_ptr<device::Module>& module = modules_[chosen.rung];
    if (module == nullptr) {
      auto read = device_.load(kernel_image("sm_90", chosen.rung));
      if (!read) return tl::unexpected(read.error());
      module = std::move(*read);
    }
    auto kernel = module->kernel(symbol);
    if (kernel) kernels_[symbol] = *kernel;
    return kernel;
  }

  device::CudaDevice& device_;
  const char* rung_;
  std::string name_;
  std::unique_ptr<Contestant> fallback_;
  std::map<std::string_view, std::shared_ptr<device::Module>> modules_;  ///< by rung
  std::map<std::string, std::shared_ptr<device::Kernel>> kernels_;
  std::optional<ContestantResources> resources_;
  std::string note_;
};

}  // namespace

std::vector<std::pair<std::string_view, std::string_view>> tma_rungs() {
  std::vector<std::pair<std::string_view, std::string_view>> all;
  for (const TmaKernel& kernel : hopper::tma_kernels) {
    // A rung that has no kernel in this build is not offered.
    if (kernel_image("sm_90", kernel.rung).empty()) continue;
    if (all.empty() || all.back().first != kernel.rung) all.emplace_back(kernel.rung, kernel.idea);
  }
  return all;
}

std::unique_ptr<Contestant> tma_contestant(device::CudaDevice& device, std::string_view rung_id,
                                           std::unique_ptr<Contestant> fallback) {
  for (const TmaKernel& kernel : hopper::tma_kernels) {
    if (rung_id == kernel.rung) {
      return std::make_unique<TmaRung>(device, kernel.rung, std::move(fallback));
    }
  }
  return nullptr;
}

}  // namespace tilewright::bench
