// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/SharedMemory/AccessConflicts.h"
#include "compiler/Transforms/TileGPU/SharedMemory/DistinctStages.h"
#include "compiler/Transforms/TileGPU/SharedMemory/PartsOfWarps.h"
#include "compiler/Transforms/TileGPU/SharedMemory/SharedBuffers.h"
#include "dialects/Tile/Analysis/Alias.h"
#include "dialects/Tile/Analysis/Divisibility.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;
using Kind = MemoryAccess::Kind;
using Lanes = MemoryAccess::Lanes;

/// Who stores or does the atomic of each element.
static Lanes writersOf(Value pointer) {
  if (!isDistributed(pointer.getType()))
    return Lanes::First;
  return LayoutAttr::of(pointer.getType()).hasOneOwner() ? Lanes::Owner : Lanes::Any;
}

/// Who loads each element: all that hold it.
static Lanes readersOf(Value pointer) {
  return isDistributed(pointer.getType()) ? writersOf(pointer) : Lanes::Any;
}

template <typename Op> static MemoryAccess through(Op op, Kind kind, Lanes lanes) {
  MemoryAccess access;
  access.op = op;
  access.kind = kind;
  access.lanes = lanes;
  access.pointer = op.getPointer();
  access.mask = op.getMask();
  return access;
}

static void addScratch(ScratchInterface op, MemoryEvents &events) {
  int64_t bytes = op.getScratchBytes();
  // What no other warp sees is ordered by the op itself, which orders nothing else.
  if (bytes == 0 || op.isScratchOfWarps())
    return;
  MemoryAccess access;
  access.op = op;
  access.kind = Kind::Write;
  access.scratchBegin = op.getScratchOffset().value_or(0);
  access.scratchEnd = access.scratchBegin + bytes;
  access.isRemote = op.isScratchOfCluster();
  events.before.push_back(access);
  events.barrierInside = access.isRemote ? BarrierScope::Cluster : BarrierScope::Cta;
  access.kind = Kind::Read;
  access.isRemote = false;
  events.after.push_back(access);
}

template <typename Op> static void addAtomic(Op op, MemoryEvents &events) {
  events.before.push_back(through(op, Kind::Atomic, writersOf(op.getPointer())));
  tile::MemoryOrder order = op.getOrder();
  events.isRelease = order == tile::MemoryOrder::Release || order == tile::MemoryOrder::AcqRel;
  events.isAcquire = order == tile::MemoryOrder::Acquire || order == tile::MemoryOrder::AcqRel;
}

/// The stage that views name anew.
static Value withoutView(Value stage) {
  while (auto view = stage.getDefiningOp<BufferViewOp>())
    stage = view.getBuffer();
  return stage;
}

/// A stage of known number, or the whole buffer.
static void setStageRange(MemoryAccess &access, Value stage) {
  stage = withoutView(stage);
  auto buffer = bufferOf(stage).getDefiningOp<AllocBufferOp>();
  if (!buffer) {
    access.scratchEnd = std::numeric_limits<int64_t>::max();
    return;
  }
  BufferType type = buffer.getType();
  access.buffer = buffer;
  access.scratchBegin = buffer.getSharedOffset().value_or(0);
  access.scratchEnd = access.scratchBegin + type.getBytes();
  auto of = stage.getDefiningOp<BufferStageOp>();
  APInt index;
  if (of && of.getBuffer() == buffer && matchPattern(of.getIndex(), m_ConstantInt(&index))) {
    access.scratchBegin += index.getSExtValue() * type.getStageBytes();
    access.scratchEnd = access.scratchBegin + type.getStageBytes();
  }
}

/// What lanes do to a stage, each with the elements that it has in the layout of `tile`.
static MemoryAccess ofStage(Operation *op, Kind kind, Value stage, Value tile) {
  MemoryAccess access;
  access.op = op;
  access.kind = kind;
  access.lanes = writersOf(tile);
  access.layout = cast<LayoutAttr>(cast<RankedTensorType>(tile.getType()).getEncoding());
  setStageRange(access, stage);
  if (auto of = withoutView(stage).getDefiningOp<BufferStageOp>(); of && of.getBuffer() == access.buffer)
    access.stage = of.getIndex();
  return access;
}

static MemoryAccess ofMbarriers(Operation *op, Kind kind, Lanes lanes, Value barriers) {
  MemoryAccess access;
  access.op = op;
  access.kind = kind;
  access.lanes = lanes;
  if (auto alloc = barriers.getDefiningOp<AllocMbarriersOp>()) {
    access.scratchBegin = alloc.getSharedOffset().value_or(0);
    access.scratchEnd = access.scratchBegin + alloc.getType().getBytes();
  }
  return access;
}

