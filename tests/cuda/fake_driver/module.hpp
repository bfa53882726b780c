// Loaded modules and the kernels in them.
// SPDX-License-Identifier: MIT
#pragma once

#include <list>
#include <string>

#include "kernel.hpp"

namespace tilewright::fake_cuda {

class Module {
 public:
  /// A cubin, or any other bytes, of which only the first few are looked at.
  explicit Module(const void* image);
  /// nullptr if no kernel of the ladder has that name, or the cubin does not name it.
  [[nodiscard]] Kernel* kernel(const std::string& name);
  [[nodiscard]] std::list<Kernel>& kernels() { return kernels_; }

 private:
  std::string cubin_;  ///< empty: of unknown contents
  std::list<Kernel> kernels_;
};

/// Those that are loaded.
std::list<Module>& modules();
/// nullptr if its module has been unloaded.
[[nodiscard]] Kernel* live_kernel(const void* handle);

}  // namespace tilewright::fake_cuda
