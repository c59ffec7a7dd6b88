// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Exchanges between the CTAs of a cluster: what each sends to all (`cluster_send`) and then loads from its own slot.
///
/// A row is exchanged more than once where its maximum and then a sum of exponentials is wanted. All of the row is
/// worked on in between, and places of the one exchange would be held for the other, as they differ by a constant. For
/// later ones they follow from numbers of the thread and the CTA that are read again.
#pragma once

#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "llvm/ADT/STLExtras.h"

namespace tilec {

/// Another one with an mbarrier of its own comes before it in its block.
inline bool isLaterExchange(tile_gpu::ClusterSendOp send) {
  return llvm::any_of(llvm::make_range(send->getBlock()->begin(), send->getIterator()), [&](mlir::Operation &other) {
    auto earlier = llvm::dyn_cast<tile_gpu::ClusterSendOp>(other);
    return earlier && earlier.getBarriers() != send.getBarriers();
  });
}

/// Loads what a later exchange has sent to this CTA.
inline bool isOfLaterExchange(tile_gpu::BufferLoadOp load) {
  return llvm::any_of(load.getBuffer().getUsers(), [](mlir::Operation *user) {
    auto send = llvm::dyn_cast<tile_gpu::ClusterSendOp>(user);
    return send && isLaterExchange(send);
  });
}

} // namespace tilec