/// What other CTAs sent before has been read in all stages (SendGathers.cpp has the reason). When it arrives is the
/// mbarrier's to say.
static void addSend(ClusterSendOp send, MemoryEvents &events) {
  MemoryAccess access;
  access.op = send;
  access.kind = Kind::Write;
  access.scratchEnd = std::numeric_limits<int64_t>::max();
  if (auto buffer = bufferOf(send.getBuffer()).getDefiningOp<AllocBufferOp>())
    setStageRange(access, buffer);
  events.starts.push_back(access);
  events.before.push_back(ofMbarriers(send, Kind::Read, Lanes::Any, send.getBarriers()));
}

static void addCopy(AsyncCopyOp copy, MemoryEvents &events) {
  events.starts.push_back(through(copy, Kind::Read, writersOf(copy.getPointer())));
  events.starts.push_back(ofStage(copy, Kind::Write, copy.getBuffer(), copy.getPointer()));
}

/// The copy engine and a stage, on behalf of lane 0, or one of each warp. What it does to global memory meets nothing
/// else of the kernel: who chose the path saw to that (SelectMemoryPaths.cpp).
template <typename Op> static MemoryAccess byCopyEngine(Op op, Kind kind) {
  MemoryAccess access;
  access.op = op;
  access.kind = kind;
  auto store = dyn_cast<TmaStoreOp>(op.getOperation());
  access.lanes = store && store.getByWarps() ? Lanes::Any : Lanes::First;
  setStageRange(access, op.getBuffer());
  return access;
}

/// Stores that lane 0 has waited for: others must not write their buffers before they know. Where each warp has stores
/// of its own, only its own lanes write what they read (staysInWarp).
static void addStoresDone(BulkWaitOp wait, MemoryEvents &events) {
  wait->getParentOfType<func::FuncOp>().walk([&](Operation *op) {
    TypeSwitch<Operation *>(op).Case<TmaStoreOp, TmaReduceOp, BulkStoreOp, BulkReduceOp>([&](auto store) {
      events.after.push_back(byCopyEngine(store, Kind::Read));
      events.after.back().isFromEarlierIteration = true;
    });
  });
}

/// What `token` may be, seen from where control flow brings it: the values that the argument or result takes; none
/// where it is made here, failure where that is not known.
static FailureOr<SmallVector<Value>> sourcesOf(Value token) {
  Operation *parent = token.getDefiningOp();
  if (auto argument = dyn_cast<BlockArgument>(token)) {
    auto loop = dyn_cast<LoopLikeOpInterface>(argument.getOwner()->getParentOp());
    if (!loop || !loop.getTiedLoopInit(argument) || !loop.getTiedLoopYieldedValue(argument))
      return failure();
    return SmallVector<Value>{loop.getTiedLoopInit(argument)->get(), loop.getTiedLoopYieldedValue(argument)->get()};
  }
  if (auto loop = dyn_cast<scf::ForOp>(parent))
    return SmallVector<Value>{loop.getTiedLoopInit(cast<OpResult>(token))->get(),
                              loop.getYieldedValues()[cast<OpResult>(token).getResultNumber()]};
  if (!isa<scf::IfOp, scf::IndexSwitchOp>(parent))
    return failure();
  SmallVector<Value> yielded;
  for (Region &region : parent->getRegions())
    if (!region.empty())
      yielded.push_back(region.front().getTerminator()->getOperand(cast<OpResult>(token).getResultNumber()));
  return yielded;
}

/// The copies that may be in the groups that `wait` names; failure where that is not known.
static FailureOr<SmallVector<AsyncCopyOp>> copiesIn(AsyncWaitOp wait) {
  if (wait.getGroups().empty())
    return failure();
  llvm::SetVector<Value> tokens(wait.getGroups().begin(), wait.getGroups().end());
  SmallVector<AsyncCopyOp> copies;
  for (size_t i = 0; i < tokens.size(); ++i) {
    Operation *op = tokens[i].getDefiningOp();
    if (isa_and_nonnull<NoCopiesOp>(op))
      continue;
    if (auto copy = dyn_cast_or_null<AsyncCopyOp>(op)) {
      copies.push_back(copy);
    } else if (auto commit = dyn_cast_or_null<AsyncCommitOp>(op)) {
      tokens.insert_range(commit.getCopies());
    } else {
      FailureOr<SmallVector<Value>> sources = sourcesOf(tokens[i]);
      if (failed(sources))
        return failure();
      tokens.insert_range(*sources);
    }
  }
  return copies;
}

