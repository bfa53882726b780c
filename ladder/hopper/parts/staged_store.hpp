// The epilogue through shared memory: results gather in boxes, which TMA writes as whole lines
// while the threads go on. Taught in rung 15.
// SPDX-License-Identifier: MIT
#pragma once

#include "ladder/hopper/parts/cluster.hpp"
#include "ladder/hopper/parts/results.hpp"

namespace tilewright::hopper {

/// TMA writes 16 bytes at a time. Where C ends within 16 bytes it would write past the end of every
/// column, and where C is not aligned to them it cannot write at all.
template <class Types, TmaTile T>
__device__ __forceinline__ bool tma_can_store(const TmaArgs& args, int m) {
  constexpr int elems = 16 / Types::result_bytes;
  return args.c % 16 == 0 && args.ldc % elems == 0 &&
         (args.m % elems == 0 || args.m - m >= T.block_m);
}

/// The boxes of one consumer's patch: how they lie in shared memory and in C.
template <class Types, TmaTile T>
struct BoxOf {
  static constexpr int squares = box_squares(T, Types::result_bytes);
  static constexpr int per_block = boxes_per_block(T, Types::result_bytes);
  static constexpr int count = patch_boxes(T, Types::result_bytes);
  static constexpr int row_bytes = squares * square * Types::result_bytes;
  static_assert(row_bytes * wgmma_rows <= box_place_bytes);

  /// Of box `i`: its 64 columns of C, and its first square along m. The last box of a tile that is
  /// only `length` long begins early enough to end with it; what it shares with the box before is
  /// sent twice.
  static constexpr int block(int i) { return i / per_block; }
  static constexpr int first_square(int i, int length = T.block_m) {
    const int first = i % per_block * squares;
    const int last = length / square - squares;
    return first < last ? first : last;
  }

  /// Where a 16-byte chunk of a row goes. TMA undoes the swizzle: chunks permuted by the row's
  /// number.
  __device__ static __forceinline__ std::uint32_t place(int row, int chunk) {
    if constexpr (box_is_swizzled(T, Types::result_bytes)) chunk ^= row % 8;
    return row * row_bytes + chunk * 16;
  }
};

/// What a thread holds of one square: the pair in its upper row and the pair in its lower row.
template <class Types>
struct SquarePart {
  static constexpr int words = Types::result_bytes == 2 ? 2 : 4;
  std::uint32_t word[words];
};

/// Rounds sums to results.
template <class Types, int n, class Factors>
__device__ __forceinline__ SquarePart<Types> square_part(const Sums<Types, n>& sums,
                                                         const Factors& scale, int block, int j) {
  SquarePart<Types> part;
#pragma unroll
  for (int lower = 0; lower < 2; ++lower) {
    if constexpr (Types::result_bytes == 2) {
      part.word[lower] = packed_pair(sums, scale, block, j, lower);
    } else {
      const TwoFloats two =
          scale(two_sums(sums, j, lower), block * wgmma_rows + lower * square, j * square);
      // Copies the compiler cannot undo: the sums' registers are about to be wgmma's again.
      asm volatile("mov.b32 %0, %1;" : "=r"(part.word[2 * lower]) : "f"(two.first));
      asm volatile("mov.b32 %0, %1;" : "=r"(part.word[2 * lower + 1]) : "f"(two.second));
    }
  }
  return part;
}

/// The squares of a box.
template <class Types, TmaTile T>
struct BoxParts {
  SquarePart<Types> part[BoxOf<Types, T>::squares];
};

/// Rounds box `i` of a patch.
template <class Types, TmaTile T, int length, class Factors>
__device__ __forceinline__ BoxParts<Types, T> box_parts(const Patch<Types, T, length>& patch,
                                                        const Factors& scale, int i) {
  using Box = BoxOf<Types, T>;
  BoxParts<Types, T> parts;
  const int block = Box::block(i);
#pragma unroll
  for (int j = 0; j < Box::squares; ++j) {
    parts.part[j] = square_part(patch.block[block], scale, block, Box::first_square(i, length) + j);
  }
  return parts;
}

/// Writes a box: `parts` are its squares.
template <class Types, TmaTile T>
__device__ __forceinline__ void fill_box(std::uint32_t box, const SquarePart<Types>* parts,
                                         int thread) {
  using Box = BoxOf<Types, T>;
  if constexpr (Types::result_bytes == 2) {
    // stmatrix takes from each thread what wgmma gave it; each lane names one row of one square.
    const int lane = thread % 32;
    const int row = thread / 32 * 16 + lane % 16;
#pragma unroll
    for (int j = 0; j + 1 < Box::squares; j += 2) {
      asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(
                       box + Box::place(row, j + lane / 16)),
                   "r"(parts[j].word[0]), "r"(parts[j].word[1]), "r"(parts[j + 1].word[0]),
                   "r"(parts[j + 1].word[1])
                   : "memory");
    }
    if constexpr (Box::squares % 2 == 1) {
      constexpr int last = Box::squares - 1;
      asm volatile("stmatrix.sync.aligned.m8n8.x2.shared.b16 [%0], {%1, %2};" ::"r"(
                       box + Box::place(row, last)),
                   "r"(parts[last].word[0]), "r"(parts[last].word[1])
                   : "memory");
    }
  } else {
    const Holder holder(thread);
#pragma unroll
    for (int j = 0; j < Box::squares; ++j) {
#pragma unroll
      for (int lower = 0; lower < 2; ++lower) {
        const std::uint32_t to =
            box + Box::place(holder.row + lower * square, 2 * j + holder.column / 4) +
            holder.column % 4 * 4;
        asm volatile("st.shared.v2.b32 [%0], {%1, %2};" ::"r"(to), "r"(parts[j].word[2 * lower]),
                     "r"(parts[j].word[2 * lower + 1])
                     : "memory");
      }
    }
  }
}

