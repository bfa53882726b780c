// What strict mode says of memory: races, bytes that nobody wrote, alignment, descriptors.
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>

#include "emu/check/checker.hpp"
#include "emu/exec/wave.hpp"

namespace tilewright::emu::check {

namespace {

/// The number in its wave of a lane of the half that executes.
unsigned number_of(const Wave& wave, unsigned lane) { return lane + kLanes * wave.half; }

}  // namespace

void Checker::on_access(const Wave& wave, const Uop& uop, const MemoryAccess& access) {
  WaveState& state = waves_[wave.id];
  if (state.half != wave.half) {
    state.half = wave.half;
    state.accesses = 0;
  }
  if (wave.size == WaveSize::w64 && wave.half == 0 && state.accesses < 2 &&
      access.space != MemoryAccess::Space::scalar) {
    std::copy_n(access.address, kLanes, state.low_addresses[state.accesses].begin());
  }
  switch (access.space) {
    case MemoryAccess::Space::lds:
      check_lds_alignment(wave, uop, access);
      lds_access(wave, uop, access);
      break;
    case MemoryAccess::Space::global:
    case MemoryAccess::Space::scalar:
      global_access(wave, uop, access);
      break;
    case MemoryAccess::Space::scratch:
      break;
  }
  ++state.accesses;
}

/// Global memory takes any address (HSA runs the shaders in unaligned mode), and kernels for odd
/// leading dimensions rely on it. LDS does too, but a wide access there wants its own alignment,
/// and compilers never emit one without.
void Checker::check_lds_alignment(const Wave& wave, const Uop& uop, const MemoryAccess& access) {
  const uint32_t bytes = access.bytes;
  const uint32_t wanted = (bytes & (bytes - 1)) == 0 ? bytes : 4;
  for (uint32_t left = access.lanes; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(left));
    if (access.address[lane] % wanted == 0) continue;
    log_.add(Kind::misaligned, &uop, nullptr, [&] {
      return Finding{.kind = Kind::misaligned,
                     .here = party(wave, uop, static_cast<int>(number_of(wave, lane)),
                                   fmt::format("{} {} bytes at {}, which is not a multiple of {}",
                                               access.write ? "writes" : "reads", bytes,
                                               place(wave, access, access.address[lane]), wanted)),
                     .other = {}};
    });
    return;
  }
}

/// Scalar loads of dwords drop the low bits of the address.
void Checker::check_scalar_address(const Wave& wave, const Uop& uop) {
  const uint32_t soffset = uop.src[1].kind == Operand::Kind::scalar ? wave.scalar[uop.src[1].index]
                                                                    : uop.src[1].constant;
  const uint64_t address =
      wave.scalar64(uop.src[0].index) + static_cast<uint64_t>(int64_t{uop.offset}) + soffset;
  if (address % 4 == 0) return;
  log_.add(Kind::misaligned, &uop, nullptr, [&] {
    return Finding{.kind = Kind::misaligned,
                   .here = party(wave, uop, -1,
                                 fmt::format("reads {}, and scalar loads drop the low two bits of "
                                             "an address",
                                             memory_place(*wave.memory, address))),
                   .other = {}};
  });
}

std::string Checker::place(const Wave& wave, const MemoryAccess& access, uint64_t address) const {
  if (access.space == MemoryAccess::Space::lds) return fmt::format("LDS offset {:#x}", address);
  return memory_place(*wave.memory, address);
}

void Checker::check_descriptor(const Wave& wave, const Uop& uop) {
  const unsigned first = uop.src[2].index;
  const uint64_t base = wave.scalar[first] | uint64_t{wave.scalar[first + 1] & 0xffff} << 32;
  const uint32_t stride = wave.scalar[first + 1] >> 16 & 0x3fff;
  const uint64_t records = uint64_t{wave.scalar[first + 2]} * (stride == 0 ? 1 : stride);
  if (records == 0) return;
  const Allocation* found = wave.memory->find(base, 1);
  if (found == nullptr || found->end - base >= records) return;
  log_.add(Kind::descriptor, &uop, nullptr, [&] {
    return Finding{
        .kind = Kind::descriptor,
        .here = party(
            wave, uop, -1,
            fmt::format("uses a descriptor in s[{}:{}] of {} bytes, {} more than {} has "
                        "from there on",
                        first, first + 3, records, records - (found->end - base), found->name)),
        .other = {}};
  });
}

