// SPDX-License-Identifier: MIT
#include "device/device.hpp"

namespace tilewright::device {

std::string_view name(Kind kind) {
  switch (kind) {
    case Kind::emu:
      return "emu";
    case Kind::hip:
      return "hip";
    case Kind::cuda:
      return "cuda";
  }
  return "?";
}

}  // namespace tilewright::device
