// The functions of the HIP interface that are implemented here, as hip_runtime_api.h declares them.
// SPDX-License-Identifier: MIT
#pragma once

#include "hip_runtime/abi.hpp"
#include "hip_runtime/abi_properties.hpp"

extern "C" {

// Devices
hipError_t hipInit(unsigned flags);
hipError_t hipDriverGetVersion(int* version);
hipError_t hipRuntimeGetVersion(int* version);
hipError_t hipGetProcAddress(const char* symbol, void** function, int version, uint64_t flags,
                             hipDriverProcAddressQueryResult* result);
hipError_t hipGetDeviceCount(int* count);
hipError_t hipGetDevice(int* device);
hipError_t hipSetDevice(int device);
hipError_t hipDeviceGet(hipDevice_t* device, int ordinal);
hipError_t hipDeviceGetName(char* name, int size, hipDevice_t device);
hipError_t hipDeviceGetUuid(hipUUID* uuid, hipDevice_t device);
hipError_t hipDeviceGetPCIBusId(char* id, int size, int device);
hipError_t hipDeviceGetByPCIBusId(int* device, const char* id);
hipError_t hipDeviceComputeCapability(int* major, int* minor, hipDevice_t device);
hipError_t hipDeviceTotalMem(size_t* bytes, hipDevice_t device);
hipError_t hipDeviceGetAttribute(int* value, hipDeviceAttribute_t attribute, int device);
hipError_t hipGetDevicePropertiesR0600(hipDeviceProp_tR0600* properties, int device);
hipError_t hipGetDevicePropertiesR0000(hipDeviceProp_tR0000* properties, int device);
hipError_t hipGetDeviceProperties(hipDeviceProp_tR0000* properties, int device);
hipError_t hipDeviceSynchronize();
hipError_t hipDeviceReset();
hipError_t hipDeviceCanAccessPeer(int* can, int device, int peer);
hipError_t hipDeviceEnablePeerAccess(int peer, unsigned flags);
hipError_t hipDeviceDisablePeerAccess(int peer);
hipError_t hipDeviceGetLimit(size_t* value, int limit);
hipError_t hipDeviceGetStreamPriorityRange(int* least, int* greatest);
hipError_t hipGetDeviceFlags(unsigned* flags);
hipError_t hipSetDeviceFlags(unsigned flags);
hipError_t hipDeviceSetCacheConfig(int config);
hipError_t hipDeviceGetCacheConfig(int* config);
hipError_t hipDeviceSetSharedMemConfig(int config);
hipError_t hipDeviceGetSharedMemConfig(int* config);

// Contexts
hipError_t hipCtxCreate(hipCtx_t* context, unsigned flags, hipDevice_t device);
hipError_t hipCtxDestroy(hipCtx_t context);
hipError_t hipCtxGetCurrent(hipCtx_t* context);
hipError_t hipCtxSetCurrent(hipCtx_t context);
hipError_t hipCtxPushCurrent(hipCtx_t context);
hipError_t hipCtxPopCurrent(hipCtx_t* context);
hipError_t hipCtxGetDevice(hipDevice_t* device);
hipError_t hipCtxSynchronize();
hipError_t hipDevicePrimaryCtxRetain(hipCtx_t* context, hipDevice_t device);
hipError_t hipDevicePrimaryCtxRelease(hipDevice_t device);
hipError_t hipDevicePrimaryCtxSetFlags(hipDevice_t device, unsigned flags);
hipError_t hipDevicePrimaryCtxGetState(hipDevice_t device, unsigned* flags, int* active);

// Errors
const char* hipGetErrorName(hipError_t error);
const char* hipGetErrorString(hipError_t error);
hipError_t hipDrvGetErrorName(hipError_t error, const char** name);
hipError_t hipDrvGetErrorString(hipError_t error, const char** text);
hipError_t hipGetLastError();
hipError_t hipPeekAtLastError();
hipError_t hipExtGetLastError();

// Memory
hipError_t hipMalloc(void** pointer, size_t bytes);
hipError_t hipExtMallocWithFlags(void** pointer, size_t bytes, unsigned flags);
hipError_t hipMallocManaged(void** pointer, size_t bytes, unsigned flags);
hipError_t hipMallocAsync(void** pointer, size_t bytes, hipStream_t stream);
hipError_t hipMallocPitch(void** pointer, size_t* pitch, size_t width, size_t height);
hipError_t hipMemAllocPitch(hipDeviceptr_t* pointer, size_t* pitch, size_t width, size_t height,
                            unsigned element_bytes);
hipError_t hipMalloc3D(hipPitchedPtr* pitched, hipExtent extent);
hipError_t hipHostMalloc(void** pointer, size_t bytes, unsigned flags);
hipError_t hipHostAlloc(void** pointer, size_t bytes, unsigned flags);
hipError_t hipMallocHost(void** pointer, size_t bytes);
hipError_t hipMemAllocHost(void** pointer, size_t bytes);
hipError_t hipFree(void* pointer);
hipError_t hipFreeAsync(void* pointer, hipStream_t stream);
hipError_t hipHostFree(void* pointer);
hipError_t hipFreeHost(void* pointer);
hipError_t hipHostRegister(void* pointer, size_t bytes, unsigned flags);
hipError_t hipHostUnregister(void* pointer);
hipError_t hipHostGetDevicePointer(void** device_pointer, void* host_pointer, unsigned flags);
hipError_t hipHostGetFlags(unsigned* flags, void* pointer);
hipError_t hipMemGetInfo(size_t* free, size_t* total);
hipError_t hipMemGetAddressRange(hipDeviceptr_t* base, size_t* bytes, hipDeviceptr_t pointer);
hipError_t hipMemPtrGetInfo(void* pointer, size_t* bytes);
hipError_t hipMemAdvise(const void* pointer, size_t bytes, int advice, int device);
hipError_t hipMemPrefetchAsync(const void* pointer, size_t bytes, int device, hipStream_t stream);
hipError_t hipPointerGetAttributes(hipPointerAttribute_t* attributes, const void* pointer);
hipError_t hipPointerGetAttribute(void* data, hipPointer_attribute attribute,
                                  hipDeviceptr_t pointer);

// Copies and fills
hipError_t hipMemcpy(void* to, const void* from, size_t bytes, hipMemcpyKind kind);
hipError_t hipMemcpyAsync(void* to, const void* from, size_t bytes, hipMemcpyKind kind,
                          hipStream_t stream);
hipError_t hipMemcpyWithStream(void* to, const void* from, size_t bytes, hipMemcpyKind kind,
                               hipStream_t stream);
hipError_t hipMemcpyHtoD(hipDeviceptr_t to, void* from, size_t bytes);
hipError_t hipMemcpyDtoH(void* to, hipDeviceptr_t from, size_t bytes);
hipError_t hipMemcpyDtoD(hipDeviceptr_t to, hipDeviceptr_t from, size_t bytes);
hipError_t hipMemcpyHtoDAsync(hipDeviceptr_t to, void* from, size_t bytes, hipStream_t stream);
hipError_t hipMemcpyDtoHAsync(void* to, hipDeviceptr_t from, size_t bytes, hipStream_t stream);
hipError_t hipMemcpyDtoDAsync(hipDeviceptr_t to, hipDeviceptr_t from, size_t bytes,
                              hipStream_t stream);
hipError_t hipMemcpyPeer(void* to, int to_device, const void* from, int from_device, size_t bytes);
hipError_t hipMemcpyPeerAsync(void* to, int to_device, const void* from, int from_device,
                              size_t bytes, hipStream_t stream);
hipError_t hipMemcpy2D(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width,
                       size_t height, hipMemcpyKind kind);
hipError_t hipMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                            size_t width, size_t height, hipMemcpyKind kind, hipStream_t stream);
hipError_t hipMemcpyParam2D(const hip_Memcpy2D* copy);
hipError_t hipMemcpyParam2DAsync(const hip_Memcpy2D* copy, hipStream_t stream);
hipError_t hipMemcpy3D(const hipMemcpy3DParms* copy);
hipError_t hipMemcpy3DAsync(const hipMemcpy3DParms* copy, hipStream_t stream);
hipError_t hipMemcpyToSymbol(const void* symbol, const void* from, size_t bytes, size_t offset,
                             hipMemcpyKind kind);
