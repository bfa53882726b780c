// SPDX-License-Identifier: MIT
#include "cli/launch_arguments.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <limits>
#include <system_error>

#include "cli/launch_values.hpp"
#include "cli/output.hpp"
#include "core/file.hpp"
#include "core/machine_memory.hpp"
#include "core/npy_header.hpp"
#include "report/table.hpp"

namespace tilewright::cli {
namespace {

constexpr std::string_view forms =
    "an argument is in:FILE.npy, inout:FILE.npy, out:FILE.npy:TYPE:SHAPE, TYPE:NUMBER with TYPE "
    "one of i32 u32 i64 u64 f16 f32 f64, bytes:HEX, file:FILE, or struct:FIELD,FIELD,... of these";

constexpr size_t kAddressBytes = 8;

/// A type and "16x16".
Result<void> describe_output(LaunchArgument& argument, std::string_view type,
                             std::string_view shape) {
  const std::string& spec = argument.spec;
  const auto dtype = dtype_from_name(type);
  if (!dtype) return fail("--arg {}: there is no element type '{}'", spec, type);
  argument.array = {.dtype = *dtype, .shape = {}, .fortran_order = false, .data = {}};
  argument.bytes = size_of(*dtype);
  for (std::string_view rest = shape;;) {
    const size_t cross = std::min(rest.find('x'), rest.size());
    uint64_t extent = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + cross, extent);
    if (error != std::errc{} || end != rest.data() + cross || extent == 0) {
      return fail("--arg {}: '{}' is not a shape such as 16x16", spec, shape);
    }
    if (extent > std::numeric_limits<int64_t>::max() / argument.bytes) {
      return fail("--arg {}: an array of shape {} is larger than memory", spec, shape);
    }
    if (argument.array.shape.size() == kNpyMaxAxes) {
      return fail("--arg {}: the shape has more than the {} axes of a .npy file", spec,
                  kNpyMaxAxes);
    }
    argument.bytes *= extent;
    argument.array.shape.push_back(extent);
    if (cross == rest.size()) return {};
    rest.remove_prefix(cross + 1);
  }
}

/// What the kernel's metadata calls its own arguments; the rest are the ABI's.
std::vector<codeobject::Argument> declared_arguments(const codeobject::Kernel& kernel) {
  std::vector<codeobject::Argument> explicit_ones;
  for (const codeobject::Argument& argument : kernel.arguments) {
    if (!argument.value_kind.starts_with("hidden_")) explicit_ones.push_back(argument);
  }
  return explicit_ones;
}

void put(std::vector<std::byte>& block, size_t offset, const std::vector<std::byte>& value) {
  block.resize(std::max(block.size(), offset + value.size()));
  std::copy(value.begin(), value.end(), block.begin() + static_cast<std::ptrdiff_t>(offset));
}

/// `value` behind what `block` has, where C puts it.
void append(std::vector<std::byte>& block, size_t align, const std::vector<std::byte>& value) {
  put(block, (block.size() + align - 1) / align * align, value);
}

/// Fields in their order, each at its natural alignment, the whole padded to the widest of them.
std::vector<std::byte> composed(const LaunchArgument& of) {
  std::vector<std::byte> block;
  for (const LaunchArgument& field : of.fields) append(block, field.align, field.value);
  block.resize((block.size() + of.align - 1) / of.align * of.align);
  return block;
}

Result<LaunchArgument> output(LaunchArgument argument, const std::string& rest) {
  // From the right: a file's name may hold colons.
  const size_t shape = rest.rfind(':');
  const size_t type =
      shape == std::string::npos || shape == 0 ? std::string::npos : rest.rfind(':', shape - 1);
  if (type == std::string::npos || type == 0) return fail("--arg {}: {}", argument.spec, forms);
  argument.file = rest.substr(0, type);
  argument.download = true;
  const std::string_view words = rest;
  return describe_output(argument, words.substr(type + 1, shape - type - 1),
                         words.substr(shape + 1))
      .map([&] { return std::move(argument); });
}

Result<LaunchArgument> structure(LaunchArgument argument, const std::string& rest) {
  argument.align = 1;
  for (size_t at = 0; at <= rest.size();) {
    const size_t end = std::min(rest.find(',', at), rest.size());
    const std::string field = rest.substr(at, end - at);
    if (field.starts_with("struct:")) {
      return fail("--arg {}: write the fields of an inner struct in line", argument.spec);
    }
    Result<LaunchArgument> parsed = parse_argument(field);
    if (!parsed) return fail("--arg {}: {}", argument.spec, parsed.error().message);
    argument.align = std::max(argument.align, parsed->align);
    argument.fields.push_back(std::move(*parsed));
    at = end + 1;
  }
  return argument;
}

}  // namespace

Result<LaunchArgument> parse_argument(const std::string& spec) {
  const size_t colon = spec.find(':');
  if (colon == std::string::npos) return fail("--arg {}: {}", spec, forms);
  const std::string_view kind = std::string_view(spec).substr(0, colon);
  const std::string rest = spec.substr(colon + 1);
  LaunchArgument argument;
  argument.spec = spec;
  argument.align = kAddressBytes;
  if (kind == "in" || kind == "inout" || kind == "file") {
    if (rest.empty()) return fail("--arg {}: {}", spec, forms);
    argument.file = rest;
    argument.upload = kind != "file";
    argument.download = kind == "inout";
    if (kind == "file") argument.align = 1;
    return argument;
  }
  if (kind == "out") return output(std::move(argument), rest);
  if (kind == "struct") return structure(std::move(argument), rest);
  if (!is_value_kind(kind)) return fail("--arg {}: {}", spec, forms);
  auto value = parse_value(spec, kind, rest);
  if (!value) return tl::unexpected(value.error());
  argument.value = std::move(*value);
  argument.align = value_alignment(kind, argument.value.size());
  return argument;
}

