// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tile-specialize-arguments: variants of kernels that assume what makes their accesses wide and whole (see Passes.td).
//
// Each argument in use gets a `tile.assume` whose divisor is a switch: 1 says nothing. Then
//   1. with all switches off, how wide is each load and store? With all on?
//   2. no wider: no variant for that;
//   3. else every switch is turned back as far as nothing gets narrower, and what is left are the facts of the variant.
// This is done for up to three forms of the kernel, usually most demanding first: with the masks dropped that facts
// about the grid make superfluous (Analysis/Coverage), as it is, and for alignment alone. Widths beyond what a warp has
// elements for are no gain: lanes would go without.
//
// Updates count where several neighbours go at once: sums of floats by lanes, and what a tensor map carries.
#include "compiler/Transforms/Tile/Passes.h"
#include "compiler/Transforms/Tile/Variants/VariantNames.h"
#include "compiler/Transforms/Tile/Variants/VariantRemarks.h"
#include "dialects/Layout/Multiprocessor.h"
#include "dialects/Tile/Analysis/Coverage.h"
#include "dialects/Tile/Analysis/Divisibility.h"
#include "dialects/Tile/Analysis/StructLoads.h"
#include "dialects/Tile/IR/TileDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"
#include <array>

namespace tilec::tile {
#define GEN_PASS_DEF_SPECIALIZEARGUMENTS
#include "compiler/Transforms/Tile/Passes.h.inc"
} // namespace tilec::tile

using namespace mlir;
using namespace tilec::tile;

namespace {

/// Masks of smaller tiles cost little.
constexpr int64_t kSmallTile = 128;

/// Elements that one access of a lane may cover; 0 for ops that access no tile.
int64_t widthOf(Operation *op, Divisibility &facts) {
  return TypeSwitch<Operation *, int64_t>(op)
      .Case<LoadOp, StoreOp>([&](auto access) -> int64_t {
        bool isTile = isa<RankedTensorType>(access.getPointer().getType());
        return isTile ? facts.accessWidth(access.getPointer(), access.getMask()) : 0;
      })
      .Case([&](AtomicRmwOp update) { return facts.accessWidth(update.getPointer(), update.getMask()); })
      .Case<LoadViewOp, StoreViewOp, AtomicReduceViewOp>([&](auto access) {
        return facts.viewAccessWidth(access.getView(), access.getIndices(), access.getInBounds());
      })
      .Default([](Operation *) { return 0; });
}

/// Whether the innermost loop around an access has an MMA.
bool isInMmaLoop(Operation *op) {
  auto loop = op->getParentOfType<LoopLikeOpInterface>();
  auto multiplies = [](Operation *other) {
    return isa<MmaOp, ScaledMmaOp>(other) ? WalkResult::interrupt() : WalkResult::advance();
  };
  return loop && loop->walk(multiplies).wasInterrupted();
}

/// A load in the innermost loop around an MMA. However small the tile, it had better come with the MMA's
/// factors, by tensor map: lanes that wait for it multiply nothing.
bool feedsMmaLoop(Operation *op) {
  return isa<LoadViewOp>(op) && isInMmaLoop(op);
}

/// The width of a load that is joined with those of its neighbours.
int64_t widthOfMember(LoadOp load, Divisibility &facts) {
  return structRun(facts, *findStridedPointers(load.getPointer()), load.getMask());
}

/// The tile that a load or store moves.
RankedTensorType accessedTile(Operation *op) {
  Type type = TypeSwitch<Operation *, Type>(op)
                  .Case<LoadOp, LoadViewOp>([](auto load) { return load.getType(); })
                  .Case<StoreOp, StoreViewOp>([](auto store) { return store.getValue().getType(); })
                  .Default([](Operation *) { return Type(); });
  return dyn_cast_if_present<RankedTensorType>(type);
}

/// Whether an atomic update adds floats that nobody reads back: what targets do for several neighbours at once.
template <typename Op> bool isWideSum(Op op) {
  Type element = getElementTypeOrSelf(op.getValue().getType());
  bool isSum = op.getKind() == AtomicKind::Add || op.getKind() == AtomicKind::Sub;
  bool isReduction = op.getOrder() == MemoryOrder::Relaxed || op.getOrder() == MemoryOrder::Release;
  return op->use_empty() && isSum && isReduction && (element.isF32() || element.isF16() || element.isBF16());
}

/// Whether a tensor map could carry the update, which lanes do one by one. All through views are relaxed.
bool isBulkReduction(AtomicReduceViewOp op) {
  return isa<IntegerType>(getElementTypeOrSelf(op.getValue().getType()));
}

/// The tile that an atomic update has a number for each element of.
RankedTensorType updatedTile(Operation *op) {
  Type type = TypeSwitch<Operation *, Type>(op)
                  .Case<AtomicRmwOp, AtomicReduceViewOp>([](auto update) { return update.getValue().getType(); })
                  .Default([](Operation *) { return Type(); });
  return dyn_cast_if_present<RankedTensorType>(type);
}

/// Which updates gain from wide accesses.
struct WideUpdates {
  bool sums;       ///< of floats, several by one instruction
  bool reductions; ///< of integers through views, by tensor map
  bool besideMma;  ///< of these, those in loops with MMAs (MemoryPathModel.h)

