// SPDX-License-Identifier: MIT
#include "bench/sum_order.hpp"

#include <regex>
#include <string>

namespace tilewright::bench {

std::optional<SumOrder> sum_order(std::string_view solution) {
  const std::string name(solution);
  const auto number = [&name](const char* pattern) -> std::optional<uint32_t> {
    std::smatch found;
    if (!std::regex_search(name, found, std::regex(pattern))) return std::nullopt;
    return static_cast<uint32_t>(std::stoul(found[1]));
  };
  const auto slice = number("_MT[0-9]{1,4}x[0-9]{1,4}x([0-9]{1,4})_");
  const auto parts = number("_GSU([0-9]{1,4})_");
  const bool interleaved = number("_GSUC([0-9]{1,4})_") == 0u;
  const bool stream_k = number("_SK([0-9]{1,4})_") != 0u;
  const bool one_wave_a_sum = number("_WG[0-9]{1,4}_[0-9]{1,4}_([0-9]{1,4})_") == 1u;
  if (!slice || *slice == 0 || *slice % 16 != 0 || !parts || *parts == 0) return std::nullopt;
  if ((*parts != 1 && !interleaved) || stream_k || !one_wave_a_sum) return std::nullopt;
  return SumOrder{.parts = *parts, .slice = *slice};
}

}  // namespace tilewright::bench
