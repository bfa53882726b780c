// The tables that are compiled once (host.hpp has those that are compiled per host).
// SPDX-License-Identifier: MIT
#pragma once

#include "emu/isa/instruction.hpp"

namespace tilewright::emu {

Instructions scalar_rows();
Instructions scalar_bits_rows();
Instructions scalar_float_rows();
Instructions exec_rows();
Instructions program_rows();
Instructions scalar_memory_rows();
Instructions lane_rows();
Instructions matrix_rows();
Instructions atomic_rows();
Instructions exchange_rows();

}  // namespace tilewright::emu
