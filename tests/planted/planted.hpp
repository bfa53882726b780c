// Faults that the checks must catch. Each is the product's kernel with one part replaced by a wrong
// one, compiled under the product's kernel name: a test loads the planted code object in place of
// the rung's and expects a failure.
//
// SPDX-License-Identifier: MIT
#pragma once

namespace tilewright::planted {

struct Fault {
  const char* name;  ///< of the .hip file here, and of the code object
  const char* rung;  ///< the rung it stands in for
  const char* fault;
  /// A shape at which it must show.
  int m, n, k;
  bool rdna4_only;
};

inline constexpr Fault faults[] = {
    {"swapped_lane_half", "8", "lanes 0-15 read the K values of lanes 16-31, in A only", 128, 96,
     64, true},
    {"no_barrier_before_commit", "8", "the one buffer is overwritten while waves still read it",
     128, 96, 256, false},
    {"no_barrier_after_commit", "8", "waves read the buffer before all have written it", 128, 96,
     256, false},
    {"tile_visited_twice", "8", "a short last group is divided as if it were whole", 384, 288, 64,
     false},
    {"pad_one_row_off", "8", "every row lies one row too far, the last one past LDS", 128, 96, 64,
     false},
    {"tail_not_zeroed", "8", "what follows K in memory is multiplied too", 128, 96, 100, false},
    {"swapped_result_rows", "8", "the lane halves write each other's rows of C", 128, 96, 64,
     false},
};

}  // namespace tilewright::planted
