// A wave to put one or a few instructions to the test: registers in, registers out. Every run is
// repeated with the vector code of each host instruction set that this machine has, and all must
// leave the same state.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "emu/exec/wave.hpp"
#include "emu/isa/instruction_set.hpp"
#include "emu/memory/memory_map.hpp"

namespace tilewright::test {

inline constexpr unsigned kLanes = emu::kLanes;
using Lanes = std::array<uint32_t, kLanes>;

/// The instruction set of a target on a host; made once.
[[nodiscard]] emu::InstructionSet& instruction_set(std::string_view arch, emu::VectorHost host);

class Machine {
 public:
  /// All registers are filled with a pattern that no test expects; EXEC has all lanes; MODE is
  /// HSA's default.
  explicit Machine(std::string_view arch, emu::WaveSize size = emu::WaveSize::w32);

  /// VGPR `index` as lanes.
  [[nodiscard]] uint32_t* v(unsigned index) { return state_.vgpr[index].lane; }
  /// Lane 0 to 63 of a wave64's VGPR.
  [[nodiscard]] uint32_t& cell(unsigned index, unsigned lane) {
    return state_.vgpr[index + lane / kLanes * emu::kVgprsPerWave].lane[lane % kLanes];
  }
  [[nodiscard]] uint32_t& s(unsigned index) { return state_.wave.scalar[index]; }
  [[nodiscard]] uint32_t& vcc() { return s(emu::sreg::vcc_lo); }
  [[nodiscard]] uint32_t& exec() { return s(emu::sreg::exec_lo); }
  [[nodiscard]] uint32_t& m0() { return s(emu::sreg::m0); }
  [[nodiscard]] bool& scc() { return state_.wave.scc; }
  [[nodiscard]] uint32_t& mode() { return state_.wave.mode; }
  [[nodiscard]] std::vector<std::byte>& lds() { return state_.lds; }
  [[nodiscard]] emu::WaveStatus status() const { return state_.wave.status; }

  void set(unsigned index, const Lanes& lanes);
  void fill(unsigned index, uint32_t value);
  void set64(unsigned index, unsigned lane, uint64_t value);
  [[nodiscard]] uint64_t get64(unsigned index, unsigned lane);
  void set_scalar64(unsigned index, uint64_t value);
  [[nodiscard]] uint64_t scalar64(unsigned index) { return state_.wave.scalar64(index); }

  /// Registered memory of the wave; filled with a pattern.
  [[nodiscard]] std::vector<std::byte>& memory() { return state_.memory; }
  [[nodiscard]] uint64_t address() const {
    return reinterpret_cast<uint64_t>(state_.memory.data());
  }
  void resize_scratch(uint32_t bytes_per_lane);
  [[nodiscard]] std::vector<std::byte>& scratch() { return state_.scratch; }

  /// Every MemoryAccess of the last run.
  struct Access {
    emu::MemoryAccess access;
    unsigned half;  ///< of a wave64
    std::array<uint64_t, kLanes> address;
  };
  [[nodiscard]] const std::vector<Access>& accesses() const { return accesses_; }

  /// Assembles and executes. Throws Fault, or std::runtime_error if it does not assemble.
  void run(const std::string& assembly);
  void run(const std::vector<uint32_t>& dwords);

 private:
  struct State {
    emu::Wave wave;
    std::vector<emu::Row> vgpr;
    std::vector<std::byte> lds;
    std::vector<std::byte> memory;
    std::vector<std::byte> scratch;
  };
  void run_on(emu::VectorHost host, const std::vector<uint32_t>& dwords, State& state,
              emu::Observer* observer);

  std::string arch_;
  State state_;
  std::vector<Access> accesses_;
};

/// The targets that an instruction test runs on.
inline constexpr std::string_view kGfx11 = "gfx1100";
inline constexpr std::string_view kGfx12 = "gfx1201";

inline uint32_t bits(float value) { return __builtin_bit_cast(uint32_t, value); }
inline uint64_t bits(double value) { return __builtin_bit_cast(uint64_t, value); }
inline float as_float(uint32_t value) { return __builtin_bit_cast(float, value); }
inline double as_double(uint64_t value) { return __builtin_bit_cast(double, value); }

}  // namespace tilewright::test