  bool contain(Operation *op) const {
    if (!updatedTile(op))
      return false;
    if (auto update = dyn_cast<AtomicRmwOp>(op))
      return sums && isWideSum(update);
    auto update = cast<AtomicReduceViewOp>(op);
    bool isMoved = reductions || (besideMma && isInMmaLoop(op));
    return (sums && isWideSum(update)) || (isMoved && isBulkReduction(update));
  }
};

bool isNarrower(const AccessBytes &a, const AccessBytes &b) {
  return llvm::any_of(llvm::zip_equal(a, b), [](auto pair) { return std::get<0>(pair) < std::get<1>(pair); });
}

/// A kernel with a switch on each of its arguments.
class SwitchedKernel {
public:
  SwitchedKernel(func::FuncOp kernel, int64_t accessBytes, WideUpdates updates, bool tensorMaps)
      : context(kernel.getContext()), accessBytes(accessBytes), tensorMaps(tensorMaps) {
    kernel.walk([&](Operation *op) {
      if (accessedTile(op) || updates.contain(op))
        accesses.push_back(op);
    });
    if (accesses.empty())
      return;
    kernel.walk([&](Block *block) {
      for (ArrayRef<Operation *> group : findStructLoads<LoadOp>(*block))
        members.insert_range(group);
    });
    OpBuilder builder(kernel.getContext());
    builder.setInsertionPointToStart(&kernel.getBody().front());
    for (BlockArgument argument : kernel.getArguments()) {
      bool isInteger = argument.getType().isIntOrIndex() && !argument.getType().isInteger(1);
      if (argument.use_empty() || !(isInteger || isa<PtrType>(argument.getType())))
        continue;
      auto assume = AssumeOp::create(builder, argument.getLoc(), argument.getType(), argument, divisible(1));
      argument.replaceAllUsesExcept(assume, assume);
      switches.push_back(assume);
    }
  }
  SwitchedKernel(const SwitchedKernel &) = delete;
  /// The kernel as it was.
  ~SwitchedKernel() {
    for (AssumeOp assume : switches)
      remove(assume);
  }

  AccessBytes measure() const {
    Divisibility facts(accessBytes);
    AccessBytes bytes;
    for (Operation *op : accesses) {
      RankedTensorType tile = accessedTile(op);
      if (!tile)
        tile = updatedTile(op);
      int64_t lanes = tensorMaps && feedsMmaLoop(op) ? 1 : tilec::kLanesPerWarp;
      int64_t useful = std::max<int64_t>(1, tile.getNumElements() / lanes);
      int64_t width = members.contains(op) ? widthOfMember(cast<LoadOp>(op), facts) : widthOf(op, facts);
      bytes.push_back(std::min(width, useful) * storageBytes(tile.getElementType()));
    }
    return bytes;
  }

  /// Sets the switches of pointers, and those of integers, on or off. Of an integer a half or a quarter may be what
  /// memory has of it (two or four numbers in a byte).
  void assumeAll(bool pointers, bool integers) {
    constexpr int64_t kMostInOne = 4;
    for (AssumeOp assume : switches)
      if (isPointer(assume))
        set(assume, pointers ? accessBytes : 1);
      else
        set(assume, integers ? kMostInOne * accessBytes : 1);
  }

  /// Turns every switch back as far as no access gets narrower than `wanted`.
  void minimize(const AccessBytes &wanted) {
    for (AssumeOp assume : switches) {
      int64_t divisor = get(assume);
      // All or nothing first: most arguments have nothing to do with addresses.
      set(assume, 1);
      if (divisor == 1 || !isNarrower(measure(), wanted))
        continue;
      set(assume, divisor);
      for (; divisor > 2; divisor /= 2) {
        set(assume, divisor / 2);
        if (isNarrower(measure(), wanted)) {
          set(assume, divisor);
          break;
        }
      }
    }
  }

  /// What the switches say.
  SmallVector<FactAttr> facts() const {
    SmallVector<FactAttr> facts;
    for (AssumeOp assume : switches)
      if (int64_t divisor = get(assume); divisor > 1)
        facts.push_back(
            FactAttr::get(context, FactKind::MultipleOf, argumentOf(assume).getArgNumber(), std::nullopt, 1, divisor));
    return facts;
  }

