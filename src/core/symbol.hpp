// Names of kernels.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace tilewright {

/// A C++ symbol as people write it, without the parameters: "oob" of "_Z3oobPKfPfi". Other names
/// stay as they are.
[[nodiscard]] std::string readable_symbol(const std::string& symbol);

}  // namespace tilewright
