// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/WarpSpecialization/ClusterTileScheduler.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

scf::ForOp tile_gpu::findRowsToDraw(func::FuncOp kernel) {
  if (tile::numCtasOf(kernel) <= 1 || !kernel.getBody().hasOneBlock())
    return {};
  for (auto loop : kernel.front().getOps<scf::ForOp>()) {
    bool isByNumber =
        loop.getLowerBound().getDefiningOp<tile::WorkerIdOp>() && loop.getStep().getDefiningOp<tile::NumWorkersOp>();
    if (tile::isBlockLoop(loop) && isByNumber && !loop.getBody()->getOps<ClusterSendOp>().empty())
      return loop;
  }
  return {};
}

void tile_gpu::drawRows(scf::ForOp loop) {
  ImplicitLocOpBuilder builder(loop.getLoc(), loop);
  Value blocks = loop.getUpperBound();
  SmallVector<Value> first = {loop.getLowerBound()};
  llvm::append_range(first, loop.getInitArgs());
  auto isLeft = [&](OpBuilder &, Location, ValueRange carried) {
    Value isRow = arith::CmpIOp::create(builder, arith::CmpIPredicate::ult, carried.front(), blocks);
    scf::ConditionOp::create(builder, isRow, carried);
  };
  auto draw = [&](OpBuilder &, Location, ValueRange carried) {
    SmallVector<Value> next = {NextBlockOp::create(builder, builder.getI32Type(), blocks, IntegerAttr())};
    llvm::append_range(next, carried.drop_front());
    scf::YieldOp::create(builder, next);
  };
  auto drawn = scf::WhileOp::create(builder, ValueRange(first).getTypes(), first, isLeft, draw);
  drawn->setDiscardableAttrs(loop->getDiscardableAttrDictionary());

  Block &from = *loop.getBody(), &to = *drawn.getAfterBody();
  drawn.getYieldOp()->setOperands(1, loop.getInitArgs().size(), from.getTerminator()->getOperands());
  from.getTerminator()->erase();
  to.getOperations().splice(to.getTerminator()->getIterator(), from.getOperations());
  for (auto [old, now] : llvm::zip_equal(from.getArguments(), to.getArguments()))
    old.replaceAllUsesWith(now);
  for (auto [old, now] : llvm::zip_equal(loop.getResults(), drawn.getResults().drop_front()))
    old.replaceAllUsesWith(now);
  loop.erase();
}
