// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Chooses how each view access reaches memory. One path now: lanes compute addresses (ViewAddresses.h) and load or
// store registers.
#include "dialects/Tile/Analysis/Divisibility.h"
#include "dialects/TileGPU/Transforms/Passes.h"
#include "dialects/TileGPU/Transforms/ViewAddresses.h"

namespace tilec::tile_gpu {
#define GEN_PASS_DEF_SELECTMEMORYPATHS
#include "dialects/TileGPU/Transforms/Passes.h.inc"
} // namespace tilec::tile_gpu

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

LayoutAttr layoutOf(Value tile) {
  return cast<LayoutAttr>(cast<RankedTensorType>(tile.getType()).getEncoding());
}

template <typename Op> FailureOr<ViewAddresses> addressesOf(Op op, LayoutAttr layout, OpBuilder &builder) {
  return computeViewAddresses(builder, op, op.getView(), op.getIndices(), op.getInBounds(), layout);
}

/// The padding a masked access of the view needs.
template <typename Op> Value paddingFor(Op op, const ViewAddresses &addresses, LayoutAttr layout, OpBuilder &builder) {
  if (!addresses.mask)
    return {};
  return createPadding(builder, op.getLoc(), cast<tile::ViewType>(op.getView().getType()), layout);
}

LogicalResult expand(LoadViewOp op, OpBuilder &builder) {
  LayoutAttr layout = layoutOf(op.getResult());
  auto addresses = addressesOf(op, layout, builder);
  if (failed(addresses))
    return failure();
  Value padding = paddingFor(op, *addresses, layout, builder);
  Value loaded = LoadOp::create(builder, op.getLoc(), op.getType(), addresses->pointers, addresses->mask, padding,
                                /*vector=*/1, op.getHintsAttr());
  op.replaceAllUsesWith(loaded);
  return success();
}

LogicalResult expand(StoreViewOp op, OpBuilder &builder) {
  auto addresses = addressesOf(op, layoutOf(op.getValue()), builder);
  if (failed(addresses))
    return failure();
  StoreOp::create(builder, op.getLoc(), addresses->pointers, op.getValue(), addresses->mask, /*vector=*/1,
                  op.getHintsAttr());
  return success();
}

LogicalResult expand(AtomicLoadViewOp op, OpBuilder &builder) {
  LayoutAttr layout = layoutOf(op.getResult());
  auto addresses = addressesOf(op, layout, builder);
  if (failed(addresses))
    return failure();
  Value padding = paddingFor(op, *addresses, layout, builder);
  Value loaded = AtomicLoadOp::create(builder, op.getLoc(), op.getType(), addresses->pointers, addresses->mask, padding,
                                      op.getOrder(), op.getScope(), IntegerAttr());
  op.replaceAllUsesWith(loaded);
  return success();
}

LogicalResult expand(AtomicStoreViewOp op, OpBuilder &builder) {
  auto addresses = addressesOf(op, layoutOf(op.getValue()), builder);
  if (failed(addresses))
    return failure();
  AtomicStoreOp::create(builder, op.getLoc(), addresses->pointers, op.getValue(), addresses->mask, op.getOrder(),
                        op.getScope());
  return success();
}

LogicalResult expand(AtomicReduceViewOp op, OpBuilder &builder) {
  auto addresses = addressesOf(op, layoutOf(op.getValue()), builder);
  if (failed(addresses))
    return failure();
  AtomicRmwOp::create(builder, op.getLoc(), TypeRange(), op.getKind(), addresses->pointers, op.getValue(),
                      addresses->mask, op.getOrder(), op.getScope(), IntegerAttr());
  return success();
}

LogicalResult expandAccess(Operation *op) {
  OpBuilder builder(op);
  LogicalResult result = TypeSwitch<Operation *, LogicalResult>(op)
                             .Case<LoadViewOp, StoreViewOp, AtomicLoadViewOp, AtomicStoreViewOp, AtomicReduceViewOp>(
                                 [&](auto access) { return expand(access, builder); });
  if (succeeded(result))
    op->erase();
  return result;
}

