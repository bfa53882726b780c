// SPDX-License-Identifier: MIT
#include "machine.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <memory>
#include <stdexcept>
#include <utility>

#include "assembler.hpp"
#include "emu/exec/code.hpp"
#include "emu/exec/execute.hpp"
#include "emu/exec/fault.hpp"

namespace tilewright::test {
namespace {

using emu::VectorHost;

constexpr size_t kMemoryBytes = 4096;
constexpr size_t kLdsBytes = 4096;
constexpr uint64_t kCodeAddress = 0x10000;
constexpr uint64_t kStepLimit = 100'000;

class Recorder final : public emu::Observer {
 public:
  explicit Recorder(std::vector<Machine::Access>& accesses) : accesses_(accesses) {}
  void on_access(const emu::Wave& wave, const emu::Uop&, const emu::MemoryAccess& access) override {
    Machine::Access copy{access, wave.half, {}};
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      if ((access.lanes >> lane & 1) != 0) copy.address[lane] = access.address[lane];
    }
    accesses_.push_back(copy);
  }

 private:
  std::vector<Machine::Access>& accesses_;
};

void fill_pattern(std::vector<std::byte>& bytes, unsigned seed) {
  for (size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = static_cast<std::byte>(i * 37 + i / 256 * 11 + seed);
  }
}

const char* name(VectorHost host) {
  return host == VectorHost::v4 ? "v4" : host == VectorHost::v3 ? "v3" : "base";
}

}  // namespace

emu::InstructionSet& instruction_set(std::string_view arch, VectorHost host) {
  static std::map<std::pair<std::string, VectorHost>, std::unique_ptr<emu::InstructionSet>> sets;
  auto& set = sets[{std::string(arch), host}];
  if (set == nullptr) {
    auto created = emu::InstructionSet::create(arch, emu::wmma::Policy::silicon, host);
    if (!created) throw std::runtime_error(created.error().message);
    set = std::move(*created);
  }
  return *set;
}

Machine::Machine(std::string_view arch, emu::WaveSize size) : arch_(arch) {
  state_.wave.size = size;
  state_.vgpr.resize(size_t{256} * emu::lanes_of(size) / kLanes);
  for (unsigned i = 0; i < 256; ++i) {
    for (unsigned lane = 0; lane < emu::lanes_of(size); ++lane) {
      cell(i, lane) = 0xbad00000 | i << 8 | lane;
    }
  }
  for (unsigned i = 0; i < emu::sreg::count; ++i) s(i) = 0x5bad0000 | i;
  s(emu::sreg::null) = 0;
  exec() = ~0u;
  s(emu::sreg::exec_hi) = size == emu::WaveSize::w64 ? ~0u : 0;
  const bool gfx11 = arch.starts_with("gfx11");
  state_.wave.generation = gfx11 ? emu::Generation::gfx11 : emu::Generation::gfx12;
  mode() = gfx11 ? 0x3f0 : 0xf0;  // gfx11: DX10_CLAMP and IEEE
  state_.lds.resize(kLdsBytes);
  fill_pattern(state_.lds, 3);
  state_.memory.resize(kMemoryBytes);
  fill_pattern(state_.memory, 7);
}

void Machine::set(unsigned index, const Lanes& lanes) {
  std::memcpy(v(index), lanes.data(), sizeof lanes);
}
void Machine::fill(unsigned index, uint32_t value) {
  for (unsigned lane = 0; lane < kLanes; ++lane) v(index)[lane] = value;
}
void Machine::set64(unsigned index, unsigned lane, uint64_t value) {
  v(index)[lane] = static_cast<uint32_t>(value);
  v(index + 1)[lane] = static_cast<uint32_t>(value >> 32);
}
uint64_t Machine::get64(unsigned index, unsigned lane) {
  return v(index)[lane] | uint64_t{v(index + 1)[lane]} << 32;
}
void Machine::set_scalar64(unsigned index, uint64_t value) {
  s(index) = static_cast<uint32_t>(value);
  s(index + 1) = static_cast<uint32_t>(value >> 32);
}
void Machine::resize_scratch(uint32_t bytes_per_lane) {
  state_.scratch.resize(size_t{emu::lanes_of(state_.wave.size)} * bytes_per_lane);
  state_.wave.scratch_bytes = bytes_per_lane;
  fill_pattern(state_.scratch, 5);
}

void Machine::run(const std::string& assembly) { run(assemble(arch_, assembly, state_.wave.size)); }

void Machine::run(const std::vector<uint32_t>& dwords) {
  // Memory stays where it is, for addresses in registers to mean something: each host starts from
  // the same bytes.
  const State before = state_;
  accesses_.clear();
  Recorder recorder(accesses_);
  run_on(VectorHost::base, dwords, state_, &recorder);
  const State expected = state_;
  for (const VectorHost host : {VectorHost::v3, VectorHost::v4}) {
    if (!emu::available(host)) continue;
    state_.wave = before.wave;
    state_.vgpr = before.vgpr;
    state_.lds = before.lds;
    std::memcpy(state_.memory.data(), before.memory.data(), before.memory.size());
    state_.scratch = before.scratch;
    run_on(host, dwords, state_, nullptr);
    for (size_t i = 0; i < state_.vgpr.size(); ++i) {
      ASSERT_EQ(std::memcmp(&state_.vgpr[i], &expected.vgpr[i], sizeof(emu::Row)), 0)
          << "v" << i << " differs on " << name(host);
    }
    for (unsigned i = 0; i < emu::sreg::count; ++i) {
      ASSERT_EQ(state_.wave.scalar[i], expected.wave.scalar[i])
          << "scalar " << i << " differs on " << name(host);
    }
    ASSERT_EQ(state_.wave.scc, expected.wave.scc) << name(host);
    ASSERT_EQ(state_.lds, expected.lds) << name(host);
    ASSERT_EQ(state_.memory, expected.memory) << name(host);
    ASSERT_EQ(state_.scratch, expected.scratch) << name(host);
  }
}

void Machine::run_on(VectorHost host, const std::vector<uint32_t>& dwords, State& state,
                     emu::Observer* observer) {
  emu::Code code(instruction_set(arch_, host), state.wave.size);
  code.add(kCodeAddress, dwords);
  emu::MemoryMap map;
  map.add({address(), address() + state.memory.size(), true, "memory"});
  emu::Workgroup group;
  emu::Wave& wave = state.wave;
  group.lds = state.lds;
  group.waves = {&wave, 1};
  wave.vgpr = state.vgpr.data();
  wave.group = &group;
  wave.code = &code;
  wave.memory = &map;
  wave.last_allocation = nullptr;
  wave.scratch = state.scratch.data();
  wave.observer = observer;
  wave.next = code.at(kCodeAddress);
  const emu::Uop* const end = code.at(kCodeAddress) + dwords.size();
  for (uint64_t step = 0; wave.next != end; ++step) {
    if (wave.status != emu::WaveStatus::running || step == kStepLimit) break;
    const emu::Uop* const u = wave.next;
    if (!emu::Code::is_decoded(*u)) code.decode(*u, wave.vgprs);
    wave.next = u + u->dwords;
    const emu::Handler run = u->run.load(std::memory_order_acquire);
    if (wave.size == emu::WaveSize::w64) {
      emu::execute_wave64(wave, *u, run);
    } else {
      run(wave, *u);
    }
  }
}

}  // namespace tilewright::test
