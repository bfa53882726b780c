// How many workgroups of a kernel a multiprocessor holds: computed from its registers and LDS.
// A multiprocessor of HIP is a pair of compute units.
// SPDX-License-Identifier: MIT
#include "emu/exec/launch_limits.hpp"
#include "hip_runtime/abi_functions.hpp"
#include "hip_runtime/call.hpp"
#include "hip_runtime/handles.hpp"

using namespace tilewright::hip;

namespace {

int blocks_of(const tilewright::hip::Function& function, int threads, size_t lds_bytes) {
  constexpr int units = 2;
  const auto limits =
      tilewright::for_wave_size(function.module->gpu().target().limits,
                                static_cast<int>(function.kernel->resources.wavefront_size));
  const auto most = static_cast<size_t>(limits.lds_bytes);
  const size_t lds = function.kernel->descriptor.group_segment_bytes + lds_bytes;
  if (lds_bytes > most || lds > most) return 0;
  return units * tilewright::whole_workgroups_per_cu(
                     limits, static_cast<int>(function.kernel->resources.vgprs),
                     static_cast<int>(lds), threads);
}

int most_threads(const tilewright::hip::Function& function) {
  return static_cast<int>(tilewright::emu::max_workgroup_size(*function.kernel));
}

hipError_t active_blocks(const tilewright::hip::Function& function, int* blocks, int threads,
                         size_t lds_bytes) {
  if (blocks == nullptr || threads <= 0) return hipErrorInvalidValue;
  *blocks = threads > most_threads(function) ? 0 : blocks_of(function, threads, lds_bytes);
  return hipSuccess;
}

/// The size that keeps most threads resident, the larger one of equals; and the grid that fills the
/// device with it.
hipError_t best_block(const tilewright::hip::Function& function, int* grid, int* threads,
                      size_t lds_bytes, int limit) {
  if (grid == nullptr || threads == nullptr) return hipErrorInvalidValue;
  const auto& gpu = function.module->gpu();
  const int wave = gpu.target().limits.wave_size;
  const int most = limit > 0 ? std::min(limit, most_threads(function)) : most_threads(function);
  int best = 0;
  *threads = *grid = 0;
  for (int size = wave; size <= most; size += wave) {
    const int blocks = blocks_of(function, size, lds_bytes);
    if (blocks * size < best || blocks == 0) continue;
    best = blocks * size;
    *threads = size;
    *grid = blocks * gpu.properties().multiProcessorCount;
  }
  return hipSuccess;
}

template <class Body>
hipError_t of_module(hipFunction_t handle, Body&& body) {
  return call([&](Runtime& runtime) {
    const auto* function = find_function(runtime, handle);
    return function == nullptr ? hipErrorInvalidHandle : body(*function);
  });
}

template <class Body>
hipError_t of_program(const void* symbol, Body&& body) {
  return call([&](Runtime& runtime) {
    tilewright::hip::Function* function = nullptr;
    const hipError_t missing =
        runtime.fat_binaries.find(runtime, *current_gpu(runtime), symbol, &function);
    return missing != hipSuccess ? missing : body(*function);
  });
}

}  // namespace

hipError_t hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, hipFunction_t function,
                                                              int threads, size_t lds_bytes) {
  return of_module(function,
                   [&](const auto& f) { return active_blocks(f, blocks, threads, lds_bytes); });
}
hipError_t hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks,
                                                                       hipFunction_t function,
                                                                       int threads,
                                                                       size_t lds_bytes, unsigned) {
  return hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, threads, lds_bytes);
}
hipError_t hipModuleOccupancyMaxPotentialBlockSize(int* grid, int* threads, hipFunction_t function,
                                                   size_t lds_bytes, int limit) {
  return of_module(function,
                   [&](const auto& f) { return best_block(f, grid, threads, lds_bytes, limit); });
}
hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* function,
                                                        int threads, size_t lds_bytes) {
  return of_program(function,
                    [&](const auto& f) { return active_blocks(f, blocks, threads, lds_bytes); });
}
hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void* function,
                                                                 int threads, size_t lds_bytes,
                                                                 unsigned) {
  return hipOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, threads, lds_bytes);
}
hipError_t hipOccupancyMaxPotentialBlockSize(int* grid, int* threads, const void* function,
                                             size_t lds_bytes, int limit) {
  return of_program(function,
                    [&](const auto& f) { return best_block(f, grid, threads, lds_bytes, limit); });
}
