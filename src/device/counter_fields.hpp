// The counters by the names that records give them: one list for those who write and who read them.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "device/launch_report.hpp"

namespace tilewright::device {

struct CounterField {
  const char* name;
  uint64_t Counters::* value;
  bool modelled = false;  ///< by the model of the LDS banks or of the caches; else counted
};

/// All but by_opcode, in the order of records.
inline constexpr CounterField kCounterFields[] = {
    {"workgroups", &Counters::workgroups},
    {"instructions", &Counters::instructions},
    {"wmma", &Counters::wmmas},
    {"valu", &Counters::valu},
    {"salu", &Counters::salu},
    {"lds", &Counters::lds},
    {"vmem", &Counters::vmem},
    {"smem", &Counters::smem},
    {"branches", &Counters::branches},
    {"barriers", &Counters::barriers},
    {"waits", &Counters::waits},
    {"lds_accesses", &Counters::lds_accesses},
    {"loaded_bytes", &Counters::loaded_bytes},
    {"stored_bytes", &Counters::stored_bytes},
    {"lines_32", &Counters::lines_32},
    {"lines_64", &Counters::lines_64},
    {"lines_128", &Counters::lines_128},
    {"lds_clocks", &Counters::lds_clocks, true},
    {"lds_conflict_clocks", &Counters::lds_conflict_clocks, true},
    {"l2_bytes", &Counters::l2_bytes, true},
    {"dram_read_bytes", &Counters::dram_read_bytes, true},
    {"dram_written_bytes", &Counters::dram_written_bytes, true},
};

}  // namespace tilewright::device
