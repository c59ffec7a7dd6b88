// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Lowering.cpp - from a parsed translation unit to the `tile` dialect ===//
#include "compiler/Frontend/Lower/Lowering.h"

#include "compiler/Frontend/Lower/ControlFlow/Structure.h"
#include "compiler/Frontend/Lower/KernelLowering.h"
#include "compiler/Frontend/Lower/WarningsToClang.h"
#include "compiler/Transforms/Tile/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassManager.h"
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

/// Masks or checks accesses that may leave their tensors; what the pass says of them is a warning of Clang's.
static mlir::LogicalResult applyBounds(CompilerInstance &instance, const tilec::frontend::FrontendOptions &options,
                                       mlir::ModuleOp module) {
  WarningsToClang warnings(instance, module.getContext(), "array-bounds");
  mlir::PassManager passes(module.getContext());
  passes.enableVerifier(false); // before structuring, combining regions may have several blocks
  // The user was warned when the module was structured.
  passes.addNestedPass<mlir::func::FuncOp>(tilec::tile::createApplyBounds({options.bounds, options.structured}));
  return passes.run(module);
}

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
  if (failed || (options.structured && mlir::failed(structureControlFlow(module))))
    return mlir::failure();
  return applyBounds(instance, options, module);
}
