// The properties of the cards as ROCm reports them. Limits come from the list of targets; what has
// no meaning on a software GPU stays 0.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <climits>
#include <cstring>

#include "arch/cards.hpp"
#include "hip_runtime/gpu.hpp"

namespace tilewright::hip {
namespace {

constexpr uint64_t kGiB = uint64_t{1} << 30;
constexpr int kMiB = 1 << 20;
/// RDNA pairs its compute units; ROCm counts the pairs (work-group processors).
constexpr int kUnitsOfProcessor = 2;
constexpr int kTextureSide = 16384;
constexpr int kWallClockKhz = 100'000;  // of the constant clock
/// Of hipDeviceArch_t: atomics, doubles, votes, ballots and shuffles (bits 0 to 10), system-wide
/// fences (12) and grids of three dimensions (15). ROCm denies the rest of RDNA too.
constexpr unsigned kFeatures = 0x97ff;

template <size_t size>
void put(char (&to)[size], const std::string& text) {
  std::memcpy(to, text.c_str(), std::min(text.size() + 1, size));
}

}  // namespace

hipDeviceProp_tR0600 device_properties(int index, const Target& target) {
  const Limits& limits = target.limits;
  const Card card = card_of(target);
  const int arch = std::atoi(target.name + 3);  // the digits of "gfx1201"
  hipDeviceProp_tR0600 p = {};
  put(p.name, std::string("AMD ") + target.published_gpu);
  put(p.uuid.bytes, "TW-" + std::string(target.name) + "-" + std::to_string(index));
  p.totalGlobalMem = static_cast<uint64_t>(card.memory_gib) * kGiB;
  p.sharedMemPerBlock = static_cast<size_t>(limits.lds_bytes);
  p.regsPerBlock =
      limits.vgprs_per_simd * limits.wave_size * limits.simds_per_cu * kUnitsOfProcessor;
  p.warpSize = limits.wave_size;
  p.memPitch = INT_MAX;
  p.maxThreadsPerBlock = limits.threads_per_workgroup;
  std::fill(std::begin(p.maxThreadsDim), std::end(p.maxThreadsDim), limits.threads_per_workgroup);
  p.maxGridSize[0] = INT_MAX;
  p.maxGridSize[1] = p.maxGridSize[2] = 65535;
  p.clockRate = card.clock_mhz * 1000;
  p.totalConstMem = INT_MAX;
  p.major = arch / 100;
  p.minor = arch / 10 % 10;
  p.textureAlignment = 256;
  p.texturePitchAlignment = 256;
  p.deviceOverlap = 1;
  p.multiProcessorCount = card.compute_units / kUnitsOfProcessor;
  p.integrated = card.integrated ? 1 : 0;
  p.canMapHostMemory = 1;
  p.maxTexture1D = p.maxTexture2D[0] = p.maxTexture2D[1] = kTextureSide;
  p.maxTexture3D[0] = p.maxTexture3D[1] = p.maxTexture3D[2] = kTextureSide;
  p.concurrentKernels = 1;
  p.pciBusID = index + 1;
  p.asyncEngineCount = 2;
  p.unifiedAddressing = 1;
  p.memoryClockRate = card.memory_clock_mhz * 1000;
  p.memoryBusWidth = card.memory_bus_bits;
  p.l2CacheSize = card.l2_mib * kMiB;
  p.maxThreadsPerMultiProcessor =
      limits.waves_per_simd * limits.simds_per_cu * kUnitsOfProcessor * limits.wave_size;
  // ROCm states the LDS of all processors here, and that of one further down.
  p.sharedMemPerMultiprocessor =
      static_cast<size_t>(limits.lds_bytes) * static_cast<size_t>(p.multiProcessorCount);
  p.regsPerMultiprocessor = p.regsPerBlock;
  p.managedMemory = 1;
  p.hostNativeAtomicSupported = 1;
  p.concurrentManagedAccess = 1;
  p.canUseHostPointerForRegisteredMem = 1;
  p.sharedMemPerBlockOptin = static_cast<size_t>(limits.lds_bytes);
  p.directManagedMemAccessFromHost = 1;
  p.maxBlocksPerMultiProcessor = p.maxThreadsPerMultiProcessor / p.maxThreadsPerBlock;
  p.hostRegisterSupported = 1;
  p.memoryPoolsSupported = 1;
  put(p.gcnArchName, target.name);
  p.maxSharedMemoryPerMultiProcessor = static_cast<size_t>(limits.lds_bytes);
  p.clockInstructionRate = kWallClockKhz;
  p.arch.bits = kFeatures;
  p.isLargeBar = 1;
  return p;
}

hipDeviceProp_tR0000 old_properties(const hipDeviceProp_tR0600& p) {
  hipDeviceProp_tR0000 old = {};
  std::memcpy(old.name, p.name, sizeof(old.name));
  old.totalGlobalMem = p.totalGlobalMem;
  old.sharedMemPerBlock = p.sharedMemPerBlock;
  old.regsPerBlock = p.regsPerBlock;
  old.warpSize = p.warpSize;
  old.maxThreadsPerBlock = p.maxThreadsPerBlock;
  std::copy(std::begin(p.maxThreadsDim), std::end(p.maxThreadsDim), old.maxThreadsDim);
  std::copy(std::begin(p.maxGridSize), std::end(p.maxGridSize), old.maxGridSize);
  old.clockRate = p.clockRate;
  old.memoryClockRate = p.memoryClockRate;
  old.memoryBusWidth = p.memoryBusWidth;
  old.totalConstMem = p.totalConstMem;
  old.major = p.major;
  old.minor = p.minor;
  old.multiProcessorCount = p.multiProcessorCount;
  old.l2CacheSize = p.l2CacheSize;
  old.maxThreadsPerMultiProcessor = p.maxThreadsPerMultiProcessor;
  old.clockInstructionRate = p.clockInstructionRate;
  old.arch = p.arch;
  old.concurrentKernels = p.concurrentKernels;
  old.pciBusID = p.pciBusID;
  old.maxSharedMemoryPerMultiProcessor = p.maxSharedMemoryPerMultiProcessor;
  old.canMapHostMemory = p.canMapHostMemory;
  old.gcnArch = std::atoi(p.gcnArchName + 3);
  std::memcpy(old.gcnArchName, p.gcnArchName, sizeof(old.gcnArchName));
  old.integrated = p.integrated;
  old.maxTexture1D = p.maxTexture1D;
  std::copy(std::begin(p.maxTexture2D), std::end(p.maxTexture2D), old.maxTexture2D);
  std::copy(std::begin(p.maxTexture3D), std::end(p.maxTexture3D), old.maxTexture3D);
  old.memPitch = p.memPitch;
  old.textureAlignment = p.textureAlignment;
  old.texturePitchAlignment = p.texturePitchAlignment;
  old.isLargeBar = p.isLargeBar;
  old.managedMemory = p.managedMemory;
  old.directManagedMemAccessFromHost = p.directManagedMemAccessFromHost;
  old.concurrentManagedAccess = p.concurrentManagedAccess;
  return old;
}

}  // namespace tilewright::hip
