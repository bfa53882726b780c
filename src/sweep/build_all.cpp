// SPDX-License-Identifier: MIT
#include "sweep/build_all.hpp"

#include <mutex>
#include <vector>

#include "core/parallel.hpp"

namespace tilewright::sweep {
namespace {

void build_one(Entry& entry, const Target& target, const Toolchain& toolchain) {
  const auto image = toolchain.build(entry.candidate, entry.assessment, target);
  if (!image) {
    entry.build_error = image.error().message;
    return;
  }
  const Result<codeobject::Resources> resources = resources_of(*image);
  if (!resources) {
    entry.build_error = resources.error().message;
    return;
  }
  entry.built = report::kernel_resources(*resources, target.limits,
                                         static_cast<uint32_t>(threads(entry.candidate.tile)));
}

}  // namespace

void build_all(std::span<Entry> entries, const Target& target, const Toolchain& toolchain,
               unsigned threads, const BuildProgress& progress) {
  std::vector<Entry*> wanted;
  for (Entry& entry : entries) {
    const bool builds =
        entry.assessment.verdict == Verdict::fits && entry.assessment.kernel != Template::one_wave;
    if (builds) wanted.push_back(&entry);
  }
  std::mutex mutex;
  size_t done = 0;
  parallel_for(wanted.size(), 1, threads, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      build_one(*wanted[i], target, toolchain);
      const std::scoped_lock lock(mutex);
      progress(text(wanted[i]->candidate.tile), ++done, wanted.size());
    }
  });
}

}  // namespace tilewright::sweep
