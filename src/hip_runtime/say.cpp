// SPDX-License-Identifier: MIT
#include "hip_runtime/say.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <string>

namespace tilewright::hip {

void say(std::string_view message) {
  const std::string text = fmt::format("tilewright: {}\n", message);
  // Not stdio: programs close, replace and buffer it. If nobody listens there is nobody to tell.
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
}

}  // namespace tilewright::hip
