// SPDX-License-Identifier: MIT
#include "work.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

#include "faults.hpp"
#include "ladder/gemm_args.hpp"
#include "ladder/hopper/args.hpp"
#include "ladder/rdna/rungs.hpp"
#include "tensor_map.hpp"

namespace tilewright::fake_cuda {
namespace {

using device::cuda::KernelLaunch;

constexpr std::uint64_t kTmaAlignment = 16;

std::uint64_t unsigned_of(std::int64_t value) { return static_cast<std::uint64_t>(value); }
std::uint64_t parts_of(std::uint64_t whole, std::uint64_t part) {
  return (whole + part - 1) / part;
}
std::uint64_t rounded_up(std::uint64_t value, std::uint64_t to) { return parts_of(value, to) * to; }

/// A launch of rungs 1 to 8.
Status run_portable(const Kernel& kernel, std::uint64_t blocks, const GemmArgs& args) {
  const Tile& tile = *kernel.portable;
  const std::uint64_t in = bytes_of(kernel.input);
  const std::uint64_t out = bytes_of(kernel.output);
  Product product{.a = {args.a, kernel.input, unsigned_of(args.m), unsigned_of(args.k),
                        unsigned_of(args.lda) * in},
                  .b = {args.b, kernel.input, unsigned_of(args.n), unsigned_of(args.k),
                        unsigned_of(args.ldb) * in},
                  .c = args.c,
                  .output = kernel.output,
                  .c_stride_bytes = unsigned_of(args.ldc) * out,
                  .m = unsigned_of(args.m),
                  .n = unsigned_of(args.n),
                  .k = unsigned_of(args.k),
                  .scale_a = {},
                  .scale_b = {},
                  .wrong = has_fault(Fault::wrong, kernel.name)};
  const auto begins_at = [](const Rows& rows, std::uint64_t multiple) {
    return rows.address % multiple == 0 && rows.stride_bytes % multiple == 0;
  };
  if (kernel.aligned && (!begins_at(product.a, 16) || !begins_at(product.b, 16))) {
    return kMisaligned;
  }
  if (kernel.whole_tiles) {
    if (args.c % 4 != 0 || product.c_stride_bytes % 4 != 0) return kMisaligned;
    product.m = product.a.rows = rounded_up(product.m, unsigned_of(tile.block_m));
    product.n = product.b.rows = rounded_up(product.n, unsigned_of(tile.block_n));
    product.k = product.a.length = product.b.length =
        rounded_up(product.k, unsigned_of(tile.block_k));
  }
  const std::uint64_t tiles = parts_of(product.m, unsigned_of(tile.block_m)) *
                              parts_of(product.n, unsigned_of(tile.block_n));
  // Tiles without a block would stay as they were; here all of C does.
  return blocks < tiles ? kSuccess : multiply(product);
}

/// A launch of rungs 9 and up.
struct TmaRun {
  const Kernel& kernel;
  std::uint64_t blocks;
  MapRequest a;
  MapRequest b;
  MapRequest c;
  hopper::TmaArgs args;

  /// A barrier waits for as many bytes as the boxes should have.
  [[nodiscard]] bool boxes_fit() const {
    const std::uint64_t in = bytes_of(kernel.input);
    const auto fits = [&](const MapRequest& map, int rows) {
      return map.element_bytes == in && map.box_length * in == hopper::slice_bytes &&
             map.box_rows == static_cast<std::uint32_t>(rows) && map.swizzled != 0;
    };
    return fits(a, hopper::rows_of_a(*kernel.tma)) && fits(b, hopper::rows_of_b(*kernel.tma));
  }

  /// Whether C leaves through its map; else threads write their pairs.
  [[nodiscard]] bool stores_through_map() const {
    return kernel.tma->store != hopper::Store::direct && args.c % kTmaAlignment == 0 &&
           unsigned_of(args.ldc) * bytes_of(kernel.output) % kTmaAlignment == 0;
  }
  [[nodiscard]] bool map_of_c_fits() const {
    return c.address == args.c && c.element_bytes == bytes_of(kernel.output) &&
           c.length == unsigned_of(args.m) && c.rows == unsigned_of(args.n) &&
           c.stride_bytes == unsigned_of(args.ldc) * bytes_of(kernel.output) &&
           c.box_rows == hopper::wgmma_rows &&
           c.box_length == static_cast<std::uint32_t>(
                               hopper::square *
                               hopper::box_squares(*kernel.tma, static_cast<int>(c.element_bytes)));
  }

