// The driver API and cuBLASLt are declared anew in src/device/cuda. Here the compiler compares
// those declarations with NVIDIA's headers; there is nothing to run.
// SPDX-License-Identifier: MIT
#include <cublasLt.h>
#include <cuda.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <type_traits>

#include "device/cuda/cublaslt.hpp"
#include "device/cuda/driver.hpp"

namespace ours = tilewright::device::cuda;
using Lt = ours::CublasLtApi;

static_assert(sizeof(ours::TensorMap) == sizeof(CUtensorMap));
static_assert(alignof(ours::TensorMap) >= 64);
static_assert(sizeof(ours::Address) == sizeof(CUdeviceptr));
static_assert(std::is_same_v<ours::Stream, CUstream>);
static_assert(std::is_same_v<ours::Function, CUfunction>);
static_assert(std::is_same_v<ours::Context, CUcontext>);

static_assert(ours::kMultiprocessors == static_cast<int>(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT));
static_assert(ours::kL2Bytes == static_cast<int>(CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE));
static_assert(ours::kMajor == static_cast<int>(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR));
static_assert(ours::kMinor == static_cast<int>(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR));
static_assert(ours::kMostSharedBytes ==
              static_cast<int>(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN));
static_assert(ours::kStaticSharedBytes == static_cast<int>(CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES));
static_assert(ours::kLocalBytes == static_cast<int>(CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES));
static_assert(ours::kRegisters == static_cast<int>(CU_FUNC_ATTRIBUTE_NUM_REGS));
static_assert(ours::kMostDynamicSharedBytes ==
              static_cast<int>(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES));

static_assert(sizeof(ours::LaunchAttribute) == sizeof(CUlaunchAttribute));
static_assert(offsetof(ours::LaunchAttribute, cluster) == offsetof(CUlaunchAttribute, value));
static_assert(ours::LaunchAttribute::kClusterDimension ==
              static_cast<int>(CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION));
static_assert(ours::LaunchAttribute::kProgrammaticSerialization ==
              static_cast<int>(CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION));
static_assert(sizeof(ours::KernelLaunch) == sizeof(CUlaunchConfig));
static_assert(offsetof(ours::KernelLaunch, block) == offsetof(CUlaunchConfig, blockDimX));
static_assert(offsetof(ours::KernelLaunch, shared_bytes) ==
              offsetof(CUlaunchConfig, sharedMemBytes));
static_assert(offsetof(ours::KernelLaunch, stream) == offsetof(CUlaunchConfig, hStream));
static_assert(offsetof(ours::KernelLaunch, attributes) == offsetof(CUlaunchConfig, attrs));
static_assert(offsetof(ours::KernelLaunch, attribute_count) == offsetof(CUlaunchConfig, numAttrs));

static_assert(sizeof(Lt::Algorithm) == sizeof(cublasLtMatmulAlgo_t));
static_assert(sizeof(Lt::Candidate) == sizeof(cublasLtMatmulHeuristicResult_t));
static_assert(offsetof(Lt::Candidate, state) == offsetof(cublasLtMatmulHeuristicResult_t, state));
static_assert(Lt::kF32 == static_cast<int>(CUDA_R_32F));
static_assert(Lt::kF16 == static_cast<int>(CUDA_R_16F));
static_assert(Lt::kBf16 == static_cast<int>(CUDA_R_16BF));
static_assert(Lt::kE4m3 == static_cast<int>(CUDA_R_8F_E4M3));
static_assert(Lt::kCompute16 == static_cast<int>(CUBLAS_COMPUTE_16F));
static_assert(Lt::kCompute32 == static_cast<int>(CUBLAS_COMPUTE_32F));
static_assert(Lt::kTransposeA == static_cast<int>(CUBLASLT_MATMUL_DESC_TRANSA));
static_assert(Lt::kTransposeB == static_cast<int>(CUBLASLT_MATMUL_DESC_TRANSB));
static_assert(Lt::kScaleA == static_cast<int>(CUBLASLT_MATMUL_DESC_A_SCALE_POINTER));
static_assert(Lt::kScaleB == static_cast<int>(CUBLASLT_MATMUL_DESC_B_SCALE_POINTER));
static_assert(Lt::kFastAccumulate == static_cast<int>(CUBLASLT_MATMUL_DESC_FAST_ACCUM));
static_assert(Lt::kScaleModeA == static_cast<int>(CUBLASLT_MATMUL_DESC_A_SCALE_MODE));
static_assert(Lt::kScaleModeB == static_cast<int>(CUBLASLT_MATMUL_DESC_B_SCALE_MODE));
static_assert(Lt::kScaleVectors == static_cast<int>(CUBLASLT_MATMUL_MATRIX_SCALE_OUTER_VEC_32F));
static_assert(Lt::kMostWorkspace == static_cast<int>(CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES));
static_assert(Lt::kReductionSchemes ==
              static_cast<int>(CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK));
static_assert(Lt::kInPlace == static_cast<std::uint32_t>(CUBLASLT_REDUCTION_SCHEME_INPLACE));
static_assert(Lt::kAsSums == static_cast<std::uint32_t>(CUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE));
static_assert(Lt::kAsResults == static_cast<std::uint32_t>(CUBLASLT_REDUCTION_SCHEME_OUTPUT_TYPE));
static_assert(Lt::kTransposed == static_cast<int>(CUBLAS_OP_T));

TEST(CudaDeclarations, AreNvidias) { SUCCEED() << "checked when this was compiled"; }