  /// Leaves the assumptions that are switched on in the kernel.
  void keep() {
    llvm::erase_if(switches, [](AssumeOp assume) { return get(assume) > 1; });
  }

private:
  DivisibleAttr divisible(int64_t divisor) const {
    return DivisibleAttr::get(context, divisor, std::nullopt, std::nullopt);
  }
  void set(AssumeOp assume, int64_t divisor) {
    assume.setFactAttr(divisible(divisor));
  }
  static int64_t get(AssumeOp assume) {
    return cast<DivisibleAttr>(assume.getFact()).getDivisor();
  }
  static BlockArgument argumentOf(AssumeOp assume) {
    return cast<BlockArgument>(assume.getSource());
  }
  static bool isPointer(AssumeOp assume) {
    return isa<PtrType>(assume.getType());
  }
  static void remove(AssumeOp assume) {
    assume.replaceAllUsesWith(assume.getSource());
    assume.erase();
  }

  MLIRContext *context;
  int64_t accessBytes;
  bool tensorMaps;
  SmallVector<Operation *> accesses;
  llvm::DenseSet<Operation *> members; ///< that are loads of whole structs with others
  SmallVector<AssumeOp> switches;
};

/// Erases `value`'s definition and what only it needs.
void eraseUnused(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op || !isOpTriviallyDead(op))
    return;
  SmallVector<Value> operands(op->getOperands());
  op->erase();
  for (Value operand : operands)
    eraseUnused(operand);
}

/// Lets `op` access all its elements.
void makeWhole(Operation *op) {
  SmallVector<Value> unused;
  TypeSwitch<Operation *>(op)
      .Case([&](LoadOp load) {
        unused = {load.getMask()};
        if (load.getPadding())
          unused.push_back(load.getPadding());
        load.getMaskMutable().clear();
        load.getPaddingMutable().clear();
      })
      .Case([&](StoreOp store) {
        unused = {store.getMask()};
        store.getMaskMutable().clear();
      })
      .Case<LoadViewOp, StoreViewOp, AtomicReduceViewOp>([](auto access) { access.setInBounds(true); });
  for (Value value : unused)
    eraseUnused(value);
}

/// Adds `fact`; of two that differ in their value only the stronger stays.
void addFact(SmallVectorImpl<FactAttr> &facts, FactAttr fact) {
  for (FactAttr &known : facts) {
    bool isSame = known.getKind() == fact.getKind() && known.getArgument() == fact.getArgument() &&
                  known.getGrid() == fact.getGrid() && known.getStep() == fact.getStep();
    if (!isSame)
      continue;
    if (known.getValue() < fact.getValue())
      known = fact;
    return;
  }
  facts.push_back(fact);
}

/// Whether `facts` say what `fact` says, or more.
bool isImplied(FactAttr fact, ArrayRef<FactAttr> facts) {
  return llvm::any_of(facts, [&](FactAttr known) {
    bool isSame = known.getKind() == fact.getKind() && known.getArgument() == fact.getArgument() &&
                  known.getGrid() == fact.getGrid() && known.getStep() == fact.getStep();
    bool isMultiple = fact.getKind() == FactKind::MultipleOf;
    return isSame && (isMultiple ? known.getValue() % fact.getValue() == 0 : known.getValue() >= fact.getValue());
  });
}

/// Comparisons of tiles that `facts` make true anywhere, as where what lies outside is set to zero, become constants.
void foldComparisons(func::FuncOp kernel, ArrayRef<FactAttr> facts) {
  SmallVector<arith::CmpIOp> known;
  kernel.walk([&](arith::CmpIOp compare) {
    if (elementCount(compare.getType()) < kSmallTile)
      return;
    std::optional<SmallVector<FactAttr>> needed = factsForTrue(compare);
    if (needed && llvm::all_of(*needed, [&](FactAttr fact) { return isImplied(fact, facts); }))
      known.push_back(compare);
  });
  for (arith::CmpIOp compare : known) {
    OpBuilder builder(compare);
    auto type = cast<RankedTensorType>(compare.getType());
    Value always = arith::ConstantOp::create(builder, compare.getLoc(), DenseElementsAttr::get(type, true));
    compare->replaceAllUsesWith(ValueRange(always));
    compare.erase();
  }
}

