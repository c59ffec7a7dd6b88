// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a load of a later iteration of a counted loop depends on, so that it can be done ahead.
//
// | it depends on                         | ahead                                                              |
// |---------------------------------------|--------------------------------------------------------------------|
// | arithmetic of the counter             | is done again with a later counter                                 |
// | what the loop moves on by one step    | that is computed from the counter (CarriedAddresses.h)             |
// | what the loop loads (an index)        | that is loaded one iteration earlier still; one step, not two      |
// | a branch around it                    | its condition is one of the above, asked for the later iteration   |
// | whether the loop has ended by `break` | nobody knows: it is read, if it can be, until the loop has ended   |
//
// A `break` is a flag that the loop carries, with nothing done in an iteration where it is set, and never reset. What
// the loop would not get to may be read only where a view says that there is something (`in_view`).
#pragma once

#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"
#include <string>

namespace tilec::tile_gpu {

/// A branch around a load, taken where the value (i1) is `expected`.
struct AheadCondition {
  mlir::Value value;
  bool expected = true;
};

/// A load of the loop whose result a later load's address or condition depends on.
struct IndexLoad {
  LoadOp load;
  llvm::SmallVector<AheadCondition> conditions;
};

class AheadSlice {
public:
  explicit AheadSlice(mlir::scf::ForOp loop) : loop(loop) {}

  /// Takes in the load's pointer, mask and box and the branches around it; says why it cannot be done ahead, nothing if
  /// it can.
  std::string add(LoadOp load);

  /// Branches around the load inside of the loop, outermost first.
  llvm::ArrayRef<AheadCondition> getConditions() const {
    return conditions;
  }
  llvm::ArrayRef<IndexLoad> getIndices() const {
    return indices;
  }
  /// Whether a `break` may end the loop before the load.
  bool mayEndBefore() const {
    return isBehindBreak;
  }
  /// It has to be computed again for a later iteration.
  bool contains(mlir::Operation *op) const {
    return ops.contains(op) || opsOfIndices.contains(op);
  }

private:
  std::string addAround(LoadOp load, llvm::SmallVectorImpl<AheadCondition> &around);
  std::string addValue(mlir::Value value);
  std::string addIndex(LoadOp load);

  mlir::scf::ForOp loop;
  /// The second: what an index needs, which nothing else has to be loaded for.
  llvm::SmallSetVector<mlir::Operation *, 16> ops, opsOfIndices;
  llvm::SmallVector<AheadCondition> conditions;
  llvm::SmallVector<IndexLoad> indices;
  bool isBehindBreak = false, isOfIndex = false;
};

/// In a counted loop that may have ended by `break` before it gets to `op`.
bool isBehindBreak(mlir::Operation *op);

/// The value for the iteration that `map` has the counter of (and loads of indices): ops of the loop are cloned as far
/// as they are not mapped.
mlir::Value computeAhead(mlir::OpBuilder &builder, mlir::scf::ForOp loop, mlir::Value value, mlir::IRMapping &map);

/// What only the loads needed that are done ahead now: addresses of this iteration, and indices.
void eraseUnused(mlir::Block &block);

} // namespace tilec::tile_gpu
