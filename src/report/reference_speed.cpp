// SPDX-License-Identifier: MIT
#include "report/reference_speed.hpp"

#include <nlohmann/json.hpp>

namespace tilewright::report {

using nlohmann::json;

double reference_tflops(const json& run, const json& rung) {
  const json& reference = rung.at("reference");
  if (reference.is_null() || reference.at("time_ms").is_null()) return 0;
  const json& shape = run.at("shape");
  const double flops =
      2 * shape.at("m").get<double>() * shape.at("n").get<double>() * shape.at("k").get<double>();
  return flops / (reference.at("time_ms").get<double>() * 1e9);
}

}  // namespace tilewright::report
