// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Brings the operands of warpgroup MMAs to where they are read, and starts the MMAs.
//
// | operand                                     | becomes                                                           |
// |---------------------------------------------|-------------------------------------------------------------------|
// | a tile that a stage holds as wgmma reads it | the stage, under the operand's names (MmaOperands.h); it is freed |
// |                                             | behind the MMA                                                    |
// | the first one, `in_registers`               | itself                                                            |
// | one that lanes loaded, and that was stored  | that buffer, under the operand's names, if it can be read as it   |
// |                                             | lies                                                              |
// | for an MMA before                           |                                                                   |
// | any other                                   | stored into a buffer of its own, swizzled, fenced for the         |
// |                                             | asynchronous proxy; what no loop changes is stored before it      |
//
// Where a loop stores what it loads, `tile-gpu-pipeline-loops` may copy it there instead.
//
// Each MMA is waited for on the spot. Only MMAs that add to one accumulator one after the other, of tiles that were
// there before the first of them, run together: what they multiply is stored before the first, a tile that several
// multiply once, and the last is waited for. The barrier between lanes that store and the MMA that reads is
// `tile-gpu-place-memory-barriers`', which comes later; only behind a store that was moved out of a loop there is one
// from here, so that it is out of the loop, too.
//
// MMAs by tcgen05 leave their sums in tensor memory (TensorMemoryColumns.h). Block-scaled ones:
// StageScaledMmaOperands.h.
//
// fp8 units of wgmma keep fewer bits of a partial sum than f32 has: MMAs of fp8 go in steps along K from zero,
// which are added up in f32 (PartialSums.h), unless `--fast-accumulation` asks for one sum.
#include "compiler/Transforms/TileGPU/MatrixMultiply/MmaOperands.h"
#include "compiler/Transforms/TileGPU/MatrixMultiply/StageScaledMmaOperands.h"
#include "compiler/Transforms/TileGPU/MatrixMultiply/TensorMemoryColumns.h"
#include "compiler/Transforms/TileGPU/MatrixMultiply/TransposedOperands.h"
#include "compiler/Transforms/TileGPU/Passes.h"
#include "compiler/Transforms/TileGPU/SharedMemory/SharedBuffers.h"
#include "dialects/Tile/IR/PartialSums.h"
#include "dialects/Tile/IR/Remarks.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

namespace tilec::tile_gpu {
#define GEN_PASS_DEF_STAGEMMAOPERANDS
#include "compiler/Transforms/TileGPU/Passes.h.inc"
} // namespace tilec::tile_gpu

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;
using layout::LinearLayout;
using layout::MmaOperand;

namespace {

/// Where the MMA finds an operand.
struct Staged {
  Value value; ///< a stage, or a tile in registers
  Value arrival;
  /// The buffer, if it has to be freed behind the MMA, and the op of its block that holds the MMA.
  Value buffer;
  Operation *lastUser = nullptr;
};

/// An operand in a buffer of its own.
struct StoredTile {
  AllocBufferOp buffer;
  BufferStoreOp store;
};

/// Buffers of a kernel that live for a second MMA leave its other buffers and scratch this much.
constexpr int64_t kBytesBesideSharedTiles = 96 * 1024;

bool isWrite(Operation *op) {
  return isa<TmaLoadOp, BulkLoadOp, BufferStoreOp, AsyncCopyOp>(op);
}

/// Why the stage that the operand was loaded from cannot be read in its place; empty if it can.
std::string whyNotInPlace(const std::optional<StageSource> &source, MmaOp op, MmaOperand operand) {
  if (!source)
    return "it does not come by tensor map as it is";
  auto alloc = BufferLoadOp(source->load).getBuffer().getDefiningOp<AllocBufferOp>();
  if (!alloc || source->load->getBlock() != alloc->getBlock())
    return "its buffer is chosen at run time; one load for each MMA would help";
  for (Operation *user : alloc->getUsers())
    if (isWrite(user) && (user->getBlock() != alloc->getBlock() || !user->isBeforeInBlock(source->load)))
      return "its buffer is written again";
  if (!MmaUse{op, operand, source->renamings}.fits(alloc.getType()))
    return "wgmma cannot read it as it lies; the other order of its dimensions in memory would help";
  return "";
}

/// MMAs that run together.
struct RunningMmas {
  Operation *first;
  SmallVector<Value> buffers; ///< that they read
};

/// By the result of the wait for the last of them.
using RunningMmasByResult = llvm::DenseMap<Value, RunningMmas>;

class MmaStager {
public:
  MmaStager(MmaOp op, TensorColumns &tensorColumns, SmallVector<StoredTile> &storedTiles,
            RunningMmasByResult &allRunning, int64_t sharedMemory, bool remarks)
      : op(op), tensorColumns(tensorColumns), storedTiles(storedTiles), allRunning(allRunning), mma(op.mma()),
        sum(LayoutAttr::of(op.getType())), builder(op.getLoc(), op), sharedMemory(sharedMemory), remarks(remarks) {}

