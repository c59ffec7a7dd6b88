// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks what a producer and the consumers do to the stages between them.
//
// A buffer that the producer fills is a stage buffer, of one stage or more. Its `full` mbarriers are those that the
// copies are counted by, its `empty` ones those that the producer waits for before a copy. Of each stage, told by its
// number, must hold:
//
//     producer {                                     consumers {
//       mbarrier_wait %empty[%s]      // 1             %t = mbarrier_wait %full[%s]           // 4
//       mbarrier_expect_tx %full[%s] bytes B  // 2     ... = buffer_load %stage after %t      // 4
//       tma_load .. into %stage, %full[%s]    // 3     proxy_fence                            // 7
//     }                                                mbarrier_arrive %empty[%s]             // 5
//                                                    }
//
// 1. A copy in a loop comes behind a wait, in the same iteration, for the stage to be released.
// 2. The bytes that are announced beside copies are those that they bring.
// 3. The copy's mbarrier has the number of the stage.
// 4. What uses a stage has the token of a wait for its mbarrier.
// 5. Behind an arrival that releases a stage nothing in its block, or in regions there, uses the stage until it is
//    waited for again, and no MMA that reads it is in flight at the arrival: neither one of warpgroups nor one into
//    tensor memory. An issuer's `tensor_commit` is such an arrival, too, but comes when its MMAs are over.
// 6. A scalar that the producer puts into a stage (buffer_put) comes behind such a wait, too, and an arrival at the
//    stage's mbarrier follows.
// 7. Between an ordinary read and that arrival is a proxy fence.
//
// 8. A copy to all CTAs of a cluster comes behind a barrier of the cluster, and its stage is released to all of them.
//
// Regions know what goes before them; behind them counts as done what they may have done: an MMA is over that one of
// their waits could end, a stage waited for, a fence passed. So an MMA is in flight beside reductions and branches.
//
// What the CTAs of a cluster send to each other is checked besides (VerifySends.h).
//
// Errors are certain. Whether phases and trips fit together, and what happens across back edges, is the executor's to
// find (compiler/Host/TileGPU).
#include "compiler/Transforms/TileGPU/Passes.h"
#include "compiler/Transforms/TileGPU/SharedMemory/ClusterSynchronization.h"
#include "compiler/Transforms/TileGPU/Verify/BufferStages.h"
#include "compiler/Transforms/TileGPU/Verify/VerifySends.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

namespace tilec::tile_gpu {
#define GEN_PASS_DEF_VERIFYSTAGES
#include "compiler/Transforms/TileGPU/Passes.h.inc"
} // namespace tilec::tile_gpu

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

/// What is known of a buffer that the producer fills.
struct StageBuffer {
  Value full, empty;        ///< mbarriers; `empty` null where stages are used once
  bool isOfCluster = false; ///< filled by copies of all its CTAs
};

/// An MMA that its block has started.
struct InFlight {
  Operation *mma;
  Value memory;      ///< tensor memory that it writes; null: a warpgroup MMA
  int64_t later = 0; ///< MMAs of its kind started since

  Value a() const {
    return memory ? cast<TensorMmaOp>(mma).getA() : Value(cast<WarpgroupMmaOp>(mma).getA());
  }
  Value b() const {
    return memory ? cast<TensorMmaOp>(mma).getB() : cast<WarpgroupMmaOp>(mma).getB();
  }
};

/// A stage that is the producer's again.
struct Released {
  Operation *arrive;
  Value empty, index;
};

/// What consumers have done before an op.
struct Before {
  SmallVector<InFlight> mmas;
  SmallVector<Released> released;
  SmallVector<BufferLoadOp> unfenced;
};

struct VerifyStages : tile_gpu::impl::VerifyStagesBase<VerifyStages> {
  void runOnOperation() override {
    stageBuffers.clear();
    if (failed(verifySends(getOperation())))
      signalPassFailure();
    WarpRolesOp roles = WarpRolesOp::of(getOperation());
    if (!roles)
      return;
    roles.getProducer().walk([&](Operation *op) {
      TypeSwitch<Operation *>(op)
          .Case<TmaLoadOp, BulkLoadOp>([&](auto copy) { checkCopy(roles, copy); })
          .Case<BufferPutOp>([&](BufferPutOp put) { checkPut(roles, put); })
          .Case<MbarrierExpectTxOp>([&](MbarrierExpectTxOp expect) { checkBytes(expect); });
    });
    checkUses(roles.getConsumers().front(), {});
    if (roles.hasIssuer())
      checkUses(roles.getIssuer().front(), {});
  }

private:
  InFlightDiagnostic fail(Operation *op) {
    signalPassFailure();
    return op->emitError();
  }

  //===- The producer --------------------------------------------------------------------------------------------===//

