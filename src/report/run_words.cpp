// SPDX-License-Identifier: MIT
#include "report/run_words.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace tilewright::report {

using nlohmann::json;

std::string shape_words(const json& run) {
  const json& shape = run.at("shape");
  return fmt::format("{}x{}x{}", shape.at("m").get<int64_t>(), shape.at("n").get<int64_t>(),
                     shape.at("k").get<int64_t>());
}

std::string scales_words(const json& run) { return run.value("scales", "none"); }

std::string types_words(const std::string& dtype, const std::string& scales) {
  return scales == "none" ? dtype : fmt::format("{}, scales: {}", dtype, scales);
}

}  // namespace tilewright::report