  void run() {
    if (mayRunBehind(accumulator()))
      running = allRunning.lookup(accumulator());
    Staged a = op.getAInRegisters() ? Staged{op.getA(), {}, {}, nullptr} : stageOperand(op.getA(), MmaOperand::A);
    Staged b = stageOperand(op.getB(), MmaOperand::B);
    Value before = accumulator(), from = before;
    auto wait = running ? before.getDefiningOp<WarpgroupWaitOp>() : WarpgroupWaitOp();
    if (wait)
      from = wait.getAccumulators().front();
    Value result =
        depthOfAccumulators() ? multiplyInSteps(a, b, *depthOfAccumulators()) : multiply(a, b, from, std::nullopt);
    op.replaceAllUsesWith(result);
    for (const Staged &staged : {a, b})
      freeBehind(staged, result.getDefiningOp());
    SmallVector<Value> operands = {op.getA(), op.getB()};
    op.erase();
    llvm::for_each(operands, eraseUnused);
    remember(result, {a.buffer, b.buffer});
    if (running) {
      allRunning.erase(before);
      eraseWait(before.getDefiningOp());
    }
  }

private:
  bool isOfTensorMemory() const {
    return MmaOp(op).getInstruction() == MmaInstruction::Tcgen05;
  }
  std::optional<int64_t> depthOfAccumulators() const {
    // tcgen05 adds in f32.
    if (isOfTensorMemory())
      return std::nullopt;
    MmaOp mmaOp = op;
    return tile::depthOfPartialSums(mmaOp, getElementTypeOrSelf(mmaOp.getA().getType()),
                                    getElementTypeOrSelf(mmaOp.getType()));
  }

  /// `before` are the accumulators of MMAs that this one may run together with: its operands are there before them, and
  /// shared memory has room for all that is stored.
  bool mayRunBehind(Value before) {
    auto found = allRunning.find(before);
    // Halves are packed between two MMAs, which reads them.
    if (!before || depthOfAccumulators() || found == allRunning.end() || !before.hasOneUse() ||
        getElementTypeOrSelf(op.getType()).isF16() || before.getDefiningOp()->getBlock() != op->getBlock() ||
        (isOfTensorMemory() && !isUntouched(before.getDefiningOp(), op)))
      return false;
    int64_t bytes = bytesOfBuffers() + kBytesBesideSharedTiles;
    bool isComputed = op.getAInRegisters();
    for (auto [tile, operand] : {std::pair(op.getA(), MmaOperand::A), {op.getB(), MmaOperand::B}}) {
      Operation *maker = tile.getDefiningOp();
      if (maker && maker->getBlock() == op->getBlock() && !maker->isBeforeInBlock(found->second.first))
        return false;
      if (operand == MmaOperand::A && op.getAInRegisters())
        continue;
      isComputed |= !whyNotInPlace(findStage(tile), op, operand).empty();
      bytes += bufferFor(cast<RankedTensorType>(tile.getType()), operand).getBytes();
    }
    return isComputed && bytes <= sharedMemory;
  }

  /// Shared memory that buffers take where most live.
  int64_t bytesOfBuffers() {
    int64_t bytes = 0;
    for (const PlacedBuffer &placed : placeSharedBuffers(op->getParentOfType<func::FuncOp>(), 0))
      bytes = std::max(bytes, placed.offset + placed.type.getBytes());
    return bytes;
  }

  /// What is between two MMAs that run together: the wait, and in tensor memory the load behind it.
  static void eraseWait(Operation *last) {
    Operation *wait = isa<TensorLoadOp>(last) ? last->getPrevNode() : nullptr;
    last->erase();
    if (wait)
      cast<TensorWaitOp>(wait).erase();
  }

