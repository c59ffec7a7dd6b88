// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks that nobody uses a stage while a copy into it is certainly in flight.
//
// Each block is walked with the copies (LDGSTS) that it has started itself and how many groups have been closed since:
// `async_wait pending N` is the end of those that are not among the N youngest groups, and one that was not
// committed is in none. An op that reads, writes or frees the stage, or copies into it once more, before that end
// is wrong on every path. What an op with regions may have waited for counts as waited for: errors here are certain,
// and what hides behind a loop's back edge is the executor's to find (compiler/Host/TileGPU).
//
// A token that stands for an arrival (`buffer_load ... after`) comes from a wait.
//
// What lanes write and the asynchronous proxy reads (stores of the copy engine, operands of warpgroup MMAs and
// into tensor memory) has a proxy_fence between: the same walk, for stores that no fence has followed.
#include "compiler/Transforms/TileGPU/Passes.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"

namespace tilec::tile_gpu {
#define GEN_PASS_DEF_VERIFYASYNCCOPIES
#include "compiler/Transforms/TileGPU/Passes.h.inc"
} // namespace tilec::tile_gpu

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

/// A copy that its block has started.
struct InFlight {
  AsyncCopyOp copy;
  int64_t commits = 0; ///< since, the one that closed its group included
};

/// What an op touches besides an async_copy's own stage.
SmallVector<Value, 1> buffersUsedBy(Operation *op) {
  if (isa<BufferLoadOp, BufferStoreOp, FreeBufferOp, AsyncCopyOp>(op))
    return llvm::filter_to_vector<1>(op->getOperands(), [](Value value) { return isa<BufferType>(value.getType()); });
  return {};
}

/// Buffers that the asynchronous proxy reads.
SmallVector<Value, 2> buffersReadAsynchronously(Operation *op) {
  return TypeSwitch<Operation *, SmallVector<Value, 2>>(op)
      .Case<TmaStoreOp, TmaReduceOp, BulkStoreOp, BulkReduceOp>(
          [](auto store) { return SmallVector<Value, 2>{store.getBuffer()}; })
      .Case<WarpgroupMmaOp, TensorMmaOp>([](auto mma) {
        SmallVector<Value, 2> buffers;
        for (Value operand : {Value(mma.getA()), Value(mma.getB())})
          if (isa<BufferType>(operand.getType()))
            buffers.push_back(operand);
        return buffers;
      })
      .Default([](Operation *) { return SmallVector<Value, 2>(); });
}

/// Whatever shape an operand is read in.
Value withoutViews(Value buffer) {
  while (auto view = buffer.getDefiningOp<BufferViewOp>())
    buffer = view.getBuffer();
  return buffer;
}

/// Whether both are surely the same stage, or one is the buffer of the other.
bool isIn(Value stage, Value used) {
  auto part = stage.getDefiningOp<BufferStageOp>();
  return stage == used || (part && part.getBuffer() == used);
}

struct VerifyAsyncCopies : tile_gpu::impl::VerifyAsyncCopiesBase<VerifyAsyncCopies> {
  void runOnOperation() override {
    getOperation().walk([&](Block *block) {
      checkBlock(*block);
      checkFences(*block);
    });
    getOperation().walk([&](BufferLoadOp load) { checkToken(load); });
  }

private:
  void checkBlock(Block &block) {
    SmallVector<InFlight> copies;
    for (Operation &op : block) {
      checkUses(op, copies);
      if (op.getNumRegions() != 0)
        copies.clear();
      else if (isa<AsyncCommitOp>(op))
        llvm::for_each(copies, [](InFlight &copy) { ++copy.commits; });
      else if (auto wait = dyn_cast<AsyncWaitOp>(op))
        llvm::erase_if(copies, [&](const InFlight &copy) { return copy.commits > int64_t(wait.getPending()); });
      else if (auto copy = dyn_cast<AsyncCopyOp>(op))
        copies.push_back({copy});
    }
  }

  void checkFences(Block &block) {
    SmallVector<BufferStoreOp> unfenced;
    for (Operation &op : block) {
      for (Value read : buffersReadAsynchronously(&op))
        for (BufferStoreOp store : unfenced)
          if (withoutViews(store.getBuffer()) == withoutViews(read)) {
            op.emitError() << "expected a proxy_fence between the lanes' writes of the buffer and this read of it";
            store.emitRemark() << "the write";
            return signalPassFailure();
          }
      if (op.getNumRegions() != 0 || isa<ProxyFenceOp>(op))
        unfenced.clear();
      else if (auto store = dyn_cast<BufferStoreOp>(op))
        unfenced.push_back(store);
    }
  }

  void checkUses(Operation &op, ArrayRef<InFlight> copies) {
    for (Value used : buffersUsedBy(&op))
      for (const InFlight &earlier : copies) {
        AsyncCopyOp copy = earlier.copy;
        if (!isIn(copy.getBuffer(), used))
          continue;
        op.emitError() << "expected a wait for the copy into this buffer first";
        copy.emitRemark() << "the copy, " << (earlier.commits ? "whose group" : "which no async_commit")
                          << (earlier.commits ? " may be in flight" : " has put in a group");
        return signalPassFailure();
      }
  }

  void checkToken(BufferLoadOp load) {
    Operation *source = load.getAfter() ? load.getAfter().getDefiningOp() : nullptr;
    if (!isa_and_nonnull<AsyncCopyOp, AsyncCommitOp>(source))
      return;
    load.emitError() << "expected the token of a wait, got that of " << source->getName().getStringRef();
    signalPassFailure();
  }
};

} // namespace