  template <typename Copy> void checkCopy(WarpRolesOp roles, Copy copy) {
    Stage stage = stageOf(copy.getBuffer());
    if (!stage.buffer)
      return;
    if (!isSame(stage.index, copy.getIndex())) {
      fail(copy) << "expected the mbarrier that has the number of the stage";
      return;
    }
    StageBuffer &stageBuffer = stageBuffers[stage.buffer];
    if (stageBuffer.full && stageBuffer.full != copy.getBarriers()) {
      fail(copy) << "expected one set of mbarriers for all copies into a buffer";
      return;
    }
    stageBuffer.full = copy.getBarriers();
    MbarrierWaitOp wait = findWait(roles, copy, stage, copy.getBarriers());
    if (wait)
      stageBuffer.empty = wait.getBarriers();
    else if (copy->template getParentOfType<LoopLikeOpInterface>())
      fail(copy) << "expected a wait for the stage to be released before this copy, in the same iteration";
    if constexpr (std::is_same_v<Copy, TmaLoadOp>) {
      stageBuffer.isOfCluster |= copy.getMulticast();
      if (copy.getMulticast() && !hasClusterBarrierBefore(copy))
        fail(copy) << "expected a barrier of the cluster before a copy to all its CTAs";
    }
  }

  /// A scalar is there when its lane arrives behind it.
  void checkPut(WarpRolesOp roles, BufferPutOp put) {
    Stage stage = stageOf(put.getBuffer());
    MbarrierArriveOp arrive;
    for (Operation *next = put->getNextNode(); next && !arrive; next = next->getNextNode())
      arrive = dyn_cast<MbarrierArriveOp>(next);
    if (!arrive || !isSame(arrive.getIndex(), stage.index)) {
      fail(put) << "expected an arrival behind it, at the mbarrier that has the number of the stage";
      return;
    }
    MbarrierWaitOp wait = findWait(roles, put, stage, arrive.getBarriers());
    if (!wait && put->getParentOfType<LoopLikeOpInterface>())
      fail(put) << "expected a wait for the stage to be released before it, in the same iteration";
    if (stage.buffer)
      stageBuffers[stage.buffer] = {arrive.getBarriers(), wait ? wait.getBarriers() : Value()};
  }

  /// A wait for the stage in front of `copy`, not outside of the innermost loop around it.
  static MbarrierWaitOp findWait(WarpRolesOp roles, Operation *copy, const Stage &stage, Value full) {
    for (Operation *here = copy; here != roles; here = here->getParentOp()) {
      if (isa<LoopLikeOpInterface>(here))
        return {};
      for (Operation *earlier = here->getPrevNode(); earlier; earlier = earlier->getPrevNode())
        if (auto wait = dyn_cast<MbarrierWaitOp>(earlier))
          if (wait.getBarriers() != full && isSame(wait.getIndex(), stage.index))
            return wait;
    }
    return {};
  }

  /// Where copies stand beside it.
  void checkBytes(MbarrierExpectTxOp expect) {
    int64_t bytes = 0;
    auto add = [&](auto copy) {
      BufferType type = copy.getBuffer().getType();
      if (copy.getBarriers() == expect.getBarriers() && isSame(copy.getIndex(), expect.getIndex()))
        bytes += llvm::product_of(type.getShape()) * tile::storageBytes(type.getElementType());
    };
    for (Operation &op : *expect->getBlock())
      TypeSwitch<Operation *>(&op).Case<TmaLoadOp, BulkLoadOp>(add);
    if (bytes != 0 && bytes != int64_t(expect.getBytes()))
      fail(expect) << "expected the " << bytes << " bytes that the copies beside it bring, got " << expect.getBytes();
  }

  //===- The consumers -------------------------------------------------------------------------------------------===//

  void checkUses(Block &block, Before before) {
    for (Operation &op : block) {
      for (Value operand : op.getOperands())
        if (isa<BufferType>(operand.getType()) && !isa<BufferStageOp, BufferViewOp>(op))
          checkUse(&op, stageOf(operand), before.released);
      for (Region &region : op.getRegions())
        for (Block &inner : region)
          checkUses(inner, before);
      if (op.getNumRegions() != 0)
        goBehindRegions(op, before);
      else if (isa<WarpgroupMmaOp, TensorMmaOp>(op))
        start(&op, before.mmas);
      else if (isa<WarpgroupWaitOp, TensorWaitOp, MbarrierWaitOp, ProxyFenceOp>(op))
        finish(&op, before);
      else if (auto load = dyn_cast<BufferLoadOp>(op))
        before.unfenced.push_back(load);
      else if (auto arrive = dyn_cast<MbarrierArriveOp>(op)) {
        checkFences(arrive, before.unfenced);
        release(arrive, before.mmas, before.released);
      } else if (auto commit = dyn_cast<TensorCommitOp>(op)) {
        release(commit, /*mmas=*/{}, before.released);
      }
    }
  }

