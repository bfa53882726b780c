// The --arg options of `tilewright launch`: arrays and numbers that become kernel arguments.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "codeobject/code_object.hpp"
#include "core/npy.hpp"
#include "core/result.hpp"
#include "device/device.hpp"

namespace tilewright::cli {

/// One --arg: a number passed by value, or an array passed by address.
struct LaunchArgument {
  std::string spec;              ///< as the user wrote it
  std::vector<std::byte> value;  ///< of a number: its bytes; of an array: empty until placed
  Array array;                   ///< of an array: what is uploaded, or shape and type of an output
  std::string file;              ///< of an array: where it comes from or goes to
  bool upload = false;
  bool download = false;
  std::shared_ptr<device::Buffer> buffer;

  [[nodiscard]] bool is_array() const { return upload || download; }
};

/// Reads one of
///   in:x.npy            an array the kernel reads
///   inout:x.npy         one it changes; the file is replaced
///   out:y.npy:f32:16x16 one it writes; contents are undefined before
///   i32:5 u32:0xff i64:-1 u64:7 f32:0.5 f64:1e-3 f16:1.5
/// and the file, if it is to be uploaded. Errors say which part of the spec is wrong.
[[nodiscard]] Result<LaunchArgument> parse_argument(const std::string& spec);

/// Allocates and uploads the arrays. A buffer is exactly as large as its array, so that an access
/// past its end is reported.
[[nodiscard]] Result<void> place(device::Device& device, std::vector<LaunchArgument>& arguments);

/// The block of explicit kernel arguments, at the offsets that the kernel's metadata declares, or
/// by natural alignment where an assembler-written kernel declares none. Errors: another number of
/// arguments than declared, or another size.
[[nodiscard]] Result<std::vector<std::byte>> pack(const codeobject::Kernel& kernel,
                                                  const std::vector<LaunchArgument>& arguments);

/// Downloads and writes out and inout arrays; returns a line for each.
[[nodiscard]] Result<std::vector<std::string>> save(device::Device& device,
                                                    const std::vector<LaunchArgument>& arguments);

}  // namespace tilewright::cli
