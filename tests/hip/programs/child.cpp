// A program with a fault of its own for each first argument, for the tests of `tilewright emu`.
// SPDX-License-Identifier: MIT
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "hip_runtime/abi_functions.hpp"

namespace {

void check(hipError_t error, const char* what) {
  if (error == hipSuccess) return;
  std::fprintf(stderr, "child: %s: %s\n", what, hipGetErrorName(error));
  std::exit(3);
}

void* allocate(size_t bytes) {
  void* block = nullptr;
  check(hipMalloc(&block, bytes), "hipMalloc");
  return block;
}

/// A kernel of kernels.hip, for the current device.
hipFunction_t load(const char* kernel) {
  int device = -1;
  hipDeviceProp_tR0600 properties;
  hipModule_t module = nullptr;
  hipFunction_t function = nullptr;
  check(hipGetDevice(&device), "hipGetDevice");
  check(hipGetDevicePropertiesR0600(&properties, device), "hipGetDeviceProperties");
  const std::string file =
      std::string(TW_KERNEL_DIR) + "/" + properties.gcnArchName + "/hip_test.co";
  check(hipModuleLoad(&module, file.c_str()), "hipModuleLoad");
  check(hipModuleGetFunction(&function, module, kernel), "hipModuleGetFunction");
  return function;
}

/// One workgroup of a kernel that takes a pointer and, if it wants to, a count.
hipError_t run(const char* kernel, unsigned threads, void* out, int count = 0) {
  hipFunction_t function = load(kernel);
  void* arguments[] = {&out, &count};
  return hipModuleLaunchKernel(function, 1, 1, 1, threads, 1, 1, 0, nullptr, arguments, nullptr);
}

void run_small() {
  void* out = allocate(1024);
  check(run("small", 256, out), "launch");
  check(hipFree(out), "hipFree");
}

/// out = 2 in + 5, `times` over.
void scale(hipFunction_t function, float* in, float* out, int times) {
  float factor = 2;
  int count = 32;
  void* arguments[] = {&in, &out, &factor, &count};
  for (int i = 0; i < times; ++i) {
    check(hipModuleLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, nullptr, arguments, nullptr),
          "launch");
  }
}

void set(float* block, float value) {
  const std::vector<float> values(32, value);
  check(hipMemcpy(block, values.data(), 128, hipMemcpyHostToDevice), "hipMemcpy");
}

void print(const float* block) {
  float first = 0;
  check(hipMemcpy(&first, block, sizeof(first), hipMemcpyDeviceToHost), "hipMemcpy");
  std::printf("%g\n", first);
}

/// Launches that repeat themselves, and some that look as if they did.
void repeat() {
  hipFunction_t function = load("scale");
  auto* in = static_cast<float*>(allocate(128));
  auto* out = static_cast<float*>(allocate(128));
  set(in, 1);
  scale(function, in, out, 5);
  print(out);
  set(in, 2);  // other operands, and back
  scale(function, in, out, 1);
  print(out);
  set(in, 1);
  scale(function, in, out, 2);
  print(out);
  set(out, 0);  // the result is gone
  scale(function, in, out, 1);
  print(out);
  scale(function, in, in, 4);  // in place: each goes on from the one before
  print(in);
  check(hipFree(in), "hipFree");
  check(hipFree(out), "hipFree");
}

/// Launches when the program has ended, if it is asked to: after what was made since main() began
/// has been destroyed.
struct Late {
  bool asked = false;
  ~Late() {
    if (!asked) return;
    run_small();
    int device = -1;
    check(hipGetDevice(&device), "hipGetDevice");
    check(__hipPushCallConfiguration({1, 1, 1}, {1, 1, 1}, 0, nullptr), "push");
    std::printf("late, on device %d\n", device);
  }
} late;

/// Uses HIP until the process has ended.
[[noreturn]] void keep_busy() {
  for (;;) {
    void* blocks[64];
    for (void*& block : blocks) (void)hipMalloc(&block, 64);
    for (void* block : blocks) (void)hipFree(block);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  if (what == "exit") {
    run_small();
    return std::atoi(argv[2]);
  }
  if (what == "abort") {
    run_small();
    std::signal(SIGABRT, SIG_DFL);
    std::abort();
  }
  if (what == "leak") {
    allocate(100);
    allocate(28);
    return 0;
  }
  if (what == "race") {
    void* out = allocate(256);
    check(run("race", 64, out), "launch");
    check(hipFree(out), "hipFree");
    return 0;
  }
  if (what == "overrun") {
    void* out = allocate(256);
    const hipError_t launched = run("overrun", 32, out, 64);
    std::printf("%s\n",
                hipGetErrorName(launched == hipSuccess ? hipDeviceSynchronize() : launched));
    check(hipFree(out), "hipFree");
    return argc > 2 ? std::atoi(argv[2]) : 4;
  }
  if (what == "fork") {
    const pid_t child = ::fork();
    run_small();
    if (child == 0) return 0;
    int status = 0;
    ::waitpid(child, &status, 0);
    return WEXITSTATUS(status);
  }
  if (what == "repeat") {
    repeat();
    return 0;
  }
  if (what == "elsewhere") {
    run_small();
    if (::chdir("/") != 0) return 3;
    run_small();
    return 0;
  }
  if (what == "late") {
    check(hipSetDevice(1), "hipSetDevice");
    dim3 grid, block;
    size_t lds = 0;
    hipStream_t stream = nullptr;
    check(__hipPushCallConfiguration({1, 1, 1}, {1, 1, 1}, 0, nullptr), "push");
    check(__hipPopCallConfiguration(&grid, &block, &lds, &stream), "pop");
    run_small();
    late.asked = true;
    return 0;
  }
  if (what == "busy") {
    (void)hipSetDevice(0);
    for (int i = 0; i < 3; ++i) std::thread(keep_busy).detach();
    ::usleep(20'000);
    return 0;
  }
  if (what == "busy-fork") {
    (void)hipSetDevice(0);
    std::thread(keep_busy).detach();
    for (int i = 0; i < 20; ++i) {
      const pid_t child = ::fork();
      if (child == 0) {
        ::alarm(20);
        run_small();
        ::_exit(0);
      }
      int status = 0;
      ::waitpid(child, &status, 0);
      if (status != 0) return 5;
    }
    return 0;
  }
  if (what == "killed") {
    allocate(64);
    return ::raise(SIGKILL);
  }
  if (what == "nothing") return 0;
  std::fprintf(stderr, "child: what is \"%s\"?\n", what.c_str());
  return 2;
}
