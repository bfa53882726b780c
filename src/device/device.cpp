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

namespace {

tl::unexpected<Error> no_clock(const Device& device) {
  return fail("{} has no clock to time launches by", device.info().name);
}

}  // namespace

Result<std::unique_ptr<Mark>> Device::mark() { return no_clock(*this); }
Result<void> Device::queue(Mark& /*mark*/) { return no_clock(*this); }
Result<double> Device::milliseconds(Mark& /*from*/, Mark& /*to*/) { return no_clock(*this); }

}  // namespace tilewright::device
