// SPDX-License-Identifier: MIT
#include "emu/isa/instruction_set.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/immortal.hpp"
#include "emu/exec/fault.hpp"
#include "emu/isa/lower.hpp"
#include "emu/isa/passes.hpp"
#include "emu/isa/rows.hpp"

namespace tilewright::emu {
namespace {

std::vector<Instruction> join(std::initializer_list<Instructions> parts) {
  std::vector<Instruction> all;
  for (const Instructions part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

constexpr std::string_view kDualPrefix = "v_dual_";

/// The row function of one shape.
lowering::Lower lower_function(Shape shape) {
  switch (shape) {
    case Shape::valu:
    case Shape::valu_carry:
    case Shape::compare:
    case Shape::compare_exec:
      return lowering::valu;
    case Shape::valu_scalar:
    case Shape::valu_custom:
      return lowering::valu_with_handler;
    case Shape::packed:
      return lowering::packed;
    case Shape::mix:
      return lowering::mix;
    case Shape::dot:
      return lowering::dot;
    case Shape::integer_dot:
      return lowering::integer_dot;
    case Shape::wmma:
      return lowering::matrix;
    case Shape::sop1:
    case Shape::sop2:
    case Shape::sopc:
    case Shape::sopk:
      return lowering::scalar;
    case Shape::sopp:
      return lowering::program;
    case Shape::smem:
    case Shape::smem_buffer:
      return lowering::scalar_memory;
    case Shape::lds:
      return lowering::lds;
    case Shape::global:
      return lowering::global;
    case Shape::buffer:
      return lowering::buffer;
  }
  return nullptr;
}

/// LLVM 19 does not decode the short forms whose 16-bit operands are upper halves (bit 7 of the
/// register's number, see lower_valu.cpp). The name does not depend on those bits.
Decoded decode_upper_halves(const Disassembler& disassembler, encoding::Format format,
                            std::span<const uint32_t> dwords, uint64_t pc) {
  using encoding::Format;
  if (format != Format::vop1 && format != Format::vop2 && format != Format::vopc) return {};
  std::vector<uint32_t> lower(dwords.begin(),
                              dwords.begin() + std::min<ptrdiff_t>(3, std::ssize(dwords)));
  constexpr uint32_t kIsVgpr = 1u << 8, kSrc0 = 1u << 7, kVsrc1 = 1u << 16, kVdst = 1u << 24;
  uint32_t& word = lower[0];
  if ((word & kIsVgpr) != 0) word &= ~kSrc0;
  if (format != Format::vop1) word &= ~kVsrc1;
  if (format != Format::vopc) word &= ~kVdst;
  Decoded decoded = disassembler.decode(lower, pc);
  if (decoded.dwords != 0) decoded.text += " (upper halves not shown)";
  return decoded;
}

/// LLVM 19 knows matrix instructions only with the OP_SEL, OP_SEL_HI and CLAMP that assemblers
/// write. The hardware runs them with any (src/emu/wmma/README.md says what these do).
Decoded decode_matrix(const Disassembler& disassembler, encoding::Format format,
                      std::span<const uint32_t> dwords, uint64_t pc) {
  if (format != encoding::Format::vop3p || dwords.size() < 2) return {};
  constexpr uint32_t kOpSel = 7u << 11, kOpSelHi2 = 1u << 14, kClamp = 1u << 15;  // dword 0
  constexpr uint32_t kOpSelHi = 3u << 27;                                         // dword 1
  const uint32_t usual[] = {(dwords[0] & ~(kOpSel | kClamp)) | kOpSelHi2, dwords[1] | kOpSelHi};
  Decoded decoded = disassembler.decode(usual, pc);
  if (!decoded.mnemonic.starts_with("v_wmma_")) return {};
  decoded.text += " (OP_SEL, OP_SEL_HI and CLAMP not shown)";
  return decoded;
}

std::string hex(std::span<const uint32_t> dwords) {
  std::string text;
  for (const uint32_t word : dwords) text += fmt::format(" {:08x}", word);
  return text;
}

size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = std::exchange(row[0], i);
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t substituted = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, substituted});
    }
  }
  return row.back();
}

}  // namespace

