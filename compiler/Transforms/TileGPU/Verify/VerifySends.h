// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks what the CTAs of a cluster send to each other (`cluster_send`; `cluster_put` of one producer to those of all).
//
//     mbarrier_expect_tx %come[%i] bytes B                          // 1
//     cluster_send %x into %box[%i], %come[%i]                      // 2, 3
//     %t = mbarrier_wait %come[%i] parity %p
//     buffer_load %box[%i] after %t                                 // 4
//
// 1. The bytes that are announced beside sends are those that all CTAs send.
// 2. The mbarrier of a send has the number of the stage.
// 3. In a loop the stages take turns: with one, a CTA could send what another one has not read the last of.
// 4. What comes is read with the token of a wait for its mbarrier.
// 5. No CTA sends before all have begun: a barrier of the cluster comes first.
// 6. What a producer puts in a loop takes turns with what the consumers send each other in one: nobody gives its stages
//    back (ClusterTileScheduler.h).
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tilec::tile_gpu {

/// Reports what is certainly wrong.
mlir::LogicalResult verifySends(mlir::func::FuncOp kernel);

} // namespace tilec::tile_gpu
