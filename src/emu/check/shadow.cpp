// SPDX-License-Identifier: MIT
#include "emu/check/shadow.hpp"

#include <algorithm>

namespace tilewright::emu::check {

void Shadow::resize(Units& units, size_t count, unsigned waves) {
  units.stamp.assign(count, 0);
  units.writer.assign(count, 0);
  units.reader.assign(count * waves, 0);
}

Shadow::Shadow(uint32_t bytes, unsigned waves, bool defined)
    : waves_(waves), defined_(defined), split_((bytes + 3) / 4) {
  resize(dwords_, split_.size(), waves_);
}

void Shadow::reset() {
  resize(dwords_, split_.size(), waves_);
  if (!bytes_.stamp.empty()) resize(bytes_, 4 * split_.size(), waves_);
  std::ranges::fill(split_, uint8_t{0});
}

void Shadow::split(uint32_t dword) {
  if (bytes_.stamp.empty()) resize(bytes_, 4 * split_.size(), waves_);
  for (uint32_t byte = 4 * dword; byte < 4 * dword + 4; ++byte) {
    bytes_.stamp[byte] = dwords_.stamp[dword];
    bytes_.writer[byte] = dwords_.writer[dword];
    std::copy_n(&dwords_.reader[size_t{dword} * waves_], waves_,
                &bytes_.reader[size_t{byte} * waves_]);
  }
  split_[dword] = 1;
}

/// All four bytes have just been written by one access.
void Shadow::join(uint32_t dword) {
  dwords_.stamp[dword] = bytes_.stamp[4 * dword];
  dwords_.writer[dword] = bytes_.writer[4 * dword];
  std::fill_n(&dwords_.reader[size_t{dword} * waves_], waves_, 0u);
  split_[dword] = 0;
}

}  // namespace tilewright::emu::check
