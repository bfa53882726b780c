// The GPUs Tilewright compiles for, and the one place where their limits are written down.
// Plain constexpr data: kernels, the software GPU and the resource report all read it.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace tilewright {

enum class Family : std::uint8_t { rdna3, rdna4 };

/// What a workgroup and its waves may use. The unit is one compute unit (CU) in CU mode, which is
/// how every kernel here is compiled (-mcumode): half a work-group processor, two SIMD32s, 64 KiB
/// of LDS.
struct Limits {
  int wave_size = 32;
  int simds_per_cu = 2;
  int waves_per_simd = 16;
  int vgprs_per_simd = 1536;  ///< registers of 32 lanes each, shared by the resident waves
  int vgpr_granule = 24;      ///< a wave's share is rounded up to this
  int vgprs_per_wave = 256;   ///< what an instruction can name
  int sgprs_per_wave = 106;   ///< VCC not counted; never limits occupancy since RDNA 1
  int lds_bytes = 64 * 1024;  ///< of a CU, and the most one workgroup may have
  int lds_banks = 32;         ///< each one dword wide
  int threads_per_workgroup = 1024;
};

struct Target {
  const char* name;  ///< as in --offload-arch
  Family family;
  std::uint32_t elf_mach;     ///< EF_AMDGPU_MACH: the low byte of a code object's e_flags
  const char* generation;     ///< for people
  const char* published_gpu;  ///< the card AMD's posts measured
  Limits limits;
};

/// Bits of e_flags that hold Target::elf_mach.
inline constexpr std::uint32_t elf_mach_mask = 0xff;

inline constexpr Target targets[] = {
    {"gfx1100", Family::rdna3, 0x41, "RDNA 3", "Radeon PRO W7800", {}},
    {"gfx1151", Family::rdna3, 0x4a, "RDNA 3.5", "Radeon 8060S", {}},
    {"gfx1201", Family::rdna4, 0x4e, "RDNA 4", "Radeon RX 9070 XT", {}},
};

/// Limits as waves of 64 lanes have them, or as they are for 32: a register of 64 lanes takes the
/// place of two.
constexpr Limits for_wave_size(Limits limits, int wave_size) {
  if (wave_size == limits.wave_size) return limits;
  limits.vgprs_per_simd = limits.vgprs_per_simd * limits.wave_size / wave_size;
  limits.vgpr_granule = limits.vgpr_granule * limits.wave_size / wave_size;
  limits.wave_size = wave_size;
  return limits;
}

constexpr int round_up(int value, int granule) { return (value + granule - 1) / granule * granule; }
constexpr int ceil_div(int value, int by) { return (value + by - 1) / by; }

/// Waves a SIMD keeps resident by the compiler's arithmetic, which counts a workgroup's waves even
/// where the last workgroup does not fit whole (see whole_workgroups_per_cu).
constexpr int waves_per_simd(const Limits& limits, int vgprs, int lds_bytes, int threads) {
  const int granules = round_up(vgprs > 0 ? vgprs : 1, limits.vgpr_granule);
  const int by_registers = limits.vgprs_per_simd / granules;
  const int waves_per_workgroup = ceil_div(threads, limits.wave_size);
  const int workgroups_by_lds = limits.lds_bytes / (lds_bytes > 0 ? lds_bytes : 1);
  const int workgroups_by_slots = limits.waves_per_simd * limits.simds_per_cu / waves_per_workgroup;
  const int workgroups =
      workgroups_by_lds < workgroups_by_slots ? workgroups_by_lds : workgroups_by_slots;
  const int by_lds = ceil_div(workgroups * waves_per_workgroup, limits.simds_per_cu);
  const int fewest = by_registers < by_lds ? by_registers : by_lds;
  return fewest < limits.waves_per_simd ? fewest : limits.waves_per_simd;
}

/// Workgroups a CU can really hold: all waves of a workgroup must find registers at once.
constexpr int whole_workgroups_per_cu(const Limits& limits, int vgprs, int lds_bytes, int threads) {
  const int granules = round_up(vgprs > 0 ? vgprs : 1, limits.vgpr_granule);
  int waves = limits.vgprs_per_simd / granules;
  if (waves > limits.waves_per_simd) waves = limits.waves_per_simd;
  const int by_registers = waves * limits.simds_per_cu / ceil_div(threads, limits.wave_size);
  if (lds_bytes <= 0) return by_registers;
  const int by_lds = limits.lds_bytes / lds_bytes;
  return by_registers < by_lds ? by_registers : by_lds;
}

}  // namespace tilewright