void Checker::lds_access(const Wave& wave, const Uop& uop, const MemoryAccess& access) {
  const Before known = before(wave, access.space);
  const uint32_t number = waves_[wave.id].outstanding.issued(Counter::lds);
  writes_before_[wave.id] = reads_before_[wave.id] = ~0u;
  for (uint32_t left = access.lanes; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(left));
    lds_->access(static_cast<uint32_t>(access.address[lane]), access.bytes,
                 {wave.id, Stamp::of(number, number_of(wave, lane)), access.write, access.atomic},
                 known, [&](uint64_t byte, const Clash& clash) {
                   report_clash(wave, uop, access, lane, byte, clash);
                 });
  }
}

void Checker::global_access(const Wave& wave, const Uop& uop, const MemoryAccess& access) {
  if (access.atomic) {
    // Ordered by the memory itself; and what they leave there is defined.
    for (uint32_t left = access.lanes; left != 0; left &= left - 1) {
      memory_.defined().define(access.address[__builtin_ctz(left)], access.bytes);
    }
    return;
  }
  const Before known = before(wave, access.space);
  writes_before_[wave.id] = reads_before_[wave.id] = ~0u;
  const Outstanding& outstanding = waves_[wave.id].outstanding;
  const uint32_t number = outstanding.issued(access.write ? Counter::store : Counter::load);
  const bool scalar = access.space == MemoryAccess::Space::scalar;
  for (uint32_t left = access.lanes; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(left));
    uint64_t address = access.address[lane];
    uint32_t bytes = access.bytes;
    if (access.write) {
      memory_.defined().define(address, bytes);
    } else {
      check_defined(wave, uop, access, lane);
    }
    while (bytes != 0) {
      const auto offset = static_cast<uint32_t>(address % kPageBytes);
      const uint32_t here = bytes < kPageBytes - offset ? bytes : kPageBytes - offset;
      TouchedPage& page = page_of(address / kPageBytes);
      const Access one{wave.id, Stamp::of(number, number_of(wave, lane)), access.write, false};
      page.touch(uop, offset, here, one, scalar, static_cast<unsigned>(waves_.size()), known,
                 [&](uint64_t byte, const Clash& clash) {
                   report_clash(wave, uop, access, lane, address - offset + byte, clash);
                 });
      address += here;
      bytes -= here;
    }
  }
}

TouchedPage& Checker::page_of(uint64_t number) {
  if (last_page_ == nullptr || number != last_page_number_) {
    last_page_ = &pages_[number];
    last_page_number_ = number;
  }
  return *last_page_;
}

void Checker::check_defined(const Wave& wave, const Uop& uop, const MemoryAccess& access,
                            unsigned lane) {
  const uint64_t address = access.address[lane];
  const uint64_t good = memory_.defined().defined_prefix(address, access.bytes);
  if (good >= access.bytes) return;
  const bool scalar = access.space == MemoryAccess::Space::scalar;
  log_.add(Kind::undefined_memory, &uop, nullptr, [&] {
    return Finding{.kind = Kind::undefined_memory,
                   .here = party(wave, uop, scalar ? -1 : static_cast<int>(number_of(wave, lane)),
                                 fmt::format("reads {}, which neither the host nor a kernel has "
                                             "written",
                                             place(wave, access, address + good))),
                   .other = {}};
  });
}

uint64_t Checker::address_of(const Wave& wave, const MemoryAccess& access, unsigned lane) const {
  if (lane / kLanes == wave.half) return access.address[lane % kLanes];
  const WaveState& state = waves_[wave.id];
  return state.low_addresses[std::min(state.accesses, 1u)][lane % kLanes];
}

uint8_t Checker::stored_byte(const Wave& wave, const Uop& uop, unsigned lane, uint64_t byte) const {
  const WaveState& state = waves_[wave.id];
  const Operand& data = uop.src[state.accesses == 0 ? 1 : 2];
  const Row* const rows =
      wave.vgpr + (static_cast<int>(lane / kLanes) - wave.half) * int{kVgprsPerWave};
  if (state.site->stored_bits > 0xffff && state.site->stored_bits != ~0u) byte += 2;  // d16_hi
  return static_cast<uint8_t>(rows[data.index + byte / 4].lane[lane % kLanes] >> 8 * (byte % 4));
}