  [[nodiscard]] std::uint64_t slices() const {
    return parts_of(unsigned_of(args.k), hopper::slice_bytes / bytes_of(kernel.input));
  }
  /// Whether clusters have the slices of shared tiles, strips the rows, blocks the tiles.
  [[nodiscard]] bool covers_all() const {
    const hopper::TmaTile& tile = *kernel.tma;
    const auto cluster = unsigned_of(tile.cluster);
    const std::uint64_t clusters = blocks / cluster;
    const auto extent = [](int block, int ctas) { return unsigned_of(block * ctas); };
    const std::uint64_t tiles =
        parts_of(unsigned_of(args.m), extent(tile.block_m, hopper::ctas_along_m(tile))) *
        parts_of(unsigned_of(args.n), extent(tile.block_n, hopper::ctas_along_n(tile)));
    if (tile.walk == hopper::Walk::one_tile) return clusters >= tiles;
    const std::uint64_t shared = unsigned_of(args.shared_tiles) * slices();
    const bool shares_all =
        shared == 0 || unsigned_of(args.range) * clusters + unsigned_of(args.longer) == shared;
    if (!tile.fitted) return shares_all;
    const auto square = unsigned_of(hopper::square);
    const std::uint64_t squares =
        unsigned_of(args.strips * hopper::ctas_along_m(tile)) * unsigned_of(args.units) +
        unsigned_of(args.taller);
    return shares_all && squares >= parts_of(unsigned_of(args.m), square) &&
           unsigned_of(args.units + (args.taller > 0 ? 1 : 0)) * square <=
               unsigned_of(tile.block_m);
  }

  /// Sums of shared tiles, and counts of arrivals, which are zero before a launch and behind it.
  [[nodiscard]] bool has_workspace() const {
    if (args.shared_tiles == 0) return true;
    const hopper::TmaTile& tile = *kernel.tma;
    const std::uint64_t partials =
        blocks * unsigned_of(tile.block_m * tile.block_n) * bytes_of(kernel.sum);
    const std::uint64_t arrivals =
        unsigned_of(args.shared_tiles * tile.cluster * tile.consumers) * sizeof(std::uint32_t);
    const Card& card = Card::instance();
    if (!card.holds(args.partials, partials) || !card.holds(args.arrivals, arrivals)) return false;
    const auto* const counts = reinterpret_cast<const std::byte*>(args.arrivals);
    return std::all_of(counts, counts + arrivals, [](std::byte b) { return b == std::byte{0}; });
  }

  [[nodiscard]] Status run() const {
    if (!boxes_fit()) return kTimeout;
    if (!has_workspace()) return kIllegalAddress;
    if (stores_through_map() && !map_of_c_fits()) return kIllegalAddress;
    if (!covers_all()) return kSuccess;
    const auto factors = [&](std::uint64_t address, std::int32_t count) {
      if (kernel.scaling == Scaling::none) return Factors{};
      return Factors{address, kernel.scaling == Scaling::vectors ? unsigned_of(count) : 1};
    };
    const auto rows = [&](const MapRequest& map) {
      return Rows{map.address, kernel.input, map.rows, map.length, map.stride_bytes};
    };
    return multiply(
        {.a = rows(a),
         .b = rows(b),
         .c = args.c,
         .output = kernel.output,
         .c_stride_bytes = unsigned_of(args.ldc) * bytes_of(kernel.output),
         .m = unsigned_of(args.m),
         .n = unsigned_of(args.n),
         .k = rounded_up(unsigned_of(args.k), hopper::slice_bytes / bytes_of(kernel.input)),
         .scale_a = factors(args.scale_a, args.m),
         .scale_b = factors(args.scale_b, args.n),
         .wrong = has_fault(Fault::wrong, kernel.name)});
  }
};

template <class T>
T copy_of(const void* parameter) {
  T value;
  std::memcpy(&value, parameter, sizeof value);
  return value;
}

}  // namespace

Card::Work work_of(const Kernel& kernel, const KernelLaunch& launch, void* const* parameters) {
  if (has_fault(Fault::trap, kernel.name)) return [] { return kIllegalAddress; };
  if (launch.block[0] != kernel.threads) return [] { return kTimeout; };
  if (launch.shared_bytes < kernel.needed_shared_bytes) return [] { return kIllegalAddress; };
  const std::uint64_t blocks = launch.grid[0];
  if (kernel.tma == nullptr) {
    return [kernel, blocks, args = copy_of<GemmArgs>(parameters[0])] {
      return run_portable(kernel, blocks, args);
    };
  }
  MapRequest maps[3];
  for (int i = 0; i < 3; ++i) {
    if (read_map(parameters[i], maps[i]) != kSuccess) return [] { return kIllegalAddress; };
  }
  return [kernel, blocks, a = maps[0], b = maps[1], c = maps[2],
          args = copy_of<hopper::TmaArgs>(parameters[3])] {
    return TmaRun{kernel, blocks, a, b, c, args}.run();
  };
}

}  // namespace tilewright::fake_cuda
