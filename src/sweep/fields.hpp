// What sweeps are filtered and sorted by.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sweep/enumerate.hpp"

namespace tilewright::sweep {

/// "m, n, k, …": every field's name. The longer ones of records (lds_bytes, fold_steps,
/// predicted_vgprs, workgroups_per_cu) are taken too.
[[nodiscard]] std::string field_names();

/// One condition: a field, = != < <= > >=, and a number; or layout or verdict, = or !=, and a word.
/// Errors: not of that form, no such field.
class Condition {
 public:
  [[nodiscard]] static Result<Condition> parse(std::string_view text);
  /// What is not known of an entry meets no condition.
  [[nodiscard]] bool holds(const Entry& entry) const;
  /// Whether only a compiled candidate can meet it.
  [[nodiscard]] bool asks_the_compiler() const;

 private:
  enum class Order : uint8_t { equal, unequal, less, at_most, more, at_least };

  std::string field_;
  Order order_ = Order::equal;
  double number_ = 0;
  std::string word_;  ///< empty for a number
};

/// By a field, the greatest first with '-' before its name; entries of which it is not known come
/// last. Errors: no such field.
[[nodiscard]] Result<void> sort(std::vector<Entry>& entries, std::string_view field);
/// Whether a field as sort() takes it is known of compiled candidates only.
[[nodiscard]] bool sorts_by_the_compiler(std::string_view field);

/// What fits first, and there the tiles that read the least per result first.
void sort_by_merit(std::vector<Entry>& entries);

/// Results that an element read from memory serves, on average of A and B.
[[nodiscard]] double reuse(const Tile& tile);

}  // namespace tilewright::sweep
