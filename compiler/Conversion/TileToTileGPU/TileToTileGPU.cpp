// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Spreads every kernel's tiles over lanes and warps: `tile` becomes `tile_gpu`.
//
// The plan of a kernel (Strategy/LayoutPlan.h) has one layout for each tile shape, so this is a type conversion: a tile
// of some shape becomes the tile with that shape's layout, whatever op makes or uses it. Elementwise ops follow by type
// alone (ElementwiseToTileGPU.cpp). Ops at which lanes differ become tile_gpu ops (the other files). An op whose
// operand or result layout is fixed by what it does (a reduction's result is its operand's layout without the axis) is
// wrapped in convert_layout; most of these are between equal layouts and vanish at once, since the plan derives small
// shapes from large ones in the same way.
//
// It fails, with an error at the op, on what has no distributed form yet.
#include "compiler/Conversion/TileToTileGPU/Passes.h"
#include "compiler/Conversion/TileToTileGPU/Patterns.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"

namespace tilec {
#define GEN_PASS_DEF_CONVERTTILETOTILEGPU
#include "compiler/Conversion/TileToTileGPU/Passes.h.inc"
} // namespace tilec

using namespace mlir;
using namespace tilec;

LayoutTypeConverter::LayoutTypeConverter(const strategy::LayoutPlan &plan) : plan(plan) {
  addConversion([](Type type) { return type; });
  addConversion([this](RankedTensorType type) -> Type {
    if (type.getEncoding())
      return type;
    return tile_gpu::withLayout(type, this->plan.layoutOf(type.getShape()));
  });
}

Value tilec::convertLayout(OpBuilder &builder, Location loc, Value tile, const layout::LinearLayout &layout) {
  auto type = cast<RankedTensorType>(tile.getType());
  RankedTensorType wanted = tile_gpu::withLayout(type, layout);
  if (type == wanted)
    return tile;
  return tile_gpu::ConvertLayoutOp::create(builder, loc, wanted, tile, IntegerAttr());
}

namespace {

/// Values of one tile that a lane may hold: several times its registers. Beyond, programs grow out of hand.
constexpr unsigned kMaxElementsPerLane = 1024;

/// What keeps an op from having a distributed form; empty if nothing does.
std::string whyUnsupported(Operation *op, const strategy::LayoutPlan &plan) {
  if (isa<tile::MmaOp, tile::ScaledMmaOp>(op))
    return (op->getName().stripDialect() + " on the GPU").str();
  // Constants have no line of their own; whoever uses them has.
  if (op->hasTrait<OpTrait::ConstantLike>())
    return "";
  for (Type type : op->getResultTypes()) {
    auto tile = dyn_cast<RankedTensorType>(type);
    if (tile && plan.layoutOf(tile.getShape()).size(layout::Place::Register) > kMaxElementsPerLane)
      return "a tile of " + std::to_string(tile.getNumElements()) + " elements on the GPU (more than " +
             std::to_string(kMaxElementsPerLane) + " for each lane)";
  }
  return "";
}

/// Errors for what has no distributed form yet.
LogicalResult refuseUnsupported(func::FuncOp kernel, const strategy::LayoutPlan &plan) {
  bool failed = false;
  kernel.walk([&](Operation *op) {
    std::string reason = whyUnsupported(op, plan);
    if (reason.empty())
      return;
    op->emitError() << "not supported yet: " << reason;
    failed = true;
  });
  return failure(failed);
}

void describeTarget(ConversionTarget &target, const LayoutTypeConverter &converter) {
  target.addIllegalOp<tile::BroadcastOp, tile::ReshapeOp, tile::PermuteOp, tile::CatOp, tile::ExtractOp, tile::InsertOp,
                      tile::ReduceOp, tile::ScanOp, tile::YieldOp, tile::LoadOp, tile::StoreOp, tile::AllocaOp,
                      tile::AtomicLoadOp, tile::AtomicStoreOp, tile::AtomicRmwOp, tile::AtomicCasOp, tile::LoadViewOp,
                      tile::StoreViewOp, tile::AtomicLoadViewOp, tile::AtomicStoreViewOp, tile::AtomicReduceViewOp,
                      tile::PrintOp, tile::AssertOp>();
  target.markUnknownOpDynamicallyLegal([&](Operation *op) { return converter.isLegal(op); });
}

LogicalResult convertKernel(func::FuncOp kernel) {
  strategy::LayoutPlan plan = strategy::planLayouts(kernel);
  if (failed(refuseUnsupported(kernel, plan)))
    return failure();
  LayoutTypeConverter converter(plan);
  RewritePatternSet patterns(kernel.getContext());
  ConversionTarget target(*kernel.getContext());
  describeTarget(target, converter);
  scf::populateSCFStructuralTypeConversionsAndLegality(converter, patterns, target);
  populateElementwisePatterns(converter, patterns);
  populateShapePatterns(converter, patterns);
  populateReductionPatterns(converter, patterns);
  populateMemoryPatterns(converter, patterns);
  populateAtomicPatterns(converter, patterns);
  populateViewPatterns(converter, patterns);
  kernel->setAttr(tile_gpu::kNumWarpsAttr, Builder(kernel.getContext()).getI32IntegerAttr(plan.numWarps));
  return applyFullConversion(kernel, target, std::move(patterns));
}

struct ConvertTileToTileGPU : tilec::impl::ConvertTileToTileGPUBase<ConvertTileToTileGPU> {
  void runOnOperation() override {
    // Every kernel is tried, so that all errors of a file show at once.
    bool anyFailed = false;
    for (auto kernel : getOperation().getOps<func::FuncOp>())
      anyFailed |= kernel->hasAttr("tile.kernel") && failed(convertKernel(kernel));
    if (anyFailed)
      signalPassFailure();
  }
};

} // namespace