  /// The MMAs that `op` starts are younger than all before it, and a loop may start any number of them.
  void goBehindRegions(Operation &op, Before &before) {
    constexpr int64_t kAnyNumber = int64_t(1) << 32;
    bool isRepeated = op.walk([](LoopLikeOpInterface) { return WalkResult::interrupt(); }).wasInterrupted();
    op.walk([&](Operation *inner) {
      if (isa<WarpgroupMmaOp, TensorMmaOp>(inner))
        makeOlder(memoryOf(inner), isRepeated ? kAnyNumber : 1, before.mmas);
    });
    op.walk([&](Operation *inner) {
      if (auto load = dyn_cast<BufferLoadOp>(inner))
        before.unfenced.push_back(load);
      finish(inner, before);
    });
  }

  /// What `op` ends, if anything.
  static void finish(Operation *op, Before &before) {
    if (auto wait = dyn_cast<WarpgroupWaitOp>(op))
      end(Value(), wait.getPending(), before.mmas);
    else if (auto wait = dyn_cast<TensorWaitOp>(op))
      end(wait.getMemory(), wait.getPending(), before.mmas);
    else if (auto wait = dyn_cast<MbarrierWaitOp>(op))
      llvm::erase_if(before.released, [&](const Released &stage) { return isSame(stage.index, wait.getIndex()); });
    else if (isa<ProxyFenceOp>(op))
      before.unfenced.clear();
  }

  /// Null: of warpgroups.
  static Value memoryOf(Operation *mma) {
    auto tensor = dyn_cast<TensorMmaOp>(mma);
    return tensor ? Value(tensor.getMemory()) : Value();
  }

  static void start(Operation *mma, SmallVectorImpl<InFlight> &mmas) {
    makeOlder(memoryOf(mma), 1, mmas);
    mmas.push_back({mma, memoryOf(mma)});
  }

  static void makeOlder(Value memory, int64_t by, SmallVectorImpl<InFlight> &mmas) {
    for (InFlight &earlier : mmas)
      if (earlier.memory == memory)
        earlier.later += by;
  }

  /// All but the `pending` youngest are over.
  static void end(Value memory, int64_t pending, SmallVectorImpl<InFlight> &mmas) {
    llvm::erase_if(mmas, [&](const InFlight &other) { return other.memory == memory && other.later >= pending; });
  }

  void checkFences(MbarrierArriveOp arrive, ArrayRef<BufferLoadOp> unfenced) {
    for (BufferLoadOp load : unfenced)
      if (isOf(arrive.getBarriers(), arrive.getIndex(), stageOf(load.getBuffer()))) {
        fail(arrive) << "expected a proxy_fence between reading the stage and releasing it";
        load.emitRemark() << "the read";
        return;
      }
  }

  template <class Arrival> void release(Arrival arrive, ArrayRef<InFlight> mmas, SmallVectorImpl<Released> &released) {
    for (const InFlight &reader : mmas)
      for (Value operand : {reader.a(), reader.b()})
        if (isOf(arrive.getBarriers(), arrive.getIndex(), stageOf(operand))) {
          fail(arrive) << "expected a " << (reader.memory ? "tensor_wait" : "warpgroup_wait")
                       << " for the MMA that reads the stage before it is released";
          reader.mma->emitRemark() << "the MMA";
          return;
        }
    bool isOfCluster = llvm::any_of(stageBuffers, [&](const auto &stageBuffer) {
      return stageBuffer.second.isOfCluster && stageBuffer.second.empty == arrive.getBarriers();
    });
    if (isOfCluster && !arrive.getCluster())
      fail(arrive) << "expected a stage that all CTAs of the cluster fill to be released to all of them";
    released.push_back({arrive, arrive.getBarriers(), arrive.getIndex()});
  }

  /// An arrival at this mbarrier releases the stage.
  bool isOf(Value barriers, Value index, const Stage &stage) {
    auto stageBuffer = stageBuffers.find(stage.buffer);
    return stageBuffer != stageBuffers.end() && stageBuffer->second.empty == barriers && isSame(stage.index, index);
  }

  void checkUse(Operation *op, const Stage &stage, ArrayRef<Released> released) {
    auto stageBuffer = stageBuffers.find(stage.buffer);
    if (stageBuffer == stageBuffers.end())
      return;
    for (const Released &earlier : released)
      if (isOf(earlier.empty, earlier.index, stage)) {
        fail(op) << "expected no use of a stage that was released";
        earlier.arrive->emitRemark() << "here";
        return;
      }
    auto tokens = llvm::make_filter_range(op->getOperands(), [](Value v) { return isa<TokenType>(v.getType()); });
    bool mayHaveTokens = isa<BufferLoadOp, WarpgroupMmaOp, TensorMmaOp, BufferGetOp>(op);
    if (mayHaveTokens &&
        llvm::none_of(tokens, [&](Value token) { return isArrival(token, stageBuffer->second, stage); }))
      fail(op) << "expected the token of a wait for the mbarrier of the stage that it reads";
  }

  static bool isArrival(Value token, const StageBuffer &stageBuffer, const Stage &stage) {
    auto wait = token.getDefiningOp<MbarrierWaitOp>();
    return wait && wait.getBarriers() == stageBuffer.full && isSame(wait.getIndex(), stage.index);
  }

  llvm::MapVector<AllocBufferOp, StageBuffer> stageBuffers;
};

} // namespace
