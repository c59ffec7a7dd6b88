// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Constants: one value for all registers where all elements are equal; else a table in memory, which each lane reads
/// at the elements it holds.
#include "compiler/Conversion/TileGPUToNVVM/LayoutConversions/LanePosition.h"
#include "compiler/Conversion/TileGPUToNVVM/Memory/GlobalMemory.h"
#include "compiler/Conversion/TileGPUToNVVM/RegisterConversion.h"

using namespace mlir;
using namespace tilec;

namespace {

/// `value` as an attribute of its register's type.
TypedAttr registerConstant(Attribute value) {
  auto number = dyn_cast<FloatAttr>(value);
  if (!number)
    return cast<TypedAttr>(value);
  Type type = registerType(number.getType());
  if (type == number.getType())
    return number;
  if (type.isInteger())
    return IntegerAttr::get(type, number.getValue().bitcastToAPInt().zext(8));
  return FloatAttr::get(type, number.getValue().convertToDouble());
}

class ConstantPattern : public RegisterPattern<arith::ConstantOp> {
public:
  using RegisterPattern::RegisterPattern;

  LogicalResult lower(arith::ConstantOp op, Adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    Attribute value = op.getValue();
    unsigned count = numRegisters(op.getType());
    if (auto dense = dyn_cast<DenseElementsAttr>(value)) {
      if (!dense.isSplat()) {
        replace(op, loadTable(op, dense, builder), rewriter);
        return success();
      }
      value = dense.getSplatValue<Attribute>();
    }
    replace(op, Registers(count, arith::ConstantOp::create(builder, registerConstant(value))), rewriter);
    return success();
  }

private:
  Registers loadTable(arith::ConstantOp op, DenseElementsAttr values, ImplicitLocOpBuilder &builder) const {
    Type element = registerType(values.getElementType());
    Type stored = storedType(element);
    LLVM::GlobalOp table = createTable(op, values, stored, builder);
    Value address = LLVM::AddressOfOp::create(builder, table);
    layout::LinearLayout layout = tile_gpu::LayoutAttr::of(op.getType());
    LinearIndex lane = laneElement(builder, layout);
    Registers registers;
    for (unsigned i = 0; i < layout.size(layout::Place::Register); ++i) {
      Value index = combine(builder, lane, registerElement(layout, i));
      Value place = LLVM::GEPOp::create(builder, address.getType(), stored, address, ArrayRef<LLVM::GEPArg>{index});
      registers.push_back(fromStored(builder, LLVM::LoadOp::create(builder, stored, place), element));
    }
    return registers;
  }

  LLVM::GlobalOp createTable(arith::ConstantOp op, DenseElementsAttr values, Type stored,
                             ImplicitLocOpBuilder &builder) const {
    SmallVector<Attribute> elements;
    for (Attribute value : values.getValues<Attribute>()) {
      TypedAttr constant = registerConstant(value);
      if (auto flag = dyn_cast<BoolAttr>(constant))
        constant = builder.getI8IntegerAttr(flag.getValue());
      elements.push_back(constant);
    }
    auto tensor = RankedTensorType::get({values.getNumElements()}, stored);
    ModuleOp module = op->getParentOfType<ModuleOp>();
    std::string name;
    for (unsigned i = 0; module.lookupSymbol(name = "__tilec_constant" + std::to_string(i)); ++i)
      ;
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(module.getBody());
    return LLVM::GlobalOp::create(builder, LLVM::LLVMArrayType::get(stored, elements.size()), /*isConstant=*/true,
                                  LLVM::Linkage::Internal, name, DenseElementsAttr::get(tensor, elements),
                                  /*alignment=*/16, kGlobalAddressSpace);
  }
};

} // namespace

void tilec::populateConstantPatterns(RewritePatternSet &patterns, const TypeConverter &types,
                                     const LoweringContext &lowering) {
  patterns.add<ConstantPattern>(types, lowering, patterns.getContext());
}
