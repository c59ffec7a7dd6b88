// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/TileGPU/Transforms/MemoryPathModel.h"
#include "dialects/TileGPU/Transforms/ProductOperands.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

bool tile_gpu::isInLoop(Operation *op) {
  auto loop = op->getParentOfType<LoopLikeOpInterface>();
  return loop && !tile::isBlockLoop(loop);
}

static bool hasWarpgroupProduct(func::FuncOp kernel) {
  return kernel
      .walk([](MmaOp product) {
        bool found = product.getInstruction() == ProductInstruction::Wgmma;
        return found ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// The tiles that it holds fill the registers of a multiprocessor: launch bounds say so. Those of a producer warp would
/// be taken from them.
static bool needsAllRegisters(func::FuncOp kernel) {
  return kernel->hasAttr(kMinCtasAttr);
}

/// From the same place in every iteration.
static bool isLoadedAgain(LoadViewOp load) {
  auto loop = load->getParentOfType<LoopLikeOpInterface>();
  return llvm::all_of(load->getOperands(), [&](Value operand) { return loop.isDefinedOutsideOfLoop(operand); });
}

std::string tile_gpu::whyRegistersAreAsFast(Operation *access) {
  auto load = dyn_cast<LoadViewOp>(access);
  auto store = dyn_cast<StoreViewOp>(access);
  if (load && findProduct(load.getResult()))
    return "";
  if (load && isInLoop(load) && isLoadedAgain(load))
    return "what every iteration loads again stays in L1";
  if (load && isInLoop(load))
    return needsAllRegisters(load->getParentOfType<func::FuncOp>())
               ? "a producer warp would take registers from the tiles that the kernel holds"
               : "";
  if (store && store.getValue().getDefiningOp<ConvertLayoutOp>() &&
      hasWarpgroupProduct(store->getParentOfType<func::FuncOp>()))
    return "";
  return "what is used once goes to and from registers as fast";
}
