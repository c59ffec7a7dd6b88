// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ConsumerLoops.h - the loops of the warps that compute ------------------===//
#pragma once

#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace tilec::tile_gpu {

/// Inner ones first.
inline mlir::SmallVector<mlir::scf::ForOp> consumerLoops(WarpRolesOp roles) {
  mlir::SmallVector<mlir::scf::ForOp> loops;
  roles.getConsumers().walk([&](mlir::scf::ForOp loop) { loops.push_back(loop); });
  return loops;
}

} // namespace tilec::tile_gpu
