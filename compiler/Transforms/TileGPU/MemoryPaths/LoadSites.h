// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads by tensor map as `tile-gpu-select-memory-paths` leaves them, each waited for on the spot, and which of them are
// always executed together.
//
//     %b = alloc_buffer; %m = alloc_mbarriers; mbarrier_init %m arrivals 1
//     mbarrier_expect_tx %m[0]; tma_load %map[..] into %b, %m[0]; %t = mbarrier_wait %m[0] parity 0; mbarrier_inval %m
//     .. uses of %b behind %t ..
//     free_buffer %b
#pragma once

#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tilec::tile_gpu {

/// One such load; all its ops stand in one block, in this order.
struct LoadSite {
  AllocBufferOp buffer;
  AllocMbarriersOp barriers;
  MbarrierInitOp init;
  MbarrierExpectTxOp expect;
  TmaLoadOp copy;
  MbarrierWaitOp wait;
  MbarrierInvalOp invalidation; ///< null where the mbarrier lives on
  FreeBufferOp free;            ///< behind the last use
};

/// The load that `copy` belongs to, if it has the form above.
std::optional<LoadSite> findLoadSite(TmaLoadOp copy);

/// Loads of one block that share an mbarrier: they arrive together, and their stages are released together. Nothing
/// that takes long stands between them; small loads may stand behind several MMAs. Parts of one row that a cluster
/// shares form no group.
struct LoadGroup {
  llvm::SmallVector<LoadSite> sites;

  mlir::Block *getBlock() const {
    return sites.front().copy->getBlock();
  }
  /// The bytes that the mbarrier waits for.
  int64_t getArrivingBytes() const;
  /// The bytes that one stage of all buffers takes.
  int64_t getStageBytes() const;
};

/// The groups that the copies form, in program order.
llvm::SmallVector<LoadGroup> groupLoads(llvm::ArrayRef<LoadSite> sites);

} // namespace tilec::tile_gpu
