// SPDX-License-Identifier: MIT
#include "bench/fair_hopper.hpp"

#include <map>
#include <utility>

#include "bench/fair_tma.hpp"
#include "bench/gemm_arguments.hpp"
#include "bench/queued.hpp"
#include "ladder/hopper/portable.hpp"
#include "ladder/kernels.hpp"

namespace tilewright::bench {
namespace {

constexpr const char* kTarget = "sm_90";

/// Wide loads trap on rows that do not begin at multiples of 16 bytes.
bool rows_are_aligned(const DeviceProduct& product) {
  const auto bytes = static_cast<int64_t>(bytes_of(product.types->input));
  const auto aligned = [&](uint64_t address, int32_t ld) {
    return address % 16 == 0 && ld * bytes % 16 == 0;
  };
  return aligned(product.a, product.lda) && aligned(product.b, product.ldb);
}

/// Rungs 1 to 8, the kernels shared with RDNA.
class PortableRung final : public Contestant {
 public:
  PortableRung(device::CudaDevice& device, const Rung& rung)
      : device_(device), rung_(rung), name_(fmt::format("rung {}", rung.id)) {}

  [[nodiscard]] const std::string& name() const override { return name_; }
  [[nodiscard]] std::optional<ContestantResources> resources() const override { return resources_; }

  [[nodiscard]] std::optional<std::string> refusal(const DeviceProduct& product) const override {
    const auto chosen = kernel_for(product);
    if (chosen) return std::nullopt;
    return chosen.error().message;
  }

  [[nodiscard]] Result<std::unique_ptr<Prepared>> prepare(const DeviceProduct& product) override {
    const auto chosen = kernel_for(product);
    if (!chosen) return tl::unexpected(chosen.error());
    const auto kernel = loaded(chosen->kernel);
    if (!kernel) return tl::unexpected(kernel.error());
    const Tile& tile = chosen->tile;
    // Rung 1 declares its 2 KiB; the others ask for theirs with the launch.
    const auto input_bytes = static_cast<int>(bytes_of(product.types->input));
    const auto dynamic =
        same_text(rung_.id, "1") ? 0u : static_cast<uint32_t>(lds_bytes(tile, input_bytes));
    const device::LaunchConfig config{
        .grid = {static_cast<uint32_t>(grid_blocks(tile, product.shape.m, product.shape.n)), 1, 1},
        .block = {static_cast<uint32_t>(threads(tile)), 1, 1},
        .dynamic_lds_bytes = dynamic};
    const auto used = device_.resources(**kernel);
    if (!used) return tl::unexpected(used.error());
    resources_ = {.registers = used->registers,
                  .shared_bytes = used->static_shared_bytes + config.dynamic_lds_bytes,
                  .local_bytes = used->local_bytes,
                  .threads = config.block.x};
    return std::make_unique<Queued>(device_, *kernel, config, argument_block(gemm_of(product)));
  }

 private:
  struct Choice {
    std::string kernel;
    Tile tile;
  };

  /// The kernel for these types and this alignment.
  [[nodiscard]] Result<Choice> kernel_for(const DeviceProduct& product) const {
    if (product.scaling != FairScaling::none) {
      return fail("rung {} does not scale; rungs 9 and up do", rung_.id);
    }
    const std::string_view types = product.types->name;
    const bool aligned = rows_are_aligned(product);
    Choice choice{rung_.kernel, rung_.tile};
    if (types != "fp16" || !aligned) {
      const hopper::PortableKernel* other = nullptr;
      for (const hopper::PortableKernel& each : hopper::more_kernels) {
        if (same_text(each.rung, rung_.id) && types == each.types && aligned == each.aligned) {
          other = &each;
        }
      }
      if (other == nullptr && types == "fp16") {
        return fail("rung {} wants rows at multiples of 16 B; rungs 4 and 8 do not", rung_.id);
      }
      if (other == nullptr) {
        return fail("rung {} has no kernel for {}; of rungs 1 to 8, only 8 has", rung_.id, types);
      }
      choice = {other->kernel, other->tile};
    }
    const Tile& tile = choice.tile;
    const Shape& shape = product.shape;
    if (!rung_.any_shape) {
      if (shape.m % tile.block_m != 0 || shape.n % tile.block_n != 0 ||
          shape.k % tile.block_k != 0) {
        return fail(
            "rung {} takes whole tiles of {}x{}x{} only; rung 4 and those after it take "
            "any shape",
            rung_.id, tile.block_m, tile.block_n, tile.block_k);
      }
      if (product.c % 4 != 0 || product.ldc % 2 != 0) {
        return fail(
            "rung {} wants columns of C at multiples of 4 B; rung 4 and those after it do "
            "not",
            rung_.id);
      }
    }
    const auto in = static_cast<int>(bytes_of(product.types->input));
    const auto out = static_cast<int>(bytes_of(product.types->output));
    if (product.lda > most_lda(tile, in) || product.ldb > most_ldb(tile, in) ||
        product.ldc > most_ldc(tile, out)) {
      return fail("rung {}: 31-bit offsets reach leading dimensions of {} (A), {} (B), {} (C)",
                  rung_.id, most_lda(tile, in), most_ldb(tile, in), most_ldc(tile, out));
    }
    return choice;
  }

  [[nodiscard]] Result<std::shared_ptr<device::Kernel>> loaded(const std::string& symbol) {
    if (const auto known = kernels_.find(symbol); known != kernels_.end()) return known->second;
    if (module_ == nullptr) {
      auto module = device_.load(kernel_image(kTarget, rung_.id));
      if (!module) return tl::unexpected(module.error());
      module_ = std::move(*module);
    }
    auto kernel = module_->kernel(symbol);
    if (kernel) kernels_[symbol] = *kernel;
    return kernel;
  }

  device::CudaDevice& device_;
  const Rung& rung_;
  std::string name_;
  std::shared_ptr<device::Module> module_;
  std::map<std::string, std::shared_ptr<device::Kernel>> kernels_;
  std::optional<ContestantResources> resources_;
};

}  // namespace

std::vector<HopperRung> hopper_rungs() {
  std::vector<HopperRung> all;
  for (const Rung& rung : hopper::portable_rungs) all.push_back({rung.id, rung.idea});
  for (const auto& [id, idea] : tma_rungs()) all.push_back({id, idea});
  return all;
}

Result<std::unique_ptr<Contestant>> hopper_contestant(device::CudaDevice& device,
                                                      std::string_view rung_id) {
  for (const Rung& rung : hopper::portable_rungs) {
    if (rung_id == rung.id) return std::make_unique<PortableRung>(device, rung);
  }
  const Rung* const last = hopper::find_portable_rung("8");
  auto tma = tma_contestant(device, rung_id, std::make_unique<PortableRung>(device, *last));
  if (tma != nullptr) return tma;
  return fail("there is no rung {} for {}", rung_id, kTarget);
}

}  // namespace tilewright::bench
