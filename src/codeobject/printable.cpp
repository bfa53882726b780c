// SPDX-License-Identifier: MIT
#include "codeobject/printable.hpp"

#include "core/printable.hpp"

namespace tilewright::codeobject {

std::string printable(std::string_view text) { return tilewright::printable(text); }

}  // namespace tilewright::codeobject
