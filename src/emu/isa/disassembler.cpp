// SPDX-License-Identifier: MIT
#include "emu/isa/disassembler.hpp"

#include <llvm-c/Target.h>
#include <llvm/MC/MCAsmInfo.h>
#include <llvm/MC/MCContext.h>
#include <llvm/MC/MCDisassembler/MCDisassembler.h>
#include <llvm/MC/MCInst.h>
#include <llvm/MC/MCInstPrinter.h>
#include <llvm/MC/MCInstrInfo.h>
#include <llvm/MC/MCRegisterInfo.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MC/MCTargetOptions.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/TargetParser/Triple.h>

#include <mutex>
#include <utility>

extern "C" {
void LLVMInitializeAMDGPUTargetInfo();
void LLVMInitializeAMDGPUTargetMC();
void LLVMInitializeAMDGPUDisassembler();
}

namespace tilewright::emu {
namespace {

constexpr const char* kTriple = "amdgcn-amd-amdhsa";

const llvm::Target* amdgpu_target() {
  static const llvm::Target* const target = [] {
    LLVMInitializeAMDGPUTargetInfo();
    LLVMInitializeAMDGPUTargetMC();
    LLVMInitializeAMDGPUDisassembler();
    std::string ignored;
    return llvm::TargetRegistry::lookupTarget(kTriple, ignored);
  }();
  return target;
}

std::string_view trim(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\n");
  if (first == std::string_view::npos) return {};
  const auto last = text.find_last_not_of(" \t\n");
  return text.substr(first, last - first + 1);
}

std::string_view first_word(std::string_view text) {
  return text.substr(0, text.find_first_of(" \t"));
}

/// The printer separates mnemonic and operands by a tab; the two halves of a VOPD by "::".
std::string mnemonic_of(std::string_view text) {
  const auto second = text.find("::");
  std::string mnemonic(first_word(text));
  if (second != std::string_view::npos) {
    mnemonic += " :: ";
    mnemonic += first_word(trim(text.substr(second + 2)));
  }
  return mnemonic;
}

}  // namespace

struct Disassembler::Llvm {
  /// LLVM's view of a GPU with some of its features.
  struct View {
    std::unique_ptr<const llvm::MCSubtargetInfo> subtarget;
    std::unique_ptr<llvm::MCContext> context;
    std::unique_ptr<const llvm::MCDisassembler> decoder;
  };
  std::unique_ptr<const llvm::MCRegisterInfo> registers;
  std::unique_ptr<const llvm::MCAsmInfo> assembly;
  std::unique_ptr<const llvm::MCInstrInfo> instructions;
  View usual;
  /// Knows 16-bit instructions that LLVM 19 leaves out by default, v_mov_b16 among them.
  View true16;
  std::unique_ptr<llvm::MCInstPrinter> printer;
  std::mutex mutex;  ///< the decoder keeps state while it decodes
};

Disassembler::Disassembler(std::string arch, std::unique_ptr<Llvm> llvm)
    : arch_(std::move(arch)), llvm_(std::move(llvm)) {}
Disassembler::~Disassembler() = default;

Result<std::unique_ptr<Disassembler>> Disassembler::create(std::string_view arch, WaveSize size) {
  const llvm::Target* target = amdgpu_target();
  if (target == nullptr) {
    return fail("the LLVM library was built without AMDGPU; install the distribution's LLVM 19");
  }
  const llvm::Triple triple(kTriple);
  const std::string cpu(arch);
  auto llvm = std::make_unique<Llvm>();
  llvm->registers.reset(target->createMCRegInfo(kTriple));
  llvm->assembly.reset(target->createMCAsmInfo(*llvm->registers, kTriple, {}));
  llvm->instructions.reset(target->createMCInstrInfo());
  const auto view = [&](const char* features) {
    Llvm::View made;
    made.subtarget.reset(target->createMCSubtargetInfo(kTriple, cpu, features));
    if (!made.subtarget->isCPUStringValid(cpu)) return made;
    made.context = std::make_unique<llvm::MCContext>(triple, llvm->assembly.get(),
                                                     llvm->registers.get(), made.subtarget.get());
    made.decoder.reset(target->createMCDisassembler(*made.subtarget, *made.context));
    return made;
  };
  const bool wave64 = size == WaveSize::w64;
  llvm->usual = view(wave64 ? "-wavefrontsize32,+wavefrontsize64" : "");
  llvm->true16 = view(wave64 ? "-wavefrontsize32,+wavefrontsize64,+real-true16" : "+real-true16");
  if (llvm->usual.decoder == nullptr) {
    return fail("{} is not a GPU that LLVM can disassemble; use gfx1100, gfx1151 or gfx1201", arch);
  }
  llvm->printer.reset(target->createMCInstPrinter(triple, 0, *llvm->assembly, *llvm->instructions,
                                                  *llvm->registers));
  return std::unique_ptr<Disassembler>(new Disassembler(cpu, std::move(llvm)));
}

Decoded Disassembler::decode(std::span<const uint32_t> dwords, uint64_t pc) const {
  const std::lock_guard lock(llvm_->mutex);
  llvm::MCInst inst;
  uint64_t bytes = 0;
  const llvm::ArrayRef<uint8_t> code(reinterpret_cast<const uint8_t*>(dwords.data()),
                                     dwords.size_bytes());
  const auto decodes = [&](const Llvm::View& view) {
    // SoftFail is an encoding that the hardware executes although an assembler would not write it.
    return view.decoder->getInstruction(inst, bytes, code, pc, llvm::nulls()) !=
               llvm::MCDisassembler::Fail &&
           bytes != 0 && bytes % 4 == 0 && bytes <= dwords.size_bytes();
  };
  const Llvm::View* view = &llvm_->usual;
  if (!decodes(*view)) {
    view = &llvm_->true16;
    if (!decodes(*view)) return {};
  }
  Decoded decoded;
  decoded.dwords = static_cast<unsigned>(bytes / 4);
  llvm::raw_string_ostream stream(decoded.text);
  llvm_->printer->printInst(&inst, pc, "", *view->subtarget, stream);
  stream.flush();
  decoded.text = std::string(trim(decoded.text));
  decoded.mnemonic = mnemonic_of(decoded.text);
  for (char& c : decoded.text) {
    if (c == '\t') c = ' ';
  }
  return decoded;
}

}  // namespace tilewright::emu
