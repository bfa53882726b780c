// The implementations that this host can run, as a test parameter.
// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

#include "emu/wmma/wmma.hpp"

namespace tilewright::emu::wmma {

// For GoogleTest, which would print bytes.
inline void PrintTo(HostIsa isa, std::ostream* out) { *out << name(isa); }
inline void PrintTo(Form form, std::ostream* out) { *out << name(form); }
inline void PrintTo(Family family, std::ostream* out) {
  *out << (family == Family::gfx11 ? "gfx11" : "gfx12");
}

inline std::vector<HostIsa> hosts() {
  std::vector<HostIsa> isas;
  for (const HostIsa isa : {HostIsa::scalar, HostIsa::portable, HostIsa::avx2, HostIsa::avx512}) {
    if (available(isa)) isas.push_back(isa);
  }
  return isas;
}

inline std::string host_name(const testing::TestParamInfo<HostIsa>& info) {
  return std::string(name(info.param));
}

}  // namespace tilewright::emu::wmma
