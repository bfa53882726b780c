// Figures that AMD's posts printed (data/amd-posts.json, built into the program). They are shown
// beside ours and always named as published: nothing here was measured by us.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "arch/targets.hpp"

namespace tilewright::report {

/// What a post says of one kernel on one family; a figure that it does not give is empty.
struct PublishedResources {
  std::string source;  ///< "AMD post, Table 13"
  std::optional<uint32_t> lds_bytes;
  std::optional<uint32_t> vgprs;
  std::optional<uint32_t> waves_per_simd;
};

/// Nothing where the posts say nothing of this rung on this family.
[[nodiscard]] std::optional<PublishedResources> published_resources(std::string_view rung,
                                                                    Family family);

/// The whole of data/amd-posts.json.
[[nodiscard]] const nlohmann::json& amd_posts();

}  // namespace tilewright::report
