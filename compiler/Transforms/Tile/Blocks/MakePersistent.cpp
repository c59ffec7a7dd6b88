// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tile-make-persistent: CTAs stay and loop over tile blocks (see Passes.td).
//
//     func.func @k$v0(...) attributes {tile.kernel, tile.variant = ..., tile.persistent} {
//       %worker = tile.worker_id
//       %workers = tile.num_workers
//       %blocks = ...                                        // MMA of tile.num_blocks
//       scf.for %b = %worker to %blocks step %workers : i32 {
//         %x, %y, %z = ...                                   // BlockRaster.h
//         the kernel's body, with these for tile.block_id
//       } {tile.block_loop}
//       return
//     }
//
// Where the lengths of loops depend on the block, workers draw blocks as they become free, the longest first where the
// bounds of the loops show which these are (Analysis/BlockLength):
//
//       scf.while (%more = %worker < %blocks, %x = .., %y = .., %z = ..) : (i32, i32, i32, i32) -> (i32, i32, i32) {
//         scf.condition(%more != 0) %x, %y, %z               // those that the kernel asks for
//       } do {
//       ^bb0(%x: i32, %y: i32, %z: i32):
//         %next = tile.next_block                            // early: drawing takes about a microsecond; producers
//                                                            // draw later (LateTileScheduler.h)
//         ...
//         %nx, %ny, %nz = ... of %next                       // late, for the same reason
//         scf.yield %next < %blocks, %nx, %ny, %nz
//       } attributes {tile.block_loop}
//
// The counter and its atomic: Kernels/NextBlock.cpp of the conversion to NVVM.
//
// The numbers of a block are carried, not computed where it begins: who draws for others computes them for all
// (tile-gpu-specialize-warps), and these need no registers for divisors, which are in use from block to block.
// On an H200 causal attention with heads of 64 takes 2.2 % less time, with heads of 128 0.3 to 0.65 %. Gradients spill:
// where two MMAs multiply what others gave, or MMAs' accumulators take more registers, the place is carried, and
// numbers are computed of it.
//
// It pays where a loop loads what an MMA multiplies: a producer warp loads for the next block while this one ends,
// its stores are on their way meanwhile, and blocks come in an order that keeps operands in L2. On an H200 MMAs of
// bf16 are 1.0 to 2.1 times as fast (4096^3: 1.12, 8192x8192x512: 1.39, 8192x4096x64: 2.1).
//
// Where an MMA multiplies what another one gave, as attention's do, it pays less: forward with heads of 128 and 128
// queries a block 3 % at 4096 keys and 1 % at 16384, causal 8 and 6 %; with heads of 64 between -2 and 3 %. It costs
// 3 to 5 % with 64 queries a block, where two CTAs share a multiprocessor and hide each other's ends, and more than
// half with heads of 256: a block's results wait in shared memory while the next operands come, which then have too few
// stages.
//
// And it pays where a cluster shares long rows that it reduces (num_cta_in_cga), of which a multiprocessor holds the
// parts of few CTAs: the next row comes while the CTAs wait for each other. What all blocks load, weights, is loaded
// before the loop and kept in registers, where these are enough. On an H200, of a copy's speed without and with
// staying:
//
//   elements of a CTA, weights included   8192 and 16384            24576        32768                    49152
//                                         softmax 0.96, 0.88        layer norm   RMS norm 0.87, 0.91      layer norm
//                                         RMS norm 0.96, 0.93       0.91, 0.92   in bf16 0.84, 0.94       0.76, 0.88
//
// Rows of narrow elements stay from 4096 of a CTA on, drawn: softmax of 65536 bf16 over 8 and 16 CTAs 0.87 and 0.82
// without, 0.94 both with. So do 16384 floats of a CTA where there are 16, which come only when there is room for all:
// softmax of 262144 over 16 CTAs 0.90 without, 0.93 with.
//
// Of such rows only the number along x is asked for, as a rule. Then the forms that stay are for grids of one
// dimension, whose blocks' places are their numbers: without the divisors lanes spill nothing for rows of which they
// hold 64 registers, which took RMS norm of 262144 floats over 8 CTAs from 0.88 to 0.93.
//
// It does not pay where each CTA has one block: numbers of blocks are computed, and a loop stands around all, for
// nothing. So grids that the device takes at once get a form without: 1024^3 in bf16 by 128 CTAs takes 5.0 us instead
// of 5.3.
//
// Steps, for each kernel: does anything speak against it (Analysis/BlockIndependence; nothing to gain)? In which order
// are blocks taken? Then each variant but the last is rewritten. `num_blocks` keeps saying what the user launched:
// launchers pass it behind the parameters of the source (docs/ABI.md).
#include "compiler/Transforms/Tile/Blocks/BlockRaster.h"
#include "compiler/Transforms/Tile/Blocks/ClusterOperands.h"
#include "compiler/Transforms/Tile/Blocks/PingPong.h"
#include "compiler/Transforms/Tile/Passes.h"
#include "compiler/Transforms/Tile/Variants/AddVariant.h"
#include "compiler/Transforms/Tile/Variants/VariantNames.h"
#include "dialects/Tile/Analysis/Alias.h"
#include "dialects/Tile/Analysis/BlockIndependence.h"
#include "dialects/Tile/Analysis/MmaChain.h"
#include "dialects/Tile/IR/BlockNumbering.h"
#include "dialects/Tile/IR/BlockParts.h"
#include "dialects/Tile/IR/KernelHints.h"
#include "dialects/Tile/IR/Remarks.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"
#include <map>

