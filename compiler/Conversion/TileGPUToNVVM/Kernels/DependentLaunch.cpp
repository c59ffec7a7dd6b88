// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Conversion/TileGPUToNVVM/Kernels/DependentLaunch.h"
#include "compiler/Conversion/TileGPUToNVVM/Memory/GlobalMemory.h"
#include "dialects/Layout/Multiprocessor.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace tilec;
using tile_gpu::WarpRolesOp;

/// It touches shared memory and parameters only.
static bool isOfPrologue(Operation &op) {
  if (isMemoryEffectFree(&op))
    return true;
  return op.hasAttr(tile_gpu::kPrologueAttr) ||
         isa<NVVM::FenceMbarrierInitOp, NVVM::BarrierOp, NVVM::Barrier0Op, NVVM::PrefetchOp,
             NVVM::ClusterArriveRelaxedOp, NVVM::ClusterWaitOp>(op);
}

static void letSuccessorBegin(ImplicitLocOpBuilder &builder) {
  NVVM::GriddepcontrolOp::create(builder, NVVM::GridDepActionKind::launch_dependents);
}

/// Emits the wait as PTX that may touch memory. LLVM's own intrinsic says that it does not, and accesses might move
/// over it.
static void wait(ImplicitLocOpBuilder &builder) {
  emitInlinePtx(builder, {}, "griddepcontrol.wait;", "~{memory}", {});
}

/// Waits before each region's first access.
static void waitInEach(ImplicitLocOpBuilder &builder, WarpRolesOp roles) {
  for (Region *region : {&roles.getConsumers(), &roles.getProducer()}) {
    builder.setInsertionPointToStart(&region->front());
    wait(builder);
  }
}

void tilec::waitInRoles(WarpRolesOp roles) {
  Block &entry = *roles->getBlock();
  bool isLate = llvm::all_of(llvm::make_range(entry.begin(), roles->getIterator()), isOfPrologue);
  ImplicitLocOpBuilder builder(roles.getLoc(), OpBuilder::atBlockBegin(&entry));
  letSuccessorBegin(builder);
  if (isLate)
    waitInEach(builder, roles);
  else
    wait(builder);
  roles->getParentOp()->setAttr(tile_gpu::kWaitsAttr, builder.getUnitAttr());
}

static bool isLarge(LLVM::LLVMFuncOp kernel) {
  auto threads = kernel->getAttrOfType<DenseI32ArrayAttr>(NVVM::NVVMDialect::getReqntidAttrName());
  return threads && threads[0] >= int32_t(kWarpsPerWarpgroup * kLanesPerWarp);
}

void tilec::waitAtEntry(LLVM::LLVMFuncOp kernel) {
  if (kernel->hasAttr(tile_gpu::kWaitsAttr) || !isLarge(kernel))
    return;
  ImplicitLocOpBuilder builder(kernel.getLoc(), OpBuilder::atBlockBegin(&kernel.getBody().front()));
  letSuccessorBegin(builder);
  wait(builder);
  kernel->setAttr(tile_gpu::kWaitsAttr, builder.getUnitAttr());
}
