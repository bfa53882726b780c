// SPDX-License-Identifier: MIT
#include "core/npy_header.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

namespace tilewright {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";

/// Walks the Python literal that describes the array. Each take_… skips blanks, then consumes what
/// it names or leaves the position alone.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : text_(text) {}

  bool take(char wanted) {
    skip_blanks();
    if (rest().empty() || rest().front() != wanted) return false;
    ++at_;
    return true;
  }

  bool take(std::string_view word) {
    skip_blanks();
    if (!rest().starts_with(word)) return false;
    at_ += word.size();
    return true;
  }

  /// A quoted string without escapes.
  std::optional<std::string_view> take_string() {
    skip_blanks();
    if (rest().empty() || (rest().front() != '\'' && rest().front() != '"')) return std::nullopt;
    const size_t length = rest().find(rest().front(), 1);
    if (length == std::string_view::npos) return std::nullopt;
    const std::string_view inside = rest().substr(1, length - 1);
    if (inside.find('\\') != std::string_view::npos) return std::nullopt;
    at_ += length + 1;
    return inside;
  }

  /// An unsigned decimal that fits 64 bits; as in Python, only zero begins with a zero.
  std::optional<uint64_t> take_number() {
    skip_blanks();
    uint64_t value = 0;
    const auto [end, error] = std::from_chars(rest().data(), rest().data() + rest().size(), value);
    if (error != std::errc{} || (value != 0 && rest().front() == '0')) return std::nullopt;
    at_ += static_cast<size_t>(end - rest().data());
    return value;
  }

  bool at_end() {
    skip_blanks();
    return rest().empty();
  }

  [[nodiscard]] size_t position() const { return at_; }

 private:
  [[nodiscard]] std::string_view rest() const { return text_.substr(at_); }
  void skip_blanks() {
    while (!rest().empty() && (rest().front() == ' ' || rest().front() == '\n')) ++at_;
  }

  std::string_view text_;
  size_t at_ = 0;
};

struct Description {
  std::optional<DType> dtype;
  std::optional<bool> fortran_order;
  std::optional<std::vector<uint64_t>> shape;
};

tl::unexpected<Error> malformed(const Cursor& at, std::string_view expected) {
  return fail("malformed .npy header: {} expected at character {} of the description", expected,
              at.position());
}

Result<DType> take_dtype(Cursor& text) {
  const std::optional<std::string_view> descr = text.take_string();
  if (!descr) {
    return fail(
        "the .npy element type is not a plain one (records and sub-arrays are not read); store "
        "one field as an array of its own");
  }
  if (const std::optional<DType> type = dtype_from_npy_descr(*descr)) return *type;
  // What stands in the file may be anything: show it only where it is short and printable.
  const bool printable = descr->size() <= 16 &&
                         std::ranges::all_of(*descr, [](char c) { return c >= ' ' && c <= '~'; });
  const std::string_view shown = printable ? *descr : "(unprintable)";
  if (printable && descr->starts_with('>')) {
    return fail("the .npy element type '{}' is big endian; store it as little endian", shown);
  }
  if (printable && descr->ends_with("fnuz")) {
    return fail("the .npy element type '{}' is {}", shown, kWhyNoFnuz);
  }
  return fail(
      "the .npy element type '{}' is not supported; have float16/32/64, bfloat16, float8_e4m3fn, "
      "float8_e5m2 and (u)int8 to 64",
      shown);
}

Result<std::vector<uint64_t>> take_shape(Cursor& text) {
  if (!text.take('(')) return malformed(text, "the shape's '('");
  std::vector<uint64_t> shape;
  while (!text.take(')')) {
    const std::optional<uint64_t> extent = text.take_number();
    if (!extent) return malformed(text, "an extent of the shape (0 to 2^64-1)");
    if (shape.size() == kNpyMaxAxes)
      return fail("the .npy shape has more than {} axes", kNpyMaxAxes);
    shape.push_back(*extent);
    text.take('L');  // Python 2 wrote long integers so
    // A one-axis tuple needs its comma, as in Python: (3) would be a number.
    const bool comma = text.take(',');
    if (!comma && shape.size() == 1) return malformed(text, "',' after a shape's first extent");
    if (comma) continue;
    if (!text.take(')')) return malformed(text, "',' or ')'");
    break;
  }
  return shape;
}

Result<void> take_entry(Cursor& text, Description& into) {
  const std::optional<std::string_view> key = text.take_string();
  if (!key) return malformed(text, "a quoted key or '}'");
  if (!text.take(':')) return malformed(text, "':'");
  if (*key == "descr" && !into.dtype) {
    Result<DType> dtype = take_dtype(text);
    if (!dtype) return tl::unexpected(dtype.error());
    into.dtype = *dtype;
  } else if (*key == "fortran_order" && !into.fortran_order) {
    const bool yes = text.take(std::string_view("True"));
    if (!yes && !text.take(std::string_view("False"))) return malformed(text, "True or False");
    into.fortran_order = yes;
  } else if (*key == "shape" && !into.shape) {
    Result<std::vector<uint64_t>> shape = take_shape(text);
    if (!shape) return tl::unexpected(shape.error());
    into.shape = std::move(*shape);
  } else {
    return malformed(text, "descr, fortran_order and shape, each once,");
  }
  return {};
}

