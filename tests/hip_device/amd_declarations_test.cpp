// What src/device/hip declares anew, against AMD's own headers.
// SPDX-License-Identifier: MIT
#define __HIP_PLATFORM_AMD__
#include <gtest/gtest.h>
#include <hip/hip_runtime_api.h>
#include <hipblaslt/hipblaslt.h>

#include <cstddef>

#include "device/hip/hip_api.hpp"
#include "device/hip/hipblaslt.hpp"

namespace tilewright::device::hip {
namespace {

TEST(AmdDeclarations, Hip) {
  EXPECT_EQ(sizeof(Properties), sizeof(hipDeviceProp_tR0600));
  EXPECT_EQ(offsetof(Properties, name), offsetof(hipDeviceProp_tR0600, name));
  EXPECT_EQ(offsetof(Properties, arch), offsetof(hipDeviceProp_tR0600, gcnArchName));
  EXPECT_EQ(kToDevice, static_cast<int>(hipMemcpyHostToDevice));
  EXPECT_EQ(kToHost, static_cast<int>(hipMemcpyDeviceToHost));
  EXPECT_EQ(kArgumentsPointer, HIP_LAUNCH_PARAM_BUFFER_POINTER);
  EXPECT_EQ(kArgumentsSize, HIP_LAUNCH_PARAM_BUFFER_SIZE);
  EXPECT_EQ(kArgumentsEnd, HIP_LAUNCH_PARAM_END);
}

TEST(AmdDeclarations, HipblasLt) {
  using Api = HipblasLtApi;
  EXPECT_EQ(sizeof(Api::Candidate), sizeof(hipblasLtMatmulHeuristicResult_t));
  EXPECT_EQ(sizeof(Api::Algorithm), sizeof(hipblasLtMatmulAlgo_t));
  EXPECT_EQ(offsetof(Api::Candidate, workspace),
            offsetof(hipblasLtMatmulHeuristicResult_t, workspaceSize));
  EXPECT_EQ(offsetof(Api::Candidate, state), offsetof(hipblasLtMatmulHeuristicResult_t, state));
  EXPECT_EQ(Api::kF32, static_cast<int>(HIP_R_32F));
  EXPECT_EQ(Api::kF16, static_cast<int>(HIP_R_16F));
  EXPECT_EQ(Api::kBf16, static_cast<int>(HIP_R_16BF));
  EXPECT_EQ(Api::kE4m3, static_cast<int>(HIP_R_8F_E4M3));
  EXPECT_EQ(Api::kE5m2, static_cast<int>(HIP_R_8F_E5M2));
  EXPECT_EQ(Api::kCompute16, static_cast<int>(HIPBLAS_COMPUTE_16F));
  EXPECT_EQ(Api::kCompute32, static_cast<int>(HIPBLAS_COMPUTE_32F));
  EXPECT_EQ(Api::kTransposeA, static_cast<int>(HIPBLASLT_MATMUL_DESC_TRANSA));
  EXPECT_EQ(Api::kTransposeB, static_cast<int>(HIPBLASLT_MATMUL_DESC_TRANSB));
  EXPECT_EQ(Api::kMostWorkspace, static_cast<int>(HIPBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES));
  EXPECT_EQ(Api::kTransposed, static_cast<int>(HIPBLAS_OP_T));
}

}  // namespace
}  // namespace tilewright::device::hip
