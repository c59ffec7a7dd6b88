// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/Schedule/Mma/OverlapTcgen05.h"
#include "compiler/Transforms/TileGPU/Schedule/StageNumbers.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

int64_t RunningMma::bytes() const {
  if (TensorMmaOp(mma).getScales())
    return 0;
  int64_t bytes = 0;
  for (AllocBufferOp buffer : buffers)
    bytes += buffer.getType().getBytes();
  return bytes;
}

/// Stored by the body's own ops, read by its MMA alone.
static bool isStoredInBody(AllocBufferOp buffer, Block *body) {
  return buffer->getBlock() == body && buffer.getType().getStages() == 1 &&
         llvm::all_of(buffer->getUsers(), [&](Operation *user) {
           return user->getBlock() == body && isa<BufferStoreOp, TensorMmaOp, FreeBufferOp>(user);
         });
}

std::optional<RunningMma> tile_gpu::findRunningMma(scf::ForOp loop) {
  SmallVector<TensorMmaOp> mmas;
  SmallVector<TensorWaitOp> waits;
  bool hasOthers = false;
  Block *body = loop.getBody();
  loop.walk([&](Operation *op) {
    if (auto mma = dyn_cast<TensorMmaOp>(op))
      mmas.push_back(mma);
    if (auto wait = dyn_cast<TensorWaitOp>(op))
      waits.push_back(wait);
    bool isScaleElsewhere = isa<TensorStoreScalesOp>(op) && op->getBlock() != body;
    hasOthers |= isa<TensorLoadOp, TensorStoreOp>(op) || isScaleElsewhere;
  });
  if (hasOthers || mmas.size() != 1 || waits.size() != 1 || mmas.front()->getBlock() != body ||
      waits.front()->getBlock() != body || !mmas.front()->isBeforeInBlock(waits.front()))
    return std::nullopt;
  TensorMmaOp mma = mmas.front();
  if (!mma.getAfter().empty() || waits.front().getPending() != 0)
    return std::nullopt;
  RunningMma result{mma, waits.front(), {}};
  for (Value operand : {mma.getA(), mma.getB()}) {
    auto buffer = operand.getDefiningOp<AllocBufferOp>();
    if (!buffer)
      return std::nullopt;
    if (loop->isProperAncestor(buffer) && !isStoredInBody(buffer, body))
      return std::nullopt;
    if (loop->isProperAncestor(buffer) && !llvm::is_contained(result.buffers, buffer))
      result.buffers.push_back(buffer);
  }
  return result.buffers.empty() ? std::nullopt : std::optional(result);
}

/// Replaces a buffer of the body by the stage of a larger one whose turn it is. Returns that one.
static Value withTwoStages(AllocBufferOp buffer, scf::ForOp loop, Value turn) {
  BufferType type = buffer.getType();
  auto two = BufferType::get(type.getContext(), type.getShape(), type.getElementType(), type.getLayout(),
                             /*stages=*/2, type.getAlignment());
  ImplicitLocOpBuilder builder(buffer.getLoc(), loop);
  Value both = AllocBufferOp::create(builder, two, IntegerAttr());
  builder.setInsertionPoint(buffer);
  Value stage = BufferStageOp::create(builder, two.getStageType(), both, turn);
  for (Operation *user : llvm::make_early_inc_range(buffer->getUsers()))
    if (isa<FreeBufferOp>(user))
      user->erase();
  buffer.replaceAllUsesWith(stage);
  buffer.erase();
  return both;
}

/// What the MMA reads is stored behind the wait for the one before.
static void storeLate(scf::ForOp loop, RunningMma &running) {
  TensorMmaOp mma = running.mma;
  SmallVector<Operation *> stores;
  for (Operation &op : llvm::make_range(loop.getBody()->begin(), mma->getIterator())) {
    auto store = dyn_cast<BufferStoreOp>(op);
    bool isOperand = store && (store.getBuffer() == mma.getA() || store.getBuffer() == mma.getB());
    if (isOperand || isa<TensorStoreScalesOp, ProxyFenceOp>(op))
      stores.push_back(&op);
  }
  running.wait->moveBefore(mma);
  for (Operation *store : stores)
    store->moveBefore(mma);
  for (AllocBufferOp buffer : running.buffers) {
    buffer->moveBefore(loop);
    for (Operation *user : llvm::make_early_inc_range(buffer->getUsers()))
      if (isa<FreeBufferOp>(user))
        user->moveAfter(loop);
  }
  ImplicitLocOpBuilder behind(loop.getLoc(), loop);
  behind.setInsertionPointAfter(loop);
  TensorWaitOp::create(behind, mma.getMemory(), /*pending=*/0);
}

void tile_gpu::runOn(scf::ForOp loop, RunningMma &mma) {
  if (mma.mma.getScales())
    return storeLate(loop, mma);
  IRRewriter rewriter(loop);
  loop = withTurns(loop, /*count=*/2, rewriter);
  mma.wait.setPending(1);
  ImplicitLocOpBuilder behind(loop.getLoc(), loop);
  behind.setInsertionPointAfter(loop);
  TensorWaitOp::create(behind, mma.wait.getMemory(), /*pending=*/0);
  for (AllocBufferOp buffer : mma.buffers)
    FreeBufferOp::create(behind, withTwoStages(buffer, loop, loop.getRegionIterArgs().back()));
}
