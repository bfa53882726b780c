// SPDX-License-Identifier: MIT
#include "hip_runtime/memory.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <iterator>

#include "hip_runtime/own_memory.hpp"

namespace tilewright::hip {

std::string Block::name() const {
  if (*made_by == '\0') return "a module's memory";
  return fmt::format("allocation {} ({}, {} bytes)", serial, made_by, bytes);
}

const Block& Memory::add(Block block) {
  block.serial = next_serial_++;
  block.process = ::getpid();
  const uint64_t begin = block.begin;
  if (block.type == hipMemoryTypeDevice) allocated_[block.device] += block.bytes;
  return blocks_.insert_or_assign(begin, std::move(block)).first->second;
}

void Memory::remove(uint64_t begin) {
  const auto found = blocks_.find(begin);
  if (found == blocks_.end()) return;
  const Block& block = found->second;
  if (block.type == hipMemoryTypeDevice) allocated_[block.device] -= block.bytes;
  blocks_.erase(found);
}

const Block* Memory::holding(uint64_t address) const {
  const auto after = blocks_.upper_bound(address);
  if (after == blocks_.begin()) return nullptr;
  const Block& block = std::prev(after)->second;
  return address < block.end() ? &block : nullptr;
}

const Block* Memory::touched(uint64_t begin, uint64_t bytes) const {
  if (const Block* first = holding(begin)) return first;
  const auto next = blocks_.lower_bound(begin);
  return next != blocks_.end() && next->first - begin < bytes ? &next->second : nullptr;
}

uint64_t Memory::allocated(int device) const {
  const auto found = allocated_.find(device);
  return found == allocated_.end() ? 0 : found->second;
}

Complaint Memory::check(const void* address, uint64_t bytes, bool write, bool must_be_known) const {
  const auto begin = reinterpret_cast<uint64_t>(address);
  if (bytes == 0) return {};
  if (address == nullptr) return "the address is null";
  const Block* block = holding(begin);
  if (block == nullptr) {
    if (must_be_known || touched(begin, bytes) != nullptr) {
      return fmt::format("{} bytes at {:#x} are in no allocation", bytes, begin);
    }
    if (is_mapped(begin, bytes)) return {};
    return fmt::format("{} bytes at {:#x} are in no allocation and not in the program's own memory",
                       bytes, begin);
  }
  if (bytes > block->end() - begin) {
    return fmt::format("{} bytes from byte {} of {} on reach {} bytes past its end", bytes,
                       begin - block->begin, block->name(), bytes - (block->end() - begin));
  }
  if (write && !block->writable) return fmt::format("{} is read-only", block->name());
  return {};
}

}  // namespace tilewright::hip
