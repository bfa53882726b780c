// SPDX-License-Identifier: MIT
#include "sweep/candidate.hpp"

#include <charconv>
#include <system_error>

namespace tilewright::sweep {
namespace {

constexpr int kGroupRows = 8;
constexpr int kMostExtent = 4096;

/// Takes what it is asked for off the front of a text, or notes that it was not there.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  Reader& number(int& into) {
    const auto [end, error] = std::from_chars(text_.data(), text_.data() + text_.size(), into);
    good_ = good_ && error == std::errc{} && into >= 1 && into <= kMostExtent;
    text_.remove_prefix(static_cast<size_t>(end - text_.data()));
    return *this;
  }
  Reader& word(std::string_view wanted) {
    good_ = good_ && text_.starts_with(wanted);
    if (good_) text_.remove_prefix(wanted.size());
    return *this;
  }
  bool take(std::string_view wanted) {
    if (!text_.starts_with(wanted)) return false;
    text_.remove_prefix(wanted.size());
    return true;
  }
  [[nodiscard]] bool all_read() const { return good_ && text_.empty(); }

 private:
  std::string_view text_;
  bool good_ = true;
};

}  // namespace

std::string_view name(Layout layout) {
  switch (layout) {
    case Layout::plain:
      return "plain";
    case Layout::padded:
      return "padded";
    case Layout::permuted:
      return "permuted";
  }
  return "";
}

std::string text(const Tile& t) {
  const std::string common = fmt::format("{}x{}x{},{}x{},{}buf", t.block_m, t.block_n, t.block_k,
                                         t.waves_m, t.waves_n, t.buffers);
  return t.layout == Layout::padded ? common : fmt::format("{},{}", common, name(t.layout));
}

Result<Tile> parse_tile(std::string_view text) {
  Tile tile{.block_m = 0,
            .block_n = 0,
            .block_k = 0,
            .waves_m = 0,
            .waves_n = 0,
            .buffers = 0,
            .layout = Layout::padded,
            .group_rows = kGroupRows};
  Reader reader(text);
  reader.number(tile.block_m).word("x").number(tile.block_n).word("x").number(tile.block_k);
  reader.word(",").number(tile.waves_m).word("x").number(tile.waves_n);
  reader.word(",").number(tile.buffers).word("buf");
  for (const Layout layout : {Layout::padded, Layout::permuted, Layout::plain}) {
    if (!reader.take(fmt::format(",{}", name(layout)))) continue;
    tile.layout = layout;
    break;
  }
  if (!reader.all_read() || tile.buffers > 2) {
    return fail(
        "'{}' is not a configuration: write MxNxK,WAVESxWAVES,1buf or 2buf, as in "
        "192x224x64,4x2,1buf; ',permuted' or ',plain' after it if rows are permuted, or follow "
        "each "
        "other, instead of being padded",
        text);
  }
  return tile;
}

}  // namespace tilewright::sweep