/// What one access through pointers does at a time, and why not more.
struct AccessChoice {
  /// Elements of one instruction of a lane.
  int64_t vector = 1;
  /// What addresses, masks and 16 bytes allow.
  int64_t possible = 1;
  /// Neighbours that a lane holds.
  int64_t held = 1;
};

AccessChoice choose(Value pointers, Value mask, tile::Divisibility &facts) {
  AccessChoice choice;
  auto type = cast<RankedTensorType>(pointers.getType());
  if (type.getRank() == 0)
    return choice;
  choice.possible = facts.accessWidth(pointers, mask);
  choice.held = LayoutAttr::of(type).contiguity(type.getRank() - 1);
  choice.vector = std::min(choice.possible, choice.held);
  return choice;
}

/// Why a lane does not move 16 bytes at a time, and what would change it; empty if it does.
std::string explain(const AccessChoice &choice, Value pointers, Value mask, tile::Divisibility &facts) {
  auto type = cast<RankedTensorType>(pointers.getType());
  int64_t bytes = tile::storageBytes(cast<tile::PtrType>(type.getElementType()).getPointee());
  if (choice.vector * bytes >= 16 || type.getRank() == 0)
    return "";
  tile::ValueFacts address = facts.of(pointers);
  if (address.contiguity == 1)
    return "; not wider: neighbouring elements are not known to be neighbours in memory (a gather, or a stride other "
           "than 1)";
  if (address.divisor < 16 && choice.vector * bytes >= address.divisor)
    return "; not wider: addresses are only known to be multiples of " + std::to_string(address.divisor) +
           " bytes; add assume_aligned(p, 16_ic), and assume_divisible to strides and offsets";
  if (mask && facts.of(mask).constancy <= choice.vector)
    return "; not wider: neighbours may be masked differently; add assume_divisible to the extent";
  if (choice.held < choice.possible)
    return "; not wider: a lane holds " + std::to_string(choice.held) + " neighbours in the layout of this shape";
  return "";
}

template <typename Op> void chooseWidth(Op op, StringRef verb, tile::Divisibility &facts, bool remarks) {
  if (!isDistributed(op.getPointer().getType()))
    return;
  AccessChoice choice = choose(op.getPointer(), op.getMask(), facts);
  op.setVector(choice.vector);
  if (!remarks)
    return;
  auto type = cast<RankedTensorType>(op.getPointer().getType());
  int64_t bytes = tile::storageBytes(cast<tile::PtrType>(type.getElementType()).getPointee());
  op.emitRemark() << verb << " of " << tile::elementCount(type) * bytes << " bytes by registers, "
                  << choice.vector * bytes << " bytes a lane and instruction"
                  << explain(choice, op.getPointer(), op.getMask(), facts);
}

struct SelectMemoryPaths : tile_gpu::impl::SelectMemoryPathsBase<SelectMemoryPaths> {
  using SelectMemoryPathsBase::SelectMemoryPathsBase;

  void runOnOperation() override {
    if (failed(expandViews()))
      return signalPassFailure();
    tile::Divisibility facts;
    getOperation().walk([&](LoadOp op) { chooseWidth(op, "load", facts, remarks); });
    getOperation().walk([&](StoreOp op) { chooseWidth(op, "store", facts, remarks); });
  }

  LogicalResult expandViews() {
    SmallVector<Operation *> accesses, views;
    getOperation().walk([&](Operation *op) {
      if (isa<LoadViewOp, StoreViewOp, AtomicLoadViewOp, AtomicStoreViewOp, AtomicReduceViewOp>(op))
        accesses.push_back(op);
      if (isa<tile::MakeTensorViewOp, tile::MakeViewOp>(op))
        views.push_back(op);
    });
    for (Operation *op : accesses)
      if (failed(expandAccess(op)))
        return failure();
    for (Operation *op : llvm::reverse(views))
      if (op->use_empty())
        op->erase();
    return success();
  }
};

} // namespace