Result<void> read_inputs(std::vector<LaunchArgument>& arguments) {
  uint64_t bytes = 0;
  const auto read = for_each_leaf(arguments, [&](LaunchArgument& argument) -> Result<void> {
    if (argument.upload) {
      auto array = read_npy(argument.file);
      if (!array) return tl::unexpected(array.error());
      argument.array = std::move(*array);
      argument.bytes = argument.array.data.size();
    } else if (!argument.file.empty() && !argument.download) {
      auto value = read_file(argument.file);
      if (!value) return tl::unexpected(value.error());
      argument.value = std::move(*value);
    }
    const uint64_t machine = machine_memory();
    if (argument.bytes > machine || (bytes += 2 * argument.bytes) > machine) {
      return fail(
          "--arg {}: an array of {} bytes; the arrays are held twice, by the host and by the "
          "device, and this machine has {} bytes of memory",
          argument.spec, report::grouped(argument.bytes), report::grouped(machine));
    }
    return {};
  });
  return read;
}

Result<void> can_save(const std::vector<LaunchArgument>& arguments, const std::string& code_object,
                      const std::vector<NamedFile>& reports) {
  std::vector<NamedFile> outputs = reports;
  std::vector<NamedFile> inputs = {{"FILE", code_object}};
  std::vector<NamedFile> arrays;
  (void)for_each_leaf(arguments, [&](const LaunchArgument& argument) -> Result<void> {
    const NamedFile named{"--arg " + argument.spec, argument.file};
    if (argument.download) outputs.push_back(named);
    if (argument.upload) arrays.push_back(named);
    if (!argument.is_array()) inputs.push_back(named);
    return {};
  });
  Result<void> writable = can_write_all(outputs);
  if (writable) writable = spares(outputs, inputs);
  // An array may take the place of one that was read.
  if (writable) writable = spares(reports, arrays);
  return writable;
}

Result<void> place(device::Device& device, std::vector<LaunchArgument>& arguments) {
  auto placed = for_each_leaf(arguments, [&](LaunchArgument& argument) -> Result<void> {
    if (!argument.is_array()) return {};
    auto buffer = device.allocate(argument.bytes, argument.file);
    if (!buffer) return tl::unexpected(buffer.error());
    argument.buffer = std::move(*buffer);
    const uint64_t address = argument.buffer->address();
    argument.value.resize(sizeof(address));
    std::memcpy(argument.value.data(), &address, sizeof(address));
    if (!argument.upload) return {};
    return device.upload(*argument.buffer, 0, argument.array.data);
  });
  if (!placed) return placed;
  for (LaunchArgument& argument : arguments) {
    if (!argument.fields.empty()) argument.value = composed(argument);
  }
  return {};
}

Result<std::vector<std::byte>> pack(const codeobject::Kernel& kernel,
                                    const std::vector<LaunchArgument>& arguments) {
  const auto declared = declared_arguments(kernel);
  std::vector<std::byte> block;
  if (declared.empty()) {
    for (const LaunchArgument& argument : arguments) {
      append(block, argument.align, argument.value);
    }
    return block;
  }
  if (declared.size() != arguments.size()) {
    std::string wanted;
    for (const auto& argument : declared) {
      wanted +=
          fmt::format("\n  {} ({}, {} bytes)", argument.name.empty() ? "argument" : argument.name,
                      argument.value_kind, argument.bytes);
    }
    return fail("{} takes {} {}, --arg was given {}; it declares{}", kernel.name, declared.size(),
                declared.size() == 1 ? "argument" : "arguments",
                arguments.size() == 1 ? "once" : fmt::format("{} times", arguments.size()), wanted);
  }
  for (size_t i = 0; i < declared.size(); ++i) {
    if (arguments[i].value.size() != declared[i].bytes) {
      return fail("--arg {}: argument {} of {}{}{} has {} bytes, this is {}", arguments[i].spec, i,
                  kernel.name, declared[i].name.empty() ? "" : ", ", declared[i].name,
                  declared[i].bytes, arguments[i].value.size());
    }
    if (arguments[i].is_array() && declared[i].value_kind == "by_value") {
      return fail(
          "--arg {}: argument {} of {}{}{} is {} bytes by value, not the address of an array: give "
          "a number, or a struct with the array in it",
          arguments[i].spec, i, kernel.name, declared[i].name.empty() ? "" : ", ", declared[i].name,
          declared[i].bytes);
    }
    put(block, declared[i].offset, arguments[i].value);
  }
  return block;
}

Result<std::vector<std::string>> save(device::Device& device,
                                      const std::vector<LaunchArgument>& arguments) {
  struct Output {
    const std::string* file;
    Array array;
  };
  // All are read before any is written: what can still fail then is the file system.
  std::vector<Output> outputs;
  auto read = for_each_leaf(arguments, [&](const LaunchArgument& argument) -> Result<void> {
    if (!argument.download) return {};
    outputs.push_back({&argument.file, argument.array});
    outputs.back().array.data.resize(argument.bytes);
    return device.download(*argument.buffer, 0, outputs.back().array.data);
  });
  if (!read) return tl::unexpected(read.error());
  std::vector<std::string> lines;
  std::vector<std::string> written;
  for (const Output& output : outputs) {
    if (Result<void> done = write_npy(*output.file, output.array); !done) {
      if (written.empty()) return tl::unexpected(done.error());
      return fail("{}; written before it: {}", done.error().message, fmt::join(written, ", "));
    }
    written.push_back(*output.file);
    lines.push_back(fmt::format("{}: {}", *output.file, describe(output.array)));
  }
  return lines;
}

}  // namespace tilewright::cli
