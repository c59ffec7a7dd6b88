// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks what a producer and the consumers do to the slots between them.
//
// A buffer that the producer fills is a ring, of one slot or more. Its `full` mbarriers are those that the
// copies are counted by, its `empty` ones those that the producer waits for before a copy. Of each slot, told by its
// number, must hold:
//
//     producer {                                     consumers {
//       mbarrier_wait %empty[%s]      // 1             %t = mbarrier_wait %full[%s]           // 4
//       mbarrier_expect_tx %full[%s] bytes B  // 2     ... = buffer_load %slot after %t       // 4
//       tma_load .. into %slot, %full[%s]     // 3     proxy_fence                            // 7
//     }                                                mbarrier_arrive %empty[%s]             // 5
//                                                    }
//
// 1. A copy in a loop comes behind a wait, in the same iteration, for the slot to be given back.
// 2. The bytes that are announced beside copies are those that they bring.
// 3. The copy's mbarrier has the number of the slot.
// 4. What uses a slot has the token of a wait for its mbarrier.
// 5. Behind an arrival that gives a slot back nothing in its block, or in regions there, uses the slot until it is
//    waited for again, and no product that reads it is in flight at the arrival: neither one of warpgroups nor one into
//    tensor memory. An issuer's `tensor_commit` is such an arrival, too, but comes when its products are over.
// 6. A scalar that the producer puts into a slot (buffer_put) comes behind such a wait, too, and an arrival at the
//    slot's mbarrier follows.
// 7. Between an ordinary read and that arrival is a proxy fence.
//
// 8. A copy to all CTAs of a cluster comes behind a barrier of the cluster, and its slot is given back to all of them.
//
// Regions know what goes before them; behind them counts as done what they may have done: a product is over that one of
// their waits could end, a slot waited for, a fence passed. So a product is in flight beside reductions and branches.
//
// What the CTAs of a cluster send to each other is checked besides (VerifySends.h).
//
// Errors are certain. Whether phases and trips fit together, and what happens across back edges, is the executor's to
// find (compiler/Host/TileGPU).
#include "dialects/TileGPU/Transforms/Passes.h"
#include "dialects/TileGPU/Transforms/SharedMemory/ClusterMeetings.h"
#include "dialects/TileGPU/Transforms/Verify/BufferSlots.h"
#include "dialects/TileGPU/Transforms/Verify/VerifySends.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

namespace tilec::tile_gpu {
#define GEN_PASS_DEF_VERIFYRINGS
#include "dialects/TileGPU/Transforms/Passes.h.inc"
} // namespace tilec::tile_gpu

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

/// What is known of a buffer that the producer fills.
struct Ring {
  Value full, empty;        ///< mbarriers; `empty` null where slots are used once
  bool isOfCluster = false; ///< filled by copies of all its CTAs
};

/// A product that its block has started.
struct InFlight {
  Operation *product;
  Value memory;      ///< tensor memory that it writes; null: a product of warpgroups
  int64_t later = 0; ///< products of its kind started since

  Value a() const {
    return memory ? cast<TensorMmaOp>(product).getA() : Value(cast<WarpgroupMmaOp>(product).getA());
  }
  Value b() const {
    return memory ? cast<TensorMmaOp>(product).getB() : cast<WarpgroupMmaOp>(product).getB();
  }
};

/// A slot that is the producer's again.
struct GivenBack {
  Operation *arrive;
  Value empty, index;
};

/// What consumers have done before an op.
struct Before {
  SmallVector<InFlight> products;
  SmallVector<GivenBack> givenBack;
  SmallVector<BufferLoadOp> unfenced;
};

