// SPDX-License-Identifier: MIT
#include "cli/launch_remarks.hpp"

#include <algorithm>
#include <span>

#include "emu/memory/host_memory.hpp"
#include "report/table.hpp"

namespace tilewright::cli {
namespace {

/// Where the last field of a struct ends, before the padding that makes its alignment whole.
size_t end_of_fields(const LaunchArgument& of) {
  size_t end = 0;
  for (const LaunchArgument& field : of.fields) {
    end = (end + field.align - 1) / field.align * field.align + field.value.size();
  }
  return end;
}

/// Elements that lie in words of fresh memory. A smaller element than a word might hold those bytes
/// by chance; a word of them is no chance.
uint64_t fresh_elements(const Array& array, std::span<const std::byte> bytes) {
  if (bytes.size() > emu::HostMemory::fill_limit) return 0;  // such memory is not filled
  const size_t element = size_of(array.dtype);
  const size_t word = std::max<size_t>(element, sizeof(uint32_t));
  uint64_t fresh = 0;
  for (size_t at = 0; at + word <= bytes.size(); at += word) {
    const bool all = std::ranges::all_of(
        bytes.subspan(at, word), [](std::byte each) { return each == emu::HostMemory::fill; });
    fresh += all ? word / element : 0;
  }
  return fresh;
}

}  // namespace

std::vector<std::string> remarks_before(const std::vector<LaunchArgument>& arguments) {
  std::vector<std::string> remarks;
  for (const LaunchArgument& argument : arguments) {
    const size_t end = end_of_fields(argument);
    if (argument.fields.empty() || end == argument.value.size()) continue;
    remarks.push_back(fmt::format(
        "the fields of --arg struct:... end at byte {}, and the struct, aligned to {}, at {}: the "
        "{} bytes between are 0; if the kernel has a field there, it was left out",
        end, argument.align, argument.value.size(), argument.value.size() - end));
  }
  return remarks;
}

Result<std::vector<std::string>> remarks_after(device::Device& device,
                                               const std::vector<LaunchArgument>& arguments) {
  std::vector<std::string> remarks;
  bool outputs = false;
  const auto looked = for_each_leaf(arguments, [&](const LaunchArgument& argument) -> Result<void> {
    outputs = outputs || argument.download;
    if (!argument.is_array() || (argument.upload && argument.download)) return {};
    std::vector<std::byte> now(argument.bytes);
    if (auto read = device.download(*argument.buffer, 0, now); !read) return read;
    if (argument.upload) {
      if (now != argument.array.data) {
        remarks.push_back(
            fmt::format("the kernel changed {}, which is an in: and is not written back; inout: is",
                        argument.file));
      }
      return {};
    }
    if (const uint64_t fresh = fresh_elements(argument.array, now); fresh != 0) {
      remarks.push_back(
          fmt::format("{} of {} elements of {} hold what fresh memory is filled with (0xa5): they "
                      "were not written, or "
                      "were given that value",
                      report::grouped(fresh),
                      report::grouped(now.size() / size_of(argument.array.dtype)), argument.file));
    }
    return {};
  });
  if (!looked) return tl::unexpected(looked.error());
  if (!outputs)
    remarks.emplace_back("the kernel ran; no --arg is an out: or inout:, so nothing is written");
  return remarks;
}

}  // namespace tilewright::cli