namespace tilec::tile {
#define GEN_PASS_DEF_MAKEPERSISTENT
#include "compiler/Transforms/Tile/Passes.h.inc"
} // namespace tilec::tile

using namespace mlir;
using namespace tilec::tile;

namespace {

/// A form for few blocks is worth its compilation where warpgroups multiply.
constexpr int64_t kRowsOfWarpgroup = 64;
/// Elements below are narrow.
constexpr int64_t kWideBytes = 4;
/// CTAs of a cluster that take blocks next to each other, where no hint asks for more.
constexpr int32_t kNeighbours = 2;
/// Blocks that a CTA has in flight.
constexpr int32_t kBlockGroups = 2;

/// Elements of MMAs' results that leave lanes of two warpgroups registers for more than one number of a block.
constexpr int64_t kFewAccumulators = 128 * 256;

/// What is done with a kernel, or why nothing is.
struct Decision {
  std::string reason;              ///< of declining; empty if it is persistent
  Operation *place = nullptr;      ///< that the reason is about
  BlockOrder order = {};           ///< in which blocks are taken
  bool isDrawn = false;            ///< from a counter
  bool isOfInterest = true;        ///< to users: streams need not hear of it
  bool sharesRows = false;         ///< a cluster does
  bool hasMulticast = false;       ///< in the first variant CTAs of a cluster do, which multiply by the same tiles
  int64_t multicast = kNeighbours; ///< so many, where there are any
  bool hasFew = false;             ///< grids of few blocks have a form without a loop
  bool hasGroups = false;          ///< of warps, which have blocks of their own in flight
  std::string nothingShared = {};  ///< why CTAs load nothing for each other, though a hint asks for it
  bool carriesNumbers = true;      ///< of drawn blocks; else their place, of which numbers are computed
};

/// A loop that takes every so many blocks' work in turn: the user's own way to be persistent.
bool stepsByGrid(scf::ForOp loop) {
  Value step = loop.getStep();
  while (Operation *op = step.getDefiningOp()) {
    if (isa<NumBlocksOp>(op))
      return true;
    if (!isa<arith::ExtUIOp, arith::ExtSIOp, arith::IndexCastOp, arith::IndexCastUIOp, arith::MulIOp, AssumeOp>(op))
      return false;
    step = op->getOperand(0);
  }
  return false;
}

/// What there is to gain from staying.
struct Gain {
  MmaOp mma;                ///< one of the kernel
  bool hasLoadLoop = false; ///< view loads in a loop
  bool isUnequal = false;   ///< the length of a loop depends on the block
  bool hasChain = false;    ///< an MMA multiplies what another one gave
  bool hasTwo = false;      ///< two do
  int64_t mmas = 0;         ///< of tiles
  int64_t sums = 0;         ///< elements of their results
  int64_t leastRows = 0;    ///< of the MMAs' results
  int64_t sharedBytes = 0;  ///< what loads and results take: of loads in loops two
  scf::ForOp overGrid;      ///< the user's own loop over blocks
  bool sharesRows = false;  ///< a cluster does, which reduces them
  int64_t rowElements = 0;  ///< that one of its CTAs loads of a block, weights included
  int64_t longestRow = 0;   ///< of these the most that one load brings
  int64_t narrowRow = 0;    ///< the same, of elements below 4 bytes
  int64_t ctas = 1;         ///< of the cluster
};

/// Rows are loaded through views, reduced and stored, without a loop.
bool sharesRows(func::FuncOp kernel) {
  if (hintedCtas(kernel) <= 1)
    return false;
  bool reduces = false, isOther = false;
  kernel.walk([&](Operation *op) {
    reduces |= isa<ReduceOp>(op);
    isOther |= isa<LoopLikeOpInterface, MmaOp, ScanOp>(op);
    if (auto load = dyn_cast<LoadViewOp>(op))
      isOther |= !mayGoByTensorMap(load);
    if (auto load = dyn_cast<LoadOp>(op))
      isOther |= isa<RankedTensorType>(load.getType());
  });
  return reduces && !isOther;
}

int64_t bytesOf(Value tile) {
  return elementCount(tile.getType()) * storageBytes(getElementTypeOrSelf(tile.getType()));
}

Gain findGain(func::FuncOp kernel) {
  Gain gain;
  kernel.walk([&](Operation *op) {
    if (auto mma = dyn_cast<MmaOp>(op)) {
      gain.mma = gain.mma ? gain.mma : mma;
      ++gain.mmas;
      gain.sums += elementCount(mma.getType());
      bool isOfChain = multipliesAnother(mma);
      gain.hasTwo |= gain.hasChain && isOfChain;
      gain.hasChain |= isOfChain;
      int64_t rows = shapeOf(mma.getType()).take_back(2).front();
      gain.leastRows = gain.leastRows ? std::min(gain.leastRows, rows) : rows;
    }
    if (isa<LoadViewOp>(op)) {
      bool isInLoop = bool(op->getParentOfType<LoopLikeOpInterface>());
      gain.hasLoadLoop |= isInLoop;
      gain.sharedBytes += bytesOf(op->getResult(0)) * (isInLoop ? 2 : 1);
    }
    if (auto store = dyn_cast<StoreViewOp>(op))
      gain.sharedBytes += bytesOf(store.getValue());
    if (auto loop = dyn_cast<scf::ForOp>(op); loop && stepsByGrid(loop))
      gain.overGrid = loop;
  });
  gain.isUnequal = hasUnequalBlocks(kernel);
  gain.sharesRows = sharesRows(kernel);
  gain.ctas = hintedCtas(kernel);
  kernel.walk([&](LoadViewOp load) {
    int64_t elements = elementCount(load.getType()) / gain.ctas;
    gain.rowElements += elements;
    gain.longestRow = std::max(gain.longestRow, elements);
    if (storageBytes(getElementTypeOrSelf(load.getType())) < kWideBytes)
      gain.narrowRow = std::max(gain.narrowRow, elements);
  });
  return gain;
}

/// Empty where it pays.
std::string whyItDoesNotPay(const Gain &gain, int64_t sharedBytes) {
  constexpr int64_t kRowsOfTwoWarpgroups = 128, kForMbarriers = 2048, kFewElements = 16384, kFewNarrow = 4096,
                    kManyCtas = 16;
  bool isMany = gain.ctas >= kManyCtas && gain.longestRow >= kFewElements;
  if (gain.sharesRows && (gain.rowElements > kFewElements || gain.narrowRow >= kFewNarrow || isMany))
    return "";
  if (!gain.mma || !gain.hasLoadLoop)
    return "it has no MMA of tiles that a loop loads";
  if (gain.hasChain && gain.sharedBytes + kForMbarriers > sharedBytes)
    return "an MMA multiplies what another one gave, and shared memory has no room for a block's results beside the "
           "next block's operands; smaller tiles would help";
  if (gain.hasTwo && !gain.isUnequal)
    return "two MMAs multiply what others gave, and lanes need all registers for their accumulators; smaller tiles "
           "would help";
  if (gain.hasChain && !gain.isUnequal && gain.leastRows < kRowsOfTwoWarpgroups)
    return "an MMA multiplies what another one gave, and so few rows leave room for blocks beside each other";
  return "";
}

/// Numbers of a block along the dimensions; null where the kernel does not ask.
using BlockNumbers = std::array<Value, 3>;

/// Along which dimensions the kernel asks for its block's number.
SmallVector<Dimension> askedFor(func::FuncOp kernel) {
  std::array<bool, 3> asked = {};
  kernel.walk([&](BlockIdOp id) { asked[size_t(id.getDimension())] = true; });
  SmallVector<Dimension> dimensions;
  for (Dimension dimension : {Dimension::X, Dimension::Y, Dimension::Z})
    if (asked[size_t(dimension)])
      dimensions.push_back(dimension);
  return dimensions;
}

/// Of the block at a place.
BlockNumbers numbersAt(ImplicitLocOpBuilder &builder, const BlockRaster &raster, Value place) {
  BlockNumbers numbers = raster.at(builder, place);
  for (Dimension dimension : {Dimension::X, Dimension::Y, Dimension::Z})
    numbers[size_t(dimension)] = BlockRaster::assumeNumber(builder, numbers[size_t(dimension)], dimension);
  return numbers;
}

/// Workers have their blocks beforehand.
BlockNumbers createLoop(ImplicitLocOpBuilder &builder, Value worker, const BlockRaster &raster) {
  Value workers = NumWorkersOp::create(builder, builder.getI32Type());
  auto loop = scf::ForOp::create(builder, worker, raster.blocks(), workers);
  loop->setAttr(kBlockLoopAttr, builder.getUnitAttr());
  builder.setInsertionPointToStart(loop.getBody());
  return numbersAt(builder, raster, loop.getInductionVar());
}

/// Workers draw, and carry the numbers of their block.
BlockNumbers createDrawingLoop(ImplicitLocOpBuilder &builder, Value worker, const BlockRaster &raster,
                               ArrayRef<Dimension> asked) {
  auto isThere = [&](Value place) {
    Value isBlock = arith::CmpIOp::create(builder, arith::CmpIPredicate::ult, place, raster.blocks());
    return arith::ExtUIOp::create(builder, builder.getI32Type(), isBlock).getResult();
  };
  auto stateAt = [&](Value place) {
    BlockNumbers numbers = raster.at(builder, place);
    SmallVector<Value> state = {isThere(place)};
    for (Dimension dimension : asked)
      state.push_back(numbers[size_t(dimension)]);
    return state;
  };
  Value no = arith::ConstantOp::create(builder, builder.getI32IntegerAttr(0));
  auto isLeft = [&](OpBuilder &, Location, ValueRange state) {
    Value isBlock = arith::CmpIOp::create(builder, arith::CmpIPredicate::ne, state.front(), no);
    scf::ConditionOp::create(builder, isBlock, state.drop_front());
  };
  auto draw = [&](OpBuilder &, Location, ValueRange) {
    Value next = NextBlockOp::create(builder, builder.getI32Type());
    scf::YieldOp::create(builder, stateAt(next));
  };
  SmallVector<Value> first = stateAt(worker);
  SmallVector<Type> types(asked.size(), builder.getI32Type());
  auto loop = scf::WhileOp::create(builder, types, first, isLeft, draw);
  loop->setAttr(kBlockLoopAttr, builder.getUnitAttr());
  builder.setInsertionPointAfter(&loop.getAfterBody()->front());
  BlockNumbers numbers;
  for (auto [dimension, number] : llvm::zip_equal(asked, loop.getAfterArguments()))
    numbers[size_t(dimension)] = BlockRaster::assumeNumber(builder, number, dimension);
  return numbers;
}

/// Workers draw, and carry the place of their block.
BlockNumbers createLoopOverPlaces(ImplicitLocOpBuilder &builder, Value worker, const BlockRaster &raster) {
  auto isLeft = [&](OpBuilder &, Location, ValueRange place) {
    Value isBlock = arith::CmpIOp::create(builder, arith::CmpIPredicate::ult, place.front(), raster.blocks());
    scf::ConditionOp::create(builder, isBlock, place);
  };
  auto draw = [&](OpBuilder &, Location, ValueRange) {
    Value next = NextBlockOp::create(builder, builder.getI32Type());
    scf::YieldOp::create(builder, next);
  };
  auto loop = scf::WhileOp::create(builder, TypeRange(builder.getI32Type()), ValueRange(worker), isLeft, draw);
  loop->setAttr(kBlockLoopAttr, builder.getUnitAttr());
  builder.setInsertionPointAfter(&loop.getAfterBody()->front());
  return numbersAt(builder, raster, loop.getAfterArguments().front());
}

/// What is the same for all blocks; tiles stay, which would fill registers.
void moveInvariantsOut(LoopLikeOpInterface loop) {
  moveLoopInvariantCode(
      loop.getLoopRegions(), [&](Value value, Region *) { return loop.isDefinedOutsideOfLoop(value); },
      [](Operation *op, Region *) {
        return isMemoryEffectFree(op) && isSpeculatable(op) && op->getNumRegions() == 0 &&
               !op->hasTrait<OpTrait::IsTerminator>() &&
               llvm::none_of(op->getResultTypes(), llvm::IsaPred<RankedTensorType>);
      },
      [&](Operation *op, Region *) { op->moveBefore(loop); });
}

/// Loads of what no block writes, the same for all: out of the loop, as far as the registers of 512 lanes hold them
/// beside the rows.
void keepLoadsOfAllBlocks(func::FuncOp kernel, LoopLikeOpInterface loop, int64_t ctas) {
  constexpr int64_t kWords = 80 * 512;
  SmallVector<LoadViewOp> same;
  SmallVector<Value> written;
  int64_t words = 0;
  kernel.walk([&](Operation *op) {
    if (auto load = dyn_cast<LoadViewOp>(op)) {
      words += elementCount(load.getType()) / ctas;
      bool isSame = llvm::all_of(op->getOperands(), [&](Value v) { return loop.isDefinedOutsideOfLoop(v); });
      if (isSame && op->getParentOp() == loop)
        same.push_back(load);
    } else if (auto store = dyn_cast<StoreViewOp>(op))
      written.push_back(store.getView());
    else if (auto store = dyn_cast<StoreOp>(op))
      written.push_back(store.getPointer());
    else if (isa<AtomicReduceViewOp, AtomicStoreViewOp, AtomicRmwOp, AtomicCasOp, AtomicStoreOp>(op))
      words = kWords + 1;
  });
  if (words > kWords)
    return;
  for (LoadViewOp load : same)
    if (llvm::none_of(written, [&](Value other) { return mayAlias(load.getView(), 0, other, 0); }))
      load->moveBefore(loop);
}

/// The kernel as a loop over blocks.
void rewrite(func::FuncOp kernel, const Decision &decision) {
  Block &body = kernel.getBody().front();
  Operation *first = &body.front();
  ImplicitLocOpBuilder builder(kernel.getLoc(), OpBuilder::atBlockBegin(&body));
  Value worker = WorkerIdOp::create(builder, builder.getI32Type());
  SmallVector<Dimension> asked = askedFor(kernel);
  BlockRaster raster(builder, decision.order);
  BlockNumbers numbers = !decision.isDrawn         ? createLoop(builder, worker, raster)
                         : decision.carriesNumbers ? createDrawingLoop(builder, worker, raster, asked)
                                                   : createLoopOverPlaces(builder, worker, raster);
  Block *inner = builder.getInsertionBlock();
  // Behind what begins a block, before what draws the next one's numbers.
  inner->getOperations().splice(builder.getInsertionPoint(), body.getOperations(), first->getIterator(),
                                body.getTerminator()->getIterator());
  inner->walk([&](BlockIdOp id) {
    id.replaceAllUsesWith(numbers[size_t(id.getDimension())]);
    id.erase();
  });
  auto loop = cast<LoopLikeOpInterface>(inner->getParentOp());
  moveInvariantsOut(loop);
  if (decision.sharesRows)
    keepLoadsOfAllBlocks(kernel, loop, hintedCtas(kernel));
  kernel->setAttr(kPersistentAttr, builder.getUnitAttr());
}

/// Along which neighbours share the larger operand.
Dimension sharedBetterAlong(MmaOp mma) {
  constexpr unsigned kX = 1;
  Value larger = largerOperand(mma);
  return larger && (blockDimensionsOf(larger) & kX) ? Dimension::Y : Dimension::X;
}

/// Two CTAs of a cluster load once what both multiply by. It pays where L2, which brings a multiprocessor 64 bytes a
/// cycle, takes as long for both operands as the tensor core for their MMA. On an H200 fp8 in tiles of 128x128 is
/// 1.05 times as fast at 8192^3 and 1.02 times at 4096^3; with bf16 and int8, which are held up by power and by their
/// stores, there is no difference, and the launch of a cluster costs a grid of tiles of 64x128 that has one block for
/// each CTA 0.3 of 5.3 us.
bool sharesOperands(Gain gain, bool hasGroups) {
  constexpr int64_t kMmasOfByte = 64, kLeastRows = 128;
  if (gain.hasChain || gain.mmas != 1)
    return false;
  MmaOp mma = gain.mma;
  if (!hasGroups && !isa<Float8E4M3FNType, Float8E5M2Type>(getElementTypeOrSelf(mma.getA().getType())))
    return false;
  ArrayRef<int64_t> tile = shapeOf(mma.getType()).take_back(2);
  return kMmasOfByte * (tile[0] + tile[1]) >= tile[0] * tile[1] && tile[0] >= kLeastRows;
}

/// For grids of one dimension.
void assumeLine(func::FuncOp kernel) {
  auto variant = kernel->getAttrOfType<VariantAttr>(kVariantAttr);
  SmallVector<FactAttr> facts(variant.getFacts());
  for (Dimension dimension : {Dimension::Y, Dimension::Z})
    facts.push_back(FactAttr::get(kernel.getContext(), FactKind::AtLeast, std::nullopt, dimension, /*step=*/1, -1));
  kernel->setAttr(kVariantAttr, VariantAttr::get(kernel.getContext(), variant.getKernel(), variant.getNumber(), facts));
}

/// Makes it a variant for grids of a multiple of so many blocks along x.
void letClusterShare(func::FuncOp kernel, int64_t multicast) {
  auto variant = kernel->getAttrOfType<VariantAttr>(kVariantAttr);
  SmallVector<FactAttr> facts(variant.getFacts());
  facts.push_back(FactAttr::get(kernel.getContext(), FactKind::MultipleOf, std::nullopt, Dimension::X, /*step=*/1,
                                multicast * joinedBlocksOf(kernel)[size_t(Dimension::X)]));
  kernel->setAttr(kVariantAttr, VariantAttr::get(kernel.getContext(), variant.getKernel(), variant.getNumber(), facts));
  kernel->setAttr(kMulticastCtasAttr, Builder(kernel.getContext()).getI32IntegerAttr(int32_t(multicast)));
}

/// A copy of the first form for grids that the device takes at once. Others speak of what the first one became.
void addFormForFewBlocks(func::FuncOp first, int64_t blocks, int64_t number) {
  auto variant = first->getAttrOfType<VariantAttr>(kVariantAttr);
  OpBuilder builder(first);
  auto copy = cast<func::FuncOp>(builder.clone(*first));
  copy.setName(fewBlocksName(variant.getKernel().getValue()));
  copy->setAttr(kVariantAttr, VariantAttr::get(copy.getContext(), variant.getKernel(), number, variant.getFacts()));
  copy->setAttr(kFewBlocksAttr, builder.getI64IntegerAttr(blocks));
}

struct MakePersistent : tilec::tile::impl::MakePersistentBase<MakePersistent> {
  using Base::Base;

