// Operand encodings (ISA manuals, "Scalar ALU operands" and "Vector ALU operands").
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "emu/exec/access.hpp"
#include "emu/isa/lower.hpp"

namespace tilewright::emu::lowering {
namespace {

constexpr unsigned kFirstInteger = 128, kLastInteger = 208, kFirstFloat = 240, kLastFloat = 248;
constexpr unsigned kSharedBase = 235, kPrivateBase = 237, kPrivateLimit = 238;
constexpr unsigned kScc = 253;
constexpr unsigned kVgprs = 256;

// 0.5, -0.5, 1, -1, 2, -2, 4, -4, 1/(2 pi)
constexpr uint32_t kFloat32[] = {0x3f000000, 0xbf000000, 0x3f800000, 0xbf800000, 0x40000000,
                                 0xc0000000, 0x40800000, 0xc0800000, 0x3e22f983};
constexpr uint16_t kFloat16[] = {0x3800, 0xb800, 0x3c00, 0xbc00, 0x4000,
                                 0xc000, 0x4400, 0xc400, 0x3118};
constexpr uint32_t kFloat64High[] = {0x3fe00000, 0xbfe00000, 0x3ff00000, 0xbff00000,
                                     0x40000000, 0xc0000000, 0x40100000, 0xc0100000};

Operand constant(uint32_t value) {
  Operand operand;
  operand.kind = Operand::Kind::constant;
  operand.constant = value;
  return operand;
}
Operand wide_constant(uint32_t value, Operand::Upper upper) {
  Operand operand = constant(value);
  operand.kind = Operand::Kind::constant_wide;
  operand.index = upper;
  return operand;
}

Operand inline_integer(unsigned encoding, Type type) {
  const int value =
      encoding <= 192 ? static_cast<int>(encoding) - 128 : 192 - static_cast<int>(encoding);
  const auto bits = static_cast<uint32_t>(value);
  if (!is_wide(type)) return constant(bits);
  return wide_constant(bits, value < 0 ? Operand::ones : Operand::zeros);
}

/// Float constants take the operand's type. 16-bit integer operands get the f32 pattern, whatever
/// the manuals say (LLVM, SIMCCodeEmitter, getLit16IntEncoding and AMDGPUBaseInfo,
/// getInlineEncodingV216: "the actual HW behavior").
Operand inline_float(unsigned encoding, Type type) {
  const unsigned i = encoding - kFirstFloat;
  if (type == Type::f16 || type == Type::pk_f16) return constant(kFloat16[i]);
  if (!is_wide(type)) return constant(kFloat32[i]);
  if (encoding == kLastFloat) return wide_constant(0, Operand::one_over_two_pi);
  return wide_constant(kFloat64High[i], Operand::shifted);
}

Operand literal_operand(uint32_t value, Type type) {
  switch (type) {
    case Type::f64:
      return wide_constant(value, Operand::shifted);
    case Type::b64:
      return wide_constant(value, Operand::zeros);
    case Type::i64:
      return wide_constant(value, static_cast<int32_t>(value) < 0 ? Operand::ones : Operand::zeros);
    default:
      return constant(value);
  }
}

}  // namespace

std::string quote(const Context& context) {
  std::string words;
  for (const uint32_t word : context.code()) words += fmt::format(" {:08x}", word);
  return fmt::format("{} ({}): ", context.decoded.text, words.substr(1));
}

uint16_t vgprs(const Context& context, unsigned first, unsigned count) {
  const unsigned end = first + count;
  if (end > kVgprs) reject(context, "v{} does not exist", end - 1);
  if (end > context.place.vgprs) {
    reject(context,
           "it uses v{}, and the kernel's descriptor declares {} VGPRs (v0 to v{}): raise "
           ".amdhsa_next_free_vgpr to {} or more",
           end - 1, context.place.vgprs, context.place.vgprs - 1, end);
  }
  context.vgprs = std::max(context.vgprs, end);
  return static_cast<uint16_t>(first);
}

Operand vgpr_operand(const Context& context, unsigned first, unsigned count) {
  Operand operand;
  operand.kind = Operand::Kind::vgpr;
  operand.index = vgprs(context, first, count);
  return operand;
}

uint16_t scalars(const Context& context, unsigned first, unsigned count) {
  if (first + count > sreg::count) {
    reject(context, "scalar register {} does not exist", first + count - 1);
  }
  // Pairs begin at even registers, larger groups at multiples of 4 (manuals, "SGPR Alignment").
  const unsigned alignment = count > 2 ? 4 : count;
  if (alignment != 0 && first % alignment != 0) {
    reject(context, "a group of {} scalar registers cannot begin at register {}", count, first);
  }
  return static_cast<uint16_t>(first);
}

Operand source(const Context& context, unsigned encoding, Type type,
               std::optional<uint32_t> literal) {
  if (encoding >= encoding::first_vgpr) {
    return vgpr_operand(context, encoding - encoding::first_vgpr, registers(type));
  }
  if (encoding < sreg::count) {
    Operand operand;
    operand.kind = is_wide(type) ? Operand::Kind::scalar_wide : Operand::Kind::scalar;
    // null reads as zero, 64-bit or not.
    if (encoding == sreg::null)
      return is_wide(type) ? wide_constant(0, Operand::zeros) : constant(0);
    operand.index = scalars(context, encoding, registers(type));
    return operand;
  }
  if (encoding >= kFirstInteger && encoding <= kLastInteger) return inline_integer(encoding, type);
  if (encoding >= kFirstFloat && encoding <= kLastFloat) return inline_float(encoding, type);
  if (encoding == encoding::literal && literal) return literal_operand(*literal, type);
  if (is_wide(type)) {
    if (encoding == kSharedBase) return wide_constant(shared_aperture_hi, Operand::shifted);
    if (encoding == kPrivateBase) return wide_constant(private_aperture_hi, Operand::shifted);
  }
  if (encoding == kScc && !is_wide(type)) {
    Operand operand;
    operand.kind = Operand::Kind::scc;
    return operand;
  }
  if (encoding >= kSharedBase && encoding <= kPrivateLimit) {
    reject(context, "only 64-bit reads of src_shared_base and src_private_base are supported");
  }
  reject(context, "source operand {} is not supported", encoding);
}

}  // namespace tilewright::emu::lowering
