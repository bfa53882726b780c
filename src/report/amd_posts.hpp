// The text of data/amd-posts.json, built into the program so that it can be run from anywhere.
// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace tilewright::report {

extern const std::string_view amd_posts_json;

}  // namespace tilewright::report