  void runOnOperation() override {
    if (maxVariants <= 1)
      return;
    for (auto &[name, forms] : collect()) {
      bool isNumbered = forms.front()->hasAttr(kNumberingAttr), isWide = forms.front()->hasAttr(kManyBlocksAttr);
      func::FuncOp typical = isNumbered || isWide ? forms.front() : forms.back();
      Decision decision = decide(typical), ofOthers = typical == forms.back() ? decision : decide(forms.back());
      // Such a form is for some grids alone. Those with neighbours would be fewer still, all others slower.
      if (typical != forms.back() && hintedCtas(typical) == 1)
        decision.hasMulticast = ofOthers.hasMulticast = false;
      // Other passes speak of the preferred variant, which stands behind a wide form.
      if (const Decision &told = isPreferredVariant(typical) ? decision : ofOthers; remarks && told.isOfInterest)
        report(isPreferredVariant(typical) ? typical : forms.back(), told);
      if (remarks && multicast)
        reportHint(typical, decision);
      if (!decision.reason.empty())
        continue;
      if (forms.size() == 1)
        forms.insert(forms.begin(), addPreferredVariant(forms.front()));
      // Not in the only one: an odd number of blocks would be left to the last variant, whose CTAs do not stay.
      if (decision.hasMulticast && hintedCtas(forms.back()) > 1 && forms.size() == 2 && maxVariants > 2)
        forms.insert(forms.end() - 1, addSecondVariant(forms.front(), forms.back()));
      bool hasMulticast = decision.hasMulticast && forms.size() > 2;
      // What grids need that fill no box is no worse for few blocks, unless it takes all that wide blocks and
      // neighbours cannot.
      if (decision.hasFew && isNumbered && !isWide && !hasMulticast)
        forms[1]->setAttr(kFewBlocksAttr, Builder(&getContext()).getI64IntegerAttr(fewBlocks));
      else if (decision.hasFew && !isNumbered && (!hasMulticast || decision.hasGroups))
        addFormForFewBlocks(forms[isWide ? 1 : 0], fewBlocks, /*number=*/isWide ? -2 : -1);
      for (func::FuncOp form : ArrayRef(forms).drop_back()) {
        if (form->hasAttr(kFewBlocksAttr))
          continue;
        Decision own = form == typical ? decision : ofOthers;
        own.order.multicast = hasMulticast && form == forms.front() ? decision.multicast : 1;
        rewrite(form, own);
        if (own.order.isLine)
          assumeLine(form);
        if (own.hasGroups)
          form->setAttr(kBlockGroupsAttr, Builder(form.getContext()).getI32IntegerAttr(kBlockGroups));
      }
      if (hasMulticast)
        letClusterShare(forms.front(), decision.multicast);
    }
  }

private:
  /// The forms of each kernel, the unconditional one last; in the module's order of these.
  std::vector<std::pair<StringRef, SmallVector<func::FuncOp>>> collect() {
    std::vector<std::pair<StringRef, SmallVector<func::FuncOp>>> kernels;
    std::map<StringRef, SmallVector<func::FuncOp>> variants;
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (!function->hasAttr("tile.kernel") || function.isExternal() || function->hasAttr(kPersistentAttr))
        continue;
      auto variant = function->getAttrOfType<VariantAttr>(kVariantAttr);
      if (variant && variant.getKernel().getValue() != function.getName())
        variants[variant.getKernel().getValue()].push_back(function);
      else
        kernels.push_back({function.getName(), {function}});
    }
    for (auto &[name, forms] : kernels)
      forms.insert(forms.begin(), variants[name].begin(), variants[name].end());
    return kernels;
  }

