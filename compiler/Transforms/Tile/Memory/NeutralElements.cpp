// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/Tile/Memory/NeutralElements.h"

using namespace mlir;
using namespace tilec::tile;

TypedAttr tilec::tile::neutralElement(Builder &builder, AtomicKind kind, Type type) {
  if (isa<FloatType>(type))
    return builder.getFloatAttr(type, -0.0);
  unsigned width = type.getIntOrFloatBitWidth();
  switch (kind) {
  case AtomicKind::And:
  case AtomicKind::MinUnsigned:
    return builder.getIntegerAttr(type, APInt::getAllOnes(width));
  case AtomicKind::MaxSigned:
    return builder.getIntegerAttr(type, APInt::getSignedMinValue(width));
  case AtomicKind::MinSigned:
    return builder.getIntegerAttr(type, APInt::getSignedMaxValue(width));
  default:
    return builder.getIntegerAttr(type, APInt::getZero(width));
  }
}
