// An AMDGPU code object (ELF, LLVM's AMDGPUUsage "Code Object"): its loadable segments, its kernels
// and what the compiler wrote down about them. Read by the software GPU and the resource report.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.hpp"

namespace tilewright::codeobject {

/// The 64-byte kernel descriptor (symbol `<kernel>.kd`); the bits of rsrc1 … properties are those
/// of llvm/Support/AMDHSAKernelDescriptor.h.
struct KernelDescriptor {
  uint64_t address = 0;                ///< virtual address of the descriptor itself
  uint32_t group_segment_bytes = 0;    ///< static LDS of a workgroup
  uint32_t private_segment_bytes = 0;  ///< scratch of a work-item
  uint32_t kernarg_bytes = 0;          ///< may be 0 in hand-written kernels, see Kernel
  uint64_t entry = 0;                  ///< virtual address of the first instruction
  uint32_t rsrc1 = 0, rsrc2 = 0, rsrc3 = 0;
  uint16_t properties = 0;
  uint16_t kernarg_preload = 0;

  /// VGPRs that a wave32 may use: rsrc1 counts them in blocks of 8, less one.
  [[nodiscard]] bool wave32() const { return (properties >> 10 & 1) != 0; }
  [[nodiscard]] uint32_t vgprs() const { return ((rsrc1 & 0x3f) + 1) * (wave32() ? 8 : 4); }
};

/// One kernel argument as the metadata note declares it.
struct Argument {
  uint32_t offset = 0;
  uint32_t bytes = 0;
  std::string value_kind;  ///< "global_buffer", "by_value", "hidden_block_count_x" …
  std::string name;

  /// Filled in by the runtime, not by the caller of the kernel.
  [[nodiscard]] bool hidden() const { return value_kind.starts_with("hidden_"); }
};

/// What the compiler says a kernel needs (metadata note `amdhsa.kernels`).
struct Resources {
  uint32_t vgprs = 0, sgprs = 0;
  uint32_t vgpr_spills = 0, sgpr_spills = 0;
  uint32_t lds_bytes = 0;
  uint32_t scratch_bytes = 0;
  uint32_t wavefront_size = 32;
  uint32_t max_workgroup_size = 0;  ///< work-items; 0 if not stated
};

struct Kernel {
  std::string name;  ///< as the metadata has it, made printable()
  KernelDescriptor descriptor;
  Resources resources;
  std::vector<Argument> arguments;
  uint32_t kernarg_bytes = 0;  ///< hidden arguments included
};

/// A PT_LOAD segment: `bytes` of the file at `address`, zeros up to `memory_bytes`.
struct Segment {
  uint64_t address = 0;
  uint64_t memory_bytes = 0;
  std::span<const std::byte> bytes;
  bool executable = false;
  bool writable = false;
};

/// A dynamic relocation: the 64 bits at `address` become load base + `target`. All addresses are
/// virtual; [address, address + 8) lies in one segment.
struct Relocation {
  uint64_t address = 0;
  uint64_t target = 0;
};

struct CodeObject {
  std::string arch;               ///< "gfx1201", from the ELF flags
  std::vector<Segment> segments;  ///< by ascending address, not overlapping
  std::vector<Kernel> kernels;
  std::vector<Relocation> relocations;

  /// Null if there is no kernel of that name.
  [[nodiscard]] const Kernel* find(std::string_view kernel) const;
};

/// Reads `image`, an ELF file of code object version 4 to 6, which must outlive the result. Errors:
/// truncated or corrupted file, not AMDGPU, unknown target, a kernel descriptor or note that
/// contradicts itself; each says which byte range or field. Never reads outside `image`.
[[nodiscard]] Result<CodeObject> parse(std::span<const std::byte> image);

}  // namespace tilewright::codeobject
