// SPDX-License-Identifier: MIT
#include "device/kernel_trace.hpp"

#include <cxxabi.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdlib>
#include <map>
#include <memory>
#include <utility>

#include "core/file.hpp"

namespace tilewright::device {
namespace {

/// LDS is allocated, and reported, in blocks of 128 dwords.
constexpr uint32_t kLdsBlock = 512;

std::string demangled(const std::string& symbol) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> name(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), &std::free);
  return status == 0 ? name.get() : symbol;
}

/// A field in quotation marks, with those inside it doubled (RFC 4180).
std::string quoted(std::string_view text) {
  std::string field = "\"";
  for (const char c : text) field.append(c == '"' ? 2 : 1, c);
  return field + "\"";
}

/// Numbers things from 1 as they are first met.
template <class Key>
class Numbers {
 public:
  size_t of(const Key& key) { return known_.try_emplace(key, known_.size() + 1).first->second; }

 private:
  std::map<Key, size_t> known_;
};

}  // namespace

std::string kernel_trace_csv(std::span<const LaunchRecord> launches) {
  std::string text;
  const char* separator = "";
  for (const char* column : {"Kind",
                             "Agent_Id",
                             "Queue_Id",
                             "Stream_Id",
                             "Thread_Id",
                             "Dispatch_Id",
                             "Kernel_Id",
                             "Kernel_Name",
                             "Correlation_Id",
                             "Start_Timestamp",
                             "End_Timestamp",
                             "LDS_Block_Size",
                             "Scratch_Size",
                             "VGPR_Count",
                             "Accum_VGPR_Count",
                             "SGPR_Count",
                             "Workgroup_Size_X",
                             "Workgroup_Size_Y",
                             "Workgroup_Size_Z",
                             "Grid_Size_X",
                             "Grid_Size_Y",
                             "Grid_Size_Z"}) {
    text += std::exchange(separator, ",") + quoted(column);
  }
  text += "\n";
  Numbers<std::string> agents;
  Numbers<std::pair<std::string, std::string>> kernels;
  uint64_t dispatch = 0;
  for (const LaunchRecord& launch : launches) {
    ++dispatch;
    constexpr int kQueue = 1, kStream = 0, kAccumVgprs = 0;
    const uint32_t lds = (launch.lds_bytes + kLdsBlock - 1) / kLdsBlock * kLdsBlock;
    text += fmt::format(
        "\"KERNEL_DISPATCH\",\"Agent {}\",{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n",
        agents.of(launch.arch), kQueue, kStream, launch.thread_id, dispatch,
        kernels.of({launch.arch, launch.kernel}), quoted(demangled(launch.kernel)), dispatch,
        launch.start_ns, launch.end_ns, lds, launch.scratch_bytes, launch.vgprs, kAccumVgprs,
        launch.sgprs, fmt::join(launch.workgroup_size, ","), fmt::join(launch.grid_size, ","));
  }
  return text;
}

Result<void> write_kernel_trace(const std::string& file, std::span<const LaunchRecord> launches) {
  return write_file(file, kernel_trace_csv(launches));
}

}  // namespace tilewright::device
