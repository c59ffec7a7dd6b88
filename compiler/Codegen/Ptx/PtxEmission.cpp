// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Codegen/Ptx/PtxEmission.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/PassTimingInfo.h"
#include "llvm/Pass.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"
#include <mutex>

using namespace tilec;

namespace {

/// The back end's passes without those that `optimize` has run where they pay.
class CodegenPasses : public llvm::legacy::PassManager {
public:
  void add(llvm::Pass *pass) override {
    if (pass->getPassName() == "Straight line strength reduction")
      delete pass;
    else
      llvm::legacy::PassManager::add(pass);
  }
};

/// CodeGenPrepare begins with all blocks of a function again whenever it has changed a branch, unless the function has
/// more blocks than this: then it looks again only at blocks that have changed.
void limitRepeatedPreparation() {
  static std::once_flag once;
  std::call_once(once, [] {
    constexpr unsigned kManyBlocks = 128;
    auto &options = llvm::cl::getRegisteredOptions();
    if (auto found = options.find("cgpp-huge-func"); found != options.end())
      static_cast<llvm::cl::opt<unsigned> *>(found->second)->setValue(kManyBlocks);
  });
}

} // namespace

llvm::Expected<std::string> codegen::emitPtx(llvm::Module &module, llvm::TargetMachine &machine, bool timePasses) {
  limitRepeatedPreparation();
  llvm::SmallString<0> text;
  llvm::raw_svector_ostream stream(text);
  CodegenPasses passes;
  if (machine.addPassesToEmitFile(passes, stream, nullptr, llvm::CodeGenFileType::AssemblyFile))
    return llvm::createStringError("the NVPTX back end cannot print PTX");
  if (timePasses)
    llvm::TimePassesIsEnabled = true;
  passes.run(module);
  if (timePasses)
    llvm::reportAndResetTimings();
  return std::string(text);
}
