// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether the CTAs that share a tile block have to wait for each other.
//
// All threads of a cluster take part in its barrier, so warps of other roles than the consumers' stand against one. It
// is needed where a `cluster_gather` is left, and between two accesses of global memory that may meet, one of them a
// write. Those of one tile block and the next need none.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tilec::tile_gpu {

/// An op at which CTAs of the kernel's clusters synchronise, or may; null if there is none.
mlir::Operation *findClusterSynchronization(mlir::func::FuncOp kernel);

/// Whether every path to the op has a barrier of the cluster: one in front of it, or of what it stands in. One in a
/// branch or loop before it may not have been met.
bool hasClusterBarrierBefore(mlir::Operation *op);

} // namespace tilec::tile_gpu
