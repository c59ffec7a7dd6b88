// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/WarpSpecialization/LateTileScheduler.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

/// Stages of what an iteration itself loads; zero where it loads nothing.
int64_t stagesOf(scf::ForOp loop) {
  auto loads = loop.getBody()->getOps<TmaLoadOp>();
  return loads.empty() ? 0 : (*loads.begin()).getBarriers().getType().getCount();
}

/// The last one behind the draw that loads, by steps of one; null where the number is needed before its end.
scf::ForOp lastLoadingLoop(NextBlockOp draw) {
  scf::ForOp last;
  for (auto loop : draw->getBlock()->getOps<scf::ForOp>())
    if (draw->isBeforeInBlock(loop) && stagesOf(loop) > 0)
      last = loop;
  bool isLast = last && !last.getUnsignedCmp() && matchPattern(last.getStep(), m_One()) &&
                llvm::all_of(draw->getUsers(), [&](Operation *user) {
                  return user->getBlock() == last->getBlock() && last->isBeforeInBlock(user);
                });
  return isLast ? last : scf::ForOp();
}

/// So many iterations before the loop's end, or its lower bound; the end where the difference overflows.
Value createMiddle(scf::ForOp loop, int64_t iterations) {
  ImplicitLocOpBuilder builder(loop.getLoc(), loop);
  Value end = loop.getUpperBound();
  Value count = arith::ConstantOp::create(builder, builder.getIntegerAttr(end.getType(), iterations));
  Value middle = arith::MaxSIOp::create(builder, loop.getLowerBound(), arith::SubIOp::create(builder, end, count));
  return arith::MinSIOp::create(builder, middle, end);
}

void drawBeforeLast(NextBlockOp draw, scf::ForOp loop) {
  Value middle = createMiddle(loop, 2 * stagesOf(loop));
  OpBuilder builder(loop);
  auto before = cast<scf::ForOp>(builder.clone(*loop));
  before.setUpperBound(middle);
  loop.setLowerBound(middle);
  loop.getInitArgsMutable().assign(before.getResults());
  draw->moveBefore(loop);
}

} // namespace

void tile_gpu::drawUnderLastLoads(WarpRolesOp roles) {
  if (tile::numCtasOf(roles) > 1)
    return;
  SmallVector<NextBlockOp> draws;
  roles.getProducer().walk([&](NextBlockOp draw) { draws.push_back(draw); });
  for (NextBlockOp draw : draws)
    if (scf::ForOp loop = lastLoadingLoop(draw))
      drawBeforeLast(draw, loop);
}
