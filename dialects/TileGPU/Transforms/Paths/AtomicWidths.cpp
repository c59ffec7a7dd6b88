// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/TileGPU/Transforms/Paths/AtomicWidths.h"
#include "compiler/Strategy/TileAccess.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

void tile_gpu::chooseAtomicWidths(func::FuncOp kernel) {
  tile::Divisibility facts;
  kernel.walk([&](AtomicRmwOp op) {
    if (!op.hasWideForms())
      return;
    if (std::optional<strategy::TileAccess> access = strategy::describeAccess(op, facts))
      op.setVector(access->vectorIn(LayoutAttr::of(op.getValue().getType())));
  });
}
