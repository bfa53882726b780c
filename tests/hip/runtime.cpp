// SPDX-License-Identifier: MIT
#include "runtime.hpp"

#include <cstdlib>

namespace tilewright::hip {
namespace {

/// Before the first call into the runtime.
[[maybe_unused]] const int devices_chosen = ::setenv("TILEWRIGHT_ARCH", "gfx1100,gfx1201", 1);

}  // namespace

RuntimeTest::RuntimeTest() {
  EXPECT_HIP(hipSetDevice(0));
  (void)hipGetLastError();
}

RuntimeTest::~RuntimeTest() {
  for (void* block : blocks_) (void)hipFree(block);
  for (hipModule_t module : modules_) (void)hipModuleUnload(module);
  for (int device : {1, 0}) {
    (void)hipSetDevice(device);
    (void)hipDeviceReset();
  }
}

std::string RuntimeTest::object(const std::string& arch) {
  return std::string(TW_KERNEL_DIR) + "/" + arch + "/hip_test.co";
}

hipFunction_t RuntimeTest::function(const char* name) {
  int device = 0;
  hipDeviceProp_tR0600 properties;
  EXPECT_HIP(hipGetDevice(&device));
  EXPECT_HIP(hipGetDevicePropertiesR0600(&properties, device));
  return function(name, object(properties.gcnArchName));
}

hipFunction_t RuntimeTest::function(const char* name, const std::string& file) {
  hipModule_t module = nullptr;
  hipFunction_t found = nullptr;
  EXPECT_HIP(hipModuleLoad(&module, file.c_str()));
  modules_.push_back(module);
  EXPECT_HIP(hipModuleGetFunction(&found, module, name));
  return found;
}

void* RuntimeTest::memory(size_t bytes) {
  void* block = nullptr;
  EXPECT_HIP(hipMalloc(&block, bytes));
  blocks_.push_back(block);
  return block;
}

}  // namespace tilewright::hip