/// Any copy of the groups may be what was waited for.
static void addArrivals(AsyncWaitOp wait, MemoryEvents &events) {
  auto add = [&](AsyncCopyOp copy) {
    MemoryEvents started;
    addCopy(copy, started);
    for (MemoryAccess &access : started.starts) {
      access.isFromEarlierIteration = true;
      access.stage = {};
      events.after.push_back(access);
    }
  };
  FailureOr<SmallVector<AsyncCopyOp>> copies = copiesIn(wait);
  if (succeeded(copies))
    llvm::for_each(*copies, add);
  else
    wait->getParentOfType<func::FuncOp>().walk(add);
}

/// What a warpgroup MMA reads, for all lanes.
static SmallVector<MemoryAccess, 2> operandsOf(WarpgroupMmaOp mma) {
  SmallVector<MemoryAccess, 2> accesses;
  for (Value operand : {mma.getA(), Value(mma.getB())}) {
    if (!isa<BufferType>(operand.getType()))
      continue;
    MemoryAccess access;
    access.op = mma;
    setStageRange(access, operand);
    accesses.push_back(access);
  }
  return accesses;
}

/// Columns of tensor memory, far behind all shared memory. `tile`: what lanes have of them, null where lane 0 has an
/// MMA write them.
static MemoryAccess ofTensorMemory(Operation *op, Kind kind, Value memory, int64_t column, int64_t count, Value tile) {
  constexpr int64_t kTensorMemory = int64_t(1) << 40;
  MemoryAccess access;
  access.op = op;
  access.kind = kind;
  access.lanes = tile ? writersOf(tile) : Lanes::First;
  if (tile) {
    access.buffer = memory;
    access.layout = cast<LayoutAttr>(cast<RankedTensorType>(tile.getType()).getEncoding());
  }
  access.scratchBegin = kTensorMemory + column;
  access.scratchEnd = access.scratchBegin + count;
  return access;
}

/// Warps write copies of their own, always the same ones: each has an owner.
static MemoryAccess ofScales(TensorStoreScalesOp store) {
  MemoryAccess access = ofTensorMemory(store, Kind::Write, store.getMemory(), int64_t(store.getColumn()),
                                       store.scales().columns(), store.getValue());
  access.lanes = Lanes::Owner;
  return access;
}

/// It is over at a `tensor_wait`, which every lane does that touches operands or accumulators afterwards.
static void addTcgen05Mma(TensorMmaOp mma, MemoryEvents &events) {
  for (Value operand : {mma.getA(), mma.getB()}) {
    MemoryAccess access;
    access.op = mma;
    setStageRange(access, operand);
    events.starts.push_back(access);
  }
  events.starts.push_back(
      ofTensorMemory(mma, Kind::Write, mma.getMemory(), int64_t(mma.getColumn()), mma.getNumColumnsOfTurns(), Value()));
  std::optional<BlockScalesAttr> scales = mma.getScales();
  if (!scales)
    return;
  for (layout::MmaOperand operand : {layout::MmaOperand::A, layout::MmaOperand::B}) {
    int64_t column = operand == layout::MmaOperand::A ? scales->getColumnOfA() : scales->getColumnOfB();
    events.starts.push_back(
        ofTensorMemory(mma, Kind::Read, mma.getMemory(), column, mma.scalesOf(operand).columns(), Value()));
  }
}

/// MMAs that a warp has waited for; others may still read. Any of the kernel, unless the tiles say which.
static void addMmasDone(WarpgroupWaitOp wait, MemoryEvents &events) {
  bool isSeen = !wait.getAccumulators().empty() && llvm::all_of(wait.getAccumulators(), [](Value sum) {
    return sum.getDefiningOp<WarpgroupMmaOp>() != nullptr;
  });
  auto add = [&](WarpgroupMmaOp mma) {
    for (MemoryAccess &access : operandsOf(mma)) {
      access.isFromEarlierIteration = true;
      events.after.push_back(access);
    }
  };
  // Those before it in the same accumulators, too.
  if (isSeen && wait.getPending() == 0)
    for (Value sum : wait.getAccumulators())
      for (auto mma = sum.getDefiningOp<WarpgroupMmaOp>(); mma;
           mma = mma.getAccumulator() ? mma.getAccumulator().getDefiningOp<WarpgroupMmaOp>() : nullptr)
        add(mma);
  else
    wait->getParentOfType<func::FuncOp>().walk(add);
}

