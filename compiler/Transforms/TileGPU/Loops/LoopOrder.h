// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace tilec::tile_gpu {

/// The comparison by which a counted loop goes on: its counter is less than its upper bound, signed or not.
inline mlir::arith::CmpIPredicate lessOf(mlir::scf::ForOp loop) {
  return loop.getUnsignedCmp() ? mlir::arith::CmpIPredicate::ult : mlir::arith::CmpIPredicate::slt;
}

} // namespace tilec::tile_gpu
