// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Registers on their way to other lanes, as dialects/Layout plans it: register renaming, shuffles, or scratch.
#pragma once

#include "dialects/Layout/LayoutConversion.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace tilec {

/// The registers of the transfer's destination. `source` are those of its source, `varying` (i32; null if the transfer
/// has none) the run-time number; scratch is that of `op`. Fails with an error at `op` if scratch was not allocated.
mlir::FailureOr<llvm::SmallVector<mlir::Value>> emitTransfer(mlir::ImplicitLocOpBuilder &builder,
                                                             tile_gpu::ScratchInterface op,
                                                             const layout::LayoutConversion &plan,
                                                             mlir::ValueRange source, mlir::Value varying = {});

/// Several transfers through shared memory with one barrier. No passes, no parts of warps.
struct SharedTransfer {
  const layout::SharedTransferPlan &plan;
  mlir::ValueRange source;
  mlir::Value address; ///< of its scratch
};
llvm::SmallVector<llvm::SmallVector<mlir::Value>>
emitTogether(mlir::ImplicitLocOpBuilder &builder, llvm::ArrayRef<SharedTransfer> transfers, unsigned numWarps);

/// The two ways, each for plans of its kind.
llvm::SmallVector<mlir::Value> emitShuffles(mlir::ImplicitLocOpBuilder &builder, const layout::ShufflePlan &plan,
                                            mlir::ValueRange source, mlir::Value varying);

} // namespace tilec
