// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Strategy/MmaStrategy.h"
#include "compiler/Strategy/KernelStrategy.h"
#include "compiler/Strategy/Tcgen05Strategy.h"
#include "compiler/Strategy/Wgmma.h"
#include "compiler/Target/TallDoubles.h"
#include "dialects/Tile/Analysis/Divisibility.h"
#include "dialects/Tile/IR/PartialSums.h"
#include "dialects/Tile/IR/TileDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using tilec::layout::LinearLayout;
using tilec::layout::MmaOperand;
using tilec::layout::Place;

namespace tilec::strategy {

static bool isFp8(Type type) {
  return isa<Float8E4M3FNType, Float8E5M2Type>(type);
}

static bool hasFp8Unit(const Target &target) {
  return target.has(Capability::MmaFp8) && !target.hasMatrixUnit();
}

//===- Warpgroups ------------------------------------------------------------------------------------------------===//

namespace {

constexpr int64_t kLeastColumns = 8, kLeastDepthBytes = 32, kLeastAccumulators = 64 * 64;
constexpr int64_t kMaxOperandBytes = 128 * 1024, kLeastStreamedBytes = 8 * 1024;
constexpr unsigned kPreferredWarpgroups = 2;
/// The most registers of a lane that hold accumulators.
constexpr int64_t kMaxAccumulatorRegisters = 128;
/// The registers of a lane besides an instruction's accumulators, without which the assembler refuses it. Four of them
/// are for an operand.
constexpr int64_t kRegistersBesideAccumulators = 30;

/// The registers of all lanes for the accumulators of an MMA.
int64_t accumulatorRegisters(tile::MmaOp op) {
  return tile::elementCount(op.getType()) * tile::storageBytes(getElementTypeOrSelf(op.getType())) / 4;
}

/// What a tile comes from element by element, in one branch or another, itself included; through MMAs by way of
/// their accumulators.
SmallVector<Value> elementwiseOrigins(Value tile) {
  SmallVector<Value> pending = {tile}, origins;
  llvm::DenseSet<Value> seen;
  while (!pending.empty()) {
    Value value = pending.pop_back_val();
    bool isSameShape =
        isa<RankedTensorType>(value.getType()) && tile::shapeOf(value.getType()) == tile::shapeOf(tile.getType());
    if (!isSameShape || !seen.insert(value).second)
      continue;
    origins.push_back(value);
    Operation *op = value.getDefiningOp();
    if (!op)
      continue;
    if (auto mma = dyn_cast<tile::MmaOp>(op))
      pending.push_back(mma.getAccumulator());
    if (op->hasTrait<OpTrait::Elementwise>() || isa<tile::FToFOp>(op))
      llvm::append_range(pending, op->getOperands());
    if (auto branch = dyn_cast<scf::IfOp>(op))
      for (scf::YieldOp yield : {branch.thenYield(), branch.elseYield()})
        pending.push_back(yield.getOperand(cast<OpResult>(value).getResultNumber()));
  }
  return origins;
}

/// The registers of all lanes for the accumulators that the MMA's loop carries from one iteration to the next. Each
/// lane holds its part of them all.
int64_t carriedRegisters(tile::MmaOp op) {
  auto loop = op->getParentOfType<LoopLikeOpInterface>();
  if (!loop)
    return 0;
  llvm::MapVector<Value, int64_t> registersOf;
  loop->walk([&](tile::MmaOp other) {
    if (other->getParentOfType<LoopLikeOpInterface>() != loop)
      return;
    for (Value origin : elementwiseOrigins(other.getAccumulator()))
      if (auto carried = dyn_cast<BlockArgument>(origin); carried && carried.getOwner()->getParentOp() == loop)
        registersOf[carried] = std::max(registersOf[carried], accumulatorRegisters(other));
  });
  int64_t all = 0;
  for (auto [carried, registers] : registersOf)
    all += registers;
  return all;
}

/// The registers that a lane of so many warps lacks for such accumulators, and for what an instruction takes besides.
int64_t missingRegisters(int64_t accumulators, unsigned warps) {
  int64_t needed = accumulators / (int64_t(warps) * kLanesPerWarp) + kRegistersBesideAccumulators;
  return std::max<int64_t>(0, needed - registersOfConsumer(/*ctas=*/1, warps));
}

bool haveRegisters(int64_t accumulators, unsigned warps) {
  return missingRegisters(accumulators, warps) == 0;
}

/// As many as keep a lane's accumulators few.
unsigned countWarpgroups(int64_t accumulators, unsigned groups) {
  constexpr unsigned kMaxWarpgroups = kWarpsPerCta / kWarpsPerWarpgroup;
  while (groups < kMaxWarpgroups &&
         accumulators > kMaxAccumulatorRegisters * groups * kWarpsPerWarpgroup * kLanesPerWarp)
    groups *= 2;
  return groups;
}

unsigned countWarpgroups(tile::MmaOp op) {
  if (tile::blockGroupsOf(op) > 1)
    return 1;
  Type operandType = getElementTypeOrSelf(op.getA().getType()), accumulator = getElementTypeOrSelf(op.getType());
  int64_t copies = tile::depthOfPartialSums(op, operandType, accumulator) ? 2 : 1,
          carried = copies * carriedRegisters(op);
  unsigned ofRows = unsigned(std::min<int64_t>(Extents(op).m / kRowsOfWarpgroup, kPreferredWarpgroups));
  unsigned own = countWarpgroups(copies * accumulatorRegisters(op), ofRows), most = countWarpgroups(carried, own);
  // Takes the most groups among those that keep all that the loop carries, or those that keep most of it.
  auto missing = [&](unsigned groups) { return groups * missingRegisters(carried, groups * kWarpsPerWarpgroup); };
  unsigned best = most;
  for (unsigned groups = most / 2; groups >= own; groups /= 2)
    if (missing(groups) < missing(best))
      best = groups;
  return best;
}

/// By as many warpgroups as it would have.
bool fitsWarpgroups(tile::MmaOp op, const Target &target) {
  return fitsWarpgroups(op, Extents(op), target) &&
         haveRegisters(accumulatorRegisters(op), kWarpsPerWarpgroup * countWarpgroups(op));
}

/// By the warps that the kernel has.
bool fitsWarpgroups(tile::MmaOp op, const KernelStrategy &kernel, const Target &target) {
  return kernel.hasWarpgroups && kernel.numWarps >= kWarpsPerWarpgroup && fitsWarpgroups(op, Extents(op), target) &&
         haveRegisters(accumulatorRegisters(op), kernel.numWarps);
}

} // namespace

Type wgmmaOperand(Type operandType, Type accumulator) {
  if (operandType.isF32() || operandType.isF64())
    return {};
  return isFp8(operandType) && !accumulator.isF32() ? Float16Type::get(operandType.getContext()) : operandType;
}

bool fitsWarpgroups(tile::MmaOp op, const Extents &extents, const Target &target) {
  Type operandType = wgmmaOperand(getElementTypeOrSelf(op.getA().getType()), getElementTypeOrSelf(op.getType()));
  if (!operandType || !target.has(Capability::Wgmma))
    return false;
  int64_t depthBytes = extents.k * tile::storageBytes(operandType);
  return extents.m % kRowsOfWarpgroup == 0 && extents.n >= kLeastColumns && depthBytes >= kLeastDepthBytes &&
         extents.batch * (extents.m + extents.n) * depthBytes <= kMaxOperandBytes;
}

Value storedTile(Value tile) {
  while (isa_and_nonnull<tile::PermuteOp, tile::ReshapeOp>(tile.getDefiningOp()))
    tile = tile.getDefiningOp()->getOperand(0);
  return tile;
}

bool isWorthWarpgroups(tile::MmaOp op) {
  Extents extents(op);
  return extents.m * extents.n >= kLeastAccumulators || isStreamed(op.getA(), op);
}

bool comesFromMma(Value tile) {
  return llvm::any_of(elementwiseOrigins(tile), [](Value origin) { return origin.getDefiningOp<tile::MmaOp>(); });
}

/// Stored once all MMAs are over, by a CTA that does not stay: operands have left their places by then.
static bool isStoredLast(Operation *store, func::FuncOp kernel) {
  if (kernel->hasAttr(tile::kPersistentAttr) || store->getParentOp() != kernel)
    return false;
  bool isLast = true, isBehind = false;
  for (Operation &op : *store->getBlock()) {
    isBehind |= &op == store;
    op.walk([&](tile::MmaOp) { isLast &= !isBehind; });
  }
  return isLast;
}

int64_t sharedBytesWith(int64_t operands, func::FuncOp kernel, int64_t mostStored) {
  constexpr int64_t kLeastOtherBytes = 32 * 1024;
  int64_t beside = kLeastOtherBytes, inPlace = 0;
  kernel.walk([&](Operation *op) {
    for (Value value : isa<tile::StoreOp, tile::StoreViewOp>(op) ? ValueRange(op->getOperands()) : ValueRange())
      if (auto tile = dyn_cast<RankedTensorType>(value.getType()); tile && !isa<tile::PtrType>(tile.getElementType())) {
        int64_t &most = isStoredLast(op, kernel) ? inPlace : beside;
        most = std::max(
            most, std::min<int64_t>(mostStored, tile::elementCount(tile) * tile::storageBytes(tile.getElementType())));
      }
  });
  return std::max(operands + beside, inPlace);
}

bool canUseWarpgroups(func::FuncOp kernel, const Target &target) {
  if (target.has(Capability::Tcgen05))
    return canUseTensorMemory(kernel, target);
  llvm::MapVector<Value, int64_t> bytesOf;
  kernel.walk([&](tile::MmaOp op) {
    if (!fitsWarpgroups(op, target))
      return;
    for (Value operand : {op.getA(), op.getB()})
      if (operand != op.getA() || !comesFromMma(operand))
        bytesOf[storedTile(operand)] =
            tile::elementCount(operand.getType()) * tile::storageBytes(getElementTypeOrSelf(operand.getType()));
  });
  int64_t bytes = 0;
  for (auto [tile, own] : bytesOf)
    bytes += own;
  return target.has(Capability::Wgmma) && sharedBytesWith(bytes, kernel) <= target.sharedMemoryPerCta();
}

/// By mma.sync: accumulators of fp8 are those of the last 128 MMAs, and all.
static int64_t copiesOfAccumulators(tile::MmaOp op, const Target &target) {
  Type operandType = getElementTypeOrSelf(op.getA().getType()), accumulator = getElementTypeOrSelf(op.getType());
  bool asHalf = isFp8(operandType) && !(accumulator.isF32() && hasFp8Unit(target));
  return !asHalf && tile::depthOfPartialSums(op, operandType, accumulator) ? 2 : 1;
}

/// The most accumulators of all lanes. More of one MMA, or of all that live at one time, leave eight warps no registers
/// for operands.
static constexpr int64_t kMostAccumulatorsOfMmaSync = 128 * 256, kMostLiveOfLanes = 192 * 256,
                         kMostAccumulatorsOfLanes = 128 * 128;

bool isOfLanes(tile::MmaOp op) {
  return getElementTypeOrSelf(op.getA().getType()).isF32();
}

/// wgmma or tcgen05 could multiply such elements, if the tile were smaller.
static bool hasLargerUnit(tile::MmaOp op, const Target &target) {
  Extents extents(op);
  Type element = getElementTypeOrSelf(op.getA().getType());
  if (target.has(Capability::Tcgen05))
    return extents.m >= kRowsOfWarpgroup && hasTensorElements(op, target);
  Type operandType = wgmmaOperand(element, getElementTypeOrSelf(op.getType()));
  return target.has(Capability::Wgmma) && operandType && extents.m % kRowsOfWarpgroup == 0 &&
         extents.n >= kLeastColumns && extents.k * tile::storageBytes(operandType) >= kLeastDepthBytes;
}

/// The registers of all lanes for `copies` of the accumulators that the MMA's loop carries, and for those that live
/// beside them in an iteration, as scores beside the output of attention.
static int64_t liveRegisters(tile::MmaOp op, int64_t copies) {
  auto loop = op->getParentOfType<LoopLikeOpInterface>();
  int64_t beside = 0;
  if (!loop)
    return copies * accumulatorRegisters(op);
  loop->walk([&](tile::MmaOp other) {
    bool isOfIteration = other->getParentOfType<LoopLikeOpInterface>() == loop &&
                         llvm::none_of(elementwiseOrigins(other.getAccumulator()), llvm::IsaPred<BlockArgument>);
    if (isOfIteration)
      beside = std::max(beside, accumulatorRegisters(other));
  });
  return std::max(copies * carriedRegisters(op) + beside, copies * accumulatorRegisters(op));
}

/// Where lanes multiply what the copy engine stages: shared memory has room for what a loop's MMAs read from before
/// it, and for one stage of what one of them loads, which others may have in turn.
static bool fitsStages(func::FuncOp kernel, const Target &target) {
  constexpr int64_t kOtherBytes = 2048;
  if (!target.hasProducers() || target.hasMatrixUnit())
    return true;
  llvm::MapVector<Operation *, llvm::MapVector<Value, int64_t>> before;
  llvm::MapVector<Operation *, int64_t> loaded;
  kernel.walk([&](tile::MmaOp op) {
    auto loop = op->getParentOfType<LoopLikeOpInterface>();
    int64_t ofProduct = 0;
    for (Value operand : {op.getA(), op.getB()}) {
      int64_t bytes =
          tile::elementCount(operand.getType()) * tile::storageBytes(getElementTypeOrSelf(operand.getType()));
      if (isLoadedInLoop(operand, op))
        ofProduct += bytes;
      else if (loop && loop.isDefinedOutsideOfLoop(operand))
        before[loop][storedTile(operand)] = bytes;
    }
    loaded[loop] = std::max(loaded[loop], ofProduct);
  });
  return llvm::all_of(loaded, [&](auto &entry) {
    int64_t bytes = entry.second + kOtherBytes;
    for (auto [tile, own] : before[entry.first])
      bytes += own;
    return bytes <= target.sharedMemoryPerCta();
  });
}

bool fitsCta(func::FuncOp kernel, const Target &target) {
  bool fits = fitsStages(kernel, target), hasUnit = false;
  kernel.walk([&](tile::MmaOp op) {
    if (!hasLargerUnit(op, target)) {
      fits &= accumulatorRegisters(op) <= (isOfLanes(op) ? kMostAccumulatorsOfLanes : kMostAccumulatorsOfMmaSync) &&
              liveRegisters(op, copiesOfAccumulators(op, target)) <= kMostLiveOfLanes;
      return;
    }
    hasUnit = true;
    Type element = getElementTypeOrSelf(op.getA().getType());
    int64_t copies = tile::depthOfPartialSums(op, element, getElementTypeOrSelf(op.getType())) ? 2 : 1;
    fits &= target.has(Capability::Tcgen05)
                ? fitsTensorMemory(op, target) && liveRegisters(op, /*copies=*/1) <= kMostLiveOfLanes
                : fitsWarpgroups(op, Extents(op), target) &&
                      haveRegisters(liveRegisters(op, copies), kWarpsPerWarpgroup * countWarpgroups(op));
  });
  return fits && (!hasUnit || canUseWarpgroups(kernel, target));
}

bool isLoadedInLoop(Value operand, Operation *mma) {
  Operation *load = storedTile(operand).getDefiningOp<tile::LoadViewOp>();
  auto loop = load ? load->getParentOfType<LoopLikeOpInterface>() : LoopLikeOpInterface();
  return loop && !loop->hasAttr(tile::kBlockLoopAttr) && loop->isAncestor(mma);
}

bool isStreamed(Value operand, tile::MmaOp op) {
  return tile::elementCount(operand.getType()) * tile::storageBytes(getElementTypeOrSelf(operand.getType())) >=
             kLeastStreamedBytes &&
         isLoadedInLoop(operand, op);
}

std::optional<layout::MmaInstruction> planScaledMma(tile::ScaledMmaOp op, const KernelStrategy &kernel,
                                                    const Target &target) {
  if (kernel.hasWarpgroups && isTcgen05Mma(op, kernel.numWarps, target))
    return layout::MmaInstruction::Tcgen05;
  // There is none for e2m1 with e8m0 scales of 16 elements.
  bool isNarrow = isa<Float4E2M1FNType>(getElementTypeOrSelf(op.getA().getType()));
  bool isPowerOfTwo = isa<Float8E8M0FNUType>(getElementTypeOrSelf(op.getAScale().getType()));
  int64_t block = tile::shapeOf(op.getA().getType()).back() / tile::shapeOf(op.getAScale().getType()).back();
  bool hasInstruction = !isNarrow || block == (isPowerOfTwo ? 32 : 16);
  return target.has(Capability::MmaBlockScaled) && hasInstruction ? std::optional(layout::MmaInstruction::MmaSync)
                                                                  : std::nullopt;
}

MmaPlan planMma(tile::MmaOp op, const KernelStrategy &kernel, const Target &target) {
  if (auto plan = kernel.hasWarpgroups ? planTcgen05Mma(op, kernel.numWarps, target) : std::nullopt)
    return *plan;
  Type operandType = getElementTypeOrSelf(op.getA().getType()), accumulator = getElementTypeOrSelf(op.getType());
  if (fitsWarpgroups(op, kernel, target))
    return {layout::MmaInstruction::Wgmma, wgmmaOperand(operandType, accumulator),
            kernel.operandsInRegisters.contains(op),
            kernel.operandsAcrossK.contains(op) ? layout::RowOrder::Interleaved : layout::RowOrder::InOrder};
  if (isOfLanes(op))
    return {layout::MmaInstruction::Fma, operandType};
  bool asHalf = isFp8(operandType) && !(accumulator.isF32() && hasFp8Unit(target));
  return {layout::MmaInstruction::MmaSync, asHalf ? Float16Type::get(operandType.getContext()) : operandType};
}

unsigned registersOfMmas(func::FuncOp kernel, const KernelStrategy &plan, const Target &target) {
  // Besides what a load of accumulators from tensor memory gets.
  constexpr int64_t kBesideLoads = 18;
  llvm::MapVector<Operation *, int64_t> sumsOf, loadsOf;
  kernel.walk([&](Operation *op) {
    Operation *loop = op->getParentOfType<LoopLikeOpInterface>();
    auto mma = dyn_cast<tile::MmaOp>(op);
    if (plan.hasWarpgroups && !(mma && comesFromMma(mma.getAccumulator())))
      loadsOf[loop] += registersOfTcgen05Mma(op, plan.numWarps, target);
    if (mma && fitsWarpgroups(mma, plan, target) && !comesFromMma(mma.getAccumulator()))
      sumsOf[loop] += accumulatorRegisters(mma) / (int64_t(plan.numWarps) * kLanesPerWarp);
  });
  int64_t most = 0;
  for (auto [loop, accumulators] : sumsOf)
    most = std::max(most, accumulators + kRegistersBesideAccumulators);
  for (auto [loop, loads] : loadsOf)
    if (loads > 0)
      most = std::max(most, loads + kBesideLoads);
  return unsigned(most);
}

static bool isOfTallDoubles(tile::MmaOp op, const Target &target) {
  return getElementTypeOrSelf(op.getA().getType()).isF64() && hasTallDoubles(target);
}

/// A producer brings both operands to shared memory, from where lanes read them as they multiply.
static bool isFedByProducer(tile::MmaOp op, const KernelStrategy &plan, const Target &target) {
  return hasProducer(plan, target) && isLoadedInLoop(op.getA(), op) && isLoadedInLoop(op.getB(), op);
}

/// A loaded operand with neighbours along M or N, not along K.
static bool isTransposed(Value operandType, bool isA) {
  auto load = operandType.getDefiningOp<tile::LoadViewOp>();
  if (!load)
    return false;
  bool isRowMajor = cast<tile::ViewType>(load.getView().getType()).getTensorView().getStrides().back() == 1;
  return isRowMajor != isA;
}

/// For a lane's operands of the steps of an MMA: as much of them as its part of the accumulators needs at once.
static int64_t operandRegisters(tile::MmaOp op, const KernelStrategy &plan, layout::MmaInstruction instruction,
                                const Target &target) {
  // Those of two steps of a multiply-add MMA: eight rows and eight columns, four deep.
  constexpr int64_t kOfLanes = 64;
  if (instruction == layout::MmaInstruction::Fma)
    return kOfLanes;
  // A step is 32 bytes deep: a row of it is a quarter of a register of each lane.
  constexpr int64_t kRowsOfRegister = 4, kBytesOfStep = 32;
  Extents part(op);
  int64_t deep = 1, bytes = tile::storageBytes(getElementTypeOrSelf(op.getA().getType()));
  if (isOfTallDoubles(op, target)) {
    int64_t accumulators = accumulatorRegisters(op) / (int64_t(plan.numWarps) * kLanesPerWarp);
    int64_t depth = depthOfTallDoubles(part.k, accumulators);
    // The next step's are loaded meanwhile.
    bool hasNext = depth < part.k && !hasManyDoubleAccumulators(accumulators);
    deep = std::max<int64_t>(1, (hasNext ? 2 : 1) * depth * bytes / kBytesOfStep);
  } else if (bytes == 1 && (isTransposed(op.getA(), /*isA=*/true) || isTransposed(op.getB(), /*isA=*/false))) {
    // Words along K are made of words that are not.
    deep = 2;
  }
  for (int64_t left = std::max<int64_t>(1, plan.numWarps / part.batch); left > 1; left /= 2)
    (part.m > part.n ? part.m : part.n) /= 2;
  return deep * (part.m + part.n) / kRowsOfRegister;
}

/// The registers of a lane for the loads of an MMA's operand. A lane that loads less than a word at once has one for
/// each element, and makes words later. A lane that widens elements has the words that it has loaded.
static int64_t registersOfLoads(tile::MmaOp op, const KernelStrategy &plan, Type operandType, const Target &target) {
  constexpr int64_t kWordBytes = 4;
  Type loaded = getElementTypeOrSelf(op.getA().getType());
  int64_t perRegister = kWordBytes / tile::storageBytes(loaded);
  if (plan.bytesPerLoad > 0 && plan.bytesPerLoad < kWordBytes)
    perRegister = 1;
  else if (operandType == loaded || isFedByProducer(op, plan, target))
    return 0;
  int64_t elements = 0;
  for (Value tile : {op.getA(), op.getB()})
    if (isLoadedInLoop(tile, op))
      elements += tile::elementCount(tile.getType());
  return elements / (perRegister * plan.numWarps * kLanesPerWarp);
}

bool hasProducer(const KernelStrategy &plan, const Target &target) {
  bool isNarrow = plan.bytesPerLoad > 0 && plan.bytesPerLoad < tile::kPortableAccessBytes;
  return target.hasProducers() && target.hasMatrixUnit() && plan.numWarps > 1 && !isNarrow;
}

unsigned registersOfFragments(func::FuncOp kernel, const KernelStrategy &plan, const Target &target) {
  // The assembler refuses the tall instructions of f64, m16n8k8 and m16n8k16, to lanes with 56 registers.
  constexpr int64_t kOfTallF64 = 57;
  llvm::MapVector<Operation *, int64_t> sumsOf, operandsOf;
  int64_t most = 0;
  kernel.walk([&](tile::MmaOp op) {
    MmaPlan mma = planMma(op, plan, target);
    bool isOfFragments =
        mma.instruction == layout::MmaInstruction::MmaSync || mma.instruction == layout::MmaInstruction::Fma;
    int64_t mmaOperands = registersOfLoads(op, plan, mma.operandType, target);
    if (isOfFragments)
      mmaOperands += operandRegisters(op, plan, mma.instruction, target);
    if (mmaOperands == 0)
      return;
    if (isOfTallDoubles(op, target))
      most = kOfTallF64;
    Operation *loop = op->getParentOfType<LoopLikeOpInterface>();
    operandsOf[loop] = std::max(operandsOf[loop], mmaOperands);
    // Those of fp8 twice: of the last 128 MMAs, and all.
    int64_t copies = tile::depthOfPartialSums(op, mma.operandType, getElementTypeOrSelf(op.getType())) ? 2 : 1;
    if (!comesFromMma(op.getAccumulator()) && mma.instruction != layout::MmaInstruction::Tcgen05)
      sumsOf[loop] += copies * accumulatorRegisters(op) / (int64_t(plan.numWarps) * kLanesPerWarp);
  });
  for (auto [loop, mmaOperands] : operandsOf)
    most = std::max(most, sumsOf[loop] + mmaOperands + kRegistersBesideAccumulators);
  return unsigned(most);
}

//===- Multiply-add and mma.sync ---------------------------------------------------------------------------------===//

/// Four warps share a tile as soon as each has 32 registers of accumulators a lane, more of them only where a lane
/// would have more than 128, of f64, whose operands take twice as many registers, too, more than 64. Accumulators of
/// f64 may be 128 registers of a lane in eight warps that get what a producer's warpgroup does not need
/// (docs/Experiments.md, "Constants of the model").
static constexpr int64_t kAccumulatorsOfWarp = 1024, kFewWarps = 4, kMostAccumulatorsOfWarp = 4096, kWarpsWithMore = 8;
/// By multiply-add a lane has 8x8 accumulators, for which it reads 16 words in each step along K. Small products
/// outside of loops have few words and few steps (docs/Experiments.md, "Constants of the model").
static constexpr int64_t kAccumulatorsOfFmas = 2048, kAccumulatorsOfSmallFmas = 256, kSmallProduct = 64;

static unsigned warpsOfMma(tile::MmaOp op, bool hasWarpgroups, const Target &target) {
  if (auto warps = hasWarpgroups ? warpsOfTcgen05Mma(op, target) : std::nullopt)
    return *warps;
  if (hasWarpgroups && fitsWarpgroups(op, target) && isWorthWarpgroups(op))
    return kWarpsPerWarpgroup * countWarpgroups(op);
  int64_t accumulators = copiesOfAccumulators(op, target) * tile::elementCount(op.getType()) *
                         std::max<int64_t>(1, tile::storageBytes(getElementTypeOrSelf(op.getType())) / 4);
  if (isOfLanes(op)) {
    Extents extents(op);
    bool isSmall = extents.m * extents.n <= kSmallProduct && !op->getParentOfType<LoopLikeOpInterface>();
    int64_t wanted = isSmall ? kAccumulatorsOfSmallFmas : kAccumulatorsOfFmas;
    int64_t warps =
        std::max(std::clamp<int64_t>(accumulators / wanted, 1, kWarpsWithMore), accumulators / kMostAccumulatorsOfWarp);
    return unsigned(std::min<int64_t>(warps, kWarpsPerCta));
  }
  bool isF64 = getElementTypeOrSelf(op.getType()).isF64();
  int64_t most = isF64 ? kMostAccumulatorsOfWarp / 2 : kMostAccumulatorsOfWarp;
  int64_t warps = std::max(std::clamp<int64_t>(accumulators / kAccumulatorsOfWarp, 1, kFewWarps), accumulators / most);
  if (isF64 && target.has(Capability::SetMaxRegisters))
    warps = std::max(std::min(warps, kWarpsWithMore), accumulators / kMostAccumulatorsOfWarp);
  return unsigned(std::min<int64_t>(warps, kWarpsPerCta));
}

/// Registers of accumulators of all MMAs of a loop, which attention's and its gradients' lanes hold together. Beyond
/// eight warps each lane has fewer registers in the same measure.
static unsigned warpsOfAccumulatorsTogether(func::FuncOp kernel) {
  constexpr unsigned kMostWarps = 8;
  llvm::MapVector<Operation *, int64_t> sumsOf;
  kernel.walk([&](tile::MmaOp op) {
    int64_t words = std::max<int64_t>(1, tile::storageBytes(getElementTypeOrSelf(op.getType())) / 4);
    sumsOf[op->getParentOfType<LoopLikeOpInterface>()] += tile::elementCount(op.getType()) * words;
  });
  int64_t most = 0;
  for (auto [loop, accumulators] : sumsOf)
    most = std::max(most, accumulators);
  return std::min(kMostWarps, unsigned(llvm::PowerOf2Ceil(llvm::divideCeil(most, kMostAccumulatorsOfWarp))));
}

/// Lanes hold what they load for an MMA in up to 64 registers, where the copy engine does not bring it. Stages have
/// no room for two stages of such tiles either, so what multiplies has to get along with few CTAs.
static unsigned warpsOfLoads(func::FuncOp kernel, const Target &target) {
  constexpr unsigned kMostWarps = 8;
  constexpr int64_t kBytesOfWarp = 64 * 4 * kLanesPerWarp;
  if (!target.hasProducers() || target.hasMatrixUnit())
    return 1;
  int64_t most = 0;
  kernel.walk([&](tile::MmaOp op) {
    for (Value operand : {op.getA(), op.getB()})
      if (isLoadedInLoop(operand, op))
        most = std::max(most, tile::elementCount(operand.getType()) *
                                  tile::storageBytes(getElementTypeOrSelf(operand.getType())));
  });
  return std::min(kMostWarps, unsigned(llvm::PowerOf2Ceil(llvm::divideCeil(most, kBytesOfWarp))));
}

/// Four warps share small tiles, too, as soon as each would hold more than 64 registers a lane of what an iteration
/// multiplies. A chip with a matrix unit has few CTAs of such kernels beside each other: stages take its shared memory.
static unsigned warpsOfFragments(func::FuncOp kernel) {
  constexpr int64_t kBytesOfWarp = 64 * 4 * kLanesPerWarp, kRows = 16, kColumns = 8;
  llvm::MapVector<Operation *, int64_t> bytesOf, partsOf;
  kernel.walk([&](tile::MmaOp op) {
    auto loop = op->getParentOfType<LoopLikeOpInterface>();
    if (!loop || loop->hasAttr(tile::kBlockLoopAttr) || isOfLanes(op))
      return;
    for (Value operand : {op.getA(), op.getB()})
      if (!loop.isDefinedOutsideOfLoop(operand))
        bytesOf[loop] +=
            tile::elementCount(operand.getType()) * tile::storageBytes(getElementTypeOrSelf(operand.getType()));
    Extents extents(op);
    int64_t parts = llvm::divideCeil(extents.m, kRows) * llvm::divideCeil(extents.n, kColumns);
    partsOf[loop] = std::max(partsOf[loop], extents.batch * parts);
  });
  int64_t warps = 1;
  for (auto [loop, bytes] : bytesOf)
    warps = std::max(warps, std::min(int64_t(llvm::divideCeil(bytes, kBytesOfWarp)), partsOf[loop]));
  return unsigned(std::min<int64_t>(kFewWarps, llvm::PowerOf2Ceil(warps)));
}

std::optional<unsigned> warpsOfMmas(func::FuncOp kernel, const Target &target) {
  unsigned warps = 0;
  bool hasWarpgroups = canUseWarpgroups(kernel, target);
  kernel.walk([&](tile::MmaOp op) { warps = std::max(warps, warpsOfMma(op, hasWarpgroups, target)); });
  kernel.walk([&](tile::ScaledMmaOp op) {
    if (hasWarpgroups)
      warps = std::max(warps, warpsOfTcgen05Mma(op, target).value_or(0));
  });
  // Elsewhere the large tiles are left to a larger matrix unit.
  bool isByWarps = target.has(Capability::Tcgen05) ? !hasWarpgroups : !target.has(Capability::Wgmma);
  if (warps && isByWarps)
    warps = std::max({warps, warpsOfAccumulatorsTogether(kernel), warpsOfLoads(kernel, target)});
  if (warps && warps < kFewWarps && target.hasMatrixUnit())
    warps = std::max(warps, warpsOfFragments(kernel));
  return warps ? std::optional(warps) : std::nullopt;
}

} // namespace tilec::strategy
