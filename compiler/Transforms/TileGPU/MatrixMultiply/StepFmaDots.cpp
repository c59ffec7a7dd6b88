// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Multiplies by multiply-add in steps along K, between which lanes read operands from shared memory.
//
//     %s = tile_gpu.mma fma %a, %b, %z : tensor<128x32xf32>, tensor<32x128xf32>, tensor<128x128xf32>
//
// becomes
//
//     %s = scf.for %i = %c0 to %c8 step %c2 iter_args(%t = %z) {
//       %a0 = tile_gpu.buffer_load %stageOfA part %i       // 128x4
//       %b0 = tile_gpu.buffer_load %stageOfB part %i       // 4x128
//       %t0 = tile_gpu.mma fma %a0, %b0, %t
//       .. the same of part %i + 1
//       scf.yield %t1
//     }
//
// A step is four deep: 16 bytes along K. The body has as many steps as make about 512 multiply-adds of a lane, so the
// code has a bounded size and a lane holds the operands of few steps at a time.
//
// | operand                                    | is read from                                                       |
// |--------------------------------------------|--------------------------------------------------------------------|
// | a tile that a stage holds, widened at most | the stage, under the operand's names; it is freed behind the steps |
// | any other (lanes computed or loaded it)    | a buffer of its own, stored before the op of its block that holds  |
// |                                            | the MMA: what no loop changes is stored before the loop            |
// | one of more than kStoredBytes, of which a  | the same buffer again and again, stored part by part               |
// | register holds one part along K            |                                                                    |
//
// What lanes have made wider is stored as it was, and they widen what they read.
//
// Requires operands of any layout; leaves those of fragments. It runs behind tile-gpu-pipeline-loops, whose stages it
// reads in place, and before tile-gpu-specialize-warps, which releases stages where they are freed.
#include "compiler/Transforms/TileGPU/MatrixMultiply/MmaOperands.h"
#include "compiler/Transforms/TileGPU/MatrixMultiply/OperandParts.h"
#include "compiler/Transforms/TileGPU/Passes.h"
#include "compiler/Transforms/TileGPU/SharedMemory/DistinctStages.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace tilec::tile_gpu {
#define GEN_PASS_DEF_STEPFMADOTS
#include "compiler/Transforms/TileGPU/Passes.h.inc"
} // namespace tilec::tile_gpu

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;
using layout::LinearLayout;
using layout::MmaOperand;

