// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Spreads every kernel's tiles over lanes and warps: `tile` becomes `tile_gpu`.
//
// What compiler/Strategy decides for a kernel goes along as attributes: its warps, and the CTAs that have to fit a
// multiprocessor. Every tile gets the plain layout of its shape, so this is a type conversion: a tile of some shape
// becomes the tile with that layout, whatever op makes or uses it. Elementwise ops follow by type alone
// (ElementwiseToTileGPU.cpp). Ops at which lanes differ become tile_gpu ops (the other files). An op whose operand or
// result layout is fixed by what it does (a reduction's result is its operand's layout without the axis) is wrapped in
// convert_layout. `tile-gpu-assign-layouts` comes next and chooses all layouts anew.
//
// It fails, with an error at the op, on what has no distributed form yet.
#include "compiler/Conversion/TileToTileGPU/KernelPlan.h"
#include "compiler/Conversion/TileToTileGPU/Passes.h"
#include "compiler/Conversion/TileToTileGPU/Patterns.h"
#include "compiler/Conversion/TileToTileGPU/TransposeMmas.h"
#include "compiler/Strategy/MmaCycles.h"
#include "compiler/Transforms/Tile/Arithmetic/ExpandScaledMmas.h"
#include "compiler/Transforms/TileGPU/TargetOption.h"
#include "dialects/Tile/Analysis/Divisibility.h"
#include "dialects/Tile/IR/RareLoops.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"

namespace tilec {
#define GEN_PASS_DEF_CONVERTTILETOTILEGPU
#include "compiler/Conversion/TileToTileGPU/Passes.h.inc"
} // namespace tilec

using namespace mlir;
using namespace tilec;

LayoutTypeConverter::LayoutTypeConverter(const strategy::KernelStrategy &plan) : plan(plan) {
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
std::string whyUnsupported(Operation *op, const strategy::KernelStrategy &plan) {
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
LogicalResult refuseUnsupported(func::FuncOp kernel, const strategy::KernelStrategy &plan) {
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
                      tile::ReduceOp, tile::ScanOp, tile::ClusterGatherOp, tile::YieldOp, tile::MmaOp,
                      tile::ScaledMmaOp, tile::LoadOp, tile::StoreOp, tile::AllocaOp, tile::AtomicLoadOp,
                      tile::AtomicStoreOp, tile::AtomicRmwOp, tile::AtomicCasOp, tile::NextBlockOp, tile::LoadViewOp,
                      tile::StoreViewOp, tile::AtomicLoadViewOp, tile::AtomicStoreViewOp, tile::AtomicReduceViewOp,
                      tile::PrintOp, tile::AssertOp>();
  target.markUnknownOpDynamicallyLegal([&](Operation *op) { return converter.isLegal(op); });
}

/// What each MMA of a kernel will take, and what limits it.
void reportMmas(func::FuncOp kernel, const strategy::KernelStrategy &plan, const Target &target) {
  if (!tile::isPreferredVariant(kernel))
    return;
  kernel.walk([&](tile::MmaOp op) {
    if (tile::isRare(op))
      return;
    strategy::MmaPlan mma = strategy::planMma(op, plan, target);
    strategy::reportMma(op, mma, plan.numWarps, target);
  });
  kernel.walk([&](tile::ScaledMmaOp op) {
    strategy::reportMma(op, *strategy::planScaledMma(op, plan, target), plan.numWarps, target);
  });
}

/// Plans the kernel, with plain MMAs of scaled operands for block-scaled ones that the plan has no instruction for.
/// Such MMAs change the plan, so that more may follow.
strategy::KernelStrategy planWithScaledMmas(func::FuncOp kernel, const Target &compiledFor) {
  while (true) {
    strategy::KernelStrategy plan = strategy::planKernel(kernel, compiledFor);
    SmallVector<tile::ScaledMmaOp> others;
    kernel.walk([&](tile::ScaledMmaOp op) {
      if (!strategy::planScaledMma(op, plan, compiledFor))
        others.push_back(op);
    });
    if (others.empty())
      return plan;
    llvm::for_each(others, tile::expandScaledMma);
  }
}

LogicalResult convertKernel(func::FuncOp kernel, const Target &compiledFor, bool remarks) {
  strategy::KernelStrategy plan = prepareAndPlan(kernel, compiledFor, remarks);
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
  populateMatrixPatterns(converter, compiledFor, patterns);
  populateMemoryPatterns(converter, patterns);
  populateAtomicPatterns(converter, patterns);
  populateViewPatterns(converter, patterns);
  Builder builder(kernel.getContext());
  kernel->setAttr(tile_gpu::kNumWarpsAttr, builder.getI32IntegerAttr(plan.numWarps));
  if (compiledFor.accessBytes() != tile::kPortableAccessBytes)
    kernel->setAttr(tile_gpu::kAccessBytesAttr, builder.getI32IntegerAttr(compiledFor.accessBytes()));
  if (plan.minCtas)
    kernel->setAttr(tile_gpu::kMinCtasAttr, builder.getI32IntegerAttr(*plan.minCtas));
  // The other variants' would read as if a kernel had been planned twice.
  if (remarks && tile::isPreferredVariant(kernel)) {
    plan.report(kernel);
    reportMmas(kernel, plan, compiledFor);
  }
  return applyFullConversion(kernel, target, std::move(patterns));
}

struct ConvertTileToTileGPU : tilec::impl::ConvertTileToTileGPUBase<ConvertTileToTileGPU> {
  using ConvertTileToTileGPUBase::ConvertTileToTileGPUBase;

  void runOnOperation() override {
    FailureOr<Target> target = tile_gpu::readTarget(getOperation(), architecture);
    if (failed(target))
      return signalPassFailure();
    // Every kernel is tried, so that all errors of a file show at once.
    bool anyFailed = false;
    for (auto kernel : getOperation().getOps<func::FuncOp>())
      anyFailed |= kernel->hasAttr("tile.kernel") && failed(convertKernel(kernel, *target, remarks));
    if (anyFailed)
      signalPassFailure();
  }
};

} // namespace

strategy::KernelStrategy tilec::prepareAndPlan(func::FuncOp kernel, const Target &target, bool remarks) {
  transposeMmas(kernel, target, remarks);
  return planWithScaledMmas(kernel, target);
}
