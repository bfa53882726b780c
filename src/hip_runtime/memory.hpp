// Every range of memory that HIP calls know: what was allocated, what was registered, and the
// segments of loaded modules. Device addresses are host addresses.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "emu/check/global_shadow.hpp"
#include "emu/memory/host_memory.hpp"
#include "hip_runtime/abi.hpp"

namespace tilewright::hip {

struct Block {
  uint64_t begin = 0;
  uint64_t bytes = 0;
  hipMemoryType type = hipMemoryTypeDevice;
  int device = 0;
  unsigned flags = 0;
  const char* made_by = "";  ///< the function that made it; "" for a module's segment
  uint64_t serial = 0;       ///< counts blocks of the process
  int64_t process = 0;       ///< that made it; a forked child has its parent's blocks too
  bool writable = true;
  emu::HostMemory storage = {};  ///< empty for registered memory and for modules

  [[nodiscard]] uint64_t end() const { return begin + bytes; }
  /// The program's own memory, by hipHostRegister.
  [[nodiscard]] bool registered() const { return storage.bytes().empty() && *made_by != '\0'; }
  /// "allocation 3 (hipMalloc, 1024 bytes)"
  [[nodiscard]] std::string name() const;
};

/// What is wrong with an access of the host's, in words; empty if nothing is.
using Complaint = std::string;

class Memory {
 public:
  /// The caller keeps blocks from overlapping. Returns the block where it now lives.
  const Block& add(Block block);
  void remove(uint64_t begin);

  [[nodiscard]] const std::map<uint64_t, Block>& blocks() const { return blocks_; }
  /// The block that holds the byte at `address`, or null.
  [[nodiscard]] const Block* holding(uint64_t address) const;
  /// The first block that shares a byte with [begin, begin + bytes), or null.
  [[nodiscard]] const Block* touched(uint64_t begin, uint64_t bytes) const;
  /// Bytes of device memory on `device`.
  [[nodiscard]] uint64_t allocated(int device) const;

  /// Whether all of [address, address + bytes) may be accessed. `must_be_known`: memory that is in
  /// no block is refused; otherwise it is the program's own and has to be mapped.
  [[nodiscard]] Complaint check(const void* address, uint64_t bytes, bool write,
                                bool must_be_known) const;

 private:
  std::map<uint64_t, Block> blocks_;
  std::map<int, uint64_t> allocated_;  ///< by device
  uint64_t next_serial_ = 1;
};

}  // namespace tilewright::hip
