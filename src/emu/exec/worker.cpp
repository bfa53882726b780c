// SPDX-License-Identifier: MIT
#include "emu/exec/worker.hpp"

#include <algorithm>
#include <cstring>

#include "emu/exec/execute.hpp"
#include "emu/exec/repetition.hpp"
#include "emu/exec/report.hpp"

namespace tilewright::emu {
namespace {

/// Instructions of one turn. Waves that wait for each other in a loop, without a barrier, still
/// make progress.
constexpr uint32_t turn = 1 << 16;
/// Whether a wave is caught in a loop is looked at after so many instructions, and then ever more
/// rarely, so that it costs next to nothing.
constexpr uint64_t first_look = 1 << 21;

void fill(std::span<std::byte> bytes, uint32_t pattern) {
  const size_t words = bytes.size() / sizeof(pattern);
  std::fill_n(reinterpret_cast<uint32_t*>(bytes.data()), words, pattern);
  std::memcpy(bytes.data() + words * sizeof(pattern), &pattern, bytes.size() % sizeof(pattern));
}

}  // namespace

Result<Worker> Worker::create(const Dispatch& dispatch, Observer* observer) {
  Worker worker(dispatch, observer);
  const size_t waves = dispatch.initial.waves();
  const size_t lanes = lanes_of(dispatch.initial.wave_size());
  const size_t scratch_bytes = dispatch.kernel->descriptor.private_segment_bytes * lanes;
  struct Block {
    HostMemory& memory;
    size_t bytes;
  };
  for (const Block& block :
       {Block{worker.vgprs_, waves * lanes / kLanes * kVgprsPerWave * sizeof(Row)},
        Block{worker.lds_, dispatch.lds_bytes()}, Block{worker.scratch_, waves * scratch_bytes}}) {
    auto memory = HostMemory::allocate(block.bytes);
    if (!memory) return tl::unexpected(memory.error());
    block.memory = std::move(*memory);
  }
  worker.waves_.resize(waves);
  return worker;
}

void Worker::begin(uint64_t index) {
  const Dispatch& dispatch = *dispatch_;
  const auto& count = dispatch.geometry.workgroups;
  group_ = {};
  at_limit_ = false;
  group_.lds = lds_.bytes();
  group_.waves = waves_;
  group_.index = index;
  group_.id[0] = static_cast<uint32_t>(index % count[0]);
  group_.id[1] = static_cast<uint32_t>(index / count[0] % count[1]);
  group_.id[2] = static_cast<uint32_t>(index / count[0] / count[1]);
  fill(lds_.bytes(), poison(index));
  fill(scratch_.bytes(), poison(index + 1));
  next_look_.assign(waves_.size(), first_look);

  const uint64_t entry = dispatch.program->load_base() + dispatch.kernel->descriptor.entry;
  const uint32_t scratch_bytes = dispatch.kernel->descriptor.private_segment_bytes;
  const size_t lanes = lanes_of(dispatch.initial.wave_size());
  for (unsigned id = 0; id < waves_.size(); ++id) {
    Wave& wave = waves_[id];
    wave = {};
    wave.id = id;
    wave.group = &group_;
    wave.generation = dispatch.program->generation();
    wave.code = &dispatch.program->code(dispatch.initial.wave_size());
    wave.next = wave.code->at(entry);
    wave.memory = &dispatch.memory;
    wave.vgprs = std::min<uint32_t>(dispatch.kernel->descriptor.vgprs(), kVgprsPerWave);
    wave.vgpr = reinterpret_cast<Row*>(vgprs_.bytes().data()) + id * lanes / kLanes * kVgprsPerWave;
    wave.scratch_bytes = scratch_bytes;
    wave.scratch = scratch_.bytes().data() + id * lanes * scratch_bytes;
    wave.observer = observer_;
    dispatch.initial.apply(wave);
  }
}

template <class Before>
bool Worker::take_turn(Wave& wave, Before&& before) {
  return wave.size == WaveSize::w32 ? take_turn_of<WaveSize::w32>(wave, before)
                                    : take_turn_of<WaveSize::w64>(wave, before);
}

/// `before` is called with each instruction that is about to execute, and ends the turn by
/// returning false.
template <WaveSize kSize, class Before>
bool Worker::take_turn_of(Wave& wave, Before&& before) {
  const uint64_t limit = dispatch_->instruction_limit;
  const auto most = static_cast<uint32_t>(std::min<uint64_t>(turn, limit - wave.instructions));
  const Uop* uop = wave.next;
  uint32_t executed = 0;
  try {
    while (wave.status == WaveStatus::running && executed != most) {
      uop = wave.next;
      if constexpr (kSize == WaveSize::w64) {
        if (!Code::is_decoded(*uop)) wave.code->decode(*uop, wave.vgprs);
      }
      if (!before(*uop)) break;
      ++executed;
      // In this order: the length of a slot is valid once its handler is.
      const Handler run = uop->run.load(std::memory_order_acquire);
      wave.next = uop + uop->dwords.load(std::memory_order_relaxed);
      if constexpr (kSize == WaveSize::w64) {
        execute_wave64(wave, *uop, run);
      } else {
        run(wave, *uop);
      }
    }
    wave.instructions += executed;
    if (wave.instructions == limit && wave.status == WaveStatus::running) {
      at_limit_ = true;
      throw CausedFault{
          {fmt::format(
               "endless: the wave has executed {} instructions, the limit, and has not ended",
               limit),
           -1},
          StopCause::endless};
    }
    return true;
  } catch (const CausedFault& fault) {
    error_ = report_fault(*dispatch_, wave, uop, fault);
    cause_ = fault.cause;
    return false;
  } catch (const Fault& fault) {
    error_ = report_fault(*dispatch_, wave, uop, fault);
    cause_ = StopCause::failure;
    return false;
  }
}

bool Worker::look_for_repetition(Wave& wave) {
  Repetition repetition(dispatch_->program->instruction_set(), wave);
  return take_turn(wave, [&](const Uop& uop) {
    if (!Code::is_decoded(uop)) wave.code->decode(uop, wave.vgprs);
    if (repetition.repeats(wave, uop)) {
      throw CausedFault{{fmt::format("endless: after {} instructions that only compute and branch, "
                                     "all registers are what they were",
                                     repetition.period()),
                         -1},
                        StopCause::endless};
    }
    if (repetition.given_up()) return false;
    if (observer_ != nullptr) observer_->on_instruction(wave, uop);
    return true;
  });
}

bool Worker::take_turn(Wave& wave) {
  uint64_t& next_look = next_look_[wave.id];
  if (wave.instructions >= next_look) {
    next_look = 2 * wave.instructions;
    if (!look_for_repetition(wave)) return false;
  }
  if (observer_ == nullptr) return take_turn(wave, [](const Uop&) { return true; });
  return take_turn(wave, [&](const Uop& uop) {
    if (!Code::is_decoded(uop)) wave.code->decode(uop, wave.vgprs);
    observer_->on_instruction(wave, uop);
    return true;
  });
}

Worker::Outcome Worker::run(uint64_t index, const std::function<bool()>& stop) {
  begin(index);
  if (observer_ != nullptr) observer_->on_workgroup_begin(group_);
  while (group_.ended < waves_.size()) {
    bool progress = false;
    for (Wave& wave : waves_) {
      if (wave.status != WaveStatus::running) continue;
      progress = true;
      if (!take_turn(wave)) return Outcome::faulted;
      if (stop()) return Outcome::stopped;
    }
    if (!progress) {
      error_ = report_deadlock(*dispatch_, group_);
      cause_ = StopCause::endless;
      return Outcome::faulted;
    }
  }
  if (observer_ != nullptr) observer_->on_workgroup_end(group_);
  return Outcome::done;
}

}  // namespace tilewright::emu