hipError_t hipMemcpyToSymbolAsync(const void* symbol, const void* from, size_t bytes, size_t offset,
                                  hipMemcpyKind kind, hipStream_t stream);
hipError_t hipMemcpyFromSymbol(void* to, const void* symbol, size_t bytes, size_t offset,
                               hipMemcpyKind kind);
hipError_t hipMemcpyFromSymbolAsync(void* to, const void* symbol, size_t bytes, size_t offset,
                                    hipMemcpyKind kind, hipStream_t stream);
hipError_t hipGetSymbolAddress(void** pointer, const void* symbol);
hipError_t hipGetSymbolSize(size_t* bytes, const void* symbol);
hipError_t hipMemset(void* to, int value, size_t bytes);
hipError_t hipMemsetAsync(void* to, int value, size_t bytes, hipStream_t stream);
hipError_t hipMemsetD8(hipDeviceptr_t to, unsigned char value, size_t count);
hipError_t hipMemsetD8Async(hipDeviceptr_t to, unsigned char value, size_t count,
                            hipStream_t stream);
hipError_t hipMemsetD16(hipDeviceptr_t to, unsigned short value, size_t count);
hipError_t hipMemsetD16Async(hipDeviceptr_t to, unsigned short value, size_t count,
                             hipStream_t stream);
