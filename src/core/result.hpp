// Result<T>: what every library function that can fail returns. Only main() turns an Error into an
// exit status. A message says what was asked, which limit, and what to do.
// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>

#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace tilewright {

struct Error {
  std::string message;
};

template <class T>
using Result = tl::expected<T, Error>;

/// Builds the failure value of any Result: `return fail("K={} is ...", k);`.
template <class... Args>
[[nodiscard]] tl::unexpected<Error> fail(fmt::format_string<Args...> format, Args&&... args) {
  return tl::unexpected<Error>(Error{fmt::format(format, std::forward<Args>(args)...)});
}

}  // namespace tilewright