  /// The MMA that `result` comes from, if it is the last of one that is waited for whole.
  static Operation *startOf(Value result) {
    if (auto load = result.getDefiningOp<TensorLoadOp>())
      return load->getPrevNode()->getPrevNode();
    auto wait = result.getDefiningOp<WarpgroupWaitOp>();
    auto mma = wait ? wait.getAccumulators().front().getDefiningOp<WarpgroupMmaOp>() : WarpgroupMmaOp();
    return mma && !mma.getKRange() ? mma.getOperation() : nullptr;
  }

  /// What the next MMA may run behind.
  void remember(Value result, ArrayRef<Value> buffers) {
    Operation *started = startOf(result), *end = result.getDefiningOp();
    allRunning.erase(result);
    if (!started)
      return;
    RunningMmas next = running ? *running : RunningMmas{started, {}};
    for (Value buffer : next.buffers)
      for (Operation *user : buffer.getUsers())
        if (isa<FreeBufferOp>(user) && user->getBlock() == end->getBlock() && user->isBeforeInBlock(end))
          user->moveAfter(end);
    for (Value buffer : buffers)
      if (buffer && !llvm::is_contained(next.buffers, buffer))
        next.buffers.push_back(buffer);
    allRunning[result] = std::move(next);
  }

  /// None where the MMA begins at zero.
  Value accumulator() {
    bool isZero = matchPattern(op.getAccumulator(), m_Zero()) || matchPattern(op.getAccumulator(), m_PosZeroFloat());
    return isZero ? Value() : op.getAccumulator();
  }

  Staged stageOperand(Value tile, MmaOperand operand) {
    std::optional<StageSource> source = findStage(tile);
    std::string whyNot = whyNotInPlace(source, op, operand);
    if (remarks)
      tile::Remark(op, whyNot.empty() ? "OperandInPlace" : "OperandStored")
          << "operand " << (operand == MmaOperand::A ? "a" : "b") << " of the MMA is "
          << (whyNot.empty() ? "read where the copy engine put it" : "stored to shared memory for it: " + whyNot);
    if (whyNot.empty())
      return inPlace(*source);
    if (std::optional<Staged> before = storedBefore(tile, operand))
      return *before;
    return stored(tile, operand);
  }

  /// Where an MMA before has the tile, which lanes then need not keep.
  std::optional<Staged> storedBefore(Value tile, MmaOperand operand) {
    if (!running && !withoutRenamings(tile).getDefiningOp<LoadOp>())
      return std::nullopt;
    for (StoredTile &other : storedTiles) {
      Operation *holder = holderIn(other.buffer->getBlock());
      Value stored = other.store.getValue();
      if (withoutRenamings(stored) != withoutRenamings(tile) || !holder || !other.store->isBeforeInBlock(holder))
        continue;
      BufferType view = renamedFrom(stored, tile, other.buffer.getType());
      if (!MmaUse{op, operand, {}}.fits(view) || !mayLive(other.buffer, holder))
        continue;
      Value stage = other.buffer;
      if (view != stage.getType())
        stage = BufferViewOp::create(builder, view, stage);
      return Staged{stage, {}, other.buffer, holder};
    }
    return std::nullopt;
  }

  /// The buffer may live until `end` is over, beside what lives then.
  bool mayLive(AllocBufferOp buffer, Operation *end) {
    auto free = llvm::find_if(buffer->getUsers(), [](Operation *user) { return isa<FreeBufferOp>(user); });
    Operation *next = free == buffer->user_end() ? nullptr : (*free)->getNextNode();
    if (!next || !free->isBeforeInBlock(end))
      return true;
    free->moveAfter(end);
    int64_t bytes = bytesOfBuffers();
    free->moveBefore(next);
    return bytes + kBytesBesideSharedTiles <= sharedMemory;
  }

  Staged inPlace(const StageSource &source) {
    BufferLoadOp load = source.load;
    Value stage = load.getBuffer();
    if (BufferType view = renamed(load.getBuffer().getType(), source.renamings); view != stage.getType())
      stage = BufferViewOp::create(builder, view, stage);
    return {stage, load.getAfter(), load.getBuffer(), holderIn(load->getBlock())};
  }

  Staged stored(Value tile, MmaOperand operand) {
    Operation *holder = holderIn(tile.getParentBlock());
    ImplicitLocOpBuilder before(op.getLoc(), running && holder == op ? running->first : holder);
    auto type = cast<RankedTensorType>(tile.getType());
    auto buffer = AllocBufferOp::create(before, bufferFor(type, operand), IntegerAttr());
    storedTiles.push_back({buffer, BufferStoreOp::create(before, transposedFor(tile, buffer.getType()), buffer)});
    ProxyFenceOp::create(before);
    if (holder != op)
      MemoryBarrierOp::create(before, BarrierScope::Cta);
    return {buffer, {}, buffer, holder};
  }

