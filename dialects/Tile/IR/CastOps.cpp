// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conversions between element types: which pairs exist, and folds that change no value.
#include "dialects/Tile/IR/TileDialect.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tilec::tile;

LogicalResult FToFOp::verify() {
  if (getElementTypeOrSelf(getSource().getType()) != getElementTypeOrSelf(getType()))
    return success();
  return emitOpError() << "expected two different element types, got " << getElementTypeOrSelf(getType()) << " twice";
}

/// Every value of `narrow` is a value of `wide`.
static bool holdsEveryValueOf(FloatType wide, FloatType narrow) {
  const llvm::fltSemantics &w = wide.getFloatSemantics(), &n = narrow.getFloatSemantics();
  return llvm::APFloat::semanticsPrecision(w) >= llvm::APFloat::semanticsPrecision(n) &&
         llvm::APFloat::semanticsMaxExponent(w) >= llvm::APFloat::semanticsMaxExponent(n) &&
         llvm::APFloat::semanticsMinExponent(w) <= llvm::APFloat::semanticsMinExponent(n) && isArithmeticFloat(wide);
}

/// Widening and coming back is the identity; widening twice is widening once.
OpFoldResult FToFOp::fold(FoldAdaptor) {
  auto inner = getSource().getDefiningOp<FToFOp>();
  if (!inner)
    return {};
  auto first = cast<FloatType>(getElementTypeOrSelf(inner.getSource().getType()));
  auto middle = cast<FloatType>(getElementTypeOrSelf(inner.getType()));
  if (!holdsEveryValueOf(middle, first))
    return {};
  if (inner.getSource().getType() == getType())
    return inner.getSource();
  getSourceMutable().assign(inner.getSource());
  return getResult();
}

LogicalResult BitcastOp::verify() {
  Type from = getElementTypeOrSelf(getSource().getType()), to = getElementTypeOrSelf(getType());
  for (Type type : {from, to})
    if (isa<FloatTF32Type>(type) || type.isInteger(1))
      return emitOpError() << "expected an element type that has bits of its own, got " << type;
  if (storageBytes(from) != storageBytes(to))
    return emitOpError() << "expected an element type of " << storageBytes(from) << " bytes, got " << to;
  return success();
}

OpFoldResult BitcastOp::fold(FoldAdaptor) {
  if (getSource().getType() == getType())
    return getSource();
  auto inner = getSource().getDefiningOp<BitcastOp>();
  if (!inner)
    return {};
  getSourceMutable().assign(inner.getSource());
  return getResult();
}
