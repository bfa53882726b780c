// SPDX-License-Identifier: MIT
#include "device/cuda/cublaslt.hpp"

#include "device/library.hpp"

namespace tilewright::device::cuda {
namespace {

Result<CublasLtApi> load() {
  Result<Library> library = Library::open({"libcublasLt.so.13", "libcublasLt.so.12",
                                           "/usr/local/cuda/lib64/libcublasLt.so.13",
                                           "/usr/local/cuda/lib64/libcublasLt.so.12"});
  if (!library) return tl::unexpected(library.error());
  CublasLtApi api;
  Result<void> bound;
  const auto bind = [&](auto*& function, const char* name) {
    if (bound) bound = library->bind(function, name);
  };
  bind(api.create, "cublasLtCreate");
  bind(api.destroy, "cublasLtDestroy");
  bind(api.status_text, "cublasLtGetStatusString");
  bind(api.version, "cublasLtGetVersion");
  bind(api.create_layout, "cublasLtMatrixLayoutCreate");
  bind(api.destroy_layout, "cublasLtMatrixLayoutDestroy");
  bind(api.create_operation, "cublasLtMatmulDescCreate");
  bind(api.destroy_operation, "cublasLtMatmulDescDestroy");
  bind(api.set_operation, "cublasLtMatmulDescSetAttribute");
  bind(api.create_preference, "cublasLtMatmulPreferenceCreate");
  bind(api.destroy_preference, "cublasLtMatmulPreferenceDestroy");
  bind(api.set_preference, "cublasLtMatmulPreferenceSetAttribute");
  bind(api.heuristic, "cublasLtMatmulAlgoGetHeuristic");
  bind(api.multiply, "cublasLtMatmul");
  if (!bound) return tl::unexpected(bound.error());
  return api;
}

}  // namespace

Result<void> CublasLtApi::check(Status status, const char* call) const {
  if (status == 0) return {};
  return fail("{}: {} ({})", call, status_text(status), status);
}

std::string CublasLtApi::version_text() const {
  const std::size_t v = version();
  return fmt::format("{}.{}.{}", v / 10000, v / 100 % 100, v % 100);
}

Result<const CublasLtApi*> cublaslt() {
  static const Result<CublasLtApi> loaded = load();
  if (!loaded) return tl::unexpected(loaded.error());
  return &*loaded;
}

}  // namespace tilewright::device::cuda
