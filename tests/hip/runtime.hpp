// For tests that call the HIP runtime in their own process, which has two devices: a gfx1100 and a
// gfx1201. Kernels are those of kernels.hip.
// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "hip_runtime/abi_functions.hpp"

#define ASSERT_HIP(call) ASSERT_EQ(hipSuccess, (call)) << hipGetErrorString(hipPeekAtLastError())
#define EXPECT_HIP(call) EXPECT_EQ(hipSuccess, (call)) << hipGetErrorString(hipPeekAtLastError())

namespace tilewright::hip {

/// Leaves the runtime as it was found: the first device is current, there is no error.
class RuntimeTest : public testing::Test {
 protected:
  RuntimeTest();
  ~RuntimeTest() override;

  /// A code object of kernels.hip, "gfx1201" or other.
  [[nodiscard]] static std::string object(const std::string& arch);
  /// A function of kernels.hip on the current device; null if something fails.
  [[nodiscard]] hipFunction_t function(const char* name);
  /// One of another code object, which is a file for the current device.
  [[nodiscard]] hipFunction_t function(const char* name, const std::string& file);
  /// Device memory that is freed after the test.
  [[nodiscard]] void* memory(size_t bytes);

  template <class T>
  [[nodiscard]] T* upload(const std::vector<T>& values) {
    void* to = memory(values.size() * sizeof(T));
    EXPECT_HIP(hipMemcpy(to, values.data(), values.size() * sizeof(T), hipMemcpyHostToDevice));
    return static_cast<T*>(to);
  }
  template <class T>
  [[nodiscard]] std::vector<T> download(const T* from, size_t count) {
    std::vector<T> values(count);
    EXPECT_HIP(hipMemcpy(values.data(), from, count * sizeof(T), hipMemcpyDeviceToHost));
    return values;
  }

 private:
  std::vector<hipModule_t> modules_;
  std::vector<void*> blocks_;
};

}  // namespace tilewright::hip
