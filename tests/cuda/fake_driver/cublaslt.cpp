// libcublasLt.so.13 as far as Tilewright binds it, on the fake card: column-major products, A
// transposed, with a few algorithms whose times are arithmetic.
// SPDX-License-Identifier: MIT
#include "device/cuda/cublaslt.hpp"

#include <fmt/format.h>

#include <cstring>

#include "card.hpp"
#include "exported.hpp"
#include "faults.hpp"
#include "product.hpp"

using namespace tilewright::fake_cuda;
using Lt = tilewright::device::cuda::CublasLtApi;

namespace {

constexpr Lt::Status kLtSuccess = 0;
constexpr Lt::Status kLtInvalidValue = 7;
constexpr Lt::Status kLtExecutionFailed = 13;
constexpr Lt::Status kLtNotSupported = 15;

/// An algorithm that the heuristic names.
struct Offer {
  double ms;
  Lt::Status state;  ///< what the heuristic says of it
  bool runs;
  std::uint32_t reduction = 0;  ///< a Lt::ReductionScheme, if it divides K
};
constexpr Offer kOffers[] = {
    {0.75, kLtSuccess, true},
    {0.125, kLtNotSupported, true},
    {0.625, kLtSuccess, true},
    {0.25, kLtSuccess, false},
    {0.5, kLtSuccess, true, Lt::kAsSums},
    {0.875, kLtSuccess, true},
    {1.25, kLtSuccess, true},
    {0.4375, kLtSuccess, true, Lt::kInPlace},
    {0.375, kLtSuccess, true, Lt::kAsResults},
};
constexpr int kOfferCount = static_cast<int>(std::size(kOffers));
/// For faults and the log.
std::string name_of_offer(std::uint64_t offer) { return fmt::format("cublaslt_offer_{}", offer); }

struct Layout {
  Lt::DataType type;
  std::uint64_t rows;
  std::uint64_t columns;
  std::int64_t leading_dimension;
};
struct Operation {
  Lt::ComputeType compute;
  std::int32_t transposed_a = 0;
  std::int32_t transposed_b = 0;
  std::uint64_t scale_a = 0;
  std::uint64_t scale_b = 0;
  std::int32_t scale_mode_a = 0;
  std::int32_t scale_mode_b = 0;
  std::int8_t fast = 0;
};

struct Preference {
  std::uint64_t most_workspace = 0;
  std::uint32_t reductions = Lt::kInPlace | Lt::kAsSums | Lt::kAsResults;
};

const Layout& layout_of(Lt::Layout handle) { return *reinterpret_cast<const Layout*>(handle); }
Operation& operation_of(Lt::Operation handle) { return *reinterpret_cast<Operation*>(handle); }

Preference& preference_of(Lt::Preference handle) { return *reinterpret_cast<Preference*>(handle); }

Number number_of(Lt::DataType type) {
  switch (type) {
    case Lt::kF16:
      return Number::f16;
    case Lt::kBf16:
      return Number::bf16;
    case Lt::kE4m3:
      return Number::e4m3;
    case Lt::kF32:
      break;
  }
  return Number::f32;
}

Rows rows_of(const void* data, const Layout& columns) {
  const Number number = number_of(columns.type);
  return {reinterpret_cast<Address>(data), number, columns.columns, columns.rows,
          static_cast<std::uint64_t>(columns.leading_dimension) * bytes_of(number)};
}

bool begins_at_16_bytes(const Layout& columns) {
  const auto bytes = static_cast<std::int64_t>(bytes_of(number_of(columns.type)));
  return columns.leading_dimension * bytes % 16 == 0;
}

/// As cuBLASLt's documentation has it: FP8 is TN only, all columns at multiples of 16 bytes.
bool is_supported(const Operation& operation, const Layout& a, const Layout& b, const Layout& c) {
  if (operation.transposed_a != Lt::kTransposed || operation.transposed_b != 0) return false;
  if (a.type != b.type || a.rows != b.rows || c.rows != a.columns || c.columns != b.columns) {
    return false;
  }
  return a.type != Lt::kE4m3 ||
         (begins_at_16_bytes(a) && begins_at_16_bytes(b) && begins_at_16_bytes(c));
}

template <class T>
bool set(T& field, const void* value, std::size_t bytes) {
  if (bytes != sizeof field) return false;
  std::memcpy(&field, value, bytes);
  return true;
}

bool set(Operation& operation, Lt::OperationAttribute attribute, const void* value,
         std::size_t bytes) {
  switch (attribute) {
    case Lt::kTransposeA:
      return set(operation.transposed_a, value, bytes);
    case Lt::kTransposeB:
      return set(operation.transposed_b, value, bytes);
    case Lt::kScaleA:
      return set(operation.scale_a, value, bytes);
    case Lt::kScaleB:
      return set(operation.scale_b, value, bytes);
    case Lt::kFastAccumulate:
      return set(operation.fast, value, bytes);
    case Lt::kScaleModeA:
      return set(operation.scale_mode_a, value, bytes);
    case Lt::kScaleModeB:
      return set(operation.scale_mode_b, value, bytes);
  }
  return false;
}

bool set(Preference& preference, Lt::PreferenceAttribute attribute, const void* value,
         std::size_t bytes) {
  switch (attribute) {
    case Lt::kMostWorkspace:
      return set(preference.most_workspace, value, bytes);
    case Lt::kReductionSchemes:
      return set(preference.reductions, value, bytes);
  }
  return false;
}

/// alpha or beta, of the type that the sums have.
float number_at(const void* value, Lt::ComputeType compute) {
  if (compute == Lt::kCompute32) return *static_cast<const float*>(value);
  std::uint16_t half = 0;
  std::memcpy(&half, value, sizeof half);
  return half == 0x3c00 ? 1.0f : half == 0 ? 0.0f : -1.0f;
}

}  // namespace