struct VerifyRings : tile_gpu::impl::VerifyRingsBase<VerifyRings> {
  void runOnOperation() override {
    rings.clear();
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
    Slot slot = slotOf(copy.getBuffer());
    if (!slot.buffer)
      return;
    if (!isSame(slot.index, copy.getIndex())) {
      fail(copy) << "expected the mbarrier that has the number of the slot";
      return;
    }
    Ring &ring = rings[slot.buffer];
    if (ring.full && ring.full != copy.getBarriers()) {
      fail(copy) << "expected one set of mbarriers for all copies into a buffer";
      return;
    }
    ring.full = copy.getBarriers();
    MbarrierWaitOp wait = findWait(roles, copy, slot, copy.getBarriers());
    if (wait)
      ring.empty = wait.getBarriers();
    else if (copy->template getParentOfType<LoopLikeOpInterface>())
      fail(copy) << "expected a wait for the slot to be given back before this copy, in the same iteration";
    if constexpr (std::is_same_v<Copy, TmaLoadOp>) {
      ring.isOfCluster |= copy.getMulticast();
      if (copy.getMulticast() && !hasClusterBarrierBefore(copy))
        fail(copy) << "expected a barrier of the cluster before a copy to all its CTAs";
    }
  }

  /// A scalar is there when its lane arrives behind it.
  void checkPut(WarpRolesOp roles, BufferPutOp put) {
    Slot slot = slotOf(put.getBuffer());
    MbarrierArriveOp arrive;
    for (Operation *next = put->getNextNode(); next && !arrive; next = next->getNextNode())
      arrive = dyn_cast<MbarrierArriveOp>(next);
    if (!arrive || !isSame(arrive.getIndex(), slot.index)) {
      fail(put) << "expected an arrival behind it, at the mbarrier that has the number of the slot";
      return;
    }
    MbarrierWaitOp wait = findWait(roles, put, slot, arrive.getBarriers());
    if (!wait && put->getParentOfType<LoopLikeOpInterface>())
      fail(put) << "expected a wait for the slot to be given back before it, in the same iteration";
    if (slot.buffer)
      rings[slot.buffer] = {arrive.getBarriers(), wait ? wait.getBarriers() : Value()};
  }

  /// A wait for the slot in front of `copy`, not outside of the innermost loop around it.
  static MbarrierWaitOp findWait(WarpRolesOp roles, Operation *copy, const Slot &slot, Value full) {
    for (Operation *here = copy; here != roles; here = here->getParentOp()) {
      if (isa<LoopLikeOpInterface>(here))
        return {};
      for (Operation *earlier = here->getPrevNode(); earlier; earlier = earlier->getPrevNode())
        if (auto wait = dyn_cast<MbarrierWaitOp>(earlier))
          if (wait.getBarriers() != full && isSame(wait.getIndex(), slot.index))
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
        if (isa<BufferType>(operand.getType()) && !isa<BufferSlotOp, BufferViewOp>(op))
          checkUse(&op, slotOf(operand), before.givenBack);
      for (Region &region : op.getRegions())
        for (Block &inner : region)
          checkUses(inner, before);
      if (op.getNumRegions() != 0)
        goBehindRegions(op, before);
      else if (isa<WarpgroupMmaOp, TensorMmaOp>(op))
        start(&op, before.products);
      else if (isa<WarpgroupWaitOp, TensorWaitOp, MbarrierWaitOp, ProxyFenceOp>(op))
        finish(&op, before);
      else if (auto load = dyn_cast<BufferLoadOp>(op))
        before.unfenced.push_back(load);
      else if (auto arrive = dyn_cast<MbarrierArriveOp>(op)) {
        checkFences(arrive, before.unfenced);
        giveBack(arrive, before.products, before.givenBack);
      } else if (auto commit = dyn_cast<TensorCommitOp>(op)) {
        giveBack(commit, /*products=*/{}, before.givenBack);
      }
    }
  }

