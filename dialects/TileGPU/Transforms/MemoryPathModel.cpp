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

std::string tile_gpu::whyRegistersAreAsFast(Operation *access) {
  auto load = dyn_cast<LoadViewOp>(access);
  auto store = dyn_cast<StoreViewOp>(access);
  if (load && findProduct(load.getResult()))
    return "";
  if (load && isInLoop(load))
    return "faster for some loops only; ask for it with --memory-path=tma";
  if (store && store.getValue().getDefiningOp<ConvertLayoutOp>() &&
      hasWarpgroupProduct(store->getParentOfType<func::FuncOp>()))
    return "";
  return "what is used once goes to and from registers as fast";
}
