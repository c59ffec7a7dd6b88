// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// lower-warp-roles: warps branch by their number to what they do (see Passes.td).
///
/// The number comes through a shuffle, so that it shows as the same for all lanes of a warp: a branch on it is uniform,
/// and what the producer computes may live in uniform registers. Its one lane is chosen by `elect.sync`, after which
/// ptxas issues copies as straight code. Warps without a job end at once.
#include "compiler/Conversion/TileGPUToNVVM/Kernels/DependentLaunch.h"
#include "compiler/Conversion/TileGPUToNVVM/LayoutConversions/LanePosition.h"
#include "compiler/Conversion/TileGPUToNVVM/LayoutConversions/Shuffles.h"
#include "compiler/Conversion/TileGPUToNVVM/Passes.h"
#include "compiler/Target/Target.h"
#include "compiler/Transforms/TileGPU/TargetOption.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace tilec {
#define GEN_PASS_DEF_LOWERWARPROLES
#include "compiler/Conversion/TileGPUToNVVM/Passes.h.inc"
} // namespace tilec

using namespace mlir;
using namespace tilec;
using tile_gpu::WarpRolesOp;

static Value compareWarp(ImplicitLocOpBuilder &builder, arith::CmpIPredicate predicate, Value warp, int64_t number) {
  return arith::CmpIOp::create(builder, predicate, warp, constant32(builder, number));
}

/// All warps of a warpgroup do this.
static void setRegisters(ImplicitLocOpBuilder &builder, std::optional<int64_t> registers, int64_t atEntry) {
  if (!registers || *registers == atEntry)
    return;
  NVVM::SetMaxRegisterOp::create(builder, *registers,
                                 *registers > atEntry ? NVVM::SetMaxRegisterAction::increase
                                                      : NVVM::SetMaxRegisterAction::decrease);
}

/// Moves the ops of `region` to where the builder is.
static void splice(ImplicitLocOpBuilder &builder, Region &region) {
  builder.getInsertionBlock()->getOperations().splice(builder.getInsertionPoint(), region.front().getOperations());
}

static void lowerConsumers(ImplicitLocOpBuilder &builder, WarpRolesOp roles, Value warp) {
  setRegisters(builder, roles.getConsumerRegisters(), roles.getRegistersAtEntry());
  if (Value group = roles.getGroup())
    group.replaceAllUsesWith(
        arith::DivUIOp::create(builder, warp, constant32(builder, tile_gpu::numWarpsOf(roles))).getResult());
  splice(builder, roles.getConsumers());
}

/// One lane of this warp runs the region.
static void lowerLane(ImplicitLocOpBuilder &builder, Region &region, Value warp, int64_t number) {
  OpBuilder::InsertionGuard guard(builder);
  Value isItsWarp = compareWarp(builder, arith::CmpIPredicate::eq, warp, number);
  auto ofWarp = scf::IfOp::create(builder, isItsWarp, /*withElseRegion=*/false);
  builder.setInsertionPoint(ofWarp.thenYield());
  auto ofLane =
      scf::IfOp::create(builder, NVVM::ElectSyncOp::create(builder, builder.getI1Type(), Value()).getResult(), false);
  builder.setInsertionPoint(ofLane.thenYield());
  splice(builder, region);
}

static void lowerProducer(ImplicitLocOpBuilder &builder, WarpRolesOp roles, Value warp) {
  setRegisters(builder, roles.getProducerRegisters(), roles.getRegistersAtEntry());
  lowerLane(builder, roles.getProducer(), warp, roles.getNumConsumerWarps());
  if (roles.hasIssuer())
    lowerLane(builder, roles.getIssuer(), warp, roles.getIssuerWarp());
}

static void lower(WarpRolesOp roles) {
  ImplicitLocOpBuilder builder(roles.getLoc(), roles);
  Value number =
      arith::ShRUIOp::create(builder, threadIndex(builder), constant32(builder, layout::log2OfExtent(kLanesPerWarp)));
  Value warp = shuffleFrom(builder, number, constant32(builder, 0));
  Value isConsumer = compareWarp(builder, arith::CmpIPredicate::ult, warp, roles.getNumConsumerWarps());
  auto branch = scf::IfOp::create(builder, isConsumer, /*withElseRegion=*/true);
  builder.setInsertionPoint(branch.thenYield());
  lowerConsumers(builder, roles, warp);
  builder.setInsertionPoint(branch.elseYield());
  lowerProducer(builder, roles, warp);
  roles.erase();
}

namespace {

class LowerWarpRoles : public tilec::impl::LowerWarpRolesBase<LowerWarpRoles> {
public:
  using LowerWarpRolesBase::LowerWarpRolesBase;

  void runOnOperation() override {
    FailureOr<Target> target = tile_gpu::readTarget(getOperation(), architecture);
    if (failed(target))
      return signalPassFailure();
    getOperation().walk([&](WarpRolesOp roles) {
      if (failed(checkTarget(roles, *target)))
        return signalPassFailure();
      waitInRoles(roles);
      lower(roles);
    });
    if (!target->has(Capability::ProgrammaticDependentLaunch))
      return;
    for (auto kernel : getOperation().getOps<LLVM::LLVMFuncOp>())
      if (kernel->hasAttr(NVVM::NVVMDialect::getKernelFuncAttrName()))
        waitAtEntry(kernel);
  }

private:
  static LogicalResult checkTarget(WarpRolesOp roles, const Target &target) {
    if (!target.has(Capability::ElectSync))
      return roles.emitOpError() << "expected a target with elect.sync, got " << target.name();
    if (roles.getConsumerRegisters() && !target.has(Capability::SetMaxRegisters))
      return roles.emitOpError() << "expected a target with setmaxnreg, got " << target.name();
    return success();
  }
};

} // namespace