hipError_t hipMemsetD32(hipDeviceptr_t to, int value, size_t count);
hipError_t hipMemsetD32Async(hipDeviceptr_t to, int value, size_t count, hipStream_t stream);
hipError_t hipMemset2D(void* to, size_t pitch, int value, size_t width, size_t height);
hipError_t hipMemset2DAsync(void* to, size_t pitch, int value, size_t width, size_t height,
                            hipStream_t stream);
hipError_t hipMemset3D(hipPitchedPtr to, int value, hipExtent extent);
hipError_t hipMemset3DAsync(hipPitchedPtr to, int value, hipExtent extent, hipStream_t stream);

// Modules and functions
hipError_t hipModuleLoad(hipModule_t* module, const char* file);
hipError_t hipModuleLoadData(hipModule_t* module, const void* image);
hipError_t hipModuleLoadDataEx(hipModule_t* module, const void* image, unsigned options,
                               int* option_names, void** option_values);
hipError_t hipModuleUnload(hipModule_t module);
hipError_t hipModuleGetFunction(hipFunction_t* function, hipModule_t module, const char* name);
hipError_t hipModuleGetGlobal(hipDeviceptr_t* pointer, size_t* bytes, hipModule_t module,
                              const char* name);
hipError_t hipGetFuncBySymbol(hipFunction_t* function, const void* symbol);
hipError_t hipFuncGetAttribute(int* value, hipFunction_attribute attribute, hipFunction_t function);
hipError_t hipFuncGetAttributes(hipFuncAttributes* attributes, const void* function);
hipError_t hipFuncSetAttribute(const void* function, int attribute, int value);
hipError_t hipFuncSetCacheConfig(const void* function, int config);
hipError_t hipFuncSetSharedMemConfig(const void* function, int config);
const char* hipKernelNameRef(hipFunction_t function);
const char* hipKernelNameRefByPtr(const void* function, hipStream_t stream);

// Launches
hipError_t hipModuleLaunchKernel(hipFunction_t function, unsigned grid_x, unsigned grid_y,
                                 unsigned grid_z, unsigned block_x, unsigned block_y,
                                 unsigned block_z, unsigned lds_bytes, hipStream_t stream,
                                 void** arguments, void** extra);
hipError_t hipExtModuleLaunchKernel(hipFunction_t function, uint32_t items_x, uint32_t items_y,
                                    uint32_t items_z, uint32_t block_x, uint32_t block_y,
                                    uint32_t block_z, size_t lds_bytes, hipStream_t stream,
                                    void** arguments, void** extra, hipEvent_t start,
                                    hipEvent_t stop, uint32_t flags);