#define TW_DEFINE_TABLE(host)                                                                    \
  const std::vector<Instruction>& host::table() {                                                \
    static const std::vector<Instruction>& all =                                                 \
        immortal(join({integer_rows(),      bits_rows(),   compare_rows(), float_rows(),         \
                       half_rows(),         wide_rows(),   convert_rows(), lds_rows(),           \
                       global_rows(),       buffer_rows(), scalar_rows(),  scalar_bits_rows(),   \
                       scalar_float_rows(), exec_rows(),   program_rows(), scalar_memory_rows(), \
                       lane_rows(),         matrix_rows(), atomic_rows(),  exchange_rows()}));   \
    return all;                                                                                  \
  }
TW_FOR_EACH_HOST(TW_DEFINE_TABLE)
#undef TW_DEFINE_TABLE

namespace {

/// A host's rows by name, made once a process for each generation in use.
template <const std::vector<Instruction>& (*table)()>
const InstructionSet::ByName* by_name(Generation generation) {
  static constexpr auto make = [](On wanted) {
    InstructionSet::ByName rows;
    for (const Instruction& row : table()) {
      if (row.on == On::both || row.on == wanted) rows.emplace(row.name, &row);
    }
    return rows;
  };
  if (generation == Generation::gfx11) {
    static const InstructionSet::ByName& rows = immortal(make(On::gfx11));
    return &rows;
  }
  static const InstructionSet::ByName& rows = immortal(make(On::gfx12));
  return &rows;
}

}  // namespace

bool available(VectorHost host) {
  switch (host) {
    case VectorHost::v4:
      return __builtin_cpu_supports("x86-64-v4") != 0;
    case VectorHost::v3:
      return __builtin_cpu_supports("x86-64-v3") != 0;
    default:
      return true;
  }
}

VectorHost best_vector_host() {
  if (available(VectorHost::v4)) return VectorHost::v4;
  return available(VectorHost::v3) ? VectorHost::v3 : VectorHost::base;
}

std::string_view base_name(std::string_view mnemonic) {
  for (const std::string_view suffix : {"_dpp8", "_dpp", "_e32", "_e64"}) {
    if (mnemonic.ends_with(suffix)) mnemonic.remove_suffix(suffix.size());
  }
  return mnemonic;
}

Result<std::unique_ptr<InstructionSet>> InstructionSet::create(std::string_view arch,
                                                               wmma::Policy policy,
                                                               VectorHost host) {
  const bool gfx11 = arch.starts_with("gfx11");
  if (!gfx11 && !arch.starts_with("gfx12")) {
    return fail("{} is not a target of the software GPU; use gfx1100, gfx1151 or gfx1201", arch);
  }
  if (!available(host)) return fail("this machine cannot run the vector code that was asked for");
  auto disassembler = Disassembler::create(arch);
  if (!disassembler) return tl::unexpected(disassembler.error());
  return std::unique_ptr<InstructionSet>(new InstructionSet(
      std::move(*disassembler), gfx11 ? Generation::gfx11 : Generation::gfx12, policy, host));
}

InstructionSet::InstructionSet(std::unique_ptr<Disassembler> disassembler, Generation generation,
                               wmma::Policy policy, VectorHost host)
    : disassembler_(std::move(disassembler)), generation_(generation), policy_(policy) {
  switch (host) {
    case VectorHost::v4:
      table_ = &host_v4::table();
      handlers_ = &host_v4::handlers;
      by_name_ = by_name<host_v4::table>(generation);
      break;
    case VectorHost::v3:
      table_ = &host_v3::table();
      handlers_ = &host_v3::handlers;
      by_name_ = by_name<host_v3::table>(generation);
      break;
    case VectorHost::base:
      table_ = &host_base::table();
      handlers_ = &host_base::handlers;
      by_name_ = by_name<host_base::table>(generation);
      break;
  }
}

