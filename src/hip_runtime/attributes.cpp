// SPDX-License-Identifier: MIT
#include "hip_runtime/attributes.hpp"

#include <algorithm>
#include <climits>

namespace tilewright::hip {
namespace {

/// Sizes of 2 GiB and more do not fit the answer; ROCm cuts them the same way.
int clamp(size_t value) { return static_cast<int>(std::min<size_t>(value, INT_MAX)); }

std::optional<int> memory_attribute(const hipDeviceProp_tR0600& p, hipDeviceAttribute_t attribute) {
  switch (attribute) {
    case hipDeviceAttributeL2CacheSize:
      return p.l2CacheSize;
    case hipDeviceAttributeMaxPitch:
      return clamp(p.memPitch);
    case hipDeviceAttributeMemoryBusWidth:
      return p.memoryBusWidth;
    case hipDeviceAttributeMemoryClockRate:
      return p.memoryClockRate;
    case hipDeviceAttributeMaxSharedMemoryPerBlock:
      return clamp(p.sharedMemPerBlock);
    case hipDeviceAttributeSharedMemPerBlockOptin:
      return clamp(p.sharedMemPerBlockOptin);
    case hipDeviceAttributeSharedMemPerMultiprocessor:
      return clamp(p.sharedMemPerMultiprocessor);
    case hipDeviceAttributeMaxSharedMemoryPerMultiprocessor:
      return clamp(p.maxSharedMemoryPerMultiProcessor);
    case hipDeviceAttributeReservedSharedMemPerBlock:
      return clamp(p.reservedSharedMemPerBlock);
    case hipDeviceAttributeTextureAlignment:
      return clamp(p.textureAlignment);
    case hipDeviceAttributeTexturePitchAlignment:
      return clamp(p.texturePitchAlignment);
    case hipDeviceAttributeTotalConstantMemory:
      return clamp(p.totalConstMem);
    case hipDeviceAttributeTotalGlobalMem:
      return clamp(p.totalGlobalMem);
    case hipDeviceAttributeManagedMemory:
      return p.managedMemory;
    case hipDeviceAttributeMemoryPoolsSupported:
      return p.memoryPoolsSupported;
    case hipDeviceAttributeCanMapHostMemory:
      return p.canMapHostMemory;
    case hipDeviceAttributeCanUseHostPointerForRegisteredMem:
      return p.canUseHostPointerForRegisteredMem;
    case hipDeviceAttributeConcurrentManagedAccess:
      return p.concurrentManagedAccess;
    case hipDeviceAttributeDirectManagedMemAccessFromHost:
      return p.directManagedMemAccessFromHost;
    case hipDeviceAttributeHostNativeAtomicSupported:
      return p.hostNativeAtomicSupported;
    case hipDeviceAttributeHostRegisterSupported:
      return p.hostRegisterSupported;
    case hipDeviceAttributePageableMemoryAccess:
      return p.pageableMemoryAccess;
    case hipDeviceAttributePageableMemoryAccessUsesHostPageTables:
      return p.pageableMemoryAccessUsesHostPageTables;
    case hipDeviceAttributeUnifiedAddressing:
      return p.unifiedAddressing;
    case hipDeviceAttributeIsLargeBar:
      return p.isLargeBar;
    case hipDeviceAttributeFineGrainSupport:
      return 1;
    default:
      return std::nullopt;
  }
}

/// What there is not: it is known, and the answer is no.
bool is_absent(hipDeviceAttribute_t attribute) {
  constexpr hipDeviceAttribute_t absent[] = {
      hipDeviceAttributeEccEnabled,
      hipDeviceAttributeAccessPolicyMaxWindowSize,
      hipDeviceAttributeComputeMode,
      hipDeviceAttributeComputePreemptionSupported,
      hipDeviceAttributeCooperativeLaunch,
      hipDeviceAttributeCooperativeMultiDeviceLaunch,
      hipDeviceAttributeGlobalL1CacheSupported,
      hipDeviceAttributeIsMultiGpuBoard,
      hipDeviceAttributeKernelExecTimeout,
      hipDeviceAttributeLocalL1CacheSupported,
      hipDeviceAttributeMultiGpuBoardGroupID,
      hipDeviceAttributePersistingL2CacheMaxSize,
      hipDeviceAttributeSingleToDoublePrecisionPerfRatio,
      hipDeviceAttributeStreamPrioritiesSupported,
      hipDeviceAttributeVirtualMemoryManagementSupported,
      hipDeviceAttributeMemoryPoolSupportedHandleTypes,
      hipDeviceAttributeHdpMemFlushCntl,
      hipDeviceAttributeHdpRegFlushCntl,
      hipDeviceAttributeCooperativeMultiDeviceUnmatchedFunc,
      hipDeviceAttributeCooperativeMultiDeviceUnmatchedGridDim,
      hipDeviceAttributeCooperativeMultiDeviceUnmatchedBlockDim,
      hipDeviceAttributeCooperativeMultiDeviceUnmatchedSharedMem,
      hipDeviceAttributeAsicRevision,
      hipDeviceAttributeCanUseStreamWaitValue,
      hipDeviceAttributeImageSupport,
  };
  return std::ranges::find(absent, attribute) != std::end(absent);
}

}  // namespace

std::optional<int> device_attribute(const Gpu& gpu, hipDeviceAttribute_t attribute) {
  const hipDeviceProp_tR0600& p = gpu.properties();
  switch (attribute) {
    case hipDeviceAttributeWarpSize:
      return p.warpSize;
    case hipDeviceAttributeMultiprocessorCount:
      return p.multiProcessorCount;
    case hipDeviceAttributePhysicalMultiProcessorCount:
      return p.multiProcessorCount;
    case hipDeviceAttributeAsyncEngineCount:
      return p.asyncEngineCount;
    case hipDeviceAttributeClockRate:
      return p.clockRate;
    case hipDeviceAttributeClockInstructionRate:
      return p.clockInstructionRate;
    case hipDeviceAttributeWallClockRate:
      return p.clockInstructionRate;
    case hipDeviceAttributeConcurrentKernels:
      return p.concurrentKernels;
    case hipDeviceAttributeDeviceOverlap:
      return p.deviceOverlap;
    case hipDeviceAttributeIntegrated:
      return p.integrated;
    case hipDeviceAttributeComputeCapabilityMajor:
      return p.major;
    case hipDeviceAttributeComputeCapabilityMinor:
      return p.minor;
    case hipDeviceAttributeMaxBlocksPerMultiProcessor:
      return p.maxBlocksPerMultiProcessor;
    case hipDeviceAttributeMaxBlockDimX:
      return p.maxThreadsDim[0];
    case hipDeviceAttributeMaxBlockDimY:
      return p.maxThreadsDim[1];
    case hipDeviceAttributeMaxBlockDimZ:
      return p.maxThreadsDim[2];
    case hipDeviceAttributeMaxGridDimX:
      return p.maxGridSize[0];
    case hipDeviceAttributeMaxGridDimY:
      return p.maxGridSize[1];
    case hipDeviceAttributeMaxGridDimZ:
      return p.maxGridSize[2];
    case hipDeviceAttributeMaxThreadsDim:
      return p.maxThreadsDim[0];
    case hipDeviceAttributeMaxThreadsPerBlock:
      return p.maxThreadsPerBlock;
    case hipDeviceAttributeMaxThreadsPerMultiProcessor:
      return p.maxThreadsPerMultiProcessor;
    case hipDeviceAttributeMaxRegistersPerBlock:
      return p.regsPerBlock;
    case hipDeviceAttributeMaxRegistersPerMultiprocessor:
      return p.regsPerMultiprocessor;
    case hipDeviceAttributePciBusId:
      return p.pciBusID;
    case hipDeviceAttributePciDeviceId:
      return p.pciDeviceID;
    case hipDeviceAttributePciDomainID:
      return p.pciDomainID;
    default:
      break;
  }
  if (is_absent(attribute)) return 0;
  return memory_attribute(p, attribute);
}

}  // namespace tilewright::hip