/// One consumer's boxes on their way to C.
template <class Types, TmaTile T>
class Sender {
  using Box = BoxOf<Types, T>;

 public:
  __device__ Sender(const SharedMemory<T>& shared, const TensorMap& map_c, int consumer, int thread)
      : shared_(shared), map_c_(map_c), consumer_(consumer), thread_(thread) {}

  /// Sends box `i` of the patch at `at`, from one of its places in turn.
  __device__ __forceinline__ void send(int i, const SquarePart<Types>* parts, const Origin& at) {
    if (thread_ == 0) wait_stores_read<box_places(T) - 1>();
    warpgroup_sync(consumer_);
    const std::uint32_t box = shared_.boxes(consumer_) + turn_ * box_place_bytes;
    fill_box<Types, T>(box, parts, thread_);
    publish_shared_writes();
    warpgroup_sync(consumer_);
    if (thread_ == 0) store(i, box, at);
    turn_ = turn_ + 1 == box_places(T) ? 0 : turn_ + 1;
  }

  /// Sends all boxes at once, after the last multiplication: nothing will be loaded any more, so
  /// the consumer's own rows of B in every stage are places for boxes, too.
  __device__ __forceinline__ void send_last(const SquarePart<Types>* parts, const Origin& at) {
    constexpr int places = box_places(T) + T.stages * row_blocks(T);
#pragma unroll
    for (int first = 0; first < Box::count; first += places) {
      if (thread_ == 0) wait_stores_read<0>();
      warpgroup_sync(consumer_);
#pragma unroll
      for (int i = first; i < first + places && i < Box::count; ++i) {
        fill_box<Types, T>(last_place(i - first), parts + i * Box::squares, thread_);
      }
      publish_shared_writes();
      warpgroup_sync(consumer_);
      if (thread_ == 0) {
        for (int i = first; i < first + places && i < Box::count; ++i) {
          store(i, last_place(i - first), at);
        }
      }
    }
  }

  /// Shared memory must outlive the reads.
  __device__ void finish() const {
    if (thread_ == 0) wait_stores_read<0>();
  }

  /// Box `i` of the patch at `at`, by one thread, as a group of its own.
  __device__ void store(int i, std::uint32_t box, const Origin& at) const {
    const int length = T.fitted && at.shorter ? least_length(T) : T.block_m;
    store_box<eviction_of_others<Types, T>>(map_c_, box,
                                            at.m + Box::first_square(i, length) * square,
                                            at.n + Box::block(i) * wgmma_rows);
    commit_stores();
  }

 private:
  __device__ std::uint32_t last_place(int i) const {
    if (i < box_places(T)) return shared_.boxes(consumer_) + i * box_place_bytes;
    const int place = i - box_places(T);
    return shared_.b(place / row_blocks(T)) +
           (consumer_ * row_blocks(T) + place % row_blocks(T)) * box_place_bytes;
  }

  const SharedMemory<T>& shared_;
  const TensorMap& map_c_;
  int consumer_;
  int thread_;
  int turn_ = 0;
};

/// Results that wait in registers, rounded, while the next tile is multiplied.
template <class Types, TmaTile T>
struct LateResults {
  static constexpr int squares_of_block = T.block_m / square;
  static constexpr int squares = row_blocks(T) * squares_of_block;
  /// f32 results leave two squares at a time, without boxes: a row of a square is a whole sector.
  static constexpr int squares_at_once = 2;
  static constexpr int steps =
      Types::result_bytes == 2 ? BoxOf<Types, T>::count : ceil_div(squares, squares_at_once);
  SquarePart<Types> part[squares];
  Origin at;
  bool waiting = false;

  /// While this runs the matrix unit has nothing to do, hence the short cut.
  __device__ __forceinline__ void take(const Patch<Types, T>& patch, const Scale<Types>& scale,
                                       const Origin& origin) {
    if (scale.is_one()) {
      round(patch, Unscaled{});
    } else {
      round(patch, scale);
    }
    at = origin;
    waiting = true;
  }

  template <class Factors>
  __device__ __forceinline__ void round(const Patch<Types, T>& patch, const Factors& scale) {
#pragma unroll
    for (int block = 0; block < row_blocks(T); ++block) {
#pragma unroll
      for (int j = 0; j < squares_of_block; ++j) {
        part[block * squares_of_block + j] = square_part(patch.block[block], scale, block, j);
      }
    }
  }

  /// Of a tile that lies inside C.
  __device__ __forceinline__ void store_step(int step, const TmaArgs& args, int thread) const {
    const Holder holder(thread);
#pragma unroll
    for (int i = step * squares_at_once; i < (step + 1) * squares_at_once && i < squares; ++i) {
#pragma unroll
      for (int lower = 0; lower < 2; ++lower) {
        const int n = at.n + i / squares_of_block * wgmma_rows + holder.row + lower * square;
        const int m = at.m + i % squares_of_block * square + holder.column;
        const std::uint64_t to =
            args.c + (std::int64_t{n} * args.ldc + m) * std::int64_t{Types::result_bytes};
        asm volatile("st.global.v2.b32 [%0], {%1, %2};" ::"l"(to), "r"(part[i].word[2 * lower]),
                     "r"(part[i].word[2 * lower + 1])
                     : "memory");
      }
    }
  }
};

}  // namespace tilewright::hopper
