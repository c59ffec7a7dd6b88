// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Reduction across the lanes of a warp of several values at once.
///
/// | how       | for n results over 2^k lanes          | instructions                          |
/// |-----------|---------------------------------------|---------------------------------------|
/// | redux     | a whole warp, integers of 32 bits or  | n `redux.sync`                        |
/// |           | less; minimum and maximum of f32 on   |                                       |
/// |           | some targets                          |                                       |
/// | by bits   | a whole warp, minimum and maximum of  | n `redux.sync` of integers, 6 n more  |
/// |           | f32 elsewhere, of one or two results  |                                       |
/// | butterfly | any                                   | n k shuffles                          |
/// | halving   | several results: lanes exchange half  | n - n/2^h + (n/2^h)(k - h) shuffles,  |
/// |           | of them and go on with the other half | h = min(k, log2 n)                    |
///
/// After halving a result is in a few lanes only: `scattered` says in which.
#pragma once

#include "compiler/Conversion/TileGPUToNVVM/Reductions/Combiner.h"
#include "compiler/Target/Target.h"

namespace tilec {

class LaneReduction {
public:
  using Values = Combiner::Values;

  /// `laneMask`: lane bits to combine over.
  LaneReduction(mlir::ImplicitLocOpBuilder &builder, Combiner &combiner, const Target &target, uint32_t laneMask)
      : builder(builder), combiner(combiner), target(target), laneMask(laneMask) {}

  /// Combines each of `partials` (a power of two of them) over the lanes. Returns the lane bits, lowest first, that now
  /// tell results apart: with h of them, lane bits b_0.. stand for the lowest h bits of a result's number, and
  /// `partials` holds those of each lane, 2^h fewer. It costs nothing to spread them again if they go through scratch
  /// anyway.
  llvm::SmallVector<unsigned> run(llvm::SmallVector<Values> &partials, bool spreadAnyway);

private:
  bool reduceByRedux(llvm::SmallVector<Values> &partials);
  unsigned chooseHalvings(unsigned count, mlir::ValueRange sample, bool spreadAnyway) const;
  Values combineWithLane(const Values &mine, uint32_t mask);
  void halve(llvm::SmallVector<Values> &partials, uint32_t mask);
  mlir::Value isUpper(uint32_t mask);

  mlir::ImplicitLocOpBuilder &builder;
  Combiner &combiner;
  const Target &target;
  uint32_t laneMask;
};

} // namespace tilec
