// SPDX-License-Identifier: MIT
#include "emu/isa/host.hpp"
#include "emu/isa/lanes.hpp"
namespace tilewright::emu::TW_HOST {
Instructions wide_rows() { return {}; }
}  // namespace tilewright::emu::TW_HOST
