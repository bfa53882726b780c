// A weak definition of every function of AMD's list. Where one of ours has the same name, the
// linker takes that; what is left says its name, once, and refuses.
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <atomic>
#include <string_view>

#include "hip_runtime/call.hpp"

namespace {

constexpr int kRtcInternalError = 11;  // HIPRTC_ERROR_INTERNAL_ERROR

void say_once(const char* name, std::atomic_flag& said) {
  if (said.test_and_set()) return;
  tilewright::hip::say(fmt::format("{} is not supported by the software GPU's HIP runtime", name));
}

int refuse(const char* name, std::atomic_flag& said) {
  say_once(name, said);
  if (std::string_view(name).starts_with("hiprtc")) return kRtcInternalError;
  return tilewright::hip::remember(hipErrorNotSupported);
}

}  // namespace

#define TW_UNSUPPORTED(name)            \
  extern "C" [[gnu::weak]] int name() { \
    static std::atomic_flag said;       \
    return refuse(#name, said);         \
  }
#define TW_UNSUPPORTED_TEXT(name)               \
  extern "C" [[gnu::weak]] const char* name() { \
    static std::atomic_flag said;               \
    say_once(#name, said);                      \
    return "not supported";                     \
  }
#include "hip_exports.inc"