  /// The products that `op` starts are younger than all before it, and a loop may start any number of them.
  void goBehindRegions(Operation &op, Before &before) {
    constexpr int64_t kAnyNumber = int64_t(1) << 32;
    bool isRepeated = op.walk([](LoopLikeOpInterface) { return WalkResult::interrupt(); }).wasInterrupted();
    op.walk([&](Operation *inner) {
      if (isa<WarpgroupMmaOp, TensorMmaOp>(inner))
        makeOlder(memoryOf(inner), isRepeated ? kAnyNumber : 1, before.products);
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
      end(Value(), wait.getPending(), before.products);
    else if (auto wait = dyn_cast<TensorWaitOp>(op))
      end(wait.getMemory(), wait.getPending(), before.products);
    else if (auto wait = dyn_cast<MbarrierWaitOp>(op))
      llvm::erase_if(before.givenBack, [&](const GivenBack &slot) { return isSame(slot.index, wait.getIndex()); });
    else if (isa<ProxyFenceOp>(op))
      before.unfenced.clear();
  }

  /// Null: of warpgroups.
  static Value memoryOf(Operation *product) {
    auto tensor = dyn_cast<TensorMmaOp>(product);
    return tensor ? Value(tensor.getMemory()) : Value();
  }

  static void start(Operation *product, SmallVectorImpl<InFlight> &products) {
    makeOlder(memoryOf(product), 1, products);
    products.push_back({product, memoryOf(product)});
  }

  static void makeOlder(Value memory, int64_t by, SmallVectorImpl<InFlight> &products) {
    for (InFlight &earlier : products)
      if (earlier.memory == memory)
        earlier.later += by;
  }

  /// All but the `pending` youngest are over.
  static void end(Value memory, int64_t pending, SmallVectorImpl<InFlight> &products) {
    llvm::erase_if(products, [&](const InFlight &other) { return other.memory == memory && other.later >= pending; });
  }

  void checkFences(MbarrierArriveOp arrive, ArrayRef<BufferLoadOp> unfenced) {
    for (BufferLoadOp load : unfenced)
      if (isOf(arrive.getBarriers(), arrive.getIndex(), slotOf(load.getBuffer()))) {
        fail(arrive) << "expected a proxy_fence between reading the slot and giving it back";
        load.emitRemark() << "the read";
        return;
      }
  }

  template <class Arrival>
  void giveBack(Arrival arrive, ArrayRef<InFlight> products, SmallVectorImpl<GivenBack> &givenBack) {
    for (const InFlight &reader : products)
      for (Value operand : {reader.a(), reader.b()})
        if (isOf(arrive.getBarriers(), arrive.getIndex(), slotOf(operand))) {
          fail(arrive) << "expected a " << (reader.memory ? "tensor_wait" : "warpgroup_wait")
                       << " for the product that reads the slot before it is given back";
          reader.product->emitRemark() << "the product";
          return;
        }
    bool isOfCluster = llvm::any_of(
        rings, [&](const auto &ring) { return ring.second.isOfCluster && ring.second.empty == arrive.getBarriers(); });
    if (isOfCluster && !arrive.getCluster())
      fail(arrive) << "expected a slot that all CTAs of the cluster fill to be given back to all of them";
    givenBack.push_back({arrive, arrive.getBarriers(), arrive.getIndex()});
  }

  /// An arrival at this mbarrier gives the slot back.
  bool isOf(Value barriers, Value index, const Slot &slot) {
    auto ring = rings.find(slot.buffer);
    return ring != rings.end() && ring->second.empty == barriers && isSame(slot.index, index);
  }

  void checkUse(Operation *op, const Slot &slot, ArrayRef<GivenBack> givenBack) {
    auto ring = rings.find(slot.buffer);
    if (ring == rings.end())
      return;
    for (const GivenBack &earlier : givenBack)
      if (isOf(earlier.empty, earlier.index, slot)) {
        fail(op) << "expected no use of a slot that was given back";
        earlier.arrive->emitRemark() << "here";
        return;
      }
    auto tokens = llvm::make_filter_range(op->getOperands(), [](Value v) { return isa<TokenType>(v.getType()); });
    bool mayHaveTokens = isa<BufferLoadOp, WarpgroupMmaOp, TensorMmaOp, BufferGetOp>(op);
    if (mayHaveTokens && llvm::none_of(tokens, [&](Value token) { return isArrival(token, ring->second, slot); }))
      fail(op) << "expected the token of a wait for the mbarrier of the slot that it reads";
  }

  static bool isArrival(Value token, const Ring &ring, const Slot &slot) {
    auto wait = token.getDefiningOp<MbarrierWaitOp>();
    return wait && wait.getBarriers() == ring.full && isSame(wait.getIndex(), slot.index);
  }

  llvm::MapVector<AllocBufferOp, Ring> rings;
};

} // namespace
