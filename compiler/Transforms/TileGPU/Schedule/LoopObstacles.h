// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What about a counted loop itself, whatever it loads, keeps its loads from being brought ahead.
#pragma once

#include "mlir/Dialect/SCF/IR/SCF.h"
#include <string>

namespace tilec::tile_gpu {

/// Empty if nothing does. Beside MMAs of warpgroups TMA loads stand in place until a producer warp takes them.
std::string whyNotPipelined(mlir::scf::ForOp loop);

bool hasWarpgroupMma(mlir::scf::ForOp loop);

} // namespace tilec::tile_gpu
