// The compiled rungs, as they are embedded in this program: the very files a GPU would load.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace tilewright {

/// The code object of a rung for a target ("gfx1201", "3-padded"); empty if there is none.
std::span<const std::byte> kernel_image(std::string_view arch, std::string_view rung_id);

}  // namespace tilewright
