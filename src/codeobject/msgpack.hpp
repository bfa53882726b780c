// MessagePack from an untrusted file as a JSON value.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <span>

#include "core/result.hpp"

namespace tilewright::codeobject {

/// Reads the first object of `bytes`. Map keys must be strings. Errors: truncated or not
/// MessagePack, a duplicate key, more than 16 levels of nesting.
[[nodiscard]] Result<nlohmann::json> read_msgpack(std::span<const std::byte> bytes);

}  // namespace tilewright::codeobject
