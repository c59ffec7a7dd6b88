// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Unrolls loops that load little at a time, so that the loads of several iterations are in flight together.
//
//     scf.for %i = %c0 to %n step %c1                     scf.for %i = %c0 to %m step %c4
//       %x = tile_gpu.load_view %v[%i]              =>      four times the body; its loads come first
//       %s = arith.addf %acc, %x                          scf.for %i = %m to %n step %c1   // what is left
//
// Which: innermost counted loops from a constant of at least 0 in steps of a constant, whose body has loads of tiles of
// together less than kBytesInFlight bytes a lane. How often: 2 or 4 times, as long as the loads stay below that. Copies
// keep the order of iterations, and so of memory accesses; then each load moves up over what does not depend on it or
// on memory that it reads: over arithmetic always, over writes only where Analysis/Alias tells the two apart.
//
// It declines, with a remark, where the start is unknown or the body does other things than compute, load and store.
#include "compiler/Transforms/TileGPU/Passes.h"
#include "dialects/Tile/Analysis/Alias.h"
#include "dialects/Tile/IR/Remarks.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Utils/Utils.h"
#include "mlir/IR/Matchers.h"

namespace tilec::tile_gpu {
#define GEN_PASS_DEF_UNROLLLOOPS
#include "compiler/Transforms/TileGPU/Passes.h.inc"
} // namespace tilec::tile_gpu

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

/// The bytes that a lane loads in one unrolled iteration, at most: 4 accesses of 16 bytes.
constexpr int64_t kBytesInFlight = 64;
constexpr unsigned kMaxFactor = 4;
/// The most ops of an unrolled body, since the program would grow too much.
constexpr unsigned kMaxOps = 96;

/// How often a loop is unrolled, or why it is not.
struct Decision {
  unsigned factor = 1;
  std::string reason; ///< of declining, if that is worth a remark
};

bool isLoad(Operation *op) {
  return isa<LoadOp, LoadViewOp>(op) && isDistributed(op->getResult(0).getType());
}

int64_t bytesOfLane(Value tile) {
  int64_t registers = LayoutAttr::of(tile.getType()).size(layout::Place::Register);
  return registers * tile::storageBytes(getElementTypeOrSelf(tile.getType()));
}

bool startsAtConstant(scf::ForOp loop) {
  APInt start, step;
  return !loop.getUnsignedCmp() && matchPattern(loop.getLowerBound(), m_ConstantInt(&start)) && !start.isNegative() &&
         matchPattern(loop.getStep(), m_ConstantInt(&step)) && step.isStrictlyPositive() && step.getActiveBits() < 16;
}

Decision decide(scf::ForOp loop) {
  if (tile::isBlockLoop(loop))
    return {};
  int64_t bytes = 0;
  unsigned ops = 0;
  for (Operation &op : *loop.getBody()) {
    ++ops;
    if (isLoad(&op))
      bytes += bytesOfLane(op.getResult(0));
    else if (op.getNumRegions() > 0 && !isa<ReduceOp>(op))
      return {};
    else if (!isMemoryEffectFree(&op) && !isa<LoadOp, StoreOp, StoreViewOp>(op))
      return {1, bytes ? "the body has '" + op.getName().getStringRef().str() + "'" : ""};
  }
  if (bytes == 0 || 2 * bytes > kBytesInFlight)
    return {};
  if (!startsAtConstant(loop))
    return {1, "the loop does not count up from a constant by a constant"};
  unsigned factor = 2;
  while (factor < kMaxFactor && 2 * factor * bytes <= kBytesInFlight)
    factor *= 2;
  if (factor * ops > kMaxOps * kMaxFactor)
    return {1, "the body is long"};
  return {factor, ""};
}

/// Memory that an op of an unrolled body reads or writes: a pointer or a view.
Value addressOf(Operation *op) {
  return TypeSwitch<Operation *, Value>(op)
      .Case<LoadOp, StoreOp>([](auto access) { return access.getPointer(); })
      .Case<LoadViewOp, StoreViewOp>([](auto access) { return access.getView(); })
      .Default([](Operation *) { return Value(); });
}

/// Whether a load, or an op without effects, may stand before the op that is before it now.
bool mayPass(Operation *op, Operation *before) {
  if (llvm::any_of(op->getOperands(), [&](Value operand) { return operand.getDefiningOp() == before; }))
    return false;
  if (isMemoryEffectFree(op) || isMemoryEffectFree(before) || isa<LoadOp, LoadViewOp>(before))
    return true;
  Value written = addressOf(before), read = addressOf(op);
  return written && read && isa<StoreOp, StoreViewOp>(before) && !tile::mayAlias(written, 0, read, 0);
}

/// Moves the ops that only an address needs, then the load, as far up as they may go.
void hoistLoads(Block &body) {
  SmallVector<Operation *> loads;
  for (Operation &op : body)
    if (isLoad(&op) || (isMemoryEffectFree(&op) && op.getNumRegions() == 0 && !op.hasTrait<OpTrait::IsTerminator>() &&
                        llvm::all_of(op.getResultTypes(), [](Type type) { return !isDistributed(type); })))
      loads.push_back(&op);
  for (Operation *op : loads) {
    Operation *place = op;
    while (place->getPrevNode() && mayPass(op, place->getPrevNode()) && !(isLoad(op) && isLoad(place->getPrevNode())))
      place = place->getPrevNode();
    if (place != op)
      op->moveBefore(place);
  }
}

struct UnrollLoops : tile_gpu::impl::UnrollLoopsBase<UnrollLoops> {
  using UnrollLoopsBase::UnrollLoopsBase;

  void runOnOperation() override {
    SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) { loops.push_back(loop); });
    for (scf::ForOp loop : loops) {
      Decision decision = decide(loop);
      if (decision.factor > 1)
        unroll(loop, decision.factor);
      else if (remarks && !decision.reason.empty())
        tile::Remark(loop, "NotUnrolled") << "not unrolled: " << decision.reason;
    }
  }

  void unroll(scf::ForOp loop, unsigned factor) {
    Location loc = loop.getLoc();
    // The number of iterations is computed from the difference, which must not be negative.
    OpBuilder builder(loop);
    loop.setUpperBound(arith::MaxSIOp::create(builder, loc, loop.getUpperBound(), loop.getLowerBound()));
    FailureOr<UnrolledLoopInfo> unrolled = loopUnrollByFactor(loop, factor);
    if (failed(unrolled))
      return;
    if (remarks)
      tile::Remark(loc, getOperation(), "Unrolled").with("factor", factor)
          << "unrolled " << factor << " times, so that more loads are in flight";
    if (unrolled->mainLoopOp)
      hoistLoads(*unrolled->mainLoopOp->getBody());
  }
};

} // namespace
