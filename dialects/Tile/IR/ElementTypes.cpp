// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Tile/IR/ElementTypes.h"
#include "dialects/Tile/IR/TileDialect.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace tilec::tile {

/// Implementation limit of the language.
static constexpr int64_t kMaxTileElements = int64_t(1) << 24;

bool isIntegerElement(Type type) {
  auto integer = dyn_cast<IntegerType>(type);
  return integer && integer.isSignless() && llvm::is_contained({1u, 8u, 16u, 32u, 64u}, integer.getWidth());
}

bool isArithmeticFloat(Type type) {
  return isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(type);
}

bool isFloatElement(Type type) {
  return isArithmeticFloat(type) ||
         isa<FloatTF32Type, Float8E4M3FNType, Float8E5M2Type, Float8E8M0FNUType, Float4E2M1FNType>(type);
}

bool isElementType(Type type) {
  return isIntegerElement(type) || isFloatElement(type) || isa<PtrType>(type);
}

bool isTileShape(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !tensor.hasStaticShape())
    return false;
  return llvm::all_of(tensor.getShape(), [](int64_t extent) { return llvm::isPowerOf2_64(extent); }) &&
         tensor.getNumElements() <= kMaxTileElements;
}

bool isLoadConversion(Type stored, Type loaded) {
  return stored.isF32() && isa<FloatTF32Type>(loaded);
}

int64_t storageBytes(Type element) {
  if (isa<PtrType>(element))
    return 8;
  if (isa<FloatTF32Type>(element))
    return 4;
  return llvm::divideCeil(element.getIntOrFloatBitWidth(), 8);
}

int64_t elementCount(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? tensor.getNumElements() : 1;
}

ArrayRef<int64_t> shapeOf(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? tensor.getShape() : ArrayRef<int64_t>();
}

Type withElementType(Type like, Type element) {
  auto tensor = dyn_cast<RankedTensorType>(like);
  return tensor ? Type(tensor.clone(element)) : element;
}

Type maskTypeOf(Type like) {
  return withElementType(like, IntegerType::get(like.getContext(), 1));
}

Type pointeeLike(Type pointers) {
  auto pointer = dyn_cast<PtrType>(getElementTypeOrSelf(pointers));
  return pointer ? withElementType(pointers, pointer.getPointee()) : Type();
}

} // namespace tilec::tile