#define TW_LT extern "C" TW_FAKE_EXPORT Lt::Status

TW_LT cublasLtCreate(Lt::Handle* handle) {
  *handle = reinterpret_cast<Lt::Handle>(new int);
  return kLtSuccess;
}
TW_LT cublasLtDestroy(Lt::Handle handle) {
  delete reinterpret_cast<int*>(handle);
  return kLtSuccess;
}
extern "C" TW_FAKE_EXPORT const char* cublasLtGetStatusString(Lt::Status status) {
  switch (status) {
    case kLtSuccess:
      return "CUBLAS_STATUS_SUCCESS";
    case kLtInvalidValue:
      return "CUBLAS_STATUS_INVALID_VALUE";
    case kLtExecutionFailed:
      return "CUBLAS_STATUS_EXECUTION_FAILED";
    case kLtNotSupported:
      return "CUBLAS_STATUS_NOT_SUPPORTED";
    default:
      return "<unknown>";
  }
}
extern "C" TW_FAKE_EXPORT std::size_t cublasLtGetVersion() { return 139907; }

TW_LT cublasLtMatrixLayoutCreate(Lt::Layout* layout, Lt::DataType type, std::uint64_t rows,
                                 std::uint64_t columns, std::int64_t leading_dimension) {
  if (leading_dimension < static_cast<std::int64_t>(rows)) return kLtInvalidValue;
  *layout = reinterpret_cast<Lt::Layout>(new Layout{type, rows, columns, leading_dimension});
  return kLtSuccess;
}
TW_LT cublasLtMatrixLayoutDestroy(Lt::Layout layout) {
  delete reinterpret_cast<Layout*>(layout);
  return kLtSuccess;
}
TW_LT cublasLtMatmulDescCreate(Lt::Operation* operation, Lt::ComputeType compute,
                               Lt::DataType scale) {
  if ((compute == Lt::kCompute16) != (scale == Lt::kF16)) return kLtInvalidValue;
  *operation = reinterpret_cast<Lt::Operation>(new Operation{.compute = compute});
  return kLtSuccess;
}
TW_LT cublasLtMatmulDescDestroy(Lt::Operation operation) {
  delete &operation_of(operation);
  return kLtSuccess;
}
TW_LT cublasLtMatmulDescSetAttribute(Lt::Operation operation, Lt::OperationAttribute attribute,
                                     const void* value, std::size_t bytes) {
  return set(operation_of(operation), attribute, value, bytes) ? kLtSuccess : kLtInvalidValue;
}
TW_LT cublasLtMatmulPreferenceCreate(Lt::Preference* preference) {
  *preference = reinterpret_cast<Lt::Preference>(new Preference);
  return kLtSuccess;
}
TW_LT cublasLtMatmulPreferenceDestroy(Lt::Preference preference) {
  delete &preference_of(preference);
  return kLtSuccess;
}
TW_LT cublasLtMatmulPreferenceSetAttribute(Lt::Preference preference,
                                           Lt::PreferenceAttribute attribute, const void* value,
                                           std::size_t bytes) {
  return set(preference_of(preference), attribute, value, bytes) ? kLtSuccess : kLtInvalidValue;
}

