// SPDX-License-Identifier: MIT
#include "emu/isa/register_use.hpp"

#include <algorithm>
#include <iterator>

#include "emu/isa/memory_bits.hpp"
#include "emu/isa/valu_bits.hpp"
#include "emu/wmma/wmma.hpp"

namespace tilewright::emu {
namespace {

using File = RegisterRange::File;
using Role = RegisterRange::Role;

/// Collects the ranges of one µop.
class Collector {
 public:
  explicit Collector(const Uop& uop) : uop_(uop) {}

  void read(File file, unsigned first, unsigned count, Role role, int source = -1) {
    if (count == 0) return;
    use.read_ranges[use.read_count++] = {file, role, static_cast<uint16_t>(first),
                                         static_cast<uint8_t>(count), static_cast<int8_t>(source)};
  }
  void write(File file, unsigned first, unsigned count) {
    if (count == 0 || (file == File::scalar && first == sreg::null)) return;
    use.write_ranges[use.write_count++] = {file, Role::value, static_cast<uint16_t>(first),
                                           static_cast<uint8_t>(count), -1};
  }
  /// A source of which a VGPR operand spans `vgprs` registers.
  void source(unsigned i, unsigned vgprs, Role role) {
    const Operand& operand = uop_.src[i];
    const int index = static_cast<int>(i);
    switch (operand.kind) {
      case Operand::Kind::vgpr:
        return read(File::vector, operand.index, vgprs, role, index);
      case Operand::Kind::scalar:
        return read(File::scalar, operand.index, 1, role, index);
      case Operand::Kind::scalar_wide:
        return read(File::scalar, operand.index, 2, role, index);
      case Operand::Kind::scc:
        use.reads_scc = true;
        return;
      default:
        return;
    }
  }

  RegisterUse use;

