// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Lowering.cpp - from a parsed translation unit to the `tile` dialect ===//
#include "compiler/Frontend/Lower/Lowering.h"

#include "compiler/Frontend/Lower/KernelLowering.h"
#include "compiler/Frontend/Lower/Structure.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "llvm/ADT/SetVector.h"

using namespace clang;
using namespace tilec::frontend;

namespace {

/// Collects kernel definitions, instantiated templates included.
struct KernelFinder : DynamicRecursiveASTVisitor {
  /// An explicit instantiation is met both by itself and below its template.
  llvm::SetVector<const FunctionDecl *> kernels;

  KernelFinder() {
    ShouldVisitTemplateInstantiations = true;
  }
  bool TraverseStmt(Stmt *) override {
    return true;
  } // no kernel is declared in a function

  bool VisitFunctionDecl(FunctionDecl *function) override {
    if (function->isThisDeclarationADefinition() && !function->isDependentContext() &&
        findAnnotation(function, "tile.kernel"))
      kernels.insert(function);
    return true;
  }
};

} // namespace

mlir::LogicalResult tilec::frontend::lowerTranslationUnit(CompilerInstance &instance, const FrontendOptions &options,
                                                          mlir::ModuleOp module) {
  KernelFinder finder;
  finder.TraverseAST(instance.getASTContext());
  ModuleState moduleState;
  bool failed = false;
  for (const FunctionDecl *kernel : finder.kernels) {
    KernelState kernelState;
    auto outcome = KernelLowering::Outcome::StartAgain;
    while (outcome == KernelLowering::Outcome::StartAgain)
      outcome = KernelLowering(instance, options, module, moduleState, kernelState).lower(kernel);
    failed |= outcome == KernelLowering::Outcome::Failed;
  }
  if (failed || !options.structured)
    return mlir::failure(failed);
  return structureControlFlow(module);
}