TW_LT cublasLtMatmulAlgoGetHeuristic(Lt::Handle, Lt::Operation operation, Lt::Layout a,
                                     Lt::Layout b, Lt::Layout c, Lt::Layout,
                                     Lt::Preference preference, int wanted,
                                     Lt::Candidate* candidates, int* found) {
  *found = 0;
  if (!is_supported(operation_of(operation), layout_of(a), layout_of(b), layout_of(c))) {
    return kLtNotSupported;
  }
  for (int i = 0; i < kOfferCount && *found < wanted; ++i) {
    if (has_fault(Fault::absent, name_of_offer(i))) continue;
    const std::uint32_t reduction = kOffers[i].reduction;
    if ((reduction & preference_of(preference).reductions) != reduction) continue;
    candidates[*found] = {};
    candidates[*found].algorithm.data[0] = static_cast<std::uint64_t>(i);
    candidates[*found].state = kOffers[i].state;
    ++*found;
  }
  return kLtSuccess;
}

TW_LT cublasLtMatmul(Lt::Handle, Lt::Operation handle, const void* alpha, const void* a,
                     Lt::Layout layout_a, const void* b, Lt::Layout layout_b, const void* beta,
                     const void*, Lt::Layout, void* d, Lt::Layout layout_d,
                     const Lt::Algorithm* algorithm, void*, std::size_t,
                     tilewright::device::cuda::Stream) {
  const Operation& operation = operation_of(handle);
  const Layout& of_d = layout_of(layout_d);
  if (number_at(alpha, operation.compute) != 1 || number_at(beta, operation.compute) != 0) {
    return kLtInvalidValue;
  }
  const std::uint64_t offer = algorithm->data[0];
  if (!kOffers[offer].runs) return kLtExecutionFailed;
  const std::string name = name_of_offer(offer);
  if (has_fault(Fault::fail_launch, name)) return kLtExecutionFailed;
  const auto factors = [](std::uint64_t address, std::int32_t mode, std::uint64_t count) {
    return Factors{address, mode == Lt::kScaleVectors ? count : 1};
  };
  const Number output = number_of(of_d.type);
  const Product product{
      .a = rows_of(a, layout_of(layout_a)),
      .b = rows_of(b, layout_of(layout_b)),
      .c = reinterpret_cast<Address>(d),
      .output = output,
      .c_stride_bytes = static_cast<std::uint64_t>(of_d.leading_dimension) * bytes_of(output),
      .m = of_d.rows,
      .n = of_d.columns,
      .k = layout_of(layout_a).rows,
      .scale_a = factors(operation.scale_a, operation.scale_mode_a, of_d.rows),
      .scale_b = factors(operation.scale_b, operation.scale_mode_b, of_d.columns),
      .wrong = has_fault(Fault::wrong, name)};
  log_launch(name);
  Card::instance().queue([product] { return multiply(product); },
                         kOffers[offer].ms * slowness(name));
  return kLtSuccess;
}