  /// The op of `block` that is or holds the MMA.
  Operation *holderIn(Block *block) {
    return block->findAncestorOpInBlock(*op.getOperation());
  }

  BufferType bufferFor(RankedTensorType type, MmaOperand operand) {
    return operandBuffer(type, operand, *layout::rowsOfInstruction(mma, operand, sum));
  }

  Value multiply(const Staged &a, const Staged &b, Value from, std::optional<std::pair<int64_t, int64_t>> range) {
    SmallVector<Value> arrivals;
    for (const Staged &staged : {a, b})
      if (staged.arrival)
        arrivals.push_back(staged.arrival);
    if (isOfTensorMemory())
      return tensorColumns.multiply(builder, op, a.value, b.value, from, arrivals);
    DenseI64ArrayAttr k = range ? builder.getDenseI64ArrayAttr({range->first, range->second}) : DenseI64ArrayAttr();
    Value started = WarpgroupMmaOp::create(builder, op.getType(), a.value, b.value, from, arrivals, op.getUnsignedA(),
                                           op.getUnsignedB(), k);
    return WarpgroupWaitOp::create(builder, started, /*pending=*/0).getResult(0);
  }

  Value multiplyInSteps(const Staged &a, const Staged &b, int64_t depth) {
    Value total = accumulator();
    for (int64_t k = 0; k < mma.k; k += depth) {
      std::pair<int64_t, int64_t> range(k, std::min(mma.k, k + depth));
      Value part = multiply(a, b, {}, mma.k > depth ? std::optional(range) : std::nullopt);
      total = total ? arith::AddFOp::create(builder, total, part).getResult() : part;
    }
    return total;
  }

  void freeBehind(const Staged &staged, Operation *last) {
    if (!staged.buffer)
      return;
    Operation *end = staged.lastUser == op ? last : staged.lastUser;
    for (Operation *user : staged.buffer.getUsers())
      if (auto free = dyn_cast<FreeBufferOp>(user)) {
        if (free->isBeforeInBlock(end))
          free->moveAfter(end);
        return;
      }
    builder.setInsertionPointAfter(end);
    FreeBufferOp::create(builder, staged.buffer);
  }

  static void eraseUnused(Value tile) {
    Operation *maker = tile.getDefiningOp();
    if (!isa_and_nonnull<PermuteOp, ReshapeOp, tile::FToFOp, BufferLoadOp>(maker) || !maker->use_empty())
      return;
    Value source = maker->getOperand(0);
    maker->erase();
    eraseUnused(source);
  }

  MmaOp op;
  TensorColumns &tensorColumns;
  SmallVector<StoredTile> &storedTiles; ///< of the kernel, for MMAs before
  RunningMmasByResult &allRunning;
  std::optional<RunningMmas> running; ///< that this MMA runs together with
  layout::TileMma mma;
  LinearLayout sum;
  ImplicitLocOpBuilder builder;
  int64_t sharedMemory; ///< of a CTA, in bytes
  bool remarks;
};

struct StageMmaOperands : tile_gpu::impl::StageMmaOperandsBase<StageMmaOperands> {
  using StageMmaOperandsBase::StageMmaOperandsBase;

  void runOnOperation() override {
    SmallVector<Operation *> mmas;
    getOperation().walk([&](Operation *op) {
      auto mma = dyn_cast<MmaOp>(op);
      auto scaled = dyn_cast<ScaledMmaOp>(op);
      if ((mma && mma.isOfMatrixUnit()) || (scaled && scaled.getIntoTensorMemory()))
        mmas.push_back(op);
    });
    TensorColumns tensorColumns(getOperation());
    SmallVector<StoredTile> storedTiles;
    RunningMmasByResult running;
    bool reports = remarks && tile::isPreferredVariant(getOperation());
    for (Operation *op : mmas)
      if (auto scaled = dyn_cast<ScaledMmaOp>(op))
        stageScaledMma(scaled, tensorColumns);
      else
        MmaStager(cast<MmaOp>(op), tensorColumns, storedTiles, running, sharedMemory, reports).run();
    getOperation().walk([](BufferLoadOp load) { loadInPairs(load); });
  }
};

} // namespace
