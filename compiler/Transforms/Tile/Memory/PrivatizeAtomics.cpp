// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tile-privatize-atomics: updates of a small table go to a copy in the block's own memory first (see Passes.td).
//
// Updates that all blocks send to the same few cells of global memory wait for each other there; in shared memory only
// those of one block do, and the hardware counts equal ones of a warp at once. What a block has counted it adds once.
//
// Nobody can tell: relaxed updates promise no order among cells, and the kernel has no other atomics by which it could
// learn of others or tell them. Cells that a block never updates it never touches, for they may lie behind the end of
// the user's table: the known bounds are those of the index's type or of a promise.
#include "compiler/Transforms/Tile/Memory/NeutralElements.h"
#include "compiler/Transforms/Tile/Passes.h"
#include "dialects/Tile/Analysis/Alias.h"
#include "dialects/Tile/Analysis/IntegerRanges.h"
#include "dialects/Tile/IR/Remarks.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/Support/MathExtras.h"

namespace tilec::tile {
#define GEN_PASS_DEF_PRIVATIZEATOMICS
#include "compiler/Transforms/Tile/Passes.h.inc"
} // namespace tilec::tile

using namespace mlir;
using namespace tilec::tile;

namespace {

/// A table of this size leaves room for other blocks on the multiprocessor.
constexpr int64_t kMaxTableBytes = 16 * 1024;
/// Trips expected of a loop; updates of a cell from which on the trip through shared memory pays.
constexpr int64_t kExpectedTrips = 8, kMinUpdatesPerCell = 4;
constexpr int64_t kTableAlignment = 16;
/// Narrower cells have no words of their own.
constexpr unsigned kLeastCellBits = 32;

bool isAtomic(Operation *op) {
  return isa<AtomicLoadOp, AtomicStoreOp, AtomicRmwOp, AtomicCasOp, AtomicLoadViewOp, AtomicStoreViewOp,
             AtomicReduceViewOp>(op);
}

/// Where a memory access goes; null for other ops.
Value accessedAddress(Operation *op) {
  return TypeSwitch<Operation *, Value>(op)
      .Case<LoadOp, StoreOp, AtomicLoadOp, AtomicStoreOp, AtomicRmwOp, AtomicCasOp>(
          [](auto access) { return access.getPointer(); })
      .Case<LoadViewOp, StoreViewOp, AtomicLoadViewOp, AtomicStoreViewOp, AtomicReduceViewOp>(
          [](auto access) { return access.getView(); })
      .Default([](Operation *) { return Value(); });
}

/// Updates of a table: of `base[start + index]`, for indices from 0 to below `cells`.
struct Updates {
  mutable AtomicRmwOp op; ///< handles have no const accessors
  Value base, index;
  int64_t cells = 0;
  SmallVector<Value> start; ///< summands, scalars

  RankedTensorType type() const {
    return cast<RankedTensorType>(op.getValue().getType());
  }
  Type element() const {
    return type().getElementType();
  }
};

/// The same table in all of the kernel: no loop or branch names it anew.
bool isKernelWide(Value base) {
  return isa<func::FuncOp>(base.getParentRegion()->getParentOp());
}

/// Takes what is the same for all elements, in all of the kernel, out of an index that does not overflow.
Value withoutStart(Value index, SmallVectorImpl<Value> &start) {
  auto sum = index.getDefiningOp<arith::AddIOp>();
  if (!sum || !sum.hasNoSignedWrap())
    return index;
  for (auto [first, other] : {std::pair(sum.getLhs(), sum.getRhs()), std::pair(sum.getRhs(), sum.getLhs())})
    if (auto splat = first.getDefiningOp<SplatOp>(); splat && isKernelWide(splat.getSource())) {
      start.push_back(splat.getSource());
      return withoutStart(other, start);
    }
  return index;
}

class Privatizer {
public:
  Privatizer(func::FuncOp kernel, bool remarks) : kernel(kernel), remarks(remarks) {}

  void run() {
    SmallVector<Updates> found;
    kernel.walk([&](AtomicRmwOp op) {
      if (std::optional<Updates> updates = match(op))
        found.push_back(*updates);
    });
    SmallVector<std::string> reasons;
    for (const Updates &updates : found)
      reasons.push_back(whyNot(updates, found));
    int64_t bytes = 0;
    for (auto [updates, reason] : llvm::zip(found, reasons)) {
      bytes += reason.empty() ? bytesOf(updates) : 0;
      if (reason.empty() && bytes > kMaxTableBytes)
        reason = "other tables take the room; fewer cells would help";
      if (remarks)
        report(updates, reason);
      if (reason.empty())
        privatize(updates);
    }
  }

private:
  static int64_t bytesOf(const Updates &updates) {
    return updates.cells * storageBytes(updates.element());
  }

  /// Updates whose index has known bounds.
  std::optional<Updates> match(AtomicRmwOp op) {
    auto type = dyn_cast<RankedTensorType>(op.getValue().getType());
    if (!type || type.getElementTypeBitWidth() < kLeastCellBits || !op->use_empty() ||
        op.getOrder() != MemoryOrder::Relaxed || op.getKind() == AtomicKind::Exchange)
      return std::nullopt;
    auto offset = op.getPointer().getDefiningOp<OffsetOp>();
    auto splat = offset ? offset.getPointer().getDefiningOp<SplatOp>() : SplatOp();
    if (!splat || !isKernelWide(splat.getSource()))
      return std::nullopt;
    if (!ranges)
      ranges.emplace(kernel);
    SmallVector<Value> start;
    Value index = withoutStart(offset.getOffset(), start);
    std::optional<ConstantIntRanges> range = ranges->of(index);
    int64_t mostCells = kMaxTableBytes / storageBytes(type.getElementType());
    if (!range || range->smin().isNegative() || range->smax().sge(mostCells))
      return std::nullopt;
    int64_t cells = llvm::PowerOf2Ceil(range->smax().getSExtValue() + 1);
    return Updates{op, splat.getSource(), index, cells, std::move(start)};
  }

