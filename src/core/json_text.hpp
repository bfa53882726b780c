// JSON as our files have it.
// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace tilewright {

template <class T>
[[nodiscard]] nlohmann::ordered_json or_null(const std::optional<T>& value) {
  return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json(nullptr);
}

/// One line. Words that are no UTF-8, as names of files and kernels may be, have U+FFFD where they
/// are not: a record is not lost for a name. `Json` is nlohmann's json or ordered_json.
template <class Json>
[[nodiscard]] std::string json_line(const Json& json) {
  return json.dump(-1, ' ', /*ensure_ascii=*/false, Json::error_handler_t::replace) + "\n";
}

/// The same, a field a line, as people can read it.
template <class Json>
[[nodiscard]] std::string json_text(const Json& json) {
  return json.dump(1, ' ', /*ensure_ascii=*/false, Json::error_handler_t::replace) + "\n";
}

}  // namespace tilewright
