// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lets groups of consumers multiply one after the other (see MmaPasses.td).
//
// The turn is passed on where the last MMA has been started, before it is waited for: the next group's first
// MMA then stands behind it in the tensor core's queue. In a block with branches every way passes it on once.
//
// A block waits for stages only in its turn. Groups skip each other's stages, and a wait is for a parity: a stage that
// is a round ahead of what has arrived would seem to be full. In its turn all before it have been waited for.
#include "compiler/Transforms/TileGPU/Passes.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace tilec::tile_gpu {
#define GEN_PASS_DEF_ORDERPINGPONG
#include "compiler/Transforms/TileGPU/Passes.h.inc"
} // namespace tilec::tile_gpu

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

/// It multiplies or waits for a stage.
bool isOfPingPong(Operation *op) {
  return op
      ->walk([](Operation *inner) {
        return isa<WarpgroupMmaOp, MbarrierWaitOp>(inner) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// In this block and what it does behind `begin`, or from its start on.
void arriveIn(Block &block, Operation *begin) {
  Operation *last = nullptr;
  for (Operation &op : block)
    if (isOfPingPong(&op))
      last = &op;
  if (auto branch = dyn_cast_or_null<scf::IfOp>(last); branch && branch.elseBlock()) {
    for (Region &region : branch->getRegions())
      arriveIn(region.front(), nullptr);
    return;
  }
  OpBuilder builder(block.getParentOp()->getContext());
  if (last || begin)
    builder.setInsertionPointAfter(last ? last : begin);
  else
    builder.setInsertionPointToStart(&block);
  PingPongArriveOp::create(builder, block.getParentOp()->getLoc());
}

struct OrderPingPong : tile_gpu::impl::OrderPingPongBase<OrderPingPong> {
  void runOnOperation() override {
    WarpRolesOp roles = WarpRolesOp::of(getOperation());
    if (!roles || roles.getGroups() == 1)
      return;
    Block &consumers = roles.getConsumers().front();
    for (auto loop : consumers.getOps<scf::ForOp>())
      if (tile::isBlockLoop(loop))
        takeTurns(loop);
    OpBuilder builder = OpBuilder::atBlockBegin(&consumers);
    PingPongArriveOp::create(builder, roles.getLoc(), /*first=*/true);
  }

private:
  static void takeTurns(scf::ForOp blocks) {
    auto first = llvm::find_if(*blocks.getBody(), [](Operation &op) { return isOfPingPong(&op); });
    OpBuilder builder(&*first);
    auto taken = PingPongWaitOp::create(builder, first->getLoc());
    arriveIn(*blocks.getBody(), taken);
  }
};

} // namespace
