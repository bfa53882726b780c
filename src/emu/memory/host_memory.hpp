// A block of host memory that plays device memory: page-aligned, with a gap on either side, so that
// no two registered ranges touch and a small overrun never lands in a neighbour.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>

#include "core/result.hpp"

namespace tilewright::emu {

class HostMemory {
 public:
  static constexpr size_t alignment = 4096;
  static constexpr size_t gap = 256;  ///< bytes before and after that belong to nobody
  /// Fresh memory is filled with this byte, so that a kernel that reads what nobody wrote gets a
  /// recognisable wrong result. Blocks above fill_limit are left as the system gives them.
  static constexpr std::byte fill{0xa5};
  static constexpr size_t fill_limit = size_t{64} << 20;

  enum class From : uint8_t {
    heap,
    /// The system itself, which has the pages back as soon as the memory is freed: what then looks
    /// there finds nothing mapped. Slower by microseconds.
    system,
  };

  /// Errors: out of memory, that is more than the machine has, with all that is in use. A larger
  /// promise of the system's would end the process when it is called in.
  [[nodiscard]] static Result<HostMemory> allocate(size_t bytes, From from = From::heap);

  [[nodiscard]] std::span<std::byte> bytes() const { return bytes_; }
  [[nodiscard]] uint64_t address() const { return reinterpret_cast<uint64_t>(bytes_.data()); }

 private:
  class Free {
   public:
    Free() : Free(0, From::heap) {}
    Free(size_t total, From from) : total_(total), from_(from) {}
    void operator()(void* pointer) const;

   private:
    size_t total_;
    From from_;
  };
  std::unique_ptr<void, Free> block_;
  std::span<std::byte> bytes_;
};

}  // namespace tilewright::emu
