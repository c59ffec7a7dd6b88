// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conversions between element types: which pairs exist; folds are in CastFolds.cpp.
#include "dialects/Tile/IR/TileDialect.h"

using namespace mlir;
using namespace tilec::tile;

LogicalResult FToFOp::verify() {
  if (getElementTypeOrSelf(getSource().getType()) != getElementTypeOrSelf(getType()))
    return success();
  return emitOpError() << "expected two different element types, got " << getElementTypeOrSelf(getType()) << " twice";
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
