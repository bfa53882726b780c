// SPDX-License-Identifier: MIT
#include "emu/exec/initial_state.hpp"

#include <llvm/Support/AMDHSAKernelDescriptor.h>

#include <algorithm>
#include <iterator>

namespace tilewright::emu {
namespace {

namespace hsa = llvm::amdhsa;
using codeobject::KernelDescriptor;

/// A feature that a kernel must not ask for, because running it without would be wrong.
struct Unsupported {
  bool asked;
  const char* name;
};

const char* first_unsupported(const KernelDescriptor& kernel, Generation generation) {
  const bool gfx11 = generation == Generation::gfx11;
  const auto property = [&](int mask) { return (kernel.properties & mask) != 0; };
  const auto rsrc1 = [&](uint32_t mask) { return (kernel.rsrc1 & mask) != 0; };
  const auto rsrc2 = [&](uint32_t mask) { return (kernel.rsrc2 & mask) != 0; };
  constexpr uint32_t exceptions = 0x7f00'6000;  // [30:24], [14:13]
  const Unsupported list[] = {
      {property(hsa::KERNEL_CODE_PROPERTY_USES_DYNAMIC_STACK), "a dynamic stack"},
      {property(hsa::KERNEL_CODE_PROPERTY_ENABLE_SGPR_PRIVATE_SEGMENT_BUFFER),
       "a private segment buffer descriptor"},
      {property(hsa::KERNEL_CODE_PROPERTY_ENABLE_SGPR_QUEUE_PTR), "the queue pointer"},
      {property(hsa::KERNEL_CODE_PROPERTY_ENABLE_SGPR_FLAT_SCRATCH_INIT), "flat scratch set-up"},
      {property(hsa::KERNEL_CODE_PROPERTY_RESERVED0 | hsa::KERNEL_CODE_PROPERTY_RESERVED1),
       "an unknown kernel code property"},
      {kernel.kernarg_preload != 0, "kernel argument preloading"},
      {rsrc1(hsa::COMPUTE_PGM_RSRC1_PRIV), "privileged execution"},
      {rsrc1(hsa::COMPUTE_PGM_RSRC1_DEBUG_MODE), "debug mode"},
      {rsrc2(1U << 6), gfx11 ? "a trap handler" : "dynamic VGPRs"},
      {rsrc2(hsa::COMPUTE_PGM_RSRC2_ENABLE_SGPR_WORKGROUP_INFO), "workgroup info in an SGPR"},
      {AMDHSA_BITS_GET(kernel.rsrc2, hsa::COMPUTE_PGM_RSRC2_ENABLE_VGPR_WORKITEM_ID) ==
           hsa::SYSTEM_VGPR_WORKITEM_ID_UNDEFINED,
       "undefined work-item ids"},
      {rsrc2(exceptions), "exceptions"},
      {gfx11 && (kernel.rsrc3 & (3U << 10)) != 0, "a trap at start or end"},
      {gfx11 && (kernel.rsrc3 & 0xfU) != 0, "VGPRs that the halves of a wave64 share"},
  };
  const auto found = std::find_if(std::begin(list), std::end(list),
                                  [](const Unsupported& feature) { return feature.asked; });
  return found == std::end(list) ? nullptr : found->name;
}

std::vector<uint32_t> make_user_sgprs(const KernelDescriptor& kernel,
                                      const LaunchAddresses& addresses) {
  std::vector<uint32_t> sgprs;
  const auto enabled = [&](int mask) { return (kernel.properties & mask) != 0; };
  const auto push = [&](uint64_t value) {
    sgprs.push_back(static_cast<uint32_t>(value));
    sgprs.push_back(static_cast<uint32_t>(value >> 32));
  };
  if (enabled(hsa::KERNEL_CODE_PROPERTY_ENABLE_SGPR_DISPATCH_PTR)) push(addresses.dispatch_packet);
  if (enabled(hsa::KERNEL_CODE_PROPERTY_ENABLE_SGPR_KERNARG_SEGMENT_PTR)) push(addresses.kernarg);
  if (enabled(hsa::KERNEL_CODE_PROPERTY_ENABLE_SGPR_DISPATCH_ID)) push(addresses.dispatch_id);
  if (enabled(hsa::KERNEL_CODE_PROPERTY_ENABLE_SGPR_PRIVATE_SEGMENT_SIZE)) {
    sgprs.push_back(kernel.private_segment_bytes);
  }
  return sgprs;
}

uint32_t initial_mode(const KernelDescriptor& kernel, Generation generation) {
  uint32_t mode = (kernel.rsrc1 >> 12) & 0xff;  // round and denorm fields, in MODE's order
  if (AMDHSA_BITS_GET(kernel.rsrc1, hsa::COMPUTE_PGM_RSRC1_GFX9_PLUS_FP16_OVFL) != 0)
    mode |= 1U << 23;
  if (generation == Generation::gfx11) {
    if ((kernel.rsrc1 & hsa::COMPUTE_PGM_RSRC1_GFX6_GFX11_ENABLE_DX10_CLAMP) != 0) mode |= 1U << 8;
    if ((kernel.rsrc1 & hsa::COMPUTE_PGM_RSRC1_GFX6_GFX11_ENABLE_IEEE_MODE) != 0) mode |= 1U << 9;
  }
  return mode;
}

/// v0 of a lane: X in [9:0], Y in [19:10], Z in [29:20], x fastest; ids that are not enabled are 0.
uint32_t work_item_id(const Geometry& geometry, unsigned dimensions, unsigned flat) {
  const auto& size = geometry.workgroup_size;
  const uint32_t x = flat % size[0];
  const uint32_t y = dimensions > 1 ? flat / size[0] % size[1] : 0;
  const uint32_t z = dimensions > 2 ? flat / size[0] / size[1] : 0;
  return x | y << 10 | z << 20;
}

}  // namespace

Result<InitialState> InitialState::create(const codeobject::Kernel& kernel, Generation generation,
                                          const Geometry& geometry,
                                          const LaunchAddresses& addresses) {
  const KernelDescriptor& descriptor = kernel.descriptor;
  if (const char* feature = first_unsupported(descriptor, generation); feature != nullptr) {
    return fail("{} asks for {}, which the software GPU does not support", kernel.name, feature);
  }
  InitialState state;
  state.generation_ = generation;
  state.mode_ = initial_mode(descriptor, generation);
  state.user_sgprs_ = make_user_sgprs(descriptor, addresses);
  state.first_workgroup_sgpr_ = static_cast<unsigned>(
      AMDHSA_BITS_GET(descriptor.rsrc2, hsa::COMPUTE_PGM_RSRC2_USER_SGPR_COUNT));
  if (state.first_workgroup_sgpr_ < state.user_sgprs_.size()) {
    return fail("{} enables {} user SGPRs and says that it has {}", kernel.name,
                state.user_sgprs_.size(), state.first_workgroup_sgpr_);
  }
  for (unsigned axis = 0; axis < 3; ++axis) {
    const uint32_t mask = static_cast<uint32_t>(hsa::COMPUTE_PGM_RSRC2_ENABLE_SGPR_WORKGROUP_ID_X)
                          << axis;
    state.workgroup_id_enabled_[axis] = (descriptor.rsrc2 & mask) != 0;
  }
  const auto dimensions =
      AMDHSA_BITS_GET(descriptor.rsrc2, hsa::COMPUTE_PGM_RSRC2_ENABLE_VGPR_WORKITEM_ID) + 1U;
  state.wave_size_ = wave_size_of(descriptor);
  // Lanes beyond the last work-item hold what registers hold at start.
  const auto items = static_cast<unsigned>(geometry.workgroup_items());
  state.rows_.resize(geometry.waves(state.wave_size_) * state.halves());
  for (unsigned flat = 0; flat < state.rows_.size() * kLanes; ++flat) {
    Lanes& row = state.rows_[flat / kLanes];
    const bool exists = flat < items;
    row.exist |= (exists ? 1U : 0U) << flat % kLanes;
    row.work_item_ids.lane[flat % kLanes] =
        exists ? work_item_id(geometry, dimensions, flat) : poison(flat / kLanes);
  }
  return state;
}

void InitialState::apply(Wave& wave) const {
  const Workgroup& group = *wave.group;
  const uint32_t unwritten = poison(wave.id + group.index * 7);
  for (unsigned r = 0; r < halves() * kVgprsPerWave; ++r) {
    std::fill_n(wave.vgpr[r].lane, kLanes, unwritten);
  }
  std::fill_n(wave.scalar, sreg::count, unwritten);

  wave.size = wave_size_;
  wave.scalar[sreg::null] = 0;
  wave.scalar[sreg::exec_hi] = 0;
  for (unsigned half = 0; half < halves(); ++half) {
    const Lanes& lanes = rows_[wave.id * halves() + half];
    wave.vgpr[half * kVgprsPerWave] = lanes.work_item_ids;
    wave.scalar[sreg::exec_lo + half] = lanes.exist;
  }
  std::copy(user_sgprs_.begin(), user_sgprs_.end(), wave.scalar);
  if (generation_ == Generation::gfx11) {
    unsigned sgpr = first_workgroup_sgpr_;
    for (unsigned axis = 0; axis < 3; ++axis) {
      if (workgroup_id_enabled_[axis]) wave.scalar[sgpr++] = group.id[axis];
    }
  } else {
    wave.scalar[sreg::ttmp9] = group.id[0];
    wave.scalar[sreg::ttmp7] = group.id[1] | group.id[2] << 16;
    wave.scalar[sreg::ttmp8] = wave.id << 25;
  }
  wave.mode = mode_;
}

}  // namespace tilewright::emu
