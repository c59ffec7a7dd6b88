// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Variants are made before layouts are chosen, for what accesses could gain. Where the layouts then ask for other
/// accesses, a variant comes out as the kernel itself. Only against that one, which needs nothing, is each compared: of
/// two equal variants neither need hold whenever the other does.
#include "compiler/Conversion/TileGPUToNVVM/Passes.h"
#include "dialects/Tile/IR/TileDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/SetVector.h"

namespace tilec {
#define GEN_PASS_DEF_DROPEQUALVARIANTS
#include "compiler/Conversion/TileGPUToNVVM/Passes.h.inc"
} // namespace tilec

using namespace mlir;
using namespace tilec;

namespace {

tile::VariantAttr variantOf(Operation *function) {
  return function->getAttrOfType<tile::VariantAttr>(tile::kVariantAttr);
}

/// What says how a kernel is launched, and its parameters: all attributes but its name and its facts.
SmallVector<NamedAttribute> launchOf(LLVM::LLVMFuncOp kernel) {
  SmallVector<NamedAttribute> launch;
  for (NamedAttribute attribute : kernel->getAttrs())
    if (attribute.getName() != SymbolTable::getSymbolAttrName() && attribute.getName() != tile::kVariantAttr)
      launch.push_back(attribute);
  return launch;
}

/// Constants stand first, as they are first used. Where they stand otherwise tells how the code was made.
void orderConstants(LLVM::LLVMFuncOp kernel) {
  llvm::SetVector<Operation *> constants;
  kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (Value operand : op->getOperands())
      if (Operation *constant = operand.getDefiningOp(); constant && constant->hasTrait<OpTrait::ConstantLike>())
        constants.insert(constant);
  });
  for (Operation *constant : llvm::reverse(constants))
    constant->moveBefore(&kernel.getBody().front(), kernel.getBody().front().begin());
}

bool areEqual(LLVM::LLVMFuncOp a, LLVM::LLVMFuncOp b) {
  return launchOf(a) == launchOf(b) &&
         OperationEquivalence::isRegionEquivalentTo(&a.getBody(), &b.getBody(), OperationEquivalence::IgnoreLocations);
}

class DropEqualVariants : public tilec::impl::DropEqualVariantsBase<DropEqualVariants> {
public:
  void runOnOperation() override {
    ModuleOp module = getOperation();
    for (auto kernel : llvm::make_early_inc_range(module.getOps<LLVM::LLVMFuncOp>())) {
      tile::VariantAttr variant = variantOf(kernel);
      if (!variant || variant.getFacts().empty())
        continue;
      auto plain = module.lookupSymbol<LLVM::LLVMFuncOp>(variant.getKernel());
      if (!plain || plain == kernel)
        continue;
      orderConstants(plain);
      orderConstants(kernel);
      if (areEqual(plain, kernel))
        kernel.erase();
    }
  }
};

} // namespace
