// SPDX-License-Identifier: MIT
#include "cli/launch_values.hpp"

#include <bit>
#include <cctype>
#include <cfenv>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <system_error>
#include <type_traits>

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

/// strtod(), strtof(): correctly rounded in the direction that is set.
template <class T>
T parse_real(const char* text, char** end) {
  if constexpr (std::is_same_v<T, double>) return std::strtod(text, end);
  return std::strtof(text, end);
}

/// Decimal, hexadecimal, inf or nan, to the nearest T.
template <class T>
Result<T> real(std::string_view spec, std::string_view text) {
  const std::string copy(text);
  char* end = nullptr;
  const T value = parse_real<T>(copy.c_str(), &end);
  const bool blank = copy.empty() || std::isspace(static_cast<unsigned char>(copy.front()));
  if (blank || end != copy.c_str() + copy.size()) {
    return fail("--arg {}: '{}' is not a number", spec, text);
  }
  return value;
}

/// As inf is spelled, and not what is too large for a type.
bool spells_infinity(std::string_view text) {
  return text.find_first_of("iI") != std::string_view::npos;
}

/// Sets the rounding direction while it lives.
class Rounding {
 public:
  explicit Rounding(int direction) : before_(std::fegetround()) { std::fesetround(direction); }
  ~Rounding() { std::fesetround(before_); }
  Rounding(const Rounding&) = delete;
  Rounding& operator=(const Rounding&) = delete;

 private:
  int before_;
};

/// The nearest half. Rounding to the nearest float on the way could land on the middle of two
/// halves; of the floats on both sides of the number, the odd one lies on its side of any such
/// middle (Boldo and Melquiond, "Emulation of FMA and correctly rounded sums", 2008).
Result<uint16_t> half(std::string_view spec, std::string_view text) {
  Result<float> below;
  Result<float> above;
  {
    const Rounding down(FE_DOWNWARD);
    below = real<float>(spec, text);
  }
  {
    const Rounding up(FE_UPWARD);
    above = real<float>(spec, text);
  }
  if (!below) return tl::unexpected(below.error());
  const bool odd = (std::bit_cast<uint32_t>(*below) & 1u) != 0;
  return half_from_float(odd ? *below : *above);
}

Result<std::vector<std::byte>> finite_or_spelled(std::string_view spec, std::string_view text,
                                                 bool infinite, std::vector<std::byte> bytes) {
  if (!infinite || spells_infinity(text)) return bytes;
  return fail("--arg {}: {} is too large for this type; infinity is written inf", spec, text);
}

template <class T>
Result<std::vector<std::byte>> real_bytes(std::string_view spec, std::string_view text) {
  const Result<T> value = real<T>(spec, text);
  if (!value) return tl::unexpected(value.error());
  return finite_or_spelled(spec, text, std::isinf(*value), bytes_of(*value));
}

Result<std::vector<std::byte>> half_bytes(std::string_view spec, std::string_view text) {
  const Result<uint16_t> value = half(spec, text);
  if (!value) return tl::unexpected(value.error());
  return finite_or_spelled(spec, text, std::isinf(half_to_float(*value)), bytes_of(*value));
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
  return kind == "bytes";
}

size_t value_alignment(std::string_view kind, size_t bytes) { return kind == "bytes" ? 1 : bytes; }

Result<std::vector<std::byte>> parse_value(std::string_view spec, std::string_view type,
                                           std::string_view text) {
  if (type == "bytes") return hexadecimal(spec, text);
  if (type == "i32") return integer<int32_t>(spec, text);
  if (type == "u32") return integer<uint32_t>(spec, text);
  if (type == "i64") return integer<int64_t>(spec, text);
  if (type == "u64") return integer<uint64_t>(spec, text);
  if (type == "f64") return real_bytes<double>(spec, text);
  if (type == "f32") return real_bytes<float>(spec, text);
  return half_bytes(spec, text);
}

}  // namespace tilewright::cli