hipError_t hipHccModuleLaunchKernel(hipFunction_t function, uint32_t items_x, uint32_t items_y,
                                    uint32_t items_z, uint32_t block_x, uint32_t block_y,
                                    uint32_t block_z, size_t lds_bytes, hipStream_t stream,
                                    void** arguments, void** extra, hipEvent_t start,
                                    hipEvent_t stop);
hipError_t hipLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments,
                           size_t lds_bytes, hipStream_t stream);
hipError_t hipExtLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments,
                              size_t lds_bytes, hipStream_t stream, hipEvent_t start,
                              hipEvent_t stop, int flags);
hipError_t hipLaunchKernelExC(const hipLaunchConfig_t* config, const void* function,
                              void** arguments);
hipError_t __hipPushCallConfiguration(dim3 grid, dim3 block, size_t lds_bytes = 0,
                                      hipStream_t stream = nullptr);
hipError_t __hipPopCallConfiguration(dim3* grid, dim3* block, size_t* lds_bytes,
                                     hipStream_t* stream);

// Registration: called by code that hipcc generates
void** __hipRegisterFatBinary(const void* wrapper);
void __hipUnregisterFatBinary(void** binary);
void __hipRegisterFunction(void** binary, const void* host_function, char* device_name,
                           const char* name, unsigned thread_limit, void* thread_id, void* block_id,
                           dim3* block, dim3* grid, int* warp_size);
void __hipRegisterVar(void** binary, void* host_variable, char* host_name, char* device_name,
                      int is_extern, size_t bytes, int is_constant, int is_global);
void __hipRegisterManagedVar(void** binary, void** pointer, void* initial, const char* name,
                             size_t bytes, unsigned alignment);

// Streams and events
hipError_t hipStreamCreate(hipStream_t* stream);
hipError_t hipStreamCreateWithFlags(hipStream_t* stream, unsigned flags);
hipError_t hipStreamCreateWithPriority(hipStream_t* stream, unsigned flags, int priority);
hipError_t hipStreamDestroy(hipStream_t stream);
hipError_t hipStreamQuery(hipStream_t stream);
hipError_t hipStreamSynchronize(hipStream_t stream);
hipError_t hipStreamWaitEvent(hipStream_t stream, hipEvent_t event, unsigned flags);
hipError_t hipStreamGetFlags(hipStream_t stream, unsigned* flags);
hipError_t hipStreamGetPriority(hipStream_t stream, int* priority);
hipError_t hipStreamGetDevice(hipStream_t stream, hipDevice_t* device);
int hipGetStreamDeviceId(hipStream_t stream);
hipError_t hipStreamAddCallback(hipStream_t stream, hipStreamCallback_t callback, void* user_data,
                                unsigned flags);
hipError_t hipLaunchHostFunc(hipStream_t stream, hipHostFn_t function, void* user_data);
hipError_t hipStreamIsCapturing(hipStream_t stream, hipStreamCaptureStatus* status);
hipError_t hipEventCreate(hipEvent_t* event);
hipError_t hipEventCreateWithFlags(hipEvent_t* event, unsigned flags);
hipError_t hipEventDestroy(hipEvent_t event);
hipError_t hipEventRecord(hipEvent_t event, hipStream_t stream);
hipError_t hipEventRecordWithFlags(hipEvent_t event, hipStream_t stream, unsigned flags);
hipError_t hipEventQuery(hipEvent_t event);
hipError_t hipEventSynchronize(hipEvent_t event);
hipError_t hipEventElapsedTime(float* milliseconds, hipEvent_t start, hipEvent_t stop);

// Occupancy
hipError_t hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, hipFunction_t function,
                                                              int threads, size_t lds_bytes);
hipError_t hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int* blocks, hipFunction_t function, int threads, size_t lds_bytes, unsigned flags);
hipError_t hipModuleOccupancyMaxPotentialBlockSize(int* grid, int* threads, hipFunction_t function,
                                                   size_t lds_bytes, int limit);
hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* function,
                                                        int threads, size_t lds_bytes);
hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void* function,
                                                                 int threads, size_t lds_bytes,
                                                                 unsigned flags);
hipError_t hipOccupancyMaxPotentialBlockSize(int* grid, int* threads, const void* function,
                                             size_t lds_bytes, int limit);

}  // extern "C"