 private:
  const Uop& uop_;
};

void sources(Collector& to, const Instruction& row) {
  for (unsigned i = 0; i < 3; ++i) {
    if (row.src[i] != Type::none) to.source(i, registers(row.src[i]), Role::value);
  }
}

/// Registers of a mask of lanes.
unsigned mask_registers(const Uop& u) { return (u.flags & Uop::wave64) != 0 ? 2 : 1; }

void vector_alu(Collector& to, const Instruction& row, const Uop& u) {
  sources(to, row);
  to.source(3, 1, Role::value);  // the mask
  const bool compares = row.shape == Shape::compare || row.shape == Shape::compare_exec;
  if (!compares) to.write(File::vector, u.dst, registers(row.dst));
  if (compares || row.shape == Shape::valu_carry) {
    to.write(File::scalar, u.sdst, mask_registers(u));
  }
}

void dual(Collector& to, const Instruction& x, const Instruction& y, const Uop& u) {
  const auto half = [&](unsigned first, unsigned third, const Instruction& row, unsigned dst) {
    to.source(first, 1, Role::value);
    if (row.src[1] != Type::none) to.source(first + 1, 1, Role::value);
    if (third == valu_bits::third_is_dst) to.read(File::vector, dst, 1, Role::value);
    if ((row.flags & kMaskIn) != 0) to.read(File::scalar, sreg::vcc_lo, 1, Role::value);
    to.write(File::vector, dst, 1);
  };
  half(0, u.flags & 3, x, u.dst);
  half(2, u.flags >> 2 & 3, y, u.sdst);
}

void lanes(Collector& to, const Instruction& row, const Uop& u) {
  sources(to, row);
  if (row.shape == Shape::valu_scalar) {
    to.write(File::scalar, u.dst, registers(row.dst));
    return;
  }
  to.write(File::vector, u.dst, registers(row.dst));
  if (row.name == "v_swap_b32") {
    to.read(File::vector, u.dst, 1, Role::value);
    to.write(File::vector, u.src[0].index, 1);
  }
}

void matrix(Collector& to, Generation generation, const Instruction& row, const Uop& u) {
  const auto family = generation == Generation::gfx11 ? wmma::Family::gfx11 : wmma::Family::gfx12;
  const auto counts = wmma::registers(family, static_cast<wmma::Form>(row.bits),
                                      (u.flags & Uop::wave64) != 0 ? WaveSize::w64 : WaveSize::w32);
  to.source(0, static_cast<unsigned>(counts.a), Role::matrix);
  to.source(1, static_cast<unsigned>(counts.b), Role::matrix);
  to.source(2, static_cast<unsigned>(counts.cd), Role::value);
  to.write(File::vector, u.dst, static_cast<unsigned>(counts.cd));
}

bool starts_with_any(std::string_view name, std::initializer_list<std::string_view> prefixes) {
  return std::ranges::any_of(prefixes, [name](auto prefix) { return name.starts_with(prefix); });
}

bool reads_scc(std::string_view name) {
  return starts_with_any(name, {"s_cselect", "s_cmov", "s_addc_", "s_subb_", "s_add_co_ci",
                                "s_sub_co_ci", "s_cbranch_scc"});
}

/// Integer operations of the scalar ALU that leave SCC alone. Those on floats do too, except
/// compares.
bool keeps_scc(std::string_view name) {
  return starts_with_any(
      name, {"s_mov",          "s_cmov",   "s_cselect", "s_mul",    "s_bfm",    "s_pack",
             "s_brev",         "s_ctz",    "s_clz",     "s_cls",    "s_bitset", "s_sext",
             "s_bitreplicate", "s_add_nc", "s_sub_nc",  "s_getpc",  "s_setpc",  "s_swappc",
             "s_call",         "s_getreg", "s_setreg",  "s_barrier"});
}

bool on_floats(const Instruction& row) {
  return is_float(row.dst) || is_float(row.src[0]) || is_float(row.src[1]);
}

void scalar_alu(Collector& to, const Instruction& row, const Uop& u) {
  const std::string_view name = row.name;
  const bool jumps = name == "s_setpc_b64" || name == "s_swappc_b64";
  for (unsigned i = 0; i < 3; ++i) {
    if (row.src[i] != Type::none) {
      to.source(i, 0, jumps ? Role::address : Role::value);
    }
  }
  const unsigned width = registers(row.dst);
  if (row.dst != Type::none) {
    const bool keeps = starts_with_any(name, {"s_bitset", "s_cmov", "s_fmac"});
    if (keeps && u.dst != sreg::null) to.read(File::scalar, u.dst, width, Role::value);
    to.write(File::scalar, u.dst, width);
  }
  if (name.ends_with("saveexec_b32") || name.ends_with("saveexec_b64") ||
      name.ends_with("wrexec_b32") || name.ends_with("wrexec_b64")) {
    to.read(File::scalar, sreg::exec_lo, width, Role::value);
    to.write(File::scalar, sreg::exec_lo, width);
  }
  const bool compares = row.shape == Shape::sopc || name.starts_with("s_cmpk");
  to.use.reads_scc = to.use.reads_scc || reads_scc(name);
  to.use.writes_scc = name == "s_barrier_signal_isfirst" || compares ||
                      (!keeps_scc(name) && !on_floats(row) && row.dst != Type::none);
}

void program(Collector& to, const Instruction& row, const Uop& u) {
  if (row.name.starts_with("s_cbranch_vcc")) {
    to.read(File::scalar, sreg::vcc_lo, mask_registers(u), Role::condition);
  } else if (row.name.starts_with("s_cbranch_exec")) {
    to.read(File::scalar, sreg::exec_lo, mask_registers(u), Role::condition);
  }
  to.use.reads_scc = reads_scc(row.name);
}

void scalar_memory(Collector& to, const Instruction& row, const Uop& u) {
  const unsigned count = registers_of(row.bits).dst;
  if (count == 0) return;  // cache control and prefetches
  if (row.shape == Shape::smem_buffer) {
    to.read(File::scalar, u.src[0].index, 4, Role::address, 0);
  } else {
    to.source(0, 0, Role::address);
  }
  to.source(1, 0, Role::address);
  to.write(File::scalar, u.dst, count);
}

void lds(Collector& to, const Instruction& row, const Uop& u) {
  const DataRegisters data = registers_of(row.bits);
  if (row.name == "ds_nop") return;
  if (row.name == "ds_swizzle_b32") {
    to.source(0, 1, Role::value);
  } else if (row.name.find("addtid") != std::string_view::npos) {
    to.read(File::scalar, sreg::m0, 1, Role::address);
  } else {
    to.source(0, 1, Role::address);
  }
  const bool moves = row.name.find("permute") != std::string_view::npos;  // no memory
  to.source(1, data.data0, moves ? Role::value : Role::stored);
  to.source(2, data.data1, Role::stored);
  to.write(File::vector, u.dst, data.dst);
}

void vector_memory(Collector& to, const Instruction& row, const Uop& u) {
  const DataRegisters data = registers_of(row.bits);
  if (data.dst == 0 && data.data0 == 0) return;  // cache control
  if (row.shape == Shape::buffer) {
    to.source(0, ((u.bits & kOffen) != 0 ? 1u : 0u) + ((u.bits & kIdxen) != 0 ? 1u : 0u),
              Role::address);
    to.read(File::scalar, u.src[2].index, 4, Role::address, 2);
    to.source(3, 0, Role::address);
  } else {
    const bool narrow = u.src[2].kind == Operand::Kind::scalar_wide || row.name.starts_with("scr");
    to.source(0, narrow ? 1 : 2, Role::address);
    to.source(2, 0, Role::address);
  }
  to.source(1, data.data0, Role::stored);
  const bool returns = (row.flags & kAtomic) == 0 || (u.flags & kReturnsOld) != 0;
  if (returns) to.write(File::vector, u.dst, data.dst);
}

}  // namespace

bool is_dual(const Uop& uop) {
  const Handler run = uop.run.load(std::memory_order_relaxed);
#define TW_IS_DUAL(host) \
  if (run == host::handlers.dual) return true;
  TW_FOR_EACH_HOST(TW_IS_DUAL)
#undef TW_IS_DUAL
  return false;
}

RegisterUse registers_of(const InstructionSet& instructions, const Uop& uop) {
  const Instruction& row = instructions.instruction(uop);
  Collector to(uop);
  switch (row.shape) {
    case Shape::valu:
    case Shape::valu_carry:
    case Shape::compare:
    case Shape::compare_exec:
    case Shape::packed:
    case Shape::mix:
    case Shape::dot:
      if (is_dual(uop)) {
        dual(to, row, instructions.instructions()[static_cast<size_t>(uop.offset)], uop);
      } else {
        vector_alu(to, row, uop);
      }
      break;
    case Shape::valu_scalar:
    case Shape::valu_custom:
      lanes(to, row, uop);
      break;
    case Shape::integer_dot:
      sources(to, row);
      to.write(File::vector, uop.dst, 1);
      break;
    case Shape::wmma:
      matrix(to, instructions.generation(), row, uop);
      break;
    case Shape::sop1:
    case Shape::sop2:
    case Shape::sopc:
    case Shape::sopk:
      scalar_alu(to, row, uop);
      break;
    case Shape::sopp:
      program(to, row, uop);
      break;
    case Shape::smem:
    case Shape::smem_buffer:
      scalar_memory(to, row, uop);
      break;
    case Shape::lds:
      lds(to, row, uop);
      break;
    case Shape::global:
    case Shape::buffer:
      vector_memory(to, row, uop);
      break;
  }
  return to.use;
}

}  // namespace tilewright::emu
