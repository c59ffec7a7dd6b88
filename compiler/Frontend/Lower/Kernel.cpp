// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Kernel.cpp - one attempt at a kernel: parameters, body, escaped locals ===//
#include "compiler/Frontend/Lower/KernelLowering.h"

#include "compiler/Frontend/Parse/Hints.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

using namespace clang;
using namespace tilec::frontend;

KernelLowering::KernelLowering(CompilerInstance &instance, const FrontendOptions &options, mlir::ModuleOp module,
                               ModuleState &moduleState, KernelState &kernelState)
    : instance(instance), ast(instance.getASTContext()), options(options), module(module), b(module.getContext()),
      mangler(ast.createMangleContext()), arithmetic(b, options.fmad), moduleState(moduleState),
      kernelState(kernelState), ssa(b) {
  ssa.assumable = [this](Value value) { return placeholders.contains(value); };
  ssa.onWrongAssumption = [this](Value placeholder) { putIntoMemory(placeholders[placeholder]); };
}

KernelLowering::Outcome KernelLowering::lower(const FunctionDecl *kernel) {
  mlir::func::FuncOp function = createFunction(kernel);
  lowerBody(kernel, function);
  bool again = !failed && demoteEscapedObjects(kernel);
  if (!failed && !again)
    return Outcome::Done;
  function.walk([](mlir::Operation *op) { op->dropAllReferences(); });
  function.erase();
  return failed ? Outcome::Failed : Outcome::StartAgain;
}

std::string KernelLowering::symbolName(const NamedDecl *declaration) {
  if (!mangler->shouldMangleDeclName(declaration))
    return declaration->getNameAsString();
  std::string name;
  llvm::raw_string_ostream stream(name);
  const auto *function = dyn_cast<FunctionDecl>(declaration);
  if (function && function->hasAttr<CUDAGlobalAttr>())
    mangler->mangleName(GlobalDecl(function, KernelReferenceKind::Kernel), stream);
  else if (function)
    mangler->mangleName(GlobalDecl(function), stream);
  else
    mangler->mangleName(cast<VarDecl>(declaration), stream);
  return name;
}

mlir::func::FuncOp KernelLowering::createFunction(const FunctionDecl *kernel) {
  llvm::SmallVector<mlir::Type> types;
  for (const ParmVarDecl *parameter : kernel->parameters())
    types.push_back(leafTypeOr(parameter->getType(), parameter->getLocation()));
  b.setInsertionPointToEnd(module.getBody());
  auto function =
      mlir::func::FuncOp::create(b, location(kernel->getLocation()), symbolName(kernel), b.getFunctionType(types, {}));
  function->setAttr("tile.kernel", b.getUnitAttr());
  if (mlir::ArrayAttr hintsOfKernel = kernelHints(kernel, b.getContext()))
    function->setAttr("tile.hints", hintsOfKernel);
  for (auto [i, parameter] : llvm::enumerate(kernel->parameters())) {
    if (parameter->getType().isRestrictQualified() ||
        (options.restrictPointers && parameter->getType()->isPointerType()))
      function.setArgAttr(i, "tile.restrict", b.getUnitAttr());
    if (parameter->getIdentifier())
      function.setArgAttr(i, "tile.parameter", b.getStringAttr(parameter->getName()));
  }
  return function;
}

void KernelLowering::bindParameters(const FunctionDecl *kernel, mlir::func::FuncOp function) {
  for (auto [i, parameter] : llvm::enumerate(kernel->parameters())) {
    QualType type = parameter->getType();
    Value argument = function.getArgument(i);
    argument.setLoc(location(parameter->getLocation()));
    if (type->isReferenceType()) {
      frame->variables[parameter] = memoryAt(argument, type.getNonReferenceType());
      continue;
    }
    Object *object = allocate(type, parameter, parameter->getLocation());
    frame->variables[parameter] = object;
    store(object, argument, location(parameter->getLocation()));
  }
}

void KernelLowering::lowerBody(const FunctionDecl *kernel, mlir::func::FuncOp function) {
  const FunctionDecl *definition = nullptr;
  if (!kernel->hasBody(definition)) {
    error(kernel->getLocation(), "a kernel without a body");
    return;
  }
  // A block of its own for allocas and constants, which every later block can use.
  entry = function.addEntryBlock();
  b.setInsertionPointToEnd(entry);
  Location loc = location(kernel->getLocation());
  mlir::Block *start = ssa.createBlock();
  mlir::cf::BranchOp::create(b, loc, start);
  ssa.enter(start);
  Frame kernelFrame(loc);
  kernelFrame.function = definition;
  frame = &kernelFrame;
  bindParameters(definition, function);
  if (!failed)
    runBody(kernelFrame, definition, nullptr, kernel->getLocation());
  frame = nullptr;
  if (failed)
    return;
  if (!isUnreachable())
    mlir::func::ReturnOp::create(b, loc);
  ssa.finish(function.getBody());
}

/// Remembers that the local `object` is a part of must be addressable in the next attempt.
void KernelLowering::putIntoMemory(Object *object) {
  const void *origin = object->root()->origin;
  startAgain = true;
  withdrawUnrolling(origin);
  // Without progress the next attempt would end here again.
  if (!origin || !kernelState.inMemory.insert(origin).second)
    stuck |= !justMoved.contains(origin) || !origin;
  justMoved.insert(origin);
}

/// Placeholders of addresses that real ops use belong to locals that need memory. True if there are any.
bool KernelLowering::demoteEscapedObjects(const FunctionDecl *kernel) {
  if (unrollingRequested) // see first what that saves
    return true;
  for (auto &[value, object] : placeholders) {
    if (value.use_empty())
      value.getDefiningOp()->erase();
    else
      putIntoMemory(object);
  }
  if (stuck)
    unsupported(kernel->getLocation(), "the address of a temporary in this kernel");
  return startAgain && !failed;
}
