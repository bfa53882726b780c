// SPDX-License-Identifier: MIT
#include "device/hip/hipblaslt.hpp"

#include <array>

#include "device/library.hpp"

namespace tilewright::device::hip {
namespace {

Result<HipblasLtApi> load() {
  Result<Library> library =
      Library::open({"libhipblaslt.so.1", "libhipblaslt.so.0", "/opt/rocm/lib/libhipblaslt.so.1",
                     "/opt/rocm/lib/libhipblaslt.so.0"});
  if (!library) return tl::unexpected(library.error());
  HipblasLtApi lt;
  lt.library = library->name();
  Result<void> bound;
  const auto bind = [&](auto*& function, const char* name) {
    if (bound) bound = library->bind(function, name);
  };
  bind(lt.create, "hipblasLtCreate");
  bind(lt.destroy, "hipblasLtDestroy");
  bind(lt.version, "hipblasLtGetVersion");
  bind(lt.create_layout, "hipblasLtMatrixLayoutCreate");
  bind(lt.destroy_layout, "hipblasLtMatrixLayoutDestroy");
  bind(lt.create_operation, "hipblasLtMatmulDescCreate");
  bind(lt.destroy_operation, "hipblasLtMatmulDescDestroy");
  bind(lt.set_operation, "hipblasLtMatmulDescSetAttribute");
  bind(lt.create_preference, "hipblasLtMatmulPreferenceCreate");
  bind(lt.destroy_preference, "hipblasLtMatmulPreferenceDestroy");
  bind(lt.set_preference, "hipblasLtMatmulPreferenceSetAttribute");
  bind(lt.heuristic, "hipblasLtMatmulAlgoGetHeuristic");
  bind(lt.multiply, "hipblasLtMatmul");
  if (!bound) return tl::unexpected(bound.error());
  // hipblaslt_ext::getSolutionNameFromAlgo(void*, _hipblasLtMatmulAlgo_t&), which has no C form.
  (void)library->bind(
      lt.solution_name,
      "_ZN13hipblaslt_ext23getSolutionNameFromAlgoB5cxx11EPvR22_hipblasLtMatmulAlgo_t");
  return lt;
}

}  // namespace

Result<void> HipblasLtApi::check(Status status, const char* call) const {
  if (status == 0) return {};
  // The library names its states in its header only.
  static constexpr std::array<const char*, 12> kNames = {
      "SUCCESS",       "NOT_INITIALIZED",   "ALLOC_FAILED",   "INVALID_VALUE",
      "MAPPING_ERROR", "EXECUTION_FAILED",  "INTERNAL_ERROR", "NOT_SUPPORTED",
      "ARCH_MISMATCH", "HANDLE_IS_NULLPTR", "INVALID_ENUM",   "UNKNOWN"};
  if (status < 0 || static_cast<size_t>(status) >= kNames.size()) {
    return fail("{}: unknown status {}", call, status);
  }
  return fail("{}: HIPBLAS_STATUS_{}", call, kNames[static_cast<size_t>(status)]);
}

Result<const HipblasLtApi*> hipblaslt() {
  static const Result<HipblasLtApi> loaded = load();
  if (!loaded) return tl::unexpected(loaded.error());
  return &*loaded;
}

}  // namespace tilewright::device::hip
