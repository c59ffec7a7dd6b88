// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Conversion/TileGPUToNVVM/Memory/SharedAddresses.h"
#include "dialects/Layout/Multiprocessor.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace tilec;

Value tilec::bytesFrom(ImplicitLocOpBuilder &builder, Value base, LLVM::GEPArg bytes) {
  return LLVM::GEPOp::create(builder, base.getType(), builder.getI8Type(), base, ArrayRef<LLVM::GEPArg>{bytes},
                             LLVM::GEPNoWrapFlags::inbounds);
}

Value tilec::mbarrierAt(ImplicitLocOpBuilder &builder, Value base, Value index) {
  Value bytes = arith::MulIOp::create(builder, index, constant32(builder, kMbarrierBytes));
  return bytesFrom(builder, base, bytes);
}

LinearIndex tilec::laneOffset(ImplicitLocOpBuilder &builder, const layout::LinearMap &offsets, unsigned registerBits,
                              bool readsAgain) {
  SmallVector<uint64_t> columns;
  for (unsigned input = registerBits; input < offsets.numInputs(); ++input)
    columns.push_back(offsets.column(input));
  if (llvm::all_of(columns, [](uint64_t column) { return column == 0; }))
    return {};
  return applyColumns(builder, readsAgain ? threadIndexAnew(builder) : threadIndex(builder), columns);
}

Value SharedAddresses::at(uint64_t offset) {
  uint64_t swizzle = offset & lane.baseBits;
  Value &start = starts[swizzle];
  if (!start)
    start = lane.base ? elementAt(address, combine(builder, lane, swizzle)) : address;
  uint64_t rest = offset & ~lane.baseBits;
  return rest ? elementAt(start, int32_t(rest)) : start;
}

Value SharedAddresses::elementAt(Value base, LLVM::GEPArg index) {
  return LLVM::GEPOp::create(builder, base.getType(), element, base, ArrayRef<LLVM::GEPArg>{index},
                             LLVM::GEPNoWrapFlags::inbounds);
}
