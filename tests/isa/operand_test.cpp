// Our reading of the encodings against LLVM's: over random instruction words, the registers in
// LLVM's text must be the registers of the µop. Also that lowering copes with any words.
// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <regex>
#include <set>
#include <string>

#include "emu/exec/fault.hpp"
#include "emu/isa/memory_bits.hpp"
#include "machine.hpp"

namespace tilewright::test {
namespace {

using emu::Operand;
using emu::Shape;
using Registers = std::set<std::string>;

/// First registers of all operands in the assembler's text: "v4", "s16", "vcc".
Registers in_text(const std::string& text) {
  Registers found;
  static const std::regex pattern(
      R"(\b(ttmp|v|s)(\d+|\[(\d+)(:\d+)?\])|\b(vcc_lo|vcc_hi|vcc|exec_lo|exec_hi|exec|m0)\b)");
  // The mnemonic itself has such words in it: "v_cmp_…_b32".
  const std::string operands = text.substr(std::min(text.find(' '), text.size()));
  for (std::sregex_iterator it(operands.begin(), operands.end(), pattern), end; it != end; ++it) {
    const std::smatch& m = *it;
    if (m[5].matched) {
      const std::string name = m[5].str();
      found.insert(name == "vcc" ? "vcc_lo" : name == "exec" ? "exec_lo" : name);
    } else {
      found.insert(m[1].str() + (m[3].matched ? m[3].str() : m[2].str()));
    }
  }
  return found;
}

std::string scalar_name(unsigned index) {
  namespace sreg = emu::sreg;
  if (index < sreg::vcc_lo) return fmt::format("s{}", index);
  switch (index) {
    case sreg::vcc_lo:
      return "vcc_lo";
    case sreg::vcc_hi:
      return "vcc_hi";
    case sreg::m0:
      return "m0";
    case sreg::exec_lo:
      return "exec_lo";
    case sreg::exec_hi:
      return "exec_hi";
    case sreg::null:
      return "";
    default:
      return fmt::format("ttmp{}", index - sreg::ttmp0);
  }
}

bool is_vector_result(Shape shape) {
  switch (shape) {
    case Shape::valu_scalar:
    case Shape::sop1:
    case Shape::sop2:
    case Shape::sopc:
    case Shape::sopk:
    case Shape::sopp:
    case Shape::smem:
    case Shape::smem_buffer:
      return false;
    default:
      return true;
  }
}

/// First registers of all operands of a µop.
Registers in_uop(const emu::Uop& u, const emu::Instruction& row, bool dual) {
  Registers found;
  for (const Operand& operand : u.src) {
    if (operand.kind == Operand::Kind::vgpr) {
      found.insert(fmt::format("v{}", operand.index));
    } else if (operand.kind == Operand::Kind::scalar ||
               operand.kind == Operand::Kind::scalar_wide) {
      found.insert(scalar_name(operand.index));
    }
  }
  if (dual) {
    found.insert(fmt::format("v{}", u.dst));
    found.insert(fmt::format("v{}", u.sdst));
    return found;
  }
  const bool memory = row.shape == Shape::lds || row.shape == Shape::global ||
                      row.shape == Shape::buffer || row.shape == Shape::smem ||
                      row.shape == Shape::smem_buffer;
  const bool has_dst = memory ? emu::registers_of(row.bits).dst != 0
                              : row.dst != emu::Type::none || row.shape == Shape::wmma;
  const bool returns = (row.flags & emu::kAtomic) == 0 || row.shape == Shape::lds ||
                       row.shape == Shape::buffer || (u.flags & 1) != 0;
  if (has_dst && returns) {
    found.insert(is_vector_result(row.shape) ? fmt::format("v{}", u.dst) : scalar_name(u.dst));
  }
  if (row.shape == Shape::compare || row.shape == Shape::valu_carry) {
    found.insert(scalar_name(u.sdst));
  }
  found.erase("");
  return found;
}

std::string join(const Registers& registers) {
  std::string text;
  for (const std::string& r : registers) text += r + ' ';
  return text;
}

/// Random words of one of the formats that are executed.
std::vector<uint32_t> random_words(std::mt19937& random, bool gfx11) {
  struct Prefix {
    uint32_t mask, value;
  };
  static const Prefix both[] = {{0xfe000000, 0x7e000000},                            // VOP1
                                {0xfe000000, 0x7c000000},                            // VOPC
                                {0x80000000, 0x00000000},                            // VOP2
                                {0xfc000000, 0xd4000000},                            // VOP3
                                {0xfc000000, 0xd4000000}, {0xff000000, 0xcc000000},  // VOP3P
                                {0xfc000000, 0xc8000000},                            // VOPD
                                {0xff800000, 0xbe800000},                            // SOP1
                                {0xc0000000, 0x80000000},                            // SOP2
                                {0xff800000, 0xbf000000},                            // SOPC
                                {0xf0000000, 0xb0000000},                            // SOPK
                                {0xfc000000, 0xf4000000},                            // SMEM
                                {0xfc000000, 0xd8000000}};                           // DS
  static const Prefix memory11[] = {{0xfc000000, 0xdc000000}, {0xfc000000, 0xe0000000}};
  static const Prefix memory12[] = {{0xfc000000, 0xec000000}, {0xfc000000, 0xc4000000}};
  const size_t choice = random() % (std::size(both) + 2);
  const Prefix& p = choice < std::size(both)
                        ? both[choice]
                        : (gfx11 ? memory11 : memory12)[choice - std::size(both)];
  std::vector<uint32_t> words(4);
  for (uint32_t& word : words) word = random();
  words[0] = (words[0] & ~p.mask) | p.value;
  // Modifier fields of long formats are mostly zero in real code, and random ones rarely decode.
  if (random() % 2 == 0) words[0] &= 0xffff00ff;
  if (random() % 2 == 0) words[1] &= 0x07ffffff;
  return words;
}

TEST(Operands, AgreeWithLlvmOnRandomWords) {
  constexpr unsigned kTries = 150'000;
  for (const auto arch : {kGfx11, kGfx12}) {
    std::mt19937 random(1234);
    emu::InstructionSet& set = instruction_set(arch, emu::VectorHost::base);
    std::map<std::string_view, unsigned> seen;
    unsigned compared = 0;
    for (unsigned i = 0; i < kTries; ++i) {
      const auto words = random_words(random, arch == kGfx11);
      const emu::Decoded decoded = set.disassembler().decode(words, 0x1000);
      emu::Uop u;
      try {
        set.decode({words, 0, 0x1000}, u);
      } catch (const emu::Fault&) {
        continue;  // not implemented, and says so
      }
      // Upper halves of 16-bit registers are beyond LLVM 19's text.
      if (decoded.dwords == 0 || decoded.text.find("Invalid register") != std::string::npos) {
        continue;
      }
      const emu::Instruction& row = set.instruction(u);
      if (row.shape == Shape::sopp || (row.flags & emu::kHwReg) != 0) continue;
      const bool dual = decoded.mnemonic.find("::") != std::string::npos;
      Registers text = in_text(decoded.text);
      Registers ours = in_uop(u, row, dual);
      // Prefetches and cache control do nothing here, so their operands are of no interest.
      const bool ignored = (row.shape == Shape::smem || row.shape == Shape::smem_buffer) &&
                           emu::registers_of(row.bits).dst == 0;
      if (ignored) text.clear();
      // Implicit in the text: VCC of VOP2 and VOPD, and EXEC of v_cmpx.
      if ((row.flags & emu::kReadsVcc) != 0 || dual) {
        ours.erase("vcc_lo");
        text.erase("vcc_lo");
      }
      if (row.shape == Shape::compare_exec) {
        ours.erase("exec_lo");
        text.erase("exec_lo");
      }
      EXPECT_EQ(join(ours), join(text)) << arch << ": " << decoded.text;
      ++seen[row.name];
      ++compared;
      if (HasFailure() && compared > 50) break;
    }
    std::cout << arch << ": " << compared << " instructions of " << seen.size() << " kinds agree\n";
    EXPECT_GT(seen.size(), 600u);
  }
}

}  // namespace
}  // namespace tilewright::test
