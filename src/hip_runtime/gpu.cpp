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
  map_.add({block.begin, block.end(), block.writable, std::move(name)});
}

}  // namespace tilewright::hip
