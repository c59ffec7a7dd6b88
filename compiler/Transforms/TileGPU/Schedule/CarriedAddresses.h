// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Addresses that a loop carries and moves on by the same step in each iteration, as any iteration has them.
//
//     scf.for %i = .. iter_args(%p = %first) {          // iteration number n: offset %first, n * %step
//       %x = load %p
//       %next = offset %p, %step                        // %step is from outside of the loop
//       scf.yield %next
//     }
//
// Offsets of pointers are computed in 64 bits, as the pointers themselves; those of integers wrap as they do.
#pragma once

#include "mlir/Dialect/SCF/IR/SCF.h"
#include <optional>

namespace tilec::tile_gpu {

/// The loop carries it, a pointer, an integer or a tile of them, and adds one value to it in each iteration, or takes
/// one from it.
bool movesEvenly(mlir::scf::ForOp loop, mlir::BlockArgument carried);

/// What it is in the iteration that has this counter.
mlir::Value carriedAt(mlir::OpBuilder &builder, mlir::scf::ForOp loop, mlir::BlockArgument carried,
                      mlir::Value iteration);

/// An address that each iteration moves by one number of elements, whether the loop carries it or computes it anew.
struct EvenAddress {
  mlir::Value first; ///< in the first iteration
  mlir::Value step;  ///< elements, i64
};

/// None where the address does not move so, or where its arithmetic may wrap. What is computed for it stands before the
/// loop.
std::optional<EvenAddress> findEvenAddress(mlir::scf::ForOp loop, mlir::Value pointer);

/// The address in the iteration that has this counter: one addition for each pointer, of a number that all share.
mlir::Value evenAddressAt(mlir::OpBuilder &builder, mlir::scf::ForOp loop, const EvenAddress &address,
                          mlir::Value iteration);

} // namespace tilec::tile_gpu
