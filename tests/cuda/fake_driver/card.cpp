// SPDX-License-Identifier: MIT
#include "card.hpp"

#include <cstdlib>
#include <utility>

#include "faults.hpp"

namespace tilewright::fake_cuda {

void Card::Free::operator()(void* memory) const { std::free(memory); }

Card& Card::instance() {
  static Card card;
  return card;
}

Status Card::allocate(Address* address, std::size_t bytes) {
  constexpr std::size_t kAlignment = 256;
  if (bytes == 0) return kInvalidValue;
  if (bytes > most_memory().value_or(bytes + allocated_) - allocated_) return kOutOfMemory;
  std::unique_ptr<void, Free> memory(
      std::aligned_alloc(kAlignment, (bytes + kAlignment - 1) / kAlignment * kAlignment));
  if (memory == nullptr) return kOutOfMemory;
  *address = reinterpret_cast<Address>(memory.get());
  blocks_.emplace(*address, Block{std::move(memory), bytes});
  allocated_ += bytes;
  return kSuccess;
}

Status Card::release(Address address) {
  const auto found = blocks_.find(address);
  if (found == blocks_.end()) return kInvalidValue;
  const Status ended = wait();
  allocated_ -= found->second.bytes;
  blocks_.erase(found);
  return ended;
}

bool Card::holds(Address address, std::size_t bytes) const {
  auto after = blocks_.upper_bound(address);
  if (after == blocks_.begin()) return false;
  const auto& [begin, block] = *--after;
  const std::size_t offset = address - begin;
  return offset <= block.bytes && bytes <= block.bytes - offset;
}

void Card::queue(Work work, double ms) {
  works_.push_back(std::move(work));
  clock_ms_ += ms;
}

Status Card::wait_for(const Point& point) {
  for (; done_ < point.works; ++done_) {
    if (status_ == kSuccess) status_ = works_.front()();
    works_.pop_front();
  }
  return status_;
}

}  // namespace tilewright::fake_cuda
