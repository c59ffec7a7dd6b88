// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Exchanges between the CTAs of a cluster: what each sends to all (`cluster_send`) and then loads from its own stage.
///
/// A row is exchanged more than once where its maximum and then a sum of exponentials is wanted. All of the row is
/// worked on in between, and places of the one exchange would be held for the other, as they differ by a constant. So
/// of later ones the sender reads the CTA's rank again, and the load the thread's number. To miss one costs registers
/// alone.
#pragma once

#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "llvm/ADT/STLExtras.h"

namespace tilec {

/// Another one, counted by another mbarrier, comes before it in its block. Sends that are converted already stay there
/// until the whole conversion is done.
inline bool isLaterSend(tile_gpu::ClusterSendOp send) {
  return llvm::any_of(llvm::make_range(send->getBlock()->begin(), send->getIterator()), [&](mlir::Operation &other) {
    auto earlier = llvm::dyn_cast<tile_gpu::ClusterSendOp>(other);
    return earlier && earlier.getBarriers() != send.getBarriers();
  });
}

/// What it loads was sent so.
inline bool loadsLaterSend(tile_gpu::BufferLoadOp load) {
  return llvm::any_of(load.getBuffer().getUsers(), [](mlir::Operation *user) {
    auto send = llvm::dyn_cast<tile_gpu::ClusterSendOp>(user);
    return send && isLaterSend(send);
  });
}

} // namespace tilec