/// Whether two lanes of a store leave the same in all bytes that both write, from `byte` to the end
/// of its dword.
bool Checker::same_values(const Wave& wave, const Uop& uop, const MemoryAccess& access,
                          unsigned one, unsigned other, uint64_t byte) const {
  for (uint64_t at = byte; at / 4 == byte / 4; ++at) {
    const uint64_t in_one = at - address_of(wave, access, one);
    const uint64_t in_other = at - address_of(wave, access, other);
    if (in_one >= access.bytes || in_other >= access.bytes) continue;
    if (stored_byte(wave, uop, one, in_one) != stored_byte(wave, uop, other, in_other))
      return false;
  }
  return true;
}

void Checker::report_clash(const Wave& wave, const Uop& uop, const MemoryAccess& access,
                           unsigned lane, uint64_t byte, const Clash& clash) {
  const bool lds = access.space == MemoryAccess::Space::lds;
  const auto does = [&] {
    return fmt::format("{} {} bytes at {}", access.write ? "writes" : "reads", access.bytes,
                       place(wave, access, access.address[lane]));
  };
  const unsigned number = number_of(wave, lane);
  const int here = static_cast<int>(number);
  if (clash.with == Clash::With::nothing) {
    if (!lds) return;
    log_.add(Kind::undefined_lds, &uop, nullptr, [&] {
      return Finding{
          .kind = Kind::undefined_lds,
          .here = party(wave, uop, here,
                        fmt::format("{}, of which nobody has written {:#x}", does(), byte)),
          .other = {}};
    });
    return;
  }
  if (clash.with == Clash::With::same_instruction) {
    const unsigned other = clash.stamp.lane();
    if (other == number || same_values(wave, uop, access, number, other, byte)) return;
    log_.add(Kind::lane_race, &uop, &uop, [&] {
      return Finding{.kind = Kind::lane_race,
                     .here = party(wave, uop, here, does()),
                     .other = party(wave, uop, static_cast<int>(other),
                                    "writes another value in the same instruction")};
    });
    return;
  }
  const bool wrote = clash.with == Clash::With::write;
  const Counter counter = lds ? Counter::lds : wrote ? Counter::store : Counter::load;
  const Uop* const slot = slot_of(clash.wave, counter, clash.stamp.operation());
  log_.add(lds ? Kind::lds_race : Kind::global_race, &uop, slot, [&] {
    const char* verb = wrote ? "wrote" : "read";
    return Finding{.kind = lds ? Kind::lds_race : Kind::global_race,
                   .here = party(wave, uop, here, does()),
                   .other = Party{slot, wave.group->index, static_cast<int>(clash.wave),
                                  static_cast<int>(clash.stamp.lane()),
                                  fmt::format("{} {}, and no wait and barrier lie in between", verb,
                                              place(wave, access, byte))}};
  });
}

const Uop* Checker::slot_of(unsigned wave, Counter counter, uint32_t operation) const {
  const auto& slots = waves_[wave].issued[static_cast<unsigned>(counter)];
  return operation == 0 || operation > slots.size() ? nullptr : slots[operation - 1];
}

Before Checker::before(const Wave& wave, MemoryAccess::Space space) {
  const uint32_t passed = waves_[wave.id].waits;
  for (unsigned other = 0; other < waves_.size(); ++other) {
    const WaveState& state = waves_[other];
    WaveState::Done done;
    if (passed > state.signals.size()) {
      // It has ended: that counts as having signalled.
      done = {state.outstanding.completed(Counter::lds), state.outstanding.completed(Counter::load),
              state.outstanding.completed(Counter::store)};
    } else if (passed != 0) {
      done = state.signals[passed - 1];
    }
    const bool lds = space == MemoryAccess::Space::lds;
    writes_before_[other] = Stamp::last_of(lds ? done.lds : done.store);
    reads_before_[other] = Stamp::last_of(lds ? done.lds : done.load);
  }
  return {writes_before_, reads_before_};
}

}  // namespace tilewright::emu::check
