// SPDX-License-Identifier: MIT
#include "cli/launch_arguments.hpp"

#include <algorithm>
#include <bit>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <type_traits>

#include "core/half.hpp"

namespace tilewright::cli {
namespace {

constexpr std::string_view forms =
    "an argument is in:FILE.npy, inout:FILE.npy, out:FILE.npy:TYPE:SHAPE, or TYPE:NUMBER with "
    "TYPE one of i32 u32 i64 u64 f16 f32 f64";

template <class T>
std::vector<std::byte> bytes_of(T value) {
  std::vector<std::byte> bytes(sizeof(value));
  std::memcpy(bytes.data(), &value, sizeof(value));
  return bytes;
}

/// Decimal or, with 0x, hexadecimal.
template <class T>
Result<std::vector<std::byte>> integer(std::string_view spec, std::string_view text) {
  std::string_view digits = text;
  const bool negative = std::is_signed_v<T> && digits.starts_with('-');
  if (negative) digits.remove_prefix(1);
  const bool hex = digits.starts_with("0x") || digits.starts_with("0X");
  if (hex) digits.remove_prefix(2);
  uint64_t magnitude = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), magnitude, hex ? 16 : 10);
  const bool whole = error == std::errc{} && end == digits.data() + digits.size();
  const uint64_t most = uint64_t{std::numeric_limits<T>::max()} + (negative ? 1 : 0);
  if (!whole || magnitude > most) {
    return fail("--arg {}: '{}' is not a whole number from {} to {}", spec, text,
                std::numeric_limits<T>::min(), std::numeric_limits<T>::max());
  }
  return bytes_of(static_cast<T>(negative ? uint64_t{0} - magnitude : magnitude));
}

Result<double> real(std::string_view spec, std::string_view text) {
  const std::string copy(text);
  char* end = nullptr;
  const double value = std::strtod(copy.c_str(), &end);
  if (copy.empty() || *end != '\0') return fail("--arg {}: '{}' is not a number", spec, text);
  return value;
}

Result<std::vector<std::byte>> number(std::string_view spec, std::string_view type,
                                      std::string_view text) {
  if (type == "i32") return integer<int32_t>(spec, text);
  if (type == "u32") return integer<uint32_t>(spec, text);
  if (type == "i64") return integer<int64_t>(spec, text);
  if (type == "u64") return integer<uint64_t>(spec, text);
  if (type != "f16" && type != "f32" && type != "f64") return fail("--arg {}: {}", spec, forms);
  const Result<double> value = real(spec, text);
  if (!value) return tl::unexpected(value.error());
  if (type == "f64") return bytes_of(*value);
  if (type == "f32") return bytes_of(static_cast<float>(*value));
  return bytes_of(half_from_float(static_cast<float>(*value)));
}

/// "16x16" and a type, as an array without contents.
Result<Array> output_array(std::string_view spec, std::string_view type, std::string_view shape) {
  const auto dtype = dtype_from_name(type);
  if (!dtype) return fail("--arg {}: there is no element type '{}'", spec, type);
  Array array{.dtype = *dtype, .shape = {}, .fortran_order = false, .data = {}};
  uint64_t bytes = size_of(*dtype);
  for (std::string_view rest = shape;;) {
    const size_t cross = std::min(rest.find('x'), rest.size());
    uint64_t extent = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + cross, extent);
    if (error != std::errc{} || end != rest.data() + cross || extent == 0) {
      return fail("--arg {}: '{}' is not a shape such as 16x16", spec, shape);
    }
    if (extent > std::numeric_limits<int64_t>::max() / bytes) {
      return fail("--arg {}: an array of shape {} is larger than memory", spec, shape);
    }
    bytes *= extent;
    array.shape.push_back(extent);
    if (cross == rest.size()) break;
    rest.remove_prefix(cross + 1);
  }
  array.data.resize(bytes);
  return array;
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

}  // namespace

Result<LaunchArgument> parse_argument(const std::string& spec) {
  const size_t colon = spec.find(':');
  if (colon == std::string::npos) return fail("--arg {}: {}", spec, forms);
  const std::string_view kind = std::string_view(spec).substr(0, colon);
  const std::string rest = spec.substr(colon + 1);
  LaunchArgument argument;
  argument.spec = spec;
  if (kind == "in" || kind == "inout") {
    argument.file = rest;
    argument.upload = true;
    argument.download = kind == "inout";
    auto array = read_npy(rest);
    if (!array) return tl::unexpected(array.error());
    argument.array = std::move(*array);
    return argument;
  }
  if (kind == "out") {
    // From the right: a file's name may hold colons.
    const size_t shape = rest.rfind(':');
    const size_t type =
        shape == std::string::npos || shape == 0 ? std::string::npos : rest.rfind(':', shape - 1);
    if (type == std::string::npos || type == 0) return fail("--arg {}: {}", spec, forms);
    auto array = output_array(spec, std::string_view(rest).substr(type + 1, shape - type - 1),
                              std::string_view(rest).substr(shape + 1));
    if (!array) return tl::unexpected(array.error());
    argument.file = rest.substr(0, type);
    argument.download = true;
    argument.array = std::move(*array);
    return argument;
  }
  auto value = number(spec, kind, rest);
  if (!value) return tl::unexpected(value.error());
  argument.value = std::move(*value);
  return argument;
}

Result<void> place(device::Device& device, std::vector<LaunchArgument>& arguments) {
  for (LaunchArgument& argument : arguments) {
    if (!argument.is_array()) continue;
    auto buffer = device.allocate(argument.array.data.size(), argument.file);
    if (!buffer) return tl::unexpected(buffer.error());
    argument.buffer = std::move(*buffer);
    argument.value = bytes_of(argument.buffer->address());
    if (!argument.upload) continue;
    if (auto done = device.upload(*argument.buffer, 0, argument.array.data); !done) return done;
  }
  return {};
}

Result<std::vector<std::byte>> pack(const codeobject::Kernel& kernel,
                                    const std::vector<LaunchArgument>& arguments) {
  const auto declared = declared_arguments(kernel);
  std::vector<std::byte> block;
  if (declared.empty()) {
    for (const LaunchArgument& argument : arguments) {
      const size_t align = argument.value.size();
      put(block, (block.size() + align - 1) / align * align, argument.value);
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
    return fail("{} takes {} arguments, {} were given with --arg; it declares{}", kernel.name,
                declared.size(), arguments.size(), wanted);
  }
  for (size_t i = 0; i < declared.size(); ++i) {
    if (arguments[i].value.size() != declared[i].bytes) {
      return fail("--arg {}: argument {} of {}{}{} has {} bytes, this is {}", arguments[i].spec, i,
                  kernel.name, declared[i].name.empty() ? "" : ", ", declared[i].name,
                  declared[i].bytes, arguments[i].value.size());
    }
    put(block, declared[i].offset, arguments[i].value);
  }
  return block;
}

Result<std::vector<std::string>> save(device::Device& device,
                                      const std::vector<LaunchArgument>& arguments) {
  std::vector<std::string> lines;
  for (const LaunchArgument& argument : arguments) {
    if (!argument.download) continue;
    Array result = argument.array;
    if (auto done = device.download(*argument.buffer, 0, result.data); !done) {
      return tl::unexpected(done.error());
    }
    if (auto written = write_npy(argument.file, result); !written) {
      return tl::unexpected(written.error());
    }
    lines.push_back(fmt::format("{}: {}", argument.file, describe(result)));
  }
  return lines;
}

}  // namespace tilewright::cli
