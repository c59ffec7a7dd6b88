// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How many elements one atomic instruction of a lane may update.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tilec::tile_gpu {

/// Sets `vector` of each `atomic_rmw` in `kernel` that has wide forms: its registers' neighbours in memory, aligned and
/// masked alike. Layouts and pointers must be final.
void chooseAtomicWidths(mlir::func::FuncOp kernel);

} // namespace tilec::tile_gpu
