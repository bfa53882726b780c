// SPDX-License-Identifier: MIT
#include "cli/kernel_store.hpp"

#include <algorithm>

#include "cli/choices.hpp"
#include "codeobject/code_object.hpp"
#include "ladder/kernels.hpp"

namespace tilewright::cli {

Result<const Rung*> KernelStore::add_config(const std::string& config, Precision precision) {
  const Result<Tile> tile = sweep::parse_tile(config);
  if (!tile) return tl::unexpected(tile.error());
  Config& added = configs_.emplace_back(Config{.text = sweep::text(*tile), .rung = {}});
  added.rung = {.id = added.text.c_str(),
                .file = "",
                .kernel = sweep::kKernelName,
                .idea = "",
                .tile = *tile,
                .any_shape = true,
                .precision = precision};
  return &added.rung;
}

Result<std::vector<std::byte>> KernelStore::compile(const Target& target, const Rung& rung) {
  const sweep::Candidate candidate{rung.precision, rung.tile};
  const sweep::Assessment assessment = sweep::assess(candidate, target);
  if (assessment.verdict == sweep::Verdict::impossible) {
    return fail("{} cannot exist on {}: {}", rung.id, target.name, assessment.reason);
  }
  if (assessment.kernel == sweep::Template::one_wave) {
    return fail("{} is one wave with plain rows: take --rung 1", rung.id);
  }
  if (!toolchain_) {
    Result<sweep::Toolchain> opened = sweep::Toolchain::open(sweep::default_cache());
    if (!opened) return tl::unexpected(opened.error());
    toolchain_ = std::move(*opened);
  }
  return toolchain_->build(candidate, assessment, target);
}

bool KernelStore::is_config(const Rung& rung) const {
  return std::ranges::any_of(configs_, [&](const Config& config) { return &config.rung == &rung; });
}

bool KernelStore::must_compile(const Target& target, const Rung& rung) const {
  return is_config(rung) && !built_.contains({target.name, rung.id});
}

Result<std::span<const std::byte>> KernelStore::image(const Target& target, const Rung& rung) {
  if (!is_config(rung)) {
    const std::span<const std::byte> embedded = kernel_image(target.name, rung.id);
    if (embedded.empty()) return tl::unexpected(not_built(rung, target.name));
    return embedded;
  }
  const std::pair<std::string, std::string> key(target.name, rung.id);
  auto at = built_.find(key);
  if (at == built_.end()) {
    Result<std::vector<std::byte>> built = compile(target, rung);
    if (!built) return tl::unexpected(built.error());
    at = built_.emplace(key, std::move(*built)).first;
  }
  return std::span<const std::byte>(at->second);
}

Result<report::KernelResources> KernelStore::resources(const Target& target, const Rung& rung) {
  const Result<std::span<const std::byte>> bytes = image(target, rung);
  if (!bytes) return tl::unexpected(bytes.error());
  const Result<codeobject::CodeObject> object = codeobject::parse(*bytes);
  if (!object) return tl::unexpected(object.error());
  const codeobject::Kernel* const kernel = object->find(rung.kernel);
  if (kernel == nullptr) {
    return fail("the code object of rung {} for {} has no kernel {}", rung.id, target.name,
                rung.kernel);
  }
  return report::kernel_resources(kernel->resources, target.limits,
                                  static_cast<uint32_t>(threads(rung.tile)));
}

}  // namespace tilewright::cli