  Decision decide(func::FuncOp kernel) {
    Gain gain = findGain(kernel);
    if (!always)
      if (std::string reason = whyItDoesNotPay(gain, sharedBytes); !reason.empty())
        return {reason, kernel, {}, false, /*isOfInterest=*/bool(gain.mma)};
    if (gain.overGrid)
      return {"it steps by the number of blocks itself", gain.overGrid, {}, false};
    if (std::optional<BlockObstacle> obstacle = findBlockObstacle(kernel))
      return {obstacle->reason, obstacle->op, {}, false};
    BlockOrder order;
    if (gain.isUnequal)
      order.longestFirst = findLengthAxis(kernel);
    order.inGroups = !order.longestFirst && gain.mma && isOuterMma(gain.mma);
    if (order.inGroups && !(multicast && hintedCtas(kernel) > 1))
      order.groupsAlong = sharedBetterAlong(gain.mma);
    order.isLine = gain.sharesRows && llvm::equal(askedFor(kernel), ArrayRef(Dimension::X));
    Decision decision = {"", kernel, order, gain.isUnequal, true, gain.sharesRows};
    decision.carriesNumbers = !gain.hasTwo && gain.sums <= kFewAccumulators;
    decision.hasGroups = pingPong && !gain.isUnequal && gain.mmas == 1 && (hintedCtas(kernel) == 1 || multicast) &&
                         mayPingPong(kernel, gain.mma) && (alwaysPingPong || isWorthPingPong(gain.mma));
    decision.hasMulticast = multicast && order.inGroups && order.groupsAlong == Dimension::X && !gain.isUnequal &&
                            hintedCtas(kernel) == 1 && sharesOperands(gain, decision.hasGroups);
    if (int64_t ctas = hintedCtas(kernel); multicast && ctas > 1 && gain.mma) {
      SharedOperands shared = sharedOperands(gain.mma, ctas);
      decision.nothingShared = gain.isUnequal    ? "CTAs draw their blocks"
                               : maxVariants > 2 ? shared.obstacle
                                                 : "there is one variant";
      decision.hasMulticast = decision.nothingShared.empty();
      decision.multicast = shared.ctas;
    }
    decision.hasFew = fewBlocks > 0 && maxVariants > 2 && order.inGroups && !gain.isUnequal && gain.mmas == 1 &&
                      gain.leastRows >= kRowsOfWarpgroup && hintedCtas(kernel) == 1;
    return decision;
  }

