// Resources as JSON, the same wherever a record holds them.
// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "report/published.hpp"
#include "report/resources.hpp"

namespace tilewright::cli {

[[nodiscard]] nlohmann::ordered_json resources_record(const report::KernelResources& resources);

/// null where nothing was published; within, null for each figure that was not.
[[nodiscard]] nlohmann::ordered_json published_record(
    const std::optional<report::PublishedResources>& published);

}  // namespace tilewright::cli
