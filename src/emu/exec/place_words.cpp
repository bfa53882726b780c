// SPDX-License-Identifier: MIT
#include "emu/exec/place_words.hpp"

#include <fmt/format.h>

#include "emu/exec/fault.hpp"
#include "emu/exec/initial_state.hpp"
#include "emu/isa/instruction_set.hpp"

namespace tilewright::emu {

PlaceWords words_of(const Program& program, const codeobject::Kernel& kernel, const Uop* slot) {
  const WaveSize size = wave_size_of(kernel.descriptor);
  CodePlace place;
  try {
    place = program.code(size).place_of(slot);
  } catch (const Fault&) {
    return {"an unknown address", "", ""};
  }
  PlaceWords words;
  const uint64_t entry = program.load_base() + kernel.descriptor.entry;
  words.offset = place.address < entry ? fmt::format("-{:#x}", entry - place.address)
                                       : fmt::format("+{:#x}", place.address - entry);
  if (place.dwords().empty()) return words;
  const Decoded decoded =
      program.instruction_set().disassembler(size).decode(place.dwords(), place.address);
  words.text = decoded.dwords == 0 ? "not an instruction" : decoded.text;
  words.source = program.source_line(place.address);
  return words;
}

}  // namespace tilewright::emu
