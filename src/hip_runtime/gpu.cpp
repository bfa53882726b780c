// SPDX-License-Identifier: MIT
#include "hip_runtime/gpu.hpp"

#include <utility>

namespace tilewright::hip {

Gpu::Gpu(int index, const Target& target)
    : index_(index), target_(target), properties_(device_properties(index, target)) {}

bool Gpu::sees(const Block& block) const {
  return block.device == index_ || block.type != hipMemoryTypeDevice ||
         peers.contains(block.device);
}

void Gpu::map_block(const Block& block, std::string name) {
  made_.push_back({block.begin, block.end(), block.writable, std::move(name)});
  map_.add(made_.back());
}

void Gpu::unmap_block(const Block& block) {
  map_.remove(block.begin);
  std::erase_if(made_, [&](const emu::Allocation& each) { return each.begin == block.begin; });
}

}  // namespace tilewright::hip
