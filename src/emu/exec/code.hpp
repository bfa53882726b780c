// The code cache of a loaded module: one µop slot per dword of its executable segments, so that the
// program counter is a pointer. A slot is decoded when it is first executed.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "emu/exec/uop.hpp"
#include "emu/exec/wave.hpp"

namespace tilewright::emu {

/// Where an instruction lies: the dwords of its segment and its place among them. A branch may go
/// to any index in [0, segment.size()]; the last one is the slot that reports running off the end.
struct CodePlace {
  std::span<const uint32_t> segment;
  size_t index = 0;
  uint64_t address = 0;  ///< device address of segment[index]
  unsigned vgprs = 256;  ///< that the kernel has declared, and so may use
  WaveSize wave_size = WaveSize::w32;

  /// The dwords from the instruction to the end of its segment; at least one.
  [[nodiscard]] std::span<const uint32_t> dwords() const { return segment.subspan(index); }
};

/// Fills a slot; the instruction set implements it. Sets all fields of the µop, `dwords` no larger
/// than place.dwords().size(), and `run` last. Throws a Fault that names the dwords and the
/// disassembly if the instruction is unknown or unsupported or uses more VGPRs than the place
/// allows. Called under the module's lock.
class Decoder {
 public:
  virtual ~Decoder() = default;
  /// Returns how many VGPRs the instruction needs: the highest number and one.
  virtual unsigned decode(const CodePlace& place, Uop& uop) = 0;
};

class Code {
 public:
  /// For waves of one size, because the same dwords mean other µops in the other. `decoder`
  /// outlives the Code.
  explicit Code(Decoder& decoder, WaveSize wave_size = WaveSize::w32)
      : decoder_(decoder), wave_size_(wave_size) {}

  /// Adds an executable segment: `dwords` lie at device address `address` and outlive the Code.
  void add(uint64_t address, std::span<const uint32_t> dwords);

  /// The slot of the instruction at a device address (s_setpc, s_swappc, kernel entry). Faults if
  /// the address is outside the executable segments or not a multiple of 4.
  [[nodiscard]] const Uop* at(uint64_t address) const;

  /// The device address of a slot of this Code (s_getpc, reports).
  [[nodiscard]] uint64_t address_of(const Uop* slot) const;
  [[nodiscard]] CodePlace place_of(const Uop* slot) const;

  /// Decodes a slot unless somebody has, for a kernel that has declared `vgprs` registers; safe to
  /// call from several threads.
  void decode(const Uop& slot, unsigned vgprs) const;
  /// Before a kernel with so many registers runs: forgets what has been decoded and needs more, so
  /// that it is looked at again should this kernel come to it. Not while code of the module runs.
  void forget_beyond(unsigned vgprs) const;
  [[nodiscard]] static bool is_decoded(const Uop& slot);

 private:
  struct Segment {
    uint64_t address = 0;
    std::span<const uint32_t> dwords;
    std::unique_ptr<Uop[]> slots;  ///< one per dword and one past the end
  };
  [[nodiscard]] const Segment& segment_of(const Uop* slot) const;

  struct Need {
    unsigned vgprs = 0;
    Uop* slot = nullptr;
  };

  std::vector<Segment> segments_;
  Decoder& decoder_;
  WaveSize wave_size_;
  mutable std::mutex mutex_;
  mutable std::vector<Need> decoded_;
};

}  // namespace tilewright::emu
