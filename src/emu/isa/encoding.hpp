// The encoding formats of RDNA 3 and RDNA 4 (ISA manuals, chapter "Microcode Formats"): which one
// an instruction has, and a struct of fields for each. Field positions are those of the manuals;
// where the generations differ there are two functions.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "emu/exec/wave.hpp"

namespace tilewright::emu::encoding {

using Dwords = std::span<const uint32_t>;

enum class Format : uint8_t {
  unknown,
  vop1,
  vop2,
  vopc,
  vop3,
  vop3p,
  vopd,
  sop1,
  sop2,
  sopc,
  sopk,
  sopp,
  smem,
  ds,
  flat,
  buffer,
};

[[nodiscard]] Format format_of(Generation generation, uint32_t dword0);

/// Source operand encodings that stand for something other than a register or a constant.
inline constexpr unsigned dpp8 = 233, dpp8_fetch_inactive = 234, dpp16 = 250, literal = 255,
                          first_vgpr = 256;

/// The extra dword of a VALU instruction whose src0 is one of the dpp encodings.
struct Dpp {
  bool is_dpp8 = false;
  bool fetch_inactive = false;
  bool bound_ctrl = false;  ///< out-of-range lanes read 0 instead of being disabled
  uint16_t control = 0;     ///< dpp_ctrl
  uint8_t row_mask = 0xf, bank_mask = 0xf;
  uint32_t select = 0;  ///< dpp8: 3 bits for each of 8 lanes
};

/// VOP1, VOP2, VOPC and VOP3 seen alike. Sources are 9-bit operand encodings.
struct Valu {
  uint16_t src[3] = {};
  unsigned sources = 0;  ///< how many the format has
  uint8_t vdst = 0;
  uint8_t sdst = 0;  ///< VOP3 with a scalar destination (SD); for VOPC in VOP3 it is in vdst
  uint8_t abs = 0, neg = 0, op_sel = 0, op_sel_hi = 0, neg_hi = 0;
  uint8_t omod = 0;
  bool clamp = false;
  bool vop3 = false;  ///< one of the 64-bit forms
  unsigned dwords = 0;
  std::optional<uint32_t> literal;
  std::optional<Dpp> dpp;
};
/// `literal_always`: the instruction has a literal K after it (v_fmamk, v_fmaak).
[[nodiscard]] Valu valu(Format format, Dwords code, bool literal_always);

struct VopdHalf {
  uint8_t opcode = 0;
  uint16_t src0 = 0;
  uint8_t vsrc1 = 0;
  uint8_t vdst = 0;
};
struct Vopd {
  VopdHalf x, y;
};
[[nodiscard]] Vopd vopd(Dwords code);

/// SOP1, SOP2, SOPC, SOPK, SOPP.
struct Salu {
  uint8_t src[2] = {};
  unsigned sources = 0;
  uint8_t sdst = 0;
  int32_t simm16 = 0;  ///< sign-extended
};
[[nodiscard]] Salu salu(Format format, uint32_t dword0);

struct Smem {
  uint8_t sbase = 0;  ///< first SGPR
  uint8_t sdata = 0;
  uint8_t soffset = 0;
  int32_t offset = 0;
};
[[nodiscard]] Smem smem(Generation generation, Dwords code);

struct Ds {
  uint8_t offset0 = 0, offset1 = 0;
  bool gds = false;
  uint8_t addr = 0, data0 = 0, data1 = 0, vdst = 0;
};
[[nodiscard]] Ds ds(Dwords code);

/// FLAT, GLOBAL, SCRATCH.
struct Flat {
  uint8_t vaddr = 0, vdata = 0, vdst = 0;
  uint8_t saddr = 0;  ///< scalar encoding; null: none
  bool sve = false;   ///< SCRATCH: vaddr takes part in the address
  int32_t offset = 0;
  bool returns = false;  ///< atomics: glc (gfx11), th[0] (gfx12)
};
[[nodiscard]] Flat flat(Generation generation, Dwords code);

/// MUBUF (gfx11), VBUFFER (gfx12).
struct Buffer {
  uint8_t vaddr = 0, vdata = 0;
  uint8_t srsrc = 0;    ///< first SGPR
  uint8_t soffset = 0;  ///< scalar encoding
  uint32_t offset = 0;
  bool offen = false, idxen = false, tfe = false;
  bool returns = false;
};
[[nodiscard]] Buffer buffer(Generation generation, Dwords code);

}  // namespace tilewright::emu::encoding