  int64_t expectedUpdates(const Updates &updates) {
    int64_t count = updates.type().getNumElements();
    for (Operation *parent = updates.op->getParentOp(); parent != kernel; parent = parent->getParentOp())
      if (isa<LoopLikeOpInterface>(parent))
        count *= kExpectedTrips;
    return count;
  }

  /// What keeps the updates from a table of the block's own; empty if nothing does.
  std::string whyNot(const Updates &updates, ArrayRef<Updates> all) {
    if (expectedUpdates(updates) < kMinUpdatesPerCell * updates.cells)
      return "a block does few updates for the " + std::to_string(updates.cells) + " cells that the index may name";
    std::string reason;
    kernel.walk([&](Operation *op) {
      Value address = accessedAddress(op);
      auto other = llvm::find_if(all, [&](const Updates &u) { return u.op == op; });
      bool isHarmless = other != all.end() &&
                        (other->op.getKind() == updates.op.getKind() || !mayAlias(other->base, 0, updates.base, 0));
      if (!address || isHarmless)
        return WalkResult::advance();
      if (isAtomic(op))
        reason = "the kernel has other atomics; atomics of a kernel of their own would help";
      else if (mayAlias(address, 0, updates.base, 0))
        reason = "another access of the kernel may touch the table; __restrict__ on its parameter would rule that out";
      return reason.empty() ? WalkResult::advance() : WalkResult::interrupt();
    });
    return reason;
  }

  void report(Updates &updates, StringRef reason) {
    if (reason.empty())
      Remark(updates.op, "PrivatizedAtomics").with("bytes", bytesOf(updates))
          << "updates go to a table of " << bytesOf(updates)
          << " bytes in the block's own memory, and from there to memory once";
    else
      Remark(updates.op, "AtomicsNotPrivatized") << "updates go to memory one by one: " << reason;
  }

  void privatize(Updates &updates) {
    Type pointer = updates.base.getType();
    auto tableType = RankedTensorType::get({updates.cells}, updates.element());
    auto pointersType = RankedTensorType::get({updates.cells}, pointer);
    auto positionsType = RankedTensorType::get({updates.cells}, IntegerType::get(kernel.getContext(), 32));
    ImplicitLocOpBuilder builder(updates.op.getLoc(), &kernel.getBody().front(), kernel.getBody().front().begin());
    TypedAttr neutral = neutralElement(builder, updates.op.getKind(), updates.element());
    Value nothing = arith::ConstantOp::create(builder, DenseElementsAttr::get(tableType, Attribute(neutral)));
    Value positions = IotaOp::create(builder, positionsType);
    Value table = AllocaOp::create(builder, pointer, bytesOf(updates), kTableAlignment);
    auto cellsOf = [&](Value base) -> Value {
      return OffsetOp::create(builder, SplatOp::create(builder, pointersType, base), positions);
    };
    Value cells = cellsOf(table);
    StoreOp::create(builder, cells, nothing, Value(), ArrayAttr());
    redirect(updates, table);
    builder.setInsertionPoint(kernel.getBody().front().getTerminator());
    Value counted = LoadOp::create(builder, tableType, cells, Value(), Value(), ArrayAttr());
    Value isAny = differs(builder, counted, nothing);
    Value base = updates.base;
    for (Value summand : updates.start)
      base = OffsetOp::create(builder, base, summand);
    // What was subtracted has been subtracted from zero.
    AtomicKind kind = updates.op.getKind() == AtomicKind::Sub ? AtomicKind::Add : updates.op.getKind();
    AtomicRmwOp::create(builder, TypeRange(), kind, cellsOf(base), counted, isAny, MemoryOrder::Relaxed,
                        updates.op.getScope());
    updates.op.erase();
  }

  /// In some bit: a sum of floats starts at -0, which leaves whatever it is added to as it is.
  static Value differs(ImplicitLocOpBuilder &builder, Value counted, Value nothing) {
    auto type = cast<RankedTensorType>(counted.getType());
    if (isa<FloatType>(type.getElementType())) {
      Type bits = type.clone(builder.getIntegerType(type.getElementTypeBitWidth()));
      counted = arith::BitcastOp::create(builder, bits, counted);
      nothing = arith::BitcastOp::create(builder, bits, nothing);
    }
    return arith::CmpIOp::create(builder, arith::CmpIPredicate::ne, counted, nothing);
  }

  /// Creates the update of the block's own table; the old op stays.
  void redirect(Updates &updates, Value table) {
    ImplicitLocOpBuilder builder(updates.op.getLoc(), updates.op);
    Value splat = SplatOp::create(builder, updates.op.getPointer().getType(), table);
    AtomicRmwOp::create(builder, TypeRange(), updates.op.getKind(), OffsetOp::create(builder, splat, updates.index),
                        updates.op.getValue(), updates.op.getMask(), MemoryOrder::Relaxed, MemoryScope::Block);
  }

  func::FuncOp kernel;
  bool remarks;
  std::optional<IntegerRanges> ranges;
};

struct PrivatizeAtomics : tilec::tile::impl::PrivatizeAtomicsBase<PrivatizeAtomics> {
  using PrivatizeAtomicsBase::PrivatizeAtomicsBase;
  void runOnOperation() override {
    if (getOperation()->hasAttr("tile.kernel") && getOperation().getBody().hasOneBlock())
      Privatizer(getOperation(), remarks).run();
  }
};

} // namespace
