// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Codegen/Manifest/ManifestTensorMaps.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"

using namespace mlir;
using namespace tilec;
using manifest::Expression;

namespace {

/// Symbol i is argument i, taken as unsigned; those behind are extents of the grid.
Expression describeSymbol(unsigned symbol, const manifest::Kernel &kernel) {
  if (symbol < kernel.parameters.size())
    return Expression::argument(symbol, kernel.parameters[symbol].size);
  Expression extent;
  extent.kind = Expression::Kind(unsigned(Expression::Kind::GridX) + symbol - unsigned(kernel.parameters.size()));
  return extent;
}

Expression describe(AffineExpr expr, const manifest::Kernel &kernel) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return Expression::constant(constant.getValue());
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return describeSymbol(symbol.getPosition(), kernel);
  auto binary = cast<AffineBinaryOpExpr>(expr);
  Expression lhs = describe(binary.getLHS(), kernel), rhs = describe(binary.getRHS(), kernel);
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return Expression::binary(Expression::Kind::Add, lhs, rhs);
  case AffineExprKind::Mul:
    return Expression::binary(Expression::Kind::Mul, lhs, rhs);
  case AffineExprKind::FloorDiv:
    return Expression::binary(Expression::Kind::FloorDiv, lhs, rhs);
  case AffineExprKind::CeilDiv:
    return Expression::binary(Expression::Kind::CeilDiv, lhs, rhs);
  case AffineExprKind::Mod: // a - a / b * b
    return Expression::binary(
        Expression::Kind::Sub, lhs,
        Expression::binary(Expression::Kind::Mul, Expression::binary(Expression::Kind::FloorDiv, lhs, rhs), rhs));
  default:
    llvm_unreachable("no other operations");
  }
}

std::vector<Expression> describeAll(AffineMap map, const manifest::Kernel &kernel) {
  std::vector<Expression> expressions;
  for (AffineExpr result : map.getResults())
    expressions.push_back(describe(result, kernel));
  return expressions;
}

/// The element type's name in the manifest. Only reductions care for signs.
std::string nameOf(Type element, bool isSigned, bool isRounded) {
  if (isRounded)
    return "f32_to_tf32";
  if (element.isInteger(1))
    return "bool";
  if (auto integer = dyn_cast<IntegerType>(element))
    return (isSigned ? "i" : "u") + std::to_string(integer.getWidth());
  std::string name;
  llvm::raw_string_ostream(name) << element;
  return name;
}

manifest::TensorMap describe(tile_gpu::TensorMapAttr attribute, const manifest::Kernel &kernel) {
  manifest::TensorMap map;
  map.elementType = nameOf(attribute.getElementType(), attribute.getIsSigned(), attribute.getRounded());
  map.base = describe(attribute.getBase().getResult(0), kernel);
  map.extents = describeAll(attribute.getExtents(), kernel);
  map.strides = describeAll(attribute.getStrides(), kernel);
  map.box.assign(attribute.getBox().begin(), attribute.getBox().end());
  // Each of the rows that one copy names is a box of its own.
  if (attribute.getGathered())
    map.box.back() = 1;
  map.elementSteps.assign(map.box.size(), 1);
  if (attribute.getNanFill())
    map.fill = manifest::TensorMap::Fill::NaN;
  switch (attribute.getSwizzle()) {
  case 32:
    map.swizzle = manifest::TensorMap::Swizzle::Bytes32;
    break;
  case 64:
    map.swizzle = manifest::TensorMap::Swizzle::Bytes64;
    break;
  case 128:
    map.swizzle = manifest::TensorMap::Swizzle::Bytes128;
    break;
  }
  return map;
}

/// Those of its parameters; before it has these, those that its ops ask for.
llvm::SetVector<tile_gpu::TensorMapAttr> tensorMapsOf(FunctionOpInterface function) {
  llvm::SetVector<tile_gpu::TensorMapAttr> maps;
  if (auto parameters = function->getAttrOfType<ArrayAttr>(tile_gpu::kTensorMapsAttr))
    maps.insert_range(parameters.getAsRange<tile_gpu::TensorMapAttr>());
  else
    function->walk([&](tile_gpu::TensorMapOp op) { maps.insert(op.getDescription()); });
  return maps;
}

} // namespace

void codegen::describeTensorMaps(FunctionOpInterface function, const manifest::Kernel &kernel,
                                 manifest::Variant &variant) {
  for (tile_gpu::TensorMapAttr attribute : tensorMapsOf(function)) {
    variant.hiddenParameters.push_back(
        {manifest::HiddenParameter::Kind::TensorMap, uint32_t(variant.tensorMaps.size())});
    variant.tensorMaps.push_back(describe(attribute, kernel));
  }
}
