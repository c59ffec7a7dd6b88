// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Variants are made before layouts and memory paths are chosen, for what accesses could gain. Where these then ask for
/// other accesses, a variant comes out as the kernel itself; where a tensor map bounds all accesses, the form without
/// masks comes out as the one with them. One of the two is left, under the name of the one that is preferred and with
/// the facts of the one that needs less. Two variants of which neither needs more than the other both stay.
#include "compiler/Conversion/TileGPUToNVVM/Passes.h"
#include "dialects/Tile/IR/KernelNames.h"
#include "dialects/Tile/IR/Remarks.h"
#include "dialects/Tile/IR/TileDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/MapVector.h"
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

/// Is it seen at once that `fact` holds wherever `given` does?
bool follows(tile::FactAttr fact, tile::FactAttr given) {
  if (fact.getKind() != given.getKind() || fact.getArgument() != given.getArgument() ||
      fact.getGrid() != given.getGrid() || fact.getStep() != given.getStep())
    return false;
  switch (fact.getKind()) {
  case tile::FactKind::MultipleOf:
    return given.getValue() % fact.getValue() == 0;
  case tile::FactKind::AtLeast:
    return given.getValue() >= fact.getValue();
  }
  llvm_unreachable("unknown kind of fact");
}

/// Does all that `less` needs hold wherever what `more` needs does?
bool needsNoMore(tile::VariantAttr less, tile::VariantAttr more) {
  return llvm::all_of(less.getFacts(), [&](tile::FactAttr fact) {
    return llvm::any_of(more.getFacts(), [&](tile::FactAttr given) { return follows(fact, given); });
  });
}

class DropEqualVariants : public tilec::impl::DropEqualVariantsBase<DropEqualVariants> {
public:
  using DropEqualVariantsBase::DropEqualVariantsBase;

  void runOnOperation() override {
    llvm::MapVector<StringRef, SmallVector<LLVM::LLVMFuncOp>> forms;
    for (auto kernel : getOperation().getOps<LLVM::LLVMFuncOp>())
      if (tile::VariantAttr variant = variantOf(kernel))
        forms[variant.getKernel().getValue()].push_back(kernel);
    for (auto &[name, variants] : forms) {
      llvm::sort(variants, [](LLVM::LLVMFuncOp a, LLVM::LLVMFuncOp b) {
        return std::pair(variantOf(a).getNumber(), a.getName()) < std::pair(variantOf(b).getNumber(), b.getName());
      });
      llvm::for_each(variants, orderConstants);
      drop(variants);
    }
  }

private:
  /// Most preferred first. Only neighbours become one: what is between two others is preferred to one of them.
  void drop(SmallVectorImpl<LLVM::LLVMFuncOp> &variants) {
    for (size_t i = variants.size() - 1; i-- > 0;) {
      LLVM::LLVMFuncOp preferred = variants[i], other = variants[i + 1];
      if (!needsNoMore(variantOf(other), variantOf(preferred)) || !areEqual(preferred, other))
        continue;
      bool isKernelItself = other.getName() == variantOf(other).getKernel().getValue();
      if (remarks)
        report(preferred, other, isKernelItself);
      if (!isKernelItself)
        setFacts(preferred, variantOf(other).getFacts());
      variants.erase(variants.begin() + (isKernelItself ? i : i + 1));
      (isKernelItself ? preferred : other).erase();
    }
  }

  /// The form for grids of few blocks, or of many, has no number of its own.
  static std::string nameOf(LLVM::LLVMFuncOp kernel) {
    int64_t number = variantOf(kernel).getNumber();
    return number < 0 ? "kernel " + tile::displayNameOf(kernel.getName()) : "variant " + std::to_string(number);
  }

  static void report(LLVM::LLVMFuncOp preferred, LLVM::LLVMFuncOp other, bool isKernelItself) {
    tile::Remark remark(preferred, "DroppedVariant");
    remark << nameOf(preferred);
    if (isKernelItself)
      remark << " is left out: without what it needs the code is the same";
    else
      remark << " now needs no more than " << nameOf(other)
             << ", which is left out: without the rest the code is the same";
  }

  static void setFacts(LLVM::LLVMFuncOp kernel, ArrayRef<tile::FactAttr> facts) {
    tile::VariantAttr variant = variantOf(kernel);
    kernel->setAttr(tile::kVariantAttr,
                    tile::VariantAttr::get(variant.getContext(), variant.getKernel(), variant.getNumber(), facts));
  }
};

} // namespace
