// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The pass `convert-tile-gpu-to-registers`: one dialect conversion in which a distributed tile has as many results as
/// a lane has registers. The families of ops are lowered in the files that Patterns are named after.
#include "compiler/Conversion/TileGPUToNVVM/Arithmetic/Comparisons.h"
#include "compiler/Conversion/TileGPUToNVVM/Atomics/ChooseJoinedAtomics.h"
#include "compiler/Conversion/TileGPUToNVVM/Memory/AddressSpaces.h"
#include "compiler/Conversion/TileGPUToNVVM/Passes.h"
#include "compiler/Conversion/TileGPUToNVVM/RegisterConversion.h"
#include "compiler/Transforms/TileGPU/TargetOption.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Transforms/DialectConversion.h"

namespace tilec {
#define GEN_PASS_DEF_CONVERTTILEGPUTOREGISTERS
#include "compiler/Conversion/TileGPUToNVVM/Passes.h.inc"
} // namespace tilec

using namespace mlir;
using namespace tilec;

namespace {

class ConvertTileGPUToRegisters : public tilec::impl::ConvertTileGPUToRegistersBase<ConvertTileGPUToRegisters> {
public:
  using ConvertTileGPUToRegistersBase::ConvertTileGPUToRegistersBase;

  void runOnOperation() override {
    LoweringContext lowering;
    if (failed(readTarget(lowering)) || failed(checkKernels()))
      return signalPassFailure();
    lowering.spaces = findKnownSpaces(getOperation());
    lowering.scattered = findScatteredUpdates(getOperation(), lowering.spaces);
    lowering.runs = findRunsOfComparisons(getOperation());
    lowering.multiplying = findMultiplyingKernels();

    RegisterTypeConverter types;
    RewritePatternSet patterns(&getContext());
    ConversionTarget target(getContext());
    populate(patterns, types, lowering, target);
    if (failed(applyPartialConversion(getOperation(), target, std::move(patterns))))
      signalPassFailure();
  }

private:
  LogicalResult readTarget(LoweringContext &lowering) {
    FailureOr<Target> target = tile_gpu::readTarget(getOperation(), architecture);
    if (succeeded(target))
      lowering.target = *target;
    return target;
  }

  llvm::DenseSet<StringAttr> findMultiplyingKernels() {
    llvm::DenseSet<StringAttr> kernels;
    getOperation().walk([&](Operation *op) {
      if (isa<tile_gpu::MmaOp, tile_gpu::WarpgroupMmaOp, tile_gpu::ScaledMmaOp, tile_gpu::TensorMmaOp>(op))
        kernels.insert(op->getParentOfType<func::FuncOp>().getNameAttr());
    });
    return kernels;
  }

  /// What no pattern below could handle.
  LogicalResult checkKernels() {
    WalkResult result = getOperation().walk([](func::FuncOp kernel) {
      if (!kernel->hasAttr(tile_gpu::kNumWarpsAttr)) {
        kernel.emitOpError() << "expected attribute " << tile_gpu::kNumWarpsAttr;
        return WalkResult::interrupt();
      }
      return WalkResult::advance();
    });
    return failure(result.wasInterrupted());
  }

  static void populate(RewritePatternSet &patterns, RegisterTypeConverter &types, const LoweringContext &lowering,
                       ConversionTarget &target) {
    populateKernelPatterns(patterns, types, lowering);
    populateElementwisePatterns(patterns, types, lowering);
    populateComparisonPatterns(patterns, types, lowering);
    populateShareFloatDivisorsPatterns(patterns, types, lowering);
    populateExponentialPatterns(patterns, types, lowering);
    populateTanhPatterns(patterns, types, lowering);
    populateConstantPatterns(patterns, types, lowering);
    populateCastPatterns(patterns, types, lowering);
    populateRoundedArithmeticPatterns(patterns, types, lowering);
    populateGridPatterns(patterns, types, lowering);
    populateShapePatterns(patterns, types, lowering);
    populateSubTilePatterns(patterns, types, lowering);
    populateConvertLayoutPatterns(patterns, types, lowering);
    populateReducePatterns(patterns, types, lowering);
    populateScanPatterns(patterns, types, lowering);
    populateClusterPatterns(patterns, types, lowering);
    populateMatrixMmaPatterns(patterns, types, lowering);
    populateWarpgroupMmaPatterns(patterns, types, lowering);
    populateScaledMmaPatterns(patterns, types, lowering);
    populateTensorMemoryPatterns(patterns, types, lowering);
    populatePointerPatterns(patterns, types, lowering);
    populateLoadStorePatterns(patterns, types, lowering);
    populateAtomicPatterns(patterns, types, lowering);
    populateNextBlockPatterns(patterns, types, lowering);
    populateBarrierPatterns(patterns, types, lowering);
    populateBufferPatterns(patterns, types, lowering);
    populateAsyncCopyPatterns(patterns, types, lowering);
    populateMbarrierPatterns(patterns, types, lowering);
    populateTmaCopyPatterns(patterns, types, lowering);
    populateBuildTensorMapPatterns(patterns, types, lowering);
    populatePingPongPatterns(patterns, types, lowering);
    populatePrintPatterns(patterns, types, lowering);
    populateAssertPatterns(patterns, types, lowering);

    target.addIllegalDialect<tile::TileDialect, tile_gpu::TileGPUDialect, func::FuncDialect>();
    target.addLegalDialect<LLVM::LLVMDialect, NVVM::NVVMDialect>();
    // Its regions' ops have to see it: they are lowered differently in each. LowerWarpRoles comes next.
    target.addLegalOp<ModuleOp, tile_gpu::WarpRolesOp>();
    target.addDynamicallyLegalDialect<arith::ArithDialect, math::MathDialect, scf::SCFDialect, ub::UBDialect>(
        [&](Operation *op) { return types.isLegal(op); });
    scf::populateSCFStructuralTypeConversionsAndLegality(types, patterns, target);
  }
};

} // namespace