  /// What becomes of the user's wish for clusters, where a tile block is not divided.
  static void reportHint(func::FuncOp kernel, const Decision &decision) {
    int64_t ctas = hintedCtas(kernel);
    bool multiplies = kernel.walk([](MmaOp) { return WalkResult::interrupt(); }).wasInterrupted();
    if (ctas <= 1 || !multiplies)
      return;
    Remark remark(kernel, decision.hasMulticast ? "ClusterOfBlocks" : "NoCluster");
    remark.with("ctas", ctas) << "num_cta_in_cga = " << ctas;
    if (decision.hasMulticast)
      remark << ": " << decision.multicast << " CTAs of a cluster take blocks next to each other along x, in the first "
             << "variant, for grids of a multiple of " << decision.multicast << " blocks along x";
    else
      remark << " has no effect: the work of a tile block is not divided, because of an MMA, and CTAs with blocks "
             << "of their own load nothing for each other: "
             << (decision.reason.empty() ? decision.nothingShared : "they do not stay");
  }

  static void report(func::FuncOp kernel, const Decision &decision) {
    if (!decision.reason.empty()) {
      Remark(decision.place, "NotPersistent") << "not persistent: " << decision.reason;
      return;
    }
    Remark remark(kernel, "Persistent");
    remark << "persistent: CTAs stay and " << (decision.isDrawn ? "draw" : "loop over") << " tile blocks";
    if (std::optional<LengthAxis> axis = decision.order.longestFirst)
      remark << ", the longest first: from " << (axis->grows ? "the last " : "the first ")
             << stringifyDimension(axis->dimension) << " on";
    if (decision.order.inGroups)
      remark << ", in groups of " << BlockRaster::kGroup << " along " << stringifyDimension(decision.order.groupsAlong);
    if (decision.order.isLine)
      remark << ", in grids of one dimension";
    if (decision.hasMulticast)
      remark << ", " << (decision.multicast == 2 ? "two" : std::to_string(decision.multicast))
             << " in a cluster, which load once what " << (decision.multicast == 2 ? "both" : "all") << " multiply by";
    if (decision.hasGroups)
      remark << ", two in flight, which take turns on the tensor core";
  }
};

} // namespace
