// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Folds of conversions between element types: there and back again is nothing, and constants are converted where no
// rounding, saturation or NaN is in question: those are left to what executes the kernel.
#include "dialects/Tile/IR/ExactTypes.h"
#include "dialects/Tile/IR/TileDialect.h"
#include "mlir/Dialect/CommonFolders.h"

using namespace mlir;
using namespace tilec::tile;
using llvm::APFloat;
using llvm::APInt;

/// `convert` applied to each element of a constant, if it calls every one of them exact.
template <typename From, typename To>
static OpFoldResult foldExact(Attribute constant, Type type,
                              llvm::function_ref<typename To::ValueType(typename From::ValueType, bool &)> convert) {
  if (!constant)
    return {};
  return constFoldCastOp<From, To, typename From::ValueType, typename To::ValueType, void>(constant, type, convert);
}

static const llvm::fltSemantics &semanticsOf(Type type) {
  return cast<FloatType>(getElementTypeOrSelf(type)).getFloatSemantics();
}

//===- Between floating-point types ------------------------------------------------------------------------------===//

bool tilec::tile::holdsEveryValueOf(FloatType wide, Type narrow) {
  const llvm::fltSemantics &w = wide.getFloatSemantics();
  if (auto integer = dyn_cast<IntegerType>(narrow))
    return APFloat::semanticsPrecision(w) >= integer.getWidth() &&
           APFloat::semanticsMaxExponent(w) >= int(integer.getWidth());
  const llvm::fltSemantics &n = cast<FloatType>(narrow).getFloatSemantics();
  return APFloat::semanticsPrecision(w) >= APFloat::semanticsPrecision(n) &&
         APFloat::semanticsMaxExponent(w) >= APFloat::semanticsMaxExponent(n) &&
         APFloat::semanticsMinExponent(w) <= APFloat::semanticsMinExponent(n);
}

static OpFoldResult foldConstant(Attribute constant, Type type) {
  if (!isArithmeticFloat(getElementTypeOrSelf(type)))
    return {};
  return foldExact<FloatAttr, FloatAttr>(constant, type, [&](APFloat value, bool &isExact) {
    bool losesInformation = !value.isFinite();
    if (value.isFinite())
      value.convert(semanticsOf(type), APFloat::rmNearestTiesToEven, &losesInformation);
    isExact &= !losesInformation;
    return value;
  });
}

/// Widening and coming back is the identity; widening twice is widening once.
OpFoldResult FToFOp::fold(FoldAdaptor adaptor) {
  auto inner = getSource().getDefiningOp<FToFOp>();
  if (!inner)
    return foldConstant(adaptor.getSource(), getType());
  auto first = cast<FloatType>(getElementTypeOrSelf(inner.getSource().getType()));
  auto middle = cast<FloatType>(getElementTypeOrSelf(inner.getType()));
  if (!isArithmeticFloat(middle) || !holdsEveryValueOf(middle, first))
    return {};
  if (inner.getSource().getType() == getType())
    return inner.getSource();
  getSourceMutable().assign(inner.getSource());
  return getResult();
}

//===- Between integers and floating-point types -----------------------------------------------------------------===//

OpFoldResult FToIOp::fold(FoldAdaptor adaptor) {
  unsigned width = getElementTypeOrSelf(getType()).getIntOrFloatBitWidth();
  if (width == 1)
    return {};
  return foldExact<FloatAttr, IntegerAttr>(adaptor.getSource(), getType(), [&](APFloat value, bool &isExact) {
    llvm::APSInt result(width, getIsUnsigned());
    bool isWhole = false;
    isExact &= value.convertToInteger(result, APFloat::rmTowardZero, &isWhole) != APFloat::opInvalidOp;
    return APInt(result);
  });
}

OpFoldResult IToFOp::fold(FoldAdaptor adaptor) {
  if (!isArithmeticFloat(getElementTypeOrSelf(getType())) || getElementTypeOrSelf(getSource().getType()).isInteger(1))
    return {};
  return foldExact<IntegerAttr, FloatAttr>(adaptor.getSource(), getType(), [&](APInt value, bool &isExact) {
    APFloat result(semanticsOf(getType()));
    isExact &= result.convertFromAPInt(value, !getIsUnsigned(), APFloat::rmNearestTiesToEven) == APFloat::opOK;
    return result;
  });
}

//===- Bits ------------------------------------------------------------------------------------------------------===//

/// Elements whose bits are all of their storage.
static bool hasPlainBits(Type element) {
  return (element.isSignlessInteger() || isArithmeticFloat(element)) &&
         element.getIntOrFloatBitWidth() == 8 * storageBytes(element);
}

static OpFoldResult foldBits(Attribute constant, Type from, Type to) {
  if (!hasPlainBits(getElementTypeOrSelf(from)) || !hasPlainBits(getElementTypeOrSelf(to)))
    return {};
  bool fromFloat = isFloatElement(getElementTypeOrSelf(from)), toFloat = isFloatElement(getElementTypeOrSelf(to));
  if (fromFloat && !toFloat)
    return foldExact<FloatAttr, IntegerAttr>(constant, to,
                                             [](APFloat value, bool &) { return value.bitcastToAPInt(); });
  if (!fromFloat && toFloat)
    return foldExact<IntegerAttr, FloatAttr>(constant, to,
                                             [&](APInt value, bool &) { return APFloat(semanticsOf(to), value); });
  return {};
}

OpFoldResult BitcastOp::fold(FoldAdaptor adaptor) {
  if (getSource().getType() == getType())
    return getSource();
  auto inner = getSource().getDefiningOp<BitcastOp>();
  if (!inner)
    return foldBits(adaptor.getSource(), getSource().getType(), getType());
  getSourceMutable().assign(inner.getSource());
  return getResult();
}