MemoryEvents tile_gpu::describeMemoryEvents(Operation *op) {
  MemoryEvents events;
  TypeSwitch<Operation *>(op)
      .Case<LoadOp>(
          [&](LoadOp load) { events.before.push_back(through(load, Kind::Read, readersOf(load.getPointer()))); })
      // What lies behind its pointers is more than they name.
      .Case<LoadStructsOp>([&](LoadStructsOp load) { events.before.push_back(through(load, Kind::Read, Lanes::Any)); })
      .Case<StoreOp>(
          [&](StoreOp store) { events.before.push_back(through(store, Kind::Write, writersOf(store.getPointer()))); })
      .Case<AtomicLoadOp, AtomicStoreOp, AtomicRmwOp, AtomicCasOp>([&](auto atomic) { addAtomic(atomic, events); })
      // Lanes of a warp have no part in what is looked for where there are several.
      .Case<MemoryBarrierOp>([&](MemoryBarrierOp barrier) {
        if (barrier.getScope() != BarrierScope::Warp || numWarpsOf(barrier) == 1)
          events.barrierInside = barrier.getScope();
      })
      .Case<BufferLoadOp>([&](BufferLoadOp load) {
        events.before.push_back(ofStage(load, Kind::Read, load.getBuffer(), load.getResult()));
      })
      .Case<BufferStoreOp>([&](BufferStoreOp store) {
        events.before.push_back(ofStage(store, Kind::Write, store.getBuffer(), store.getValue()));
      })
      .Case<AsyncCopyOp>([&](AsyncCopyOp copy) { addCopy(copy, events); })
      .Case<AsyncWaitOp>([&](AsyncWaitOp wait) { addArrivals(wait, events); })
      .Case<ClusterSendOp>([&](ClusterSendOp send) { addSend(send, events); })
      .Case<MbarrierInitOp, MbarrierInvalOp>([&](auto change) {
        events.before.push_back(ofMbarriers(change, Kind::Write, Lanes::First, change.getBarriers()));
      })
      // Over at the wait for its mbarrier, which every lane does that reads the stage.
      .Case<TmaLoadOp, BulkLoadOp>([&](auto load) { events.starts.push_back(byCopyEngine(load, Kind::Write)); })
      .Case<TmaStoreOp, TmaReduceOp, BulkStoreOp, BulkReduceOp>(
          [&](auto store) { events.starts.push_back(byCopyEngine(store, Kind::Read)); })
      .Case<WarpgroupMmaOp>([&](WarpgroupMmaOp mma) { llvm::append_range(events.starts, operandsOf(mma)); })
      .Case<TensorMmaOp>([&](TensorMmaOp mma) { addTcgen05Mma(mma, events); })
      .Case<TensorLoadOp>([&](TensorLoadOp load) {
        events.before.push_back(ofTensorMemory(load, Kind::Read, load.getMemory(), int64_t(load.getColumn()),
                                               load.getNumColumnsOfTurns(), load.getResult()));
      })
      .Case<TensorStoreOp>([&](TensorStoreOp store) {
        events.before.push_back(ofTensorMemory(store, Kind::Write, store.getMemory(), int64_t(store.getColumn()),
                                               store.getNumColumnsOfTurns(), store.getValue()));
      })
      .Case<TensorStoreScalesOp>([&](TensorStoreScalesOp store) { events.before.push_back(ofScales(store)); })
      .Case<AllocTensorMemoryOp, DeallocTensorMemoryOp>([&](auto) { events.barrierInside = BarrierScope::Cta; })
      .Case<WarpgroupWaitOp>([&](WarpgroupWaitOp wait) { addMmasDone(wait, events); })
      .Case<BulkWaitOp>([&](BulkWaitOp wait) { addStoresDone(wait, events); })
      .Case<MbarrierExpectTxOp, MbarrierArriveOp, MbarrierWaitOp>(
          [&](auto use) { events.before.push_back(ofMbarriers(use, Kind::Read, Lanes::Any, use.getBarriers())); });
  if (auto scratch = dyn_cast<ScratchInterface>(op))
    addScratch(scratch, events);
  return events;
}

/// Bytes behind a scalar pointer; 0 for tiles.
static int64_t accessedBytes(Value pointer) {
  auto type = dyn_cast<tile::PtrType>(pointer.getType());
  return type ? tile::storageBytes(type.getPointee()) : 0;
}

/// Sums and the like in any order give the same memory.
static bool commute(const MemoryAccess &first, const MemoryAccess &second) {
  auto a = dyn_cast<AtomicRmwOp>(first.op), b = dyn_cast<AtomicRmwOp>(second.op);
  if (!a || !b || a.getKind() == tile::AtomicKind::Exchange)
    return false;
  return a.getKind() == b.getKind() && getElementTypeOrSelf(a.getValue()) == getElementTypeOrSelf(b.getValue()) &&
         !a.getResult() && !b.getResult();
}

