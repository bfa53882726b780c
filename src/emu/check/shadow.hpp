// Who last wrote and who has read each byte of a stretch of memory that the waves of one workgroup
// share, and whether an access is ordered after theirs.
//
// Accesses are kept per dword. A dword that is written in parts is kept per byte until it is
// written whole again.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace tilewright::emu::check {

/// An access in its wave: the number of the memory operation and the lane.
struct Stamp {
  static constexpr unsigned kLaneBits = 6;
  uint32_t bits = 0;  ///< 0: none
  [[nodiscard]] static Stamp of(uint32_t operation, unsigned lane) {
    return {operation << kLaneBits | lane};
  }
  /// Not before any lane of the operation.
  [[nodiscard]] static uint32_t last_of(uint32_t operation) {
    return operation << kLaneBits | ((1u << kLaneBits) - 1);
  }
  [[nodiscard]] uint32_t operation() const { return bits >> kLaneBits; }
  [[nodiscard]] unsigned lane() const { return bits & ((1u << kLaneBits) - 1); }
};

/// What the accessing wave knows of each wave: operations up to these stamps happened before.
struct Before {
  std::span<const uint32_t> writes;
  std::span<const uint32_t> reads;
};

/// The other side of a conflict.
struct Clash {
  enum class With : uint8_t {
    none,
    write,
    read,
    same_instruction,  ///< another lane of this instruction has written the byte
    nothing,           ///< a read of a byte that nobody has written
  };
  With with = With::none;
  unsigned wave = 0;
  Stamp stamp;
};

struct Access {
  unsigned wave = 0;
  Stamp stamp;
  bool write = false;
  bool atomic = false;
};

class Shadow {
 public:
  /// `defined`: what the memory holds before anybody writes is worth reading.
  Shadow(uint32_t bytes, unsigned waves, bool defined);
  void reset();

  /// Notes one lane's access to [offset, offset + bytes) and calls clash(byte offset, Clash) for
  /// each unit that conflicts with an earlier one.
  template <class OnClash>
  void access(uint32_t offset, uint32_t bytes, const Access& access, const Before& before,
              OnClash&& clash) {
    const uint32_t end = offset + bytes;
    while (offset < end) {
      const uint32_t dword = offset / 4;
      if (offset % 4 == 0 && end - offset >= 4 && !split_[dword]) {
        if (const Clash c = touch(dwords_, dword, access, before); c.with != Clash::With::none) {
          clash(offset, c);
        }
        offset += 4;
        continue;
      }
      if (!split_[dword]) split(dword);
      const uint32_t stop = end < 4 * dword + 4 ? end : 4 * dword + 4;
      const bool whole = stop - offset == 4;
      for (; offset < stop; ++offset) {
        if (const Clash c = touch(bytes_, offset, access, before); c.with != Clash::With::none) {
          clash(offset, c);
        }
      }
      if (whole && access.write) join(dword);
    }
  }

 private:
  struct Units {
    std::vector<uint32_t> stamp;   ///< of the last write; 0: none
    std::vector<uint8_t> writer;   ///< wave; kAtomic if it was an atomic
    std::vector<uint32_t> reader;  ///< stamps of reads since then, one for each wave
  };
  static constexpr uint8_t kAtomic = 128;

  [[nodiscard]] Clash touch(Units& units, uint32_t unit, const Access& access,
                            const Before& before) const {
    Clash clash;
    const uint32_t written = units.stamp[unit];
    const uint8_t by = units.writer[unit];
    const unsigned writer = by & (kAtomic - 1);
    if (written == 0) {
      if (!defined_ && (!access.write || access.atomic)) clash.with = Clash::With::nothing;
    } else if (!(access.atomic && (by & kAtomic) != 0)) {
      if (writer != access.wave) {
        if (written > before.writes[writer]) clash = {Clash::With::write, writer, {written}};
      } else if (access.write && written >> Stamp::kLaneBits == access.stamp.operation()) {
        clash = {Clash::With::same_instruction, writer, {written}};
      }
    }
    uint32_t* const readers = &units.reader[size_t{unit} * waves_];
    if (!access.write) {
      readers[access.wave] = access.stamp.bits;
      return clash;
    }
    for (unsigned wave = 0; wave < waves_; ++wave) {
      if (readers[wave] > before.reads[wave] && wave != access.wave &&
          clash.with == Clash::With::none) {
        clash = {Clash::With::read, wave, {readers[wave]}};
      }
      readers[wave] = 0;
    }
    units.stamp[unit] = access.stamp.bits;
    units.writer[unit] = static_cast<uint8_t>(access.wave | (access.atomic ? kAtomic : 0u));
    return clash;
  }
  void split(uint32_t dword);
  void join(uint32_t dword);
  static void resize(Units& units, size_t count, unsigned waves);

  unsigned waves_;
  bool defined_;
  Units dwords_;
  Units bytes_;  ///< empty until a dword is split
  std::vector<uint8_t> split_;
};

}  // namespace tilewright::emu::check
