// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/Tile/Variants/AddVariant.h"
#include "compiler/Transforms/Tile/Variants/VariantNames.h"
#include "dialects/Tile/IR/TileDialect.h"

using namespace mlir;
using namespace tilec;
using tile::VariantAttr;

func::FuncOp tile::addPreferredVariant(func::FuncOp kernel) {
  MLIRContext *context = kernel.getContext();
  auto copy = cast<func::FuncOp>(OpBuilder(kernel).clone(*kernel));
  copy.setName(variantName(kernel.getName(), 0));
  auto name = FlatSymbolRefAttr::get(context, kernel.getName());
  copy->setAttr(kVariantAttr, VariantAttr::get(context, name, 0, {}));
  kernel->setAttr(kVariantAttr, VariantAttr::get(context, name, 1, {}));
  return copy;
}

func::FuncOp tile::addSecondVariant(func::FuncOp first, func::FuncOp last) {
  auto setNumber = [](func::FuncOp form, int32_t number) {
    auto variant = form->getAttrOfType<VariantAttr>(kVariantAttr);
    form->setAttr(kVariantAttr, VariantAttr::get(form.getContext(), variant.getKernel(), number, variant.getFacts()));
  };
  auto copy = cast<func::FuncOp>(OpBuilder(last).clone(*first));
  copy.setName(variantName(last.getName(), 1));
  setNumber(copy, 1);
  setNumber(last, 2);
  return copy;
}