namespace {

/// Along K, of one step: lanes read 16 bytes at a time.
constexpr int64_t kDepthOfStep = 4;
/// The multiply-adds of a lane in the body of the loop over steps.
constexpr int64_t kMultiplyAdds = 512;

/// Where lanes find an operand.
struct Staged {
  MmaOperand operand;
  Value tile; ///< to store, part by part; null if the stage holds all of K
  Value stage, arrival;
  Value buffer;                         ///< to free behind `holder`
  Operation *holder = nullptr;          ///< of the buffer's block, is or holds the MMA
  bool isStored = false;                ///< by lanes
  SmallVector<tile::FToFOp> casts = {}; ///< of what is read
};

AllocBufferOp bufferOf(Value stage) {
  while (Operation *op = stage.getDefiningOp()) {
    if (auto buffer = dyn_cast<AllocBufferOp>(op))
      return buffer;
    if (!isa<BufferStageOp, BufferViewOp>(op))
      return {};
    stage = op->getOperand(0);
  }
  return {};
}

/// `op`, or one inside, may write what `load` reads.
bool mayWrite(Operation *op, BufferLoadOp load) {
  auto stageRead = load.getBuffer().getDefiningOp<BufferStageOp>();
  auto writes = [&](Value stage) {
    auto stageWritten = stage.getDefiningOp<BufferStageOp>();
    bool isOther = stageRead && stageWritten && areDifferentStages(stageRead.getIndex(), stageWritten.getIndex());
    return bufferOf(stage) == bufferOf(load.getBuffer()) && !isOther;
  };
  return op
      ->walk([&](Operation *inner) {
        bool found = TypeSwitch<Operation *, bool>(inner)
                         .Case<TmaLoadOp, BulkLoadOp, BufferStoreOp, AsyncCopyOp>(
                             [&](auto write) { return writes(write.getBuffer()); })
                         .Default(false);
        return found ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

class MmaStepper {
public:
  explicit MmaStepper(MmaOp op)
      : op(op), mma(op.mma()), accumulator(LayoutAttr::of(op.getType())), depthOfChunk(mma.k),
        builder(op.getLoc(), op) {}

  void run() {
    Staged a = stageOperand(op.getA(), MmaOperand::A), b = stageOperand(op.getB(), MmaOperand::B);
    Value result = op.getAccumulator();
    for (int64_t chunk = 0; chunk < mma.k / depthOfChunk; ++chunk) {
      bool isStored = false;
      for (const Staged &staged : {a, b}) {
        if (staged.tile)
          BufferStoreOp::create(builder, partAlongK(builder, staged.tile, staged.operand, depthOfChunk, chunk),
                                staged.stage);
        isStored |= staged.tile || (staged.isStored && staged.holder == op && chunk == 0);
      }
      if (isStored)
        MemoryBarrierOp::create(builder, scope());
      result = multiply(a, b, chunk, result);
    }
    op.replaceAllUsesWith(result);
    for (const Staged &staged : {a, b})
      freeBehind(staged);
    SmallVector<Value> operands = {op.getA(), op.getB()};
    op.erase();
    llvm::for_each(operands, eraseUnused);
  }

private:
  BarrierScope scope() {
    return numWarpsOf(op) == 1 ? BarrierScope::Warp : BarrierScope::Cta;
  }

  Staged stageOperand(Value tile, MmaOperand operand) {
    std::optional<LaneSource> source = findLaneStage(tile);
    if (source && holds(source->load))
      return inPlace(*source, operand);
    SmallVector<tile::FToFOp> casts;
    tile = beforeCasts(tile, casts);
    int64_t bytes = tile::elementCount(tile.getType()) * tile::storageBytes(getElementTypeOrSelf(tile.getType())),
            depth = std::max(std::min(mma.k, kDepthOfStep), mma.k * kStoredBytes / bytes);
    bool isInParts = bytes > kStoredBytes && hasPartsInRegisters(tile, operand, depth);
    Staged staged = isInParts ? storedInParts(tile, operand, depth) : stored(tile, operand);
    staged.casts = casts;
    return staged;
  }

  /// The tile without the casts that made it wider, under its names.
  Value beforeCasts(Value tile, SmallVector<tile::FToFOp> &casts) {
    SmallVector<Operation *> path;
    Value origin = tile, narrowest = tile;
    unsigned length = 0;
    for (Operation *op = origin.getDefiningOp(); isa_and_nonnull<PermuteOp, ReshapeOp>(op) || isWidening(op);
         op = origin.getDefiningOp()) {
      path.push_back(op);
      origin = op->getOperand(0);
      if (isWidening(op)) {
        narrowest = origin;
        length = path.size();
      }
    }
    path.truncate(length);
    for (Operation *op : llvm::reverse(path))
      if (auto cast = dyn_cast<tile::FToFOp>(op)) {
        casts.push_back(cast);
      } else {
        auto type = cast_or_null<RankedTensorType>(op->getResult(0).getType());
        OpBuilder::InsertionGuard guard(builder);
        builder.setInsertionPointAfter(op);
        narrowest = builder
                        .create(op->getLoc(), op->getName().getIdentifier(), ValueRange(narrowest),
                                TypeRange(type.clone(getElementTypeOrSelf(narrowest.getType()))), op->getAttrs())
                        ->getResult(0);
      }
    return narrowest;
  }

  /// Every lane has its own elements of each part along K.
  static bool hasPartsInRegisters(Value tile, MmaOperand operand, int64_t depth) {
    LinearLayout layout = LayoutAttr::of(tile.getType());
    unsigned alongK = dimensionOfK(tile, operand);
    for (layout::Place place : {layout::Place::Lane, layout::Place::Warp})
      for (unsigned bit = 0; bit < layout.bits(place).count; ++bit)
        if (layout.coordinatesOf(layout.basis(place, bit))[alongK] >= depth)
          return false;
    return true;
  }

  /// What is loaded lies there until the MMA is over.
  bool holds(BufferLoadOp load) {
    Operation *holder = holderIn(load->getBlock());
    if (load.getPart() || !holder || !bufferOf(load.getBuffer()))
      return false;
    for (Operation *between = load->getNextNode(); between != holder; between = between->getNextNode())
      if (mayWrite(between, load))
        return false;
    return holder == op || !mayWrite(holder, load);
  }

  Staged inPlace(const LaneSource &source, MmaOperand operand) {
    BufferLoadOp load = source.load;
    Value stage = load.getBuffer();
    if (BufferType view = renamed(load.getBuffer().getType(), source.renamings); view != stage.getType())
      stage = BufferViewOp::create(builder, view, stage);
    // Stages of stage buffers are freed with their stage buffer.
    Value buffer = load.getBuffer().getDefiningOp<AllocBufferOp>() ? load.getBuffer() : Value();
    return {operand, {}, stage, load.getAfter(), buffer, holderIn(load->getBlock()), /*isStored=*/false, source.casts};
  }

  Staged stored(Value tile, MmaOperand operand) {
    Operation *holder = holderIn(tile.getParentBlock());
    ImplicitLocOpBuilder before(op.getLoc(), holder);
    auto type = cast<RankedTensorType>(tile.getType());
    auto buffer = AllocBufferOp::create(before, bufferFor(type, operand, mma.k), IntegerAttr());
    BufferStoreOp::create(before, tile, buffer);
    if (holder != op)
      MemoryBarrierOp::create(before, scope());
    return {operand, {}, buffer, {}, buffer, holder, /*isStored=*/true};
  }

  Staged storedInParts(Value tile, MmaOperand operand, int64_t depth) {
    depthOfChunk = std::min(depthOfChunk, depth);
    auto type = cast<RankedTensorType>(tile.getType());
    auto buffer = AllocBufferOp::create(builder, bufferFor(type, operand, depth), IntegerAttr());
    return {operand, tile, buffer, {}, buffer, op, /*isStored=*/true};
  }

  /// As lanes read it without conflicts (LaneOperands.h); where that is either way, as the lanes that store have it.
  BufferType bufferFor(RankedTensorType type, MmaOperand operand, int64_t depth) {
    unsigned rank = type.getRank(), rows = operand == MmaOperand::A ? rank - 2 : rank - 1, alongK = 2 * rank - 3 - rows;
    bool isAlongK = false;
    if (operand == MmaOperand::A) {
      std::vector<unsigned> contiguity = LayoutAttr::of(type).contiguity();
      isAlongK = contiguity[alongK] > contiguity[rows];
    } else {
      layout::BitRange columns = accumulator.dimensionBits(accumulator.rank() - 1);
      isAlongK =
          columns.count > 0 && accumulator.bits(layout::Place::Register).count > 0 &&
          !llvm::is_contained(accumulator.bases()[unsigned(layout::Place::Register)], uint64_t(1) << columns.first);
    }
    SmallVector<int64_t> shape(type.getShape());
    shape[alongK] = depth;
    return laneBuffer(RankedTensorType::get(shape, type.getElementType()), isAlongK ? alongK : rows, isAlongK);
  }

  /// The op of `block` that is or holds the MMA.
  Operation *holderIn(Block *block) {
    return block->findAncestorOpInBlock(*op.getOperation());
  }

  Value constant(int64_t number) {
    return arith::ConstantOp::create(builder, builder.getI32IntegerAttr(number));
  }

  /// The steps of one part of K, for which all that is stored part by part is there.
  Value multiply(const Staged &a, const Staged &b, int64_t chunk, Value total) {
    int64_t depth = std::min(mma.k, kDepthOfStep), steps = depthOfChunk / depth;
    int64_t ofStep = depth * int64_t(accumulator.size(layout::Place::Register));
    int64_t ofBody = std::clamp<int64_t>(kMultiplyAdds / ofStep, 1, steps);
    int64_t begin = chunk * steps;
    if (ofBody == steps)
      return multiplySteps(a, b, begin, constant(0), ofBody, total);
    auto loop = scf::ForOp::create(builder, constant(0), constant(steps), constant(ofBody), total);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBody());
    scf::YieldOp::create(builder, multiplySteps(a, b, begin, loop.getInductionVar(), ofBody, loop.getRegionIterArg(0)));
    return loop.getResult(0);
  }

  /// The part of the operand's stage that is step `number` of a part of K, which begins at step `begin`.
  Value numberIn(const Staged &staged, int64_t begin, Value number) {
    int64_t offset = staged.tile ? 0 : begin;
    return offset ? arith::AddIOp::create(builder, number, constant(offset)).getResult() : number;
  }

  Value step(Value a, Value b, Value total) {
    return MmaOp::create(builder, op.getType(), op.getInstruction(), a, b, total, /*unsigned_a=*/false,
                         /*unsigned_b=*/false, /*a_in_registers=*/false);
  }

  /// `count` steps from number `first` of a part of K on, which begins at step `begin`.
  Value multiplySteps(const Staged &a, const Staged &b, int64_t begin, Value first, int64_t count, Value total) {
    for (int64_t i = 0; i < count; ++i) {
      Value number = i ? arith::AddIOp::create(builder, first, constant(i)).getResult() : first;
      Value ofA = load(a, numberIn(a, begin, number)), ofB = load(b, numberIn(b, begin, number));
      total = step(ofA, ofB, total);
    }
    return total;
  }

  Value load(const Staged &staged, Value number) {
    layout::TileMma step = mma;
    step.k = std::min(mma.k, kDepthOfStep);
    std::vector<int64_t> shape = step.shapeOf(staged.operand);
    BufferType stage = cast<BufferType>(staged.stage.getType());
    auto layout = LayoutAttr::get(builder.getContext(), *layout::operandLayout(step, staged.operand, accumulator));
    auto type = RankedTensorType::get(shape, stage.getElementType(), layout);
    Value part = stage.getShape() == ArrayRef(shape) ? Value() : number;
    Value loaded = BufferLoadOp::create(builder, type, staged.stage, part, staged.arrival);
    for (tile::FToFOp cast : staged.casts) {
      auto wider = RankedTensorType::get(shape, getElementTypeOrSelf(cast.getType()), layout);
      auto widened = tile::FToFOp::create(builder, TypeRange(wider), ValueRange(loaded), cast->getAttrs());
      loaded = widened;
    }
    return loaded;
  }

  void freeBehind(const Staged &staged) {
    if (!staged.buffer)
      return;
    for (Operation *user : staged.buffer.getUsers())
      if (auto free = dyn_cast<FreeBufferOp>(user)) {
        if (free->getBlock() == staged.holder->getBlock() && free->isBeforeInBlock(staged.holder))
          free->moveAfter(staged.holder);
        return;
      }
    if (!staged.isStored)
      return;
    builder.setInsertionPointAfter(staged.holder);
    FreeBufferOp::create(builder, staged.buffer);
  }

  static void eraseUnused(Value tile) {
    Operation *maker = tile.getDefiningOp();
    if (!isa_and_nonnull<PermuteOp, ReshapeOp, BufferLoadOp, tile::FToFOp>(maker) || !maker->use_empty())
      return;
    Value source = maker->getOperand(0);
    maker->erase();
    eraseUnused(source);
  }

  MmaOp op;
  layout::TileMma mma;
  LinearLayout accumulator;
  /// Along K, of what is stored part by part.
  int64_t depthOfChunk;
  ImplicitLocOpBuilder builder;
};

struct StepFmaDots : tile_gpu::impl::StepFmaDotsBase<StepFmaDots> {
  void runOnOperation() override {
    SmallVector<MmaOp> mmas;
    getOperation().walk([&](MmaOp op) {
      if (op.isOfLanes() && !op.hasFragments())
        mmas.push_back(op);
    });
    for (MmaOp op : mmas)
      MmaStepper(op).run();
  }
};

} // namespace
