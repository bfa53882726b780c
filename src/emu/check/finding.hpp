// What strict mode has found: a rule that the kernel broke, where, and who else took part.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "emu/exec/uop.hpp"

namespace tilewright::emu::check {

enum class Kind : uint8_t {
  lds_race,            ///< two waves, one byte of LDS, no order between them
  lane_race,           ///< two lanes of one instruction store different values in one byte
  global_race,         ///< the same in global memory, between waves or workgroups
  missing_wait,        ///< a register used before the load into it was waited for
  undefined_register,  ///< a value that nobody wrote decides something or leaves the registers
  undefined_lds,       ///< LDS that nobody wrote
  undefined_memory,    ///< global memory that neither host nor kernel wrote
  misaligned,
  descriptor,  ///< a buffer descriptor that reaches past its allocation
  exec,        ///< a matrix instruction with lanes switched off
  barrier,     ///< not all waves of a workgroup meet the same barriers
};
[[nodiscard]] std::string_view name(Kind kind);

/// An instruction of one wave.
struct Party {
  const Uop* slot = nullptr;
  uint64_t workgroup = 0;
  int wave = -1;  ///< -1: all
  int lane = -1;  ///< -1: all, or the scalar unit
  std::string does;
};

struct Finding {
  Kind kind = Kind::lds_race;
  Party here;
  std::optional<Party> other;
  uint64_t count = 1;  ///< how often this pair of instructions did it
};

/// The findings of one worker: one for each kind and pair of instructions, with the first
/// occurrence and a count.
class FindingLog {
 public:
  /// `describe` makes the Finding and is called for the first occurrence only.
  template <class Describe>
  void add(Kind kind, const Uop* here, const Uop* other, Describe&& describe) {
    const auto [at, is_new] = findings_.try_emplace({here, other, kind});
    if (is_new) {
      at->second = describe();
      at->second.kind = kind;
    } else {
      ++at->second.count;
    }
  }
  /// Takes over what another worker has found; the lower workgroup's occurrence is kept.
  void merge(FindingLog&& from);
  /// By the place of the instruction.
  [[nodiscard]] std::vector<Finding> sorted() const;
  [[nodiscard]] bool empty() const { return findings_.empty(); }

 private:
  /// Slots of one module lie in one array, so this order is that of the code.
  using Key = std::tuple<const Uop*, const Uop*, Kind>;
  std::map<Key, Finding> findings_;
};

}  // namespace tilewright::emu::check