const Disassembler& InstructionSet::disassembler(WaveSize size) const {
  if (size == WaveSize::w32) return *disassembler_;
  std::call_once(disassembler64_once_, [this, size] {
    // What LLVM knows for one size it knows for the other.
    disassembler64_ = std::move(Disassembler::create(disassembler_->arch(), size).value());
  });
  return *disassembler64_;
}

const Instruction* InstructionSet::find(std::string_view mnemonic) const {
  const auto found = by_name_->find(base_name(mnemonic));
  return found == by_name_->end() ? nullptr : found->second;
}

std::string InstructionSet::nearest(std::string_view name) const {
  std::string_view best;
  size_t distance = ~size_t{0};
  for (const auto& [candidate, row] : *by_name_) {
    const size_t d = edit_distance(name, candidate);
    if (d < distance || (d == distance && candidate < best)) {
      distance = d;
      best = candidate;
    }
  }
  return std::string(best);
}

unsigned InstructionSet::decode(const CodePlace& place, Uop& uop) {
  const auto dwords = place.dwords();
  const auto format = encoding::format_of(generation_, dwords[0]);
  const bool wave64 = place.wave_size == WaveSize::w64;
  const bool is_dual = format == encoding::Format::vopd;
  // LLVM has no dual-issue pairs in a wave64; to refuse them by name they must have one.
  const Disassembler& disassembler = this->disassembler(is_dual ? WaveSize::w32 : place.wave_size);
  Decoded decoded = disassembler.decode(dwords, place.address);
  if (decoded.dwords == 0) {
    decoded = decode_upper_halves(disassembler, format, dwords, place.address);
  }
  if (decoded.dwords == 0) decoded = decode_matrix(disassembler, format, dwords, place.address);
  // LLVM has a name for a dword of zeros, and no hardware runs it.
  if (decoded.dwords == 0 || decoded.mnemonic == "v_illegal") {
    fault(-1,
          "the dwords{} are not an instruction of {}: this is probably not code, but data or "
          "padding that the program counter has run into",
          hex(dwords.first(std::min<size_t>(dwords.size(), 3))), disassembler_->arch());
  }
  unsigned vgprs = 0;
  const lowering::Context context{generation_, *handlers_, policy_, place, decoded, format, vgprs};
  const auto row_of = [&](std::string_view name) -> const Instruction& {
    const Instruction* row = find(name);
    if (row == nullptr) {
      lowering::reject(context, "{} is not implemented; the nearest that is: {}", name,
                       nearest(base_name(name)));
    }
    return *row;
  };

  uop.src[0] = uop.src[1] = uop.src[2] = uop.src[3] = Operand{};
  uop.offset = 0;
  uop.bits = 0;
  uop.dst = uop.sdst = 0;
  uop.flags = 0;  // until lowering sets its own
  uop.function = nullptr;
  uop.dwords = static_cast<uint8_t>(decoded.dwords);

  Handler run = nullptr;
  const std::string_view mnemonic = decoded.mnemonic;
  if (is_dual) {
    if (wave64) lowering::reject(context, "a wave64 has no dual-issue instructions");
    const auto separator = mnemonic.find(" :: ");
    const auto half = [&](std::string_view name) -> const Instruction& {
      if (!name.starts_with(kDualPrefix)) lowering::reject(context, "not a dual-issue pair");
      return row_of("v_" + std::string(name.substr(kDualPrefix.size())));
    };
    const Instruction& x = half(mnemonic.substr(0, separator));
    const Instruction& y = half(mnemonic.substr(separator + 4));
    uop.row = row_index(x);
    run = lowering::dual(context, x, y, row_index(y), uop);
  } else {
    const Instruction& row = row_of(mnemonic);
    uop.row = row_index(row);
    run = lower_function(row.shape)(context, row, uop);
    if (wave64) {
      const Passes passes = passes_of(row, generation_);
      if (passes == Passes::unknown) {
        lowering::reject(context, "{} is not supported in a wave64", row.name);
      }
      uop.flags |= Uop::wave64;
      if (passes == Passes::halves) uop.flags |= Uop::both_halves;
    }
  }
  uop.run.store(run, std::memory_order_release);
  return vgprs;
}

}  // namespace tilewright::emu
