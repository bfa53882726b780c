// How a VALU µop keeps its modifiers: `bits` holds op_sel and the like and the operand types,
// `offset` the DPP control, `flags` what kind of each there is.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "emu/exec/uop.hpp"
#include "emu/isa/encoding.hpp"
#include "emu/isa/types.hpp"

namespace tilewright::emu::valu_bits {

enum Flag : uint8_t {
  wide_dst = 1,  ///< the destination is two registers
  dpp16 = 2,
  dpp8 = 4,
  no_result = 8,  ///< a compare: only the mask
  mask_result = 16,
};

/// VOPD: `flags` says for X in bits 1:0 and for Y in 3:2 what the third source is.
enum DualThird : uint8_t { no_third = 0, third_is_dst, literal_is_second, literal_is_third };

struct Modifiers {
  unsigned op_sel = 0;     ///< VOP3: bit 3 is the destination's half
  unsigned op_sel_hi = 0;  ///< VOP3P
  unsigned neg_hi = 0;     ///< VOP3P
  bool clamp = false;
  unsigned omod = 0;  ///< 1: times 2, 2: times 4, 3: half
};

[[nodiscard]] constexpr uint32_t pack(const Modifiers& m, Type dst, const Type (&src)[3]) {
  return m.op_sel | m.op_sel_hi << 4 | m.neg_hi << 7 | (m.clamp ? 1u : 0u) << 10 | m.omod << 11 |
         static_cast<uint32_t>(dst) << 16 | static_cast<uint32_t>(src[0]) << 20 |
         static_cast<uint32_t>(src[1]) << 24 | static_cast<uint32_t>(src[2]) << 28;
}
[[nodiscard]] constexpr Modifiers modifiers(uint32_t bits) {
  return {bits & 15, bits >> 4 & 7, bits >> 7 & 7, (bits >> 10 & 1) != 0, bits >> 11 & 3};
}
[[nodiscard]] constexpr Type dst_type(uint32_t bits) { return static_cast<Type>(bits >> 16 & 15); }
[[nodiscard]] constexpr Type src_type(uint32_t bits, unsigned i) {
  return static_cast<Type>(bits >> (20 + 4 * i) & 15);
}

// DPP control in `offset`.
[[nodiscard]] constexpr int32_t pack(const encoding::Dpp& dpp) {
  return static_cast<int32_t>(dpp.is_dpp8 ? dpp.select | (dpp.fetch_inactive ? 1u << 24 : 0)
                                          : dpp.control | (dpp.fetch_inactive ? 1u << 9 : 0) |
                                                (dpp.bound_ctrl ? 1u << 10 : 0) |
                                                uint32_t{dpp.bank_mask} << 12 |
                                                uint32_t{dpp.row_mask} << 16);
}
[[nodiscard]] constexpr encoding::Dpp unpack_dpp(const Uop& uop) {
  const auto word = static_cast<uint32_t>(uop.offset);
  encoding::Dpp dpp;
  dpp.is_dpp8 = (uop.flags & dpp8) != 0;
  if (dpp.is_dpp8) {
    dpp.select = word & 0xffffff;
    dpp.fetch_inactive = (word >> 24 & 1) != 0;
  } else {
    dpp.control = static_cast<uint16_t>(word & 0x1ff);
    dpp.fetch_inactive = (word >> 9 & 1) != 0;
    dpp.bound_ctrl = (word >> 10 & 1) != 0;
    dpp.bank_mask = static_cast<uint8_t>(word >> 12 & 15);
    dpp.row_mask = static_cast<uint8_t>(word >> 16 & 15);
  }
  return dpp;
}

}  // namespace tilewright::emu::valu_bits
