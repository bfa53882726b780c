// SPDX-License-Identifier: MIT
#include "cli/launch_values.hpp"

#include <charconv>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <system_error>
#include <type_traits>

#include "core/file.hpp"
#include "core/half.hpp"

namespace tilewright::cli {
namespace {

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

/// "00ff": two hexadecimal digits for each byte.
Result<std::vector<std::byte>> hexadecimal(std::string_view spec, std::string_view digits) {
  std::vector<std::byte> bytes;
  for (size_t at = 0; at + 1 < digits.size(); at += 2) {
    uint8_t byte = 0;
    const char* const end = digits.data() + at + 2;
    const auto [last, error] = std::from_chars(digits.data() + at, end, byte, 16);
    if (error != std::errc{} || last != end) break;
    bytes.push_back(std::byte{byte});
  }
  if (digits.empty() || bytes.size() * 2 != digits.size()) {
    return fail("--arg {}: '{}' is not bytes, two hexadecimal digits for each", spec, digits);
  }
  return bytes;
}

}  // namespace

bool is_value_kind(std::string_view kind) {
  for (const std::string_view known : {"i32", "u32", "i64", "u64", "f16", "f32", "f64"}) {
    if (kind == known) return true;
  }
  return kind == "bytes" || kind == "file";
}

size_t value_alignment(std::string_view kind, size_t bytes) {
  return kind == "bytes" || kind == "file" ? 1 : bytes;
}

Result<std::vector<std::byte>> parse_value(std::string_view spec, std::string_view type,
                                           std::string_view text) {
  if (type == "bytes") return hexadecimal(spec, text);
  if (type == "file") return read_file(std::string(text));
  if (type == "i32") return integer<int32_t>(spec, text);
  if (type == "u32") return integer<uint32_t>(spec, text);
  if (type == "i64") return integer<int64_t>(spec, text);
  if (type == "u64") return integer<uint64_t>(spec, text);
  const Result<double> value = real(spec, text);
  if (!value) return tl::unexpected(value.error());
  if (type == "f64") return bytes_of(*value);
  if (type == "f32") return bytes_of(static_cast<float>(*value));
  return bytes_of(half_from_float(static_cast<float>(*value)));
}

}  // namespace tilewright::cli
