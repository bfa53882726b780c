// The --arg options of `tilewright launch`: arrays and numbers that become kernel arguments.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cli/output.hpp"
#include "codeobject/code_object.hpp"
#include "core/npy.hpp"
#include "core/result.hpp"
#include "device/device.hpp"

namespace tilewright::cli {

/// One --arg: bytes passed by value, an array passed by address, or a struct of such fields.
struct LaunchArgument {
  std::string spec;                    ///< as the user wrote it
  std::vector<std::byte> value;        ///< of what has to be read or placed: empty until it is
  size_t align = 1;                    ///< of the value in a struct or in a block without metadata
  std::vector<LaunchArgument> fields;  ///< of a struct
  Array array;         ///< of an array: what is uploaded, or shape and type of an output
  uint64_t bytes = 0;  ///< of an array, known of those that are uploaded once they are read
  std::string file;    ///< where an array or a file: comes from or goes to
  bool upload = false;
  bool download = false;
  std::shared_ptr<device::Buffer> buffer;

  [[nodiscard]] bool is_array() const { return upload || download; }
};

/// Calls visit(argument) for each that is no struct, until one fails.
template <class Arguments, class Visit>
Result<void> for_each_leaf(Arguments& arguments, const Visit& visit) {
  for (auto& argument : arguments) {
    if (argument.fields.empty()) {
      if (Result<void> done = visit(argument); !done) return done;
    } else if (Result<void> done = for_each_leaf(argument.fields, visit); !done) {
      return done;
    }
  }
  return {};
}

/// What one of these says; no file is looked at yet:
///   in:x.npy            an array the kernel reads
///   inout:x.npy         one it changes; the file is replaced
///   out:y.npy:f32:16x16 one it writes; contents are undefined before
///   i32:5 u32:0xff i64:-1 u64:7 f32:0.5 f64:1e-3 f16:1.5
///   bytes:0001ff        raw bytes; file:x.bin has them in a file
///   struct:in:x.npy,out:y.npy:f32:16,i32:16
///                       a struct by value, laid out as C does, pointers to arrays within it
/// Errors say which part of the spec is wrong.
[[nodiscard]] Result<LaunchArgument> parse_argument(const std::string& spec);

/// Reads the files of in:, inout: and file:. Errors: a file that cannot be read; arrays that this
/// machine cannot hold, each once for the device and once for the host.
[[nodiscard]] Result<void> read_inputs(std::vector<LaunchArgument>& arguments);

/// Whether every output and each of `reports` could be written now. Errors: those of can_write(),
/// one file twice, and one that is read: `code_object`, file:, or an array for a report. (An output
/// may take the place of an array that was read.)
[[nodiscard]] Result<void> can_save(const std::vector<LaunchArgument>& arguments,
                                    const std::string& code_object,
                                    const std::vector<NamedFile>& reports);

/// Allocates and uploads the arrays, and composes the structs. A buffer is exactly as large as its
/// array, so that an access past its end is reported.
[[nodiscard]] Result<void> place(device::Device& device, std::vector<LaunchArgument>& arguments);

/// The block of explicit kernel arguments, at the offsets that the kernel's metadata declares, or
/// by natural alignment where an assembler-written kernel declares none. Errors: another number of
/// arguments than declared, or another size.
[[nodiscard]] Result<std::vector<std::byte>> pack(const codeobject::Kernel& kernel,
                                                  const std::vector<LaunchArgument>& arguments);

/// Downloads and writes out and inout arrays; returns a line for each. Errors: the device's; a file
/// that cannot be written, with those that were written before it.
[[nodiscard]] Result<std::vector<std::string>> save(device::Device& device,
                                                    const std::vector<LaunchArgument>& arguments);

}  // namespace tilewright::cli