/// No two elements that `access` touches have one address: a store to one address from two elements would be a race,
/// which the language forbids. `other` touches no further elements of the same pointers.
static bool isWitnessOfDistinctness(const MemoryAccess &access, const MemoryAccess &other) {
  return access.kind == Kind::Write && (!access.mask || access.mask == other.mask);
}

/// The pointers are one run of neighbours.
static bool isOneRun(Value pointers) {
  return tile::Divisibility().of(pointers).contiguity == tile::elementCount(pointers.getType());
}

/// Whatever both touch, the same lane does: the first lane, or each element's owner if every address is one element's
/// only. Loads and atomics may name one address twice (a gather, a histogram): then another lane may be concerned.
static bool staysInLane(const MemoryAccess &earlier, const MemoryAccess &later) {
  if (earlier.lanes == Lanes::First && later.lanes == Lanes::First)
    return true;
  if (earlier.lanes != Lanes::Owner || later.lanes != Lanes::Owner || earlier.pointer != later.pointer ||
      earlier.isFromEarlierIteration)
    return false;
  return isWitnessOfDistinctness(earlier, later) || isWitnessOfDistinctness(later, earlier) || isOneRun(later.pointer);
}

/// Whether the same lanes have the same elements of a buffer, whichever stage it is.
static bool staysInLaneOfBuffer(const MemoryAccess &earlier, const MemoryAccess &later) {
  bool isSamePlace =
      !earlier.buffer || !isa<TensorMemoryType>(earlier.buffer.getType()) || earlier.scratchBegin == later.scratchBegin;
  return isSamePlace && earlier.buffer && earlier.buffer == later.buffer && earlier.layout == later.layout &&
         earlier.lanes == Lanes::Owner && later.lanes == Lanes::Owner;
}

/// Two stages of one stage buffer.
static bool areApart(const MemoryAccess &earlier, const MemoryAccess &later) {
  return earlier.buffer && earlier.buffer == later.buffer && earlier.stage && later.stage &&
         areDifferentStages(earlier.stage, later.stage);
}

/// Lanes wait for those of their own warp: `memory_barrier warp` stands where the store is.
static bool staysInWarp(const MemoryAccess &earlier, const MemoryAccess &later) {
  auto stays = [](const MemoryAccess &a, const MemoryAccess &b) {
    auto store = dyn_cast<TmaStoreOp>(a.op);
    return store && staysInWarps(store, b.op);
  };
  return earlier.buffer && earlier.buffer == later.buffer && (stays(earlier, later) || stays(later, earlier));
}

bool tile_gpu::conflict(const MemoryAccess &earlier, const MemoryAccess &later) {
  if (earlier.kind == Kind::Read && later.kind == Kind::Read)
    return false;
  if (!earlier.pointer || !later.pointer)
    return !earlier.pointer && !later.pointer && earlier.scratchBegin < later.scratchEnd &&
           later.scratchBegin < earlier.scratchEnd && !staysInLaneOfBuffer(earlier, later) &&
           !staysInWarp(earlier, later) && !areApart(earlier, later);
  if (commute(earlier, later) || staysInLane(earlier, later))
    return false;
  return tile::mayAlias(earlier.pointer, accessedBytes(earlier.pointer), later.pointer, accessedBytes(later.pointer));
}

/// Each CTA has its own part of the tile behind the pointers, no two of which have one address (see above). A tile that
/// is not divided is stored by the first CTA only, so it is not what `isWitnessOfDistinctness` sees here.
static bool staysInCta(const MemoryAccess &earlier, const MemoryAccess &later) {
  if (earlier.isOfFirstCta || later.isOfFirstCta)
    return earlier.isOfFirstCta && later.isOfFirstCta;
  return isDistributed(later.pointer.getType()) && earlier.pointer == later.pointer &&
         !earlier.isFromEarlierIteration &&
         (isWitnessOfDistinctness(earlier, later) || isWitnessOfDistinctness(later, earlier));
}

bool tile_gpu::conflictBetweenCtas(const MemoryAccess &earlier, const MemoryAccess &later) {
  if (earlier.kind == Kind::Read && later.kind == Kind::Read)
    return false;
  if (!earlier.pointer || !later.pointer)
    return !earlier.pointer && !later.pointer && (earlier.isRemote || later.isRemote) &&
           earlier.scratchBegin < later.scratchEnd && later.scratchBegin < earlier.scratchEnd;
  if (commute(earlier, later) || staysInCta(earlier, later))
    return false;
  return tile::mayAlias(earlier.pointer, accessedBytes(earlier.pointer), later.pointer, accessedBytes(later.pointer));
}
