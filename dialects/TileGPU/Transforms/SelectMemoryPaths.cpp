// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Chooses how each view access reaches memory. One path now: lanes compute addresses (ViewAddresses.h) and load or
// store registers. How many at a time was decided with the layouts (AssignLayouts.cpp); remarks say why not more.
#include "compiler/Strategy/TileAccess.h"
#include "dialects/TileGPU/Transforms/AtomicWidths.h"
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
                                op.getVector(), op.getHintsAttr());
  op.replaceAllUsesWith(loaded);
  return success();
}

LogicalResult expand(StoreViewOp op, OpBuilder &builder) {
  auto addresses = addressesOf(op, layoutOf(op.getValue()), builder);
  if (failed(addresses))
    return failure();
  StoreOp::create(builder, op.getLoc(), addresses->pointers, op.getValue(), addresses->mask, op.getVector(),
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
                      addresses->mask, op.getOrder(), op.getScope(), IntegerAttr(), /*vector=*/1);
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

/// Why a lane does not move 16 bytes at a time, and what would change it; empty if it does.
std::string explain(const strategy::TileAccess &access, int64_t vector, Value pointers, Value mask,
                    tile::Divisibility &facts) {
  int64_t bytes = access.elementBytes;
  if (vector * bytes >= strategy::kMaxAccessBytes || access.shape.empty())
    return "";
  int64_t dimension = facts.contiguousDimension(pointers);
  tile::ValueFacts address = facts.of(pointers, dimension);
  if (address.contiguity == 1)
    return "; not wider: neighbouring elements are not known to be neighbours in memory (a gather, or a stride other "
           "than 1)";
  if (address.divisor < strategy::kMaxAccessBytes && vector * bytes >= address.divisor)
    return "; not wider: addresses are only known to be multiples of " + std::to_string(address.divisor) +
           " bytes; add assume_aligned(p, 16_ic), and assume_divisible to strides and offsets";
  if (mask && facts.of(mask, dimension).constancy <= vector)
    return "; not wider: neighbours may be masked differently; add assume_divisible to the extent";
  if (vector < access.width)
    return "; not wider: a lane holds " + std::to_string(vector) + " neighbours in the layout of this tile";
  return "";
}

template <typename Op> void report(Op op, StringRef verb, tile::Divisibility &facts) {
  std::optional<strategy::TileAccess> access = strategy::describeAccess(op, facts);
  if (!access)
    return;
  op.emitRemark() << verb << " of " << tile::elementCount(op.getPointer().getType()) * access->elementBytes
                  << " bytes by registers, " << op.getVector() * access->elementBytes << " bytes a lane and instruction"
                  << explain(*access, op.getVector(), op.getPointer(), op.getMask(), facts);
}

struct SelectMemoryPaths : tile_gpu::impl::SelectMemoryPathsBase<SelectMemoryPaths> {
  using SelectMemoryPathsBase::SelectMemoryPathsBase;

  void runOnOperation() override {
    if (failed(expandViews()))
      return signalPassFailure();
    chooseAtomicWidths(getOperation());
    // The other variants are for arguments of which less is known; their remarks would ask for what is there.
    if (!remarks || !tile::isPreferredVariant(getOperation()))
      return;
    tile::Divisibility facts;
    getOperation().walk([&](LoadOp op) { report(op, "load", facts); });
    getOperation().walk([&](StoreOp op) { report(op, "store", facts); });
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