Result<Description> parse_description(std::string_view literal) {
  Cursor text(literal);
  Description found;
  if (!text.take('{')) return malformed(text, "'{'");
  while (!text.take('}')) {
    if (Result<void> entry = take_entry(text, found); !entry) return tl::unexpected(entry.error());
    if (text.take(',')) continue;
    if (!text.take('}')) return malformed(text, "',' or '}'");
    break;
  }
  if (!text.at_end()) return malformed(text, "nothing more");
  if (!found.dtype || !found.fortran_order || !found.shape) {
    return fail("malformed .npy header: descr, fortran_order and shape must all be there");
  }
  return found;
}

/// Product of the extents times the element size; nothing when it does not fit 64 bits.
std::optional<uint64_t> total_bytes(std::span<const uint64_t> shape, DType dtype) {
  // An extent of 0 makes the array empty however large the others are.
  if (std::ranges::find(shape, uint64_t{0}) != shape.end()) return 0;
  uint64_t bytes = size_of(dtype);
  for (const uint64_t extent : shape) {
    if (__builtin_mul_overflow(bytes, extent, &bytes)) return std::nullopt;
  }
  return bytes;
}

}  // namespace

Result<NpyHeader> parse_npy_header(std::span<const std::byte> start, uint64_t file_bytes) {
  const std::string_view bytes(reinterpret_cast<const char*>(start.data()), start.size());
  const auto byte_at = [&](size_t i) { return uint32_t{static_cast<unsigned char>(bytes[i])}; };

  if (!bytes.starts_with(kMagic)) {
    return fail("not a .npy file: it does not start with \"\\x93NUMPY\"");
  }
  if (bytes.size() < kMagic.size() + 4) return fail("the .npy file ends within its header");
  const uint32_t major = byte_at(6);
  const uint32_t minor = byte_at(7);
  if (major < 1 || major > 3 || minor != 0) {
    return fail(".npy format version {}.{} is not known; 1.0, 2.0 and 3.0 are", major, minor);
  }
  const size_t fixed = major == 1 ? 10 : 12;
  if (bytes.size() < fixed) return fail("the .npy file ends within its header");
  uint64_t length = byte_at(8) | byte_at(9) << 8;
  if (major > 1) length |= byte_at(10) << 16 | byte_at(11) << 24;
  if (length > kNpyHeaderLimit - fixed) {
    return fail("the .npy header says it has {} bytes; at most {} are read", length,
                kNpyHeaderLimit - fixed);
  }
  if (length > bytes.size() - fixed) return fail("the .npy file ends within its header");

  Result<Description> found = parse_description(bytes.substr(fixed, length));
  if (!found) return tl::unexpected(found.error());
  const std::optional<uint64_t> data_bytes = total_bytes(*found->shape, *found->dtype);
  if (!data_bytes) return fail("the .npy shape has more bytes than 64 bits can count");
  const uint64_t present = file_bytes - std::min<uint64_t>(file_bytes, fixed + length);
  if (present != *data_bytes) {
    return fail("the .npy shape needs {} bytes of data, the file holds {}", *data_bytes, present);
  }
  return NpyHeader{.dtype = *found->dtype,
                   .shape = std::move(*found->shape),
                   .fortran_order = *found->fortran_order,
                   .data_offset = fixed + length,
                   .data_bytes = *data_bytes};
}

std::string npy_header_text(DType dtype, std::span<const uint64_t> shape, bool fortran_order) {
  std::string extents;
  for (const uint64_t extent : shape) extents += fmt::format("{}, ", extent);
  if (shape.size() > 1) extents.resize(extents.size() - 2);
  if (shape.size() == 1) extents.pop_back();
  std::string text = fmt::format("{{'descr': '{}', 'fortran_order': {}, 'shape': ({}), }}",
                                 npy_descr(dtype), fortran_order ? "True" : "False", extents);
  constexpr size_t kFixed = 10;
  constexpr size_t kAlignment = 64;
  const size_t padded = (kFixed + text.size() + 1 + kAlignment - 1) / kAlignment * kAlignment;
  text.resize(padded - kFixed - 1, ' ');
  text += '\n';
  std::string header(kMagic);
  header +=
      {'\x01', '\x00', static_cast<char>(text.size() & 0xff), static_cast<char>(text.size() >> 8)};
  return header + text;
}

}  // namespace tilewright
