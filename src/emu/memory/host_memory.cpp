// SPDX-License-Identifier: MIT
#include "emu/memory/host_memory.hpp"

#include <sys/mman.h>

#include <atomic>
#include <cstring>

#include "core/machine_memory.hpp"

#if defined(__SANITIZE_ADDRESS__)
#define TW_HAS_ASAN 1
#elif defined(__has_feature)
#define TW_HAS_ASAN __has_feature(address_sanitizer)
#endif
#if TW_HAS_ASAN
#include <sanitizer/asan_interface.h>
#endif

namespace tilewright::emu {
namespace {

std::atomic<uint64_t> in_use{0};

/// Tells AddressSanitizer, if there is one, whether the bytes belong to nobody.
void mark_gap([[maybe_unused]] const void* begin, [[maybe_unused]] size_t bytes,
              [[maybe_unused]] bool is_gap) {
#if TW_HAS_ASAN
  if (is_gap) {
    ASAN_POISON_MEMORY_REGION(begin, bytes);
  } else {
    ASAN_UNPOISON_MEMORY_REGION(begin, bytes);
  }
#endif
}

/// Null if there are none to be had.
void* map_pages(size_t bytes) {
  void* const pages =
      ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return pages == MAP_FAILED ? nullptr : pages;
}

}  // namespace

void HostMemory::Free::operator()(void* pointer) const {
  mark_gap(pointer, total_, false);
  if (from_ == From::heap) {
    std::free(pointer);
  } else {
    ::munmap(pointer, total_);  // fails only if that would make more mappings than Linux keeps
  }
  in_use -= total_;
}

Result<HostMemory> HostMemory::allocate(size_t bytes, From from) {
  constexpr size_t before = alignment;  // the gap in front, rounded up to keep the alignment
  const uint64_t machine = machine_memory();
  const uint64_t used = in_use;
  if (bytes > machine || used > machine - bytes) {
    return fail("out of memory: {} bytes of device memory{}, and this machine has {} bytes", bytes,
                used == 0 ? "" : fmt::format(" beside {} in use", used), machine);
  }
  const size_t total = before + (bytes + gap + alignment - 1) / alignment * alignment;
  HostMemory memory;
  memory.block_ = {from == From::heap ? std::aligned_alloc(alignment, total) : map_pages(total),
                   Free{total, from}};
  if (memory.block_ == nullptr) return fail("out of memory: {} bytes of device memory", bytes);
  in_use += total;
  memory.bytes_ = {static_cast<std::byte*>(memory.block_.get()) + before, bytes};
  mark_gap(memory.block_.get(), before, true);
  mark_gap(memory.bytes_.data() + bytes, total - before - bytes, true);
  if (bytes <= fill_limit) std::memset(memory.bytes_.data(), static_cast<int>(fill), bytes);
  return memory;
}

}  // namespace tilewright::emu
