// SPDX-License-Identifier: MIT
#include "emu/isa/encoding.hpp"

namespace tilewright::emu::encoding {
namespace {

/// Bits [high:low] of a dword, as the manuals write them.
constexpr uint32_t bits(uint32_t dword, unsigned high, unsigned low) {
  return dword >> low & ((uint32_t{2} << (high - low)) - 1);
}
constexpr bool bit(uint32_t dword, unsigned position) { return (dword >> position & 1) != 0; }

constexpr int32_t sign_extend(uint32_t value, unsigned width) {
  return static_cast<int32_t>(value << (32 - width)) >> (32 - width);
}

uint32_t at(Dwords code, size_t index) { return index < code.size() ? code[index] : 0; }

Dpp dpp_of(unsigned src0, uint32_t dword) {
  Dpp dpp;
  if (src0 == dpp16) {
    dpp.control = static_cast<uint16_t>(bits(dword, 16, 8));
    dpp.fetch_inactive = bit(dword, 18);
    dpp.bound_ctrl = bit(dword, 19);
    dpp.bank_mask = static_cast<uint8_t>(bits(dword, 27, 24));
    dpp.row_mask = static_cast<uint8_t>(bits(dword, 31, 28));
  } else {
    dpp.is_dpp8 = true;
    dpp.fetch_inactive = src0 == dpp8_fetch_inactive;
    dpp.select = bits(dword, 31, 8);
  }
  return dpp;
}

bool is_dpp(unsigned src0) { return src0 == dpp16 || src0 == dpp8 || src0 == dpp8_fetch_inactive; }

}  // namespace

Format format_of(Generation generation, uint32_t w) {
  if (!bit(w, 31)) {
    const uint32_t op = bits(w, 30, 25);
    return op == 0x3f ? Format::vop1 : op == 0x3e ? Format::vopc : Format::vop2;
  }
  if (bits(w, 31, 30) == 0b10) {
    switch (bits(w, 31, 23)) {
      case 0b101111101:
        return Format::sop1;
      case 0b101111110:
        return Format::sopc;
      case 0b101111111:
        return Format::sopp;
      default:
        return bits(w, 31, 28) == 0b1011 ? Format::sopk : Format::sop2;
    }
  }
  switch (bits(w, 31, 26)) {
    case 0b110101:
      return Format::vop3;
    case 0b110011:
      return bits(w, 25, 24) == 0 ? Format::vop3p : Format::unknown;
    case 0b110010:
      return Format::vopd;
    case 0b110110:
      return Format::ds;
    case 0b111101:
      return Format::smem;
    case 0b110111:
      return generation == Generation::gfx11 ? Format::flat : Format::unknown;
    case 0b111000:
      return generation == Generation::gfx11 ? Format::buffer : Format::unknown;
    case 0b111011:
      return generation == Generation::gfx12 ? Format::flat : Format::unknown;
    case 0b110001:
      return generation == Generation::gfx12 ? Format::buffer : Format::unknown;
    default:
      return Format::unknown;
  }
}

Valu valu(Format format, Dwords code, bool literal_always) {
  const uint32_t w0 = at(code, 0);
  const uint32_t w1 = at(code, 1);
  Valu f;
  f.dwords = 1;
  switch (format) {
    case Format::vop1:
      f.sources = 1;
      f.vdst = static_cast<uint8_t>(bits(w0, 24, 17));
      break;
    case Format::vop2:
      f.sources = 2;
      f.vdst = static_cast<uint8_t>(bits(w0, 24, 17));
      break;
    case Format::vopc:
      f.sources = 2;
      break;
    default:
      f.vop3 = true;
      f.dwords = 2;
      f.sources = 3;
      f.vdst = static_cast<uint8_t>(bits(w0, 7, 0));
      f.clamp = bit(w0, 15);
      f.neg = static_cast<uint8_t>(bits(w1, 31, 29));
  }
  if (f.vop3) {
    f.src[0] = static_cast<uint16_t>(bits(w1, 8, 0));
    f.src[1] = static_cast<uint16_t>(bits(w1, 17, 9));
    f.src[2] = static_cast<uint16_t>(bits(w1, 26, 18));
    if (format == Format::vop3p) {
      f.neg_hi = static_cast<uint8_t>(bits(w0, 10, 8));
      f.op_sel = static_cast<uint8_t>(bits(w0, 13, 11));
      f.op_sel_hi = static_cast<uint8_t>(bits(w1, 28, 27) | bits(w0, 14, 14) << 2);
    } else {
      f.abs = static_cast<uint8_t>(bits(w0, 10, 8));
      f.op_sel = static_cast<uint8_t>(bits(w0, 14, 11));
      f.sdst = static_cast<uint8_t>(bits(w0, 14, 8));
      f.omod = static_cast<uint8_t>(bits(w1, 28, 27));
    }
  } else {
    f.src[0] = static_cast<uint16_t>(bits(w0, 8, 0));
    f.src[1] = static_cast<uint16_t>(bits(w0, 16, 9) + first_vgpr);
  }

  if (is_dpp(f.src[0])) {
    const uint32_t extra = at(code, f.dwords++);
    f.dpp = dpp_of(f.src[0], extra);
    if (f.src[0] == dpp16 && !f.vop3) {  // VOP3 has modifiers of its own
      f.neg = static_cast<uint8_t>(bits(extra, 20, 20) | bits(extra, 22, 22) << 1);
      f.abs = static_cast<uint8_t>(bits(extra, 21, 21) | bits(extra, 23, 23) << 1);
    }
    f.src[0] = static_cast<uint16_t>(bits(extra, 7, 0) + first_vgpr);
  } else if (literal_always || f.src[0] == literal || (f.sources > 1 && f.src[1] == literal) ||
             (f.sources > 2 && f.src[2] == literal)) {
    f.literal = at(code, f.dwords++);
  }
  return f;
}

Vopd vopd(Dwords code) {
  const uint32_t w0 = at(code, 0);
  const uint32_t w1 = at(code, 1);
  Vopd f;
  f.x.opcode = static_cast<uint8_t>(bits(w0, 25, 22));
  f.x.src0 = static_cast<uint16_t>(bits(w0, 8, 0));
  f.x.vsrc1 = static_cast<uint8_t>(bits(w0, 16, 9));
  f.x.vdst = static_cast<uint8_t>(bits(w1, 31, 24));
  f.y.opcode = static_cast<uint8_t>(bits(w0, 21, 17));
  f.y.src0 = static_cast<uint16_t>(bits(w1, 8, 0));
  f.y.vsrc1 = static_cast<uint8_t>(bits(w1, 16, 9));
  // One destination is even and the other odd, so the low bit of the second is not encoded.
  f.y.vdst = static_cast<uint8_t>(bits(w1, 23, 17) << 1 | (~f.x.vdst & 1));
  return f;
}

Salu salu(Format format, uint32_t w) {
  Salu f;
  f.sdst = static_cast<uint8_t>(bits(w, 22, 16));
  f.simm16 = sign_extend(bits(w, 15, 0), 16);
  f.src[0] = static_cast<uint8_t>(bits(w, 7, 0));
  f.src[1] = static_cast<uint8_t>(bits(w, 15, 8));
  f.sources = format == Format::sop1 ? 1 : format == Format::sop2 || format == Format::sopc ? 2 : 0;
  return f;
}

Smem smem(Generation generation, Dwords code) {
  const uint32_t w0 = at(code, 0);
  const uint32_t w1 = at(code, 1);
  Smem f;
  f.sbase = static_cast<uint8_t>(bits(w0, 5, 0) << 1);
  f.sdata = static_cast<uint8_t>(bits(w0, 12, 6));
  f.soffset = static_cast<uint8_t>(bits(w1, 31, 25));
  f.offset = generation == Generation::gfx11 ? sign_extend(bits(w1, 20, 0), 21)
                                             : sign_extend(bits(w1, 23, 0), 24);
  return f;
}

Ds ds(Dwords code) {
  const uint32_t w0 = at(code, 0);
  const uint32_t w1 = at(code, 1);
  Ds f;
  f.offset0 = static_cast<uint8_t>(bits(w0, 7, 0));
  f.offset1 = static_cast<uint8_t>(bits(w0, 15, 8));
  f.gds = bit(w0, 17);
  f.addr = static_cast<uint8_t>(bits(w1, 7, 0));
  f.data0 = static_cast<uint8_t>(bits(w1, 15, 8));
  f.data1 = static_cast<uint8_t>(bits(w1, 23, 16));
  f.vdst = static_cast<uint8_t>(bits(w1, 31, 24));
  return f;
}

Flat flat(Generation generation, Dwords code) {
  const uint32_t w0 = at(code, 0);
  const uint32_t w1 = at(code, 1);
  Flat f;
  if (generation == Generation::gfx11) {
    f.offset = sign_extend(bits(w0, 12, 0), 13);
    f.returns = bit(w0, 14);
    f.vaddr = static_cast<uint8_t>(bits(w1, 7, 0));
    f.vdata = static_cast<uint8_t>(bits(w1, 15, 8));
    f.saddr = static_cast<uint8_t>(bits(w1, 22, 16));
    f.sve = bit(w1, 23);
    f.vdst = static_cast<uint8_t>(bits(w1, 31, 24));
  } else {
    const uint32_t w2 = at(code, 2);
    f.saddr = static_cast<uint8_t>(bits(w0, 6, 0));
    f.vdst = static_cast<uint8_t>(bits(w1, 7, 0));
    f.sve = bit(w1, 17);
    f.returns = bit(w1, 20);
    f.vdata = static_cast<uint8_t>(bits(w1, 30, 23));
    f.vaddr = static_cast<uint8_t>(bits(w2, 7, 0));
    f.offset = sign_extend(bits(w2, 31, 8), 24);
  }
  return f;
}

Buffer buffer(Generation generation, Dwords code) {
  const uint32_t w0 = at(code, 0);
  const uint32_t w1 = at(code, 1);
  Buffer f;
  if (generation == Generation::gfx11) {
    f.offset = bits(w0, 11, 0);
    f.returns = bit(w0, 14);
    f.vaddr = static_cast<uint8_t>(bits(w1, 7, 0));
    f.vdata = static_cast<uint8_t>(bits(w1, 15, 8));
    f.srsrc = static_cast<uint8_t>(bits(w1, 20, 16) << 2);
    f.tfe = bit(w1, 21);
    f.offen = bit(w1, 22);
    f.idxen = bit(w1, 23);
    f.soffset = static_cast<uint8_t>(bits(w1, 31, 24));
  } else {
    const uint32_t w2 = at(code, 2);
    f.soffset = static_cast<uint8_t>(bits(w0, 6, 0));
    f.tfe = bit(w0, 22);
    f.vdata = static_cast<uint8_t>(bits(w1, 7, 0));
    f.srsrc = static_cast<uint8_t>(bits(w1, 17, 9));
    f.returns = bit(w1, 20);
    f.offen = bit(w1, 30);
    f.idxen = bit(w1, 31);
    f.vaddr = static_cast<uint8_t>(bits(w2, 7, 0));
    f.offset = bits(w2, 31, 8);
  }
  return f;
}

}  // namespace tilewright::emu::encoding
