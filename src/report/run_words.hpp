// What a run of a record is of, in words. The run has passed check_record(); the words are the
// record's own and not yet fit for a document.
// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace tilewright::report {

/// "8192x28672x8192", M, N and K.
[[nodiscard]] std::string shape_words(const nlohmann::json& run);

/// "none", "tensor" or "vectors". (Records of before there were scales have none.)
[[nodiscard]] std::string scales_words(const nlohmann::json& run);

/// "fp8-bf16, scales: vectors"; without scales the types alone.
[[nodiscard]] std::string types_words(const std::string& dtype, const std::string& scales);

}  // namespace tilewright::report
