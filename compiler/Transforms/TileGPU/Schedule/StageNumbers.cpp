// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/Schedule/StageNumbers.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

Value tile_gpu::turnBehind(OpBuilder &builder, Location loc, Value turn, unsigned by, unsigned count) {
  auto constant = [&](unsigned value) -> Value {
    return arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(int32_t(value)));
  };
  if (by % count == 0)
    return turn;
  if (count == 2)
    return arith::XOrIOp::create(builder, loc, turn, constant(1));
  Value behind = arith::AddIOp::create(builder, loc, turn, constant(by % count));
  Value isOver = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::uge, behind, constant(count));
  Value over = arith::SubIOp::create(builder, loc, behind, constant(count));
  return arith::SelectOp::create(builder, loc, isOver, over, behind);
}

scf::ForOp tile_gpu::withTurns(scf::ForOp loop, unsigned count, IRRewriter &rewriter) {
  rewriter.setInsertionPoint(loop);
  Value zero = arith::ConstantOp::create(rewriter, loop.getLoc(), rewriter.getI32IntegerAttr(0));
  auto nextTurn = [count](OpBuilder &builder, Location loc, ArrayRef<BlockArgument> turn) {
    return SmallVector<Value>{turnBehind(builder, loc, turn.front(), 1, count)};
  };
  LoopLikeOpInterface replaced =
      *cast<LoopLikeOpInterface>(*loop).replaceWithAdditionalYields(rewriter, zero, false, nextTurn);
  return cast<scf::ForOp>(replaced.getOperation());
}
