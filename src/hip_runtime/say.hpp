// Messages to the person who runs the program: on stderr, each with our name in front.
// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace tilewright::hip {

/// Written in one piece, so that the lines of two threads or processes do not mix.
void say(std::string_view message);

}  // namespace tilewright::hip