/// Drops the masks of `kernel` that facts about a launch make superfluous; returns the facts. `dropped` counts.
SmallVector<FactAttr> dropMasks(func::FuncOp kernel, unsigned &dropped) {
  SmallVector<std::pair<Operation *, SmallVector<FactAttr>>> whole;
  kernel.walk([&](Operation *op) {
    RankedTensorType tile = isa<AtomicReduceViewOp>(op) ? updatedTile(op) : accessedTile(op);
    if (!tile || tile.getNumElements() < kSmallTile)
      return;
    if (std::optional<SmallVector<FactAttr>> facts = factsForWholeAccess(op))
      whole.push_back({op, std::move(*facts)});
  });
  SmallVector<FactAttr> all;
  for (auto &[op, facts] : whole) {
    makeWhole(op);
    for (FactAttr fact : facts)
      addFact(all, fact);
  }
  foldComparisons(kernel, all);
  dropped = whole.size();
  return all;
}

struct SpecializeArguments : tilec::tile::impl::SpecializeArgumentsBase<SpecializeArguments> {
  using Base::Base;

  void runOnOperation() override {
    if (maxVariants <= 1)
      return;
    SmallVector<func::FuncOp> kernels;
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (function->hasAttr("tile.kernel") && !function->hasAttr(kVariantAttr) && !function.isExternal())
        kernels.push_back(function);
    for (func::FuncOp kernel : kernels)
      specialize(kernel);
  }

private:
  /// What distinguishes the forms that are tried, most demanding first.
  struct Form {
    bool withoutMasks, divisibleIntegers;
  };

  WideUpdates wideUpdates() const {
    return {wideAtomics, bulkReductions, /*besideMma=*/tensorMaps};
  }

  template <typename... Ops> static bool hasInside(func::FuncOp kernel) {
    return kernel.walk([](Operation *op) { return WalkResult(failure(isa<Ops...>(op))); }).wasInterrupted();
  }

  bool hasViews(func::FuncOp kernel) const {
    return hasInside<LoadViewOp, StoreViewOp>(kernel) || (bulkReductions && hasInside<AtomicReduceViewOp>(kernel));
  }

  static unsigned countAccesses(func::FuncOp kernel) {
    unsigned count = 0;
    kernel.walk([&](Operation *op) { count += accessedTile(op) || updatedTile(op); });
    return count;
  }

  void specialize(func::FuncOp kernel) {
    AccessBytes without = SwitchedKernel(kernel, accessBytes, wideUpdates(), tensorMaps).measure();
    unsigned count = 0;
    SmallVector<FactAttr> previous;
    // With room for one only: ragged sizes should be fast too, so masks stay if that leaves anything to gain.
    constexpr Form kWhole = {true, true}, kWide = {false, true}, kAligned = {false, false};
    bool isRoomy = maxVariants > 2;
    for (Form form : isRoomy ? std::array{kWhole, kWide, kAligned} : std::array{kWide, kAligned, kWhole}) {
      if (count + 1 == maxVariants)
        break;
      auto variant = cast<func::FuncOp>(OpBuilder(kernel).clone(*kernel));
      VariantGain gain{without, without, 0, countAccesses(kernel), hasInside<AtomicRmwOp, AtomicReduceViewOp>(kernel)};
      SmallVector<FactAttr> facts = assume(variant, form, gain);
      bool isNew = !facts.empty() && facts != previous && (!form.withoutMasks || gain.masks);
      if (!isNew) {
        variant.erase();
        continue;
      }
      variant.setName(variantName(kernel.getName(), count));
      mark(variant, kernel, count, facts);
      if (remarks)
        reportVariant(kernel, count, facts, gain);
      ++count;
      previous = facts;
    }
    if (!count && tensorMaps && hasViews(kernel)) {
      auto variant = cast<func::FuncOp>(OpBuilder(kernel).clone(*kernel));
      variant.setName(variantName(kernel.getName(), 0));
      mark(variant, kernel, count++, {});
    }
    if (count)
      mark(kernel, kernel, count, {});
  }

  /// Makes `kernel` the best of its form; returns the facts it needs, none if nothing is gained.
  SmallVector<FactAttr> assume(func::FuncOp kernel, Form form, VariantGain &gain) {
    SmallVector<FactAttr> whole = form.withoutMasks ? dropMasks(kernel, gain.masks) : SmallVector<FactAttr>();
    SwitchedKernel switched(kernel, accessBytes, wideUpdates(), tensorMaps);
    switched.assumeAll(/*pointers=*/true, form.divisibleIntegers);
    gain.with = switched.measure();
    if (!gain.masks && !isNarrower(gain.without, gain.with))
      return {};
    switched.minimize(gain.with);
    SmallVector<FactAttr> facts = switched.facts();
    switched.keep();
    for (FactAttr fact : whole)
      addFact(facts, fact);
    return facts;
  }

  static void mark(func::FuncOp function, func::FuncOp kernel, unsigned number, ArrayRef<FactAttr> facts) {
    auto name = FlatSymbolRefAttr::get(kernel.getContext(), kernel.getName());
    function->setAttr(kVariantAttr, VariantAttr::get(kernel.getContext(), name, number, facts));
  }
};

} // namespace
