// Program control: branches, calls, barriers, MODE, and the instructions that have no effect on an
// emulator which executes memory operations at once (ISA manuals, "Program Flow Control" and "SOPP
// Instructions"). An instruction that is not here is refused.
// SPDX-License-Identifier: MIT
#include "emu/exec/code.hpp"
#include "emu/exec/fault.hpp"
#include "emu/isa/rows.hpp"
#include "emu/isa/scalars.hpp"

namespace tilewright::emu {
namespace {

using namespace scalar_alu;

// --- branches; lowering has checked that the target exists
void jump(Wave& w, const Uop& u) { w.next = &u + 1 + u.offset; }
void branch_scc0(Wave& w, const Uop& u) {
  if (!w.scc) jump(w, u);
}
void branch_scc1(Wave& w, const Uop& u) {
  if (w.scc) jump(w, u);
}
void branch_vccz(Wave& w, const Uop& u) {
  if (w.whole_mask(sreg::vcc_lo) == 0) jump(w, u);
}
void branch_vccnz(Wave& w, const Uop& u) {
  if (w.whole_mask(sreg::vcc_lo) != 0) jump(w, u);
}
void branch_execz(Wave& w, const Uop& u) {
  if (w.whole_exec() == 0) jump(w, u);
}
void branch_execnz(Wave& w, const Uop& u) {
  if (w.whole_exec() != 0) jump(w, u);
}

// --- calls
uint64_t address_after(const Wave& w, const Uop& u) {
  return w.code->address_of(&u) + 4 * uint64_t{u.dwords};
}
void get_pc(Wave& w, const Uop& u) { write64(w, u.dst, address_after(w, u)); }
void set_pc(Wave& w, const Uop& u) { w.next = w.code->at(read64(w, u.src[0])); }
void swap_pc(Wave& w, const Uop& u) {
  const uint64_t target = read64(w, u.src[0]);
  write64(w, u.dst, address_after(w, u));
  w.next = w.code->at(target);
}
void call(Wave& w, const Uop& u) {
  write64(w, u.dst, address_after(w, u));
  jump(w, u);
}

// --- the wave's life
void nothing(Wave&, const Uop&) {}
void end_program(Wave& w, const Uop&) { barrier_leave(w); }
/// LLVM, "User Guide for AMDGPU Backend", trap handler ABI: 2 aborts (__builtin_trap, a failed
/// assert); 3 is for a debugger, and goes on where there is none.
void trap(Wave&, const Uop& u) {
  constexpr int32_t debug = 3;
  if (u.offset != debug) fault(-1, "the kernel has aborted itself: trap {}", u.offset);
}
void barrier(Wave& w, const Uop&) {
  barrier_signal(w);
  barrier_wait(w);
}
void signal(Wave& w, const Uop&) { barrier_signal(w); }
void signal_is_first(Wave& w, const Uop&) { w.scc = barrier_signal(w); }
void wait(Wave& w, const Uop&) { barrier_wait(w); }

// --- MODE
void round_mode(Wave& w, const Uop& u) {
  w.mode = (w.mode & ~uint32_t{0xf}) | (static_cast<uint32_t>(u.offset) & 0xf);
}
void denorm_mode(Wave& w, const Uop& u) {
  w.mode = (w.mode & ~uint32_t{0xf0}) | (static_cast<uint32_t>(u.offset) & 0xf) << 4;
}
/// SIMM16: register in [5:0], first bit in [10:6], width - 1 in [15:11].
struct RegisterField {
  explicit RegisterField(const Uop& u)
      : first(static_cast<uint32_t>(u.offset) >> 6 & 31),
        mask(static_cast<uint32_t>((uint64_t{2} << (static_cast<uint32_t>(u.offset) >> 11 & 31)) -
                                   1)) {}
  uint32_t first;
  uint32_t mask;
};
void get_register(Wave& w, const Uop& u) {
  const RegisterField field(u);
  write32(w, u.dst, w.mode >> field.first & field.mask);
}
void set_register(Wave& w, const Uop& u) {
  const RegisterField field(u);
  const uint32_t mask = field.mask << field.first;
  w.mode = (w.mode & ~mask) | (scalar_value(w, u.src[0]) << field.first & mask);
}

constexpr Instruction sopp(std::string_view name, Handler run, On on = On::both) {
  Instruction row;
  row.name = name;
  row.on = on;
  row.shape = Shape::sopp;
  row.run = run;
  return row;
}
constexpr Instruction branch(std::string_view name, Handler run) {
  Instruction row = sopp(name, run);
  row.flags = kBranch;
  return row;
}
/// Waits, hints and cache control.
constexpr Instruction ignored(std::string_view name, On on = On::both) {
  return sopp(name, nothing, on);
}
constexpr Instruction with_types(Instruction row, Shape shape, Type dst, Type src,
                                 unsigned flags = 0) {
  row.shape = shape;
  row.dst = dst;
  row.src[0] = src;
  row.flags = static_cast<uint16_t>(flags);
  return row;
}

constexpr Instruction kRows[] = {
    branch("s_branch", jump),
    branch("s_cbranch_scc0", branch_scc0),
    branch("s_cbranch_scc1", branch_scc1),
    branch("s_cbranch_vccz", branch_vccz),
    branch("s_cbranch_vccnz", branch_vccnz),
    branch("s_cbranch_execz", branch_execz),
    branch("s_cbranch_execnz", branch_execnz),

    with_types(sopp("s_getpc_b64", get_pc), Shape::sop1, Type::b64, Type::none),
    with_types(sopp("s_setpc_b64", set_pc), Shape::sop1, Type::none, Type::b64),
    with_types(sopp("s_swappc_b64", swap_pc), Shape::sop1, Type::b64, Type::b64),
    with_types(sopp("s_call_b64", call), Shape::sopk, Type::b64, Type::none, kBranch),

    sopp("s_endpgm", end_program),
    sopp("s_trap", trap),
    sopp("s_barrier", barrier, On::gfx11),
    sopp("s_barrier_wait", wait, On::gfx12),
    with_types(sopp("s_barrier_signal", signal, On::gfx12), Shape::sop1, Type::none, Type::b32,
               kBarrier),
    with_types(sopp("s_barrier_signal_isfirst", signal_is_first, On::gfx12), Shape::sop1,
               Type::none, Type::b32, kBarrier),

    sopp("s_round_mode", round_mode),
    sopp("s_denorm_mode", denorm_mode),
    with_types(sopp("s_getreg_b32", get_register), Shape::sopk, Type::b32, Type::none, kHwReg),
    with_types(sopp("s_setreg_b32", set_register), Shape::sopk, Type::none, Type::b32, kHwReg),
    with_types(sopp("s_setreg_imm32_b32", set_register), Shape::sopk, Type::none, Type::b32,
               kHwReg | kLiteralLast),

    ignored("s_nop"),
    ignored("s_sleep"),
    ignored("s_sleep_var", On::gfx12),
    ignored("s_clause"),
    ignored("s_delay_alu"),
    ignored("s_setprio"),
    ignored("s_icache_inv"),
    ignored("s_wakeup"),
    ignored("s_incperflevel"),
    ignored("s_decperflevel"),
    ignored("s_ttracedata"),
    ignored("s_ttracedata_imm"),
    ignored("s_version"),
    ignored("s_wait_idle"),
    ignored("s_wait_event"),
    ignored("s_waitcnt"),
    ignored("s_singleuse_vdst"),
    ignored("s_set_inst_prefetch_distance", On::gfx11),
    ignored("s_waitcnt_depctr", On::gfx11),
    ignored("s_waitcnt_vscnt", On::gfx11),
    ignored("s_waitcnt_vmcnt", On::gfx11),
    ignored("s_waitcnt_expcnt", On::gfx11),
    ignored("s_waitcnt_lgkmcnt", On::gfx11),
    ignored("s_wait_alu", On::gfx12),
    ignored("s_wait_loadcnt", On::gfx12),
    ignored("s_wait_storecnt", On::gfx12),
    ignored("s_wait_samplecnt", On::gfx12),
    ignored("s_wait_bvhcnt", On::gfx12),
    ignored("s_wait_expcnt", On::gfx12),
    ignored("s_wait_dscnt", On::gfx12),
    ignored("s_wait_kmcnt", On::gfx12),
    ignored("s_wait_loadcnt_dscnt", On::gfx12),
    ignored("s_wait_storecnt_dscnt", On::gfx12),
    sopp("s_sendmsg", nothing),  // lowering accepts only the message that frees VGPRs
};

}  // namespace

Instructions program_rows() { return kRows; }

}  // namespace tilewright::emu
