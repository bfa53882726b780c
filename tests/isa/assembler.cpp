// SPDX-License-Identifier: MIT
#include "assembler.hpp"

#include <llvm/MC/MCAsmBackend.h>
#include <llvm/MC/MCAsmInfo.h>
#include <llvm/MC/MCCodeEmitter.h>
#include <llvm/MC/MCContext.h>
#include <llvm/MC/MCInst.h>
#include <llvm/MC/MCInstrInfo.h>
#include <llvm/MC/MCObjectFileInfo.h>
#include <llvm/MC/MCParser/MCAsmParser.h>
#include <llvm/MC/MCParser/MCTargetAsmParser.h>
#include <llvm/MC/MCRegisterInfo.h>
#include <llvm/MC/MCStreamer.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MC/MCTargetOptions.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/TargetParser/Triple.h>

#include <cstring>
#include <memory>
#include <regex>
#include <stdexcept>

extern "C" {
void LLVMInitializeAMDGPUTargetInfo();
void LLVMInitializeAMDGPUTargetMC();
void LLVMInitializeAMDGPUAsmParser();
}

namespace tilewright::test {
namespace {

constexpr const char* kTriple = "amdgcn-amd-amdhsa";

/// Collects the encodings of the instructions that the parser emits.
class Collector final : public llvm::MCStreamer {
 public:
  Collector(llvm::MCContext& context, const llvm::MCCodeEmitter& emitter)
      : MCStreamer(context), emitter_(emitter) {}

  void emitInstruction(const llvm::MCInst& inst, const llvm::MCSubtargetInfo& subtarget) override {
    llvm::SmallVector<char, 16> bytes;
    llvm::SmallVector<llvm::MCFixup, 4> fixups;
    emitter_.encodeInstruction(inst, bytes, fixups, subtarget);
    for (size_t i = 0; i + 4 <= bytes.size(); i += 4) {
      uint32_t word = 0;
      std::memcpy(&word, bytes.data() + i, 4);
      dwords.push_back(word);
    }
  }
  bool emitSymbolAttribute(llvm::MCSymbol*, llvm::MCSymbolAttr) override { return true; }
  void emitCommonSymbol(llvm::MCSymbol*, uint64_t, llvm::Align) override {}
  void emitZerofill(llvm::MCSection*, llvm::MCSymbol*, uint64_t, llvm::Align,
                    llvm::SMLoc) override {}

  std::vector<uint32_t> dwords;

 private:
  const llvm::MCCodeEmitter& emitter_;
};

void keep_message(const llvm::SMDiagnostic& diagnostic, void* context) {
  auto& text = *static_cast<std::string*>(context);
  llvm::raw_string_ostream stream(text);
  diagnostic.print("", stream, false);
}

const llvm::Target& target() {
  static const llvm::Target* const target = [] {
    LLVMInitializeAMDGPUTargetInfo();
    LLVMInitializeAMDGPUTargetMC();
    LLVMInitializeAMDGPUAsmParser();
    std::string ignored;
    return llvm::TargetRegistry::lookupTarget(kTriple, ignored);
  }();
  return *target;
}

}  // namespace

std::vector<uint32_t> assemble(std::string_view arch, const std::string& text, emu::WaveSize size) {
  const llvm::Target& t = target();
  const llvm::MCTargetOptions options;
  const std::unique_ptr<llvm::MCRegisterInfo> registers(t.createMCRegInfo(kTriple));
  const std::unique_ptr<llvm::MCAsmInfo> info(t.createMCAsmInfo(*registers, kTriple, options));
  const std::unique_ptr<llvm::MCInstrInfo> instructions(t.createMCInstrInfo());
  // Registers by halves (v1.h) are a feature that LLVM 19 leaves off by default.
  const bool halves = std::regex_search(text, std::regex(R"(\bv[0-9]+\.[hl]\b)"));
  std::string features = halves ? "+real-true16," : "";
  if (size == emu::WaveSize::w64) features += "-wavefrontsize32,+wavefrontsize64";
  const std::unique_ptr<llvm::MCSubtargetInfo> subtarget(
      t.createMCSubtargetInfo(kTriple, std::string(arch), features));

  std::string message;
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(text + "\n"), {});
  sources.setDiagHandler(keep_message, &message);
  llvm::MCContext context(llvm::Triple(kTriple), info.get(), registers.get(), subtarget.get(),
                          &sources, &options);
  const std::unique_ptr<llvm::MCObjectFileInfo> files(
      t.createMCObjectFileInfo(context, /*PIC=*/false));
  context.setObjectFileInfo(files.get());

  const std::unique_ptr<llvm::MCCodeEmitter> emitter(t.createMCCodeEmitter(*instructions, context));
  Collector collector(context, *emitter);
  t.createNullTargetStreamer(collector);
  const std::unique_ptr<llvm::MCAsmParser> parser(
      llvm::createMCAsmParser(sources, context, collector, *info));
  const std::unique_ptr<llvm::MCTargetAsmParser> target_parser(
      t.createMCAsmParser(*subtarget, *parser, *instructions, options));
  parser->setTargetParser(*target_parser);
  const bool failed = parser->Run(/*NoInitialTextSection=*/false, /*NoFinalize=*/true);
  if (failed || !message.empty()) {
    throw std::runtime_error("cannot assemble for " + std::string(arch) + ": " + text + "\n" +
                             message);
  }
  return collector.dwords;
}

}  // namespace tilewright::test
