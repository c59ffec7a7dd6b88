// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Two things that the dialects cannot say are put right here:
///   * side-effecting inline PTX is not convergent by default, so that LLVM copies a `bar.sync` into both arms of a
///     divergent branch: every such call becomes `convergent`, and so do matrix instructions, which LLVM might sink to
///     where one lane's result is used;
///   * triple and data layout are those of the target machine before any pass looks at the module.
#include "compiler/Codegen/LLVMTranslation.h"
#include "compiler/Codegen/LineTables.h"
#include "mlir/Conversion/NVVMToLLVM/NVVMToLLVM.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include <mutex>

using namespace tilec;

static void initializeNvptx() {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
  });
}

llvm::Expected<std::unique_ptr<llvm::TargetMachine>> codegen::createTargetMachine(const Target &target,
                                                                                  unsigned level) {
  initializeNvptx();
  llvm::Triple triple("nvptx64-nvidia-cuda");
  std::string error;
  const llvm::Target *nvptx = llvm::TargetRegistry::lookupTarget(triple, error);
  if (!nvptx)
    return llvm::createStringError("this LLVM has no NVPTX target: " + error);
  // The next level only removes what it finds in more expensive ways, and finds nothing more.
  auto codegenLevel = level == 0 ? llvm::CodeGenOptLevel::None : llvm::CodeGenOptLevel::Default;
  std::unique_ptr<llvm::TargetMachine> machine(
      nvptx->createTargetMachine(triple, target.cpu(), "+ptx" + std::to_string(target.ptxVersion()),
                                 llvm::TargetOptions(), std::nullopt, std::nullopt, codegenLevel));
  if (!machine)
    return llvm::createStringError("could not create the NVPTX back end for " + target.cpu());
  return machine;
}

/// Verifiers look for our own mistakes.
#ifdef NDEBUG
static constexpr bool kVerifies = false;
#else
static constexpr bool kVerifies = true;
#endif

/// Passes over the MLIR module that translation needs.
static mlir::LogicalResult prepare(mlir::ModuleOp module) {
  mlir::PassManager passes(module.getContext());
  passes.enableVerifier(kVerifies);
  passes.addPass(mlir::createConvertNVVMToLLVMPass());
  passes.addPass(mlir::createReconcileUnrealizedCastsPass());
  return passes.run(module);
}

/// Matrix instructions of a warp. LLVM says of them only which memory they touch.
static bool isMatrixInstruction(const llvm::CallInst &call) {
  const llvm::Function *callee = call.getCalledFunction();
  return callee &&
         (callee->getName().starts_with("llvm.nvvm.mma.") || callee->getName().starts_with("llvm.nvvm.ldmatrix."));
}

static void markConvergent(llvm::Module &module) {
  for (llvm::Function &function : module)
    for (llvm::Instruction &instruction : llvm::instructions(function))
      if (auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction)) {
        auto *text = llvm::dyn_cast<llvm::InlineAsm>(call->getCalledOperand());
        if ((text && text->hasSideEffects()) || isMatrixInstruction(*call))
          call->setConvergent();
      }
}

/// `__nvvm_reflect("__CUDA_FTZ")` in libdevice follows this flag.
static void setReflection(llvm::Module &module, bool flushSubnormals) {
  if (flushSubnormals)
    module.setModuleFlag(llvm::Module::Override, "nvvm-reflect-ftz", 1);
}

std::unique_ptr<llvm::Module> codegen::translateToLLVM(mlir::ModuleOp module, llvm::LLVMContext &context,
                                                       const llvm::TargetMachine &machine,
                                                       const TranslationOptions &options) {
  mlir::registerBuiltinDialectTranslation(*module.getContext());
  mlir::registerLLVMDialectTranslation(*module.getContext());
  mlir::registerNVVMDialectTranslation(*module.getContext());
  if (mlir::failed(prepare(module)))
    return nullptr;
  if (options.lineInfo)
    addLineTables(module);
  std::unique_ptr<llvm::Module> result =
      mlir::translateModuleToLLVMIR(module, context, "tilec", /*disableVerification=*/!kVerifies);
  if (!result)
    return nullptr;
  result->setTargetTriple(machine.getTargetTriple());
  result->setDataLayout(machine.createDataLayout());
  setReflection(*result, options.flushSubnormals);
  markConvergent(*result);
  if (!options.lineInfo)
    llvm::StripDebugInfo(*result);
  return result;
}
