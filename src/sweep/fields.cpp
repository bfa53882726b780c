// SPDX-License-Identifier: MIT
#include "sweep/fields.hpp"

#include <algorithm>
#include <charconv>
#include <numeric>
#include <optional>
#include <system_error>
#include <tuple>
#include <utility>

namespace tilewright::sweep {
namespace {

using Figure = std::optional<double>;  ///< nothing: not known of this entry

struct Field {
  std::string_view name;
  Figure (*value)(const Entry&);
  bool of_the_compiler = false;
  std::string_view in_records = {};  ///< its name in --json, where that is longer; taken too
};

Figure built(const Entry& entry, uint32_t report::KernelResources::* figure) {
  return entry.built ? Figure((*entry.built).*figure) : std::nullopt;
}

constexpr Field kFields[] = {
    {"m", [](const Entry& e) -> Figure { return e.candidate.tile.block_m; }},
    {"n", [](const Entry& e) -> Figure { return e.candidate.tile.block_n; }},
    {"k", [](const Entry& e) -> Figure { return e.candidate.tile.block_k; }},
    {"waves_m", [](const Entry& e) -> Figure { return e.candidate.tile.waves_m; }},
    {"waves_n", [](const Entry& e) -> Figure { return e.candidate.tile.waves_n; }},
    {"buffers", [](const Entry& e) -> Figure { return e.candidate.tile.buffers; }},
    {"reuse", [](const Entry& e) -> Figure { return reuse(e.candidate.tile); }},
    {"lds", [](const Entry& e) -> Figure { return e.assessment.lds_bytes; }, false, "lds_bytes"},
    {"steps", [](const Entry& e) -> Figure { return e.assessment.fold_steps; }, false,
     "fold_steps"},
    {"chunks",
     [](const Entry& e) {
       const Assessment& a = e.assessment;
       return a.divides() ? Figure(a.chunks_a + a.chunks_b) : std::nullopt;
     }},
    {"predicted",
     [](const Entry& e) {
       return e.assessment.divides() ? Figure(e.assessment.predicted_vgprs) : std::nullopt;
     },
     false, "predicted_vgprs"},
    {"vgprs", [](const Entry& e) { return built(e, &report::KernelResources::vgprs); }, true},
    {"spills", [](const Entry& e) { return built(e, &report::KernelResources::spills); }, true},
    {"waves_per_simd",
     [](const Entry& e) { return built(e, &report::KernelResources::waves_per_simd); }, true},
    {"workgroups",
     [](const Entry& e) { return built(e, &report::KernelResources::workgroups_per_cu); }, true,
     "workgroups_per_cu"},
};

constexpr std::string_view kLayout = "layout";
constexpr std::string_view kVerdict = "verdict";

/// What the fields of words can be.
std::vector<std::string_view> words_of(std::string_view field) {
  if (field == kLayout) {
    return {name(Layout::plain), name(Layout::padded), name(Layout::permuted)};
  }
  return {name(Verdict::fits), name(Verdict::spills), name(Verdict::impossible)};
}

/// Entries that neither comes before the other keep their order. (std::stable_sort allocates in a
/// way that clang warns of.)
template <class Before>
void sort_by(std::vector<Entry>& entries, const Before& before) {
  std::vector<size_t> order(entries.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::ranges::sort(order, [&](size_t x, size_t y) {
    if (before(entries[x], entries[y])) return true;
    return !before(entries[y], entries[x]) && x < y;
  });
  std::vector<Entry> sorted;
  sorted.reserve(entries.size());
  for (const size_t i : order) sorted.push_back(std::move(entries[i]));
  entries = std::move(sorted);
}

const Field* find_field(std::string_view wanted) {
  const auto* const at = std::ranges::find_if(kFields, [&](const Field& field) {
    return field.name == wanted || (!wanted.empty() && field.in_records == wanted);
  });
  return at != std::end(kFields) ? at : nullptr;
}

}  // namespace

std::string field_names() {
  std::string names;
  for (const Field& field : kFields) names += fmt::format("{}, ", field.name);
  names.resize(names.size() - 2);
  return names;
}

Result<Condition> Condition::parse(std::string_view text) {
  constexpr std::pair<std::string_view, Order> kOrders[] = {
      {"<=", Order::at_most}, {">=", Order::at_least}, {"!=", Order::unequal}, {"==", Order::equal},
      {"<", Order::less},     {">", Order::more},      {"=", Order::equal}};
  Condition condition;
  const size_t end_of_name = std::min(text.find_first_of("<>=!"), text.size());
  condition.field_ = text.substr(0, end_of_name);
  std::string_view rest = text.substr(end_of_name);
  bool good = false;
  for (const auto& [sign, order] : kOrders) {
    if (!rest.starts_with(sign)) continue;
    condition.order_ = order;
    rest.remove_prefix(sign.size());
    good = true;
    break;
  }
  if (condition.field_ == kLayout || condition.field_ == kVerdict) {
    condition.word_ = rest;
    const bool equality = condition.order_ == Order::equal || condition.order_ == Order::unequal;
    good = good && equality && !rest.empty();
    const std::vector<std::string_view> words = words_of(condition.field_);
    if (good && std::ranges::find(words, rest) == words.end()) {
      return fail("'{}' is no {}: one of {}", rest, condition.field_, fmt::join(words, ", "));
    }
  } else {
    if (good && find_field(condition.field_) == nullptr) {
      return fail("there is no field '{}'; have {}, {} and {}", condition.field_, kLayout, kVerdict,
                  field_names());
    }
    const auto [end, error] =
        std::from_chars(rest.data(), rest.data() + rest.size(), condition.number_);
    good = good && error == std::errc{} && end == rest.data() + rest.size();
  }
  if (!good) {
    return fail(
        "'{}' is not a condition: write FIELD, one of <= >= < > = !=, and a number, as in "
        "lds<=32768; or verdict or layout, = or !=, and a word, as in verdict=fits",
        text);
  }
  return condition;
}

bool Condition::holds(const Entry& entry) const {
  if (!word_.empty()) {
    const std::string_view is =
        field_ == kLayout ? name(entry.candidate.tile.layout) : name(entry.assessment.verdict);
    return (is == word_) == (order_ == Order::equal);
  }
  const Figure known = find_field(field_)->value(entry);
  if (!known) return false;
  const double is = *known;
  switch (order_) {
    case Order::equal:
      return is == number_;
    case Order::unequal:
      return is != number_;
    case Order::less:
      return is < number_;
    case Order::at_most:
      return is <= number_;
    case Order::more:
      return is > number_;
    case Order::at_least:
      return is >= number_;
  }
  return false;
}

bool Condition::asks_the_compiler() const {
  return word_.empty() && find_field(field_)->of_the_compiler;
}

Result<void> sort(std::vector<Entry>& entries, std::string_view field) {
  const bool greatest_first = field.starts_with('-');
  const Field* const by = find_field(field.substr(greatest_first ? 1 : 0));
  if (by == nullptr) {
    return fail("cannot sort by '{}'; have {}, each with '-' before it for the greatest first",
                field, field_names());
  }
  sort_by(entries, [&](const Entry& x, const Entry& y) {
    const Figure of_x = by->value(x);
    const Figure of_y = by->value(y);
    if (!of_x || !of_y) return of_x.has_value() && !of_y;  // what is not known comes last
    return greatest_first ? *of_x > *of_y : *of_x < *of_y;
  });
  return {};
}

bool sorts_by_the_compiler(std::string_view field) {
  const Field* const by = find_field(field.substr(field.starts_with('-') ? 1 : 0));
  return by != nullptr && by->of_the_compiler;
}

void sort_by_merit(std::vector<Entry>& entries) {
  sort_by(entries, [](const Entry& x, const Entry& y) {
    const auto merit = [](const Entry& e) {
      const bool spills = e.built && e.built->spills != 0;
      return std::tuple(e.assessment.verdict, spills, -reuse(e.candidate.tile),
                        -e.candidate.tile.block_k);
    };
    return merit(x) < merit(y);
  });
}

double reuse(const Tile& tile) {
  return 2.0 * tile.block_m * tile.block_n / (tile.block_m + tile.block_n);
}

}  // namespace tilewright::sweep
