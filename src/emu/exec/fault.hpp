// A Fault is how executing code stops: thrown by a handler, completed by the launch with kernel,
// workgroup, wave, pc, dwords and disassembly, and turned into an Error at the launch's boundary.
// It never crosses the public interface.
// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>

#include <string>
#include <utility>

namespace tilewright::emu {

struct Fault {
  std::string what;  ///< what was asked and which limit it broke, without the place
  int lane = -1;     ///< the lane concerned, -1 for the whole wave
};

template <class... Args>
[[noreturn]] void fault(int lane, fmt::format_string<Args...> format, Args&&... args) {
  throw Fault{fmt::format(format, std::forward<Args>(args)...), lane};
}

}  // namespace tilewright::emu
