// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Chooses how each view access reaches memory. One path now: lanes compute addresses (ViewAddresses.h) and load or
// store registers.
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

struct SelectMemoryPaths : tile_gpu::impl::SelectMemoryPathsBase<SelectMemoryPaths> {
  void runOnOperation() override {
    SmallVector<Operation *> accesses, views;
    getOperation().walk([&](Operation *op) {
      if (isa<LoadViewOp, StoreViewOp, AtomicLoadViewOp, AtomicStoreViewOp, AtomicReduceViewOp>(op))
        accesses.push_back(op);
      if (isa<tile::MakeTensorViewOp, tile::MakeViewOp>(op))
        views.push_back(op);
    });
    for (Operation *op : accesses)
      if (failed(expandAccess(op)))
        return signalPassFailure();
    for (Operation *op : llvm::reverse(views))
      if (op->use_empty())
        op->erase();
  }
};

} // namespace
