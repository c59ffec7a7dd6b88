// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Between which bounds integers lie, in every execution: a sparse data-flow over a kernel, on tiles with and without
// layouts. A tile's range is that of all its elements together.
//
// | value                                | range                                             |
// |--------------------------------------|---------------------------------------------------|
// | block number along x, y and z        | 0 to 2^31 - 2; 0 to 65534                         |
// | number of blocks                     | 0 to 2^31 - 1; 0 to 65535                         |
// | iota of 128                          | 0 to 127                                          |
// | assume %n[bounded<0, 7>]             | 0 to 7, and within what %n has                    |
// | extui of an i8                       | 0 to 255                                          |
// | sums, products, shifts, minima, ..   | from those of the operands (upstream's analysis)  |
// | counter of a signed loop             | from its start to below its end                   |
// | carried round a loop, growing        | any                                               |
// | loaded, or counter of an unsigned loop | any                                             |
#pragma once

#include "mlir/Analysis/DataFlowFramework.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"

namespace tilec::tile {

/// Adds the analysis, and what it needs, to a solver that is about to run.
void loadIntegerRanges(mlir::DataFlowSolver &solver);

/// The ranges of all integers below `root`, as it is now.
class IntegerRanges {
public:
  explicit IntegerRanges(mlir::Operation *root);

  /// None if nothing is known: not even that the value is ever computed.
  std::optional<mlir::ConstantIntRanges> of(mlir::Value value) const;

  /// The range where `at` stands: the conditions of the `scf.if` around it hold there.
  ///
  ///     %c = arith.cmpi slt, %block, %c8
  ///     scf.if %c { ... at ... }            // %block and what is computed of it: 0 to 7
  std::optional<mlir::ConstantIntRanges> of(mlir::Value value, mlir::Operation *at) const;

private:
  std::unique_ptr<mlir::DataFlowSolver> solver;
};

} // namespace tilec::tile
