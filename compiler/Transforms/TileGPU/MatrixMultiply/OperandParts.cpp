// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/MatrixMultiply/OperandParts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

unsigned tile_gpu::dimensionOfK(Value mmaOperand, layout::MmaOperand operand) {
  return cast<RankedTensorType>(mmaOperand.getType()).getRank() - (operand == layout::MmaOperand::A ? 1 : 2);
}

Value tile_gpu::partAlongK(ImplicitLocOpBuilder &builder, Value mmaOperand, layout::MmaOperand operand, int64_t depth,
                           int64_t number) {
  auto whole = cast<RankedTensorType>(mmaOperand.getType());
  unsigned alongK = dimensionOfK(mmaOperand, operand);
  SmallVector<int64_t> shape(whole.getShape());
  shape[alongK] = depth;
  layout::LinearLayout part = LayoutAttr::of(whole).subTile(std::vector<int64_t>(shape.begin(), shape.end()));
  auto type = RankedTensorType::get(shape, whole.getElementType(), LayoutAttr::get(builder.getContext(), part));
  SmallVector<Value> indices;
  for (unsigned d = 0; d < shape.size(); ++d)
    indices.push_back(arith::ConstantOp::create(builder, builder.getI32IntegerAttr(d == alongK ? int32_t(number) : 0)));
  return ExtractOp::create(builder, type, mmaOperand, indices, IntegerAttr());
}
