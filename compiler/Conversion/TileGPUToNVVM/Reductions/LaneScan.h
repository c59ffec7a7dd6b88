// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// An inclusive scan of one value of each lane across lanes of a warp: in step k each lane takes what the lane 2^k
/// before it has so far.
///
/// | lanes along the axis | a step                                                                                  |
/// |----------------------|-----------------------------------------------------------------------------------------|
/// | any other bits       | `shfl.idx`, a comparison, a select                                                      |
/// | neighbouring bits    | `shfl.up` or `shfl.down`, whose predicate the select takes                              |
/// | ... minimum and such | no select: lanes without a lane before them get their own value                         |
/// | ... 32-bit sums      | `@p add` on that predicate                                                              |
#pragma once

#include "compiler/Conversion/TileGPUToNVVM/Reductions/Combiner.h"
#include "dialects/Layout/ScanBits.h"

namespace tilec {

/// Values that may not be there.
struct OptionalValues {
  Combiner::Values values;
  mlir::Value valid; ///< i1; null: always
};

class LaneScan {
public:
  using Values = Combiner::Values;

  /// Over the lanes of `bits`, from the last one with `reverse`.
  LaneScan(mlir::ImplicitLocOpBuilder &builder, Combiner &combiner, layout::ScanBits bits, bool reverse)
      : builder(builder), combiner(combiner), laneMask(bits.lanes), step(bits.laneStep()), reverse(reverse) {}

  /// Each of `own` becomes the combination of all up to this lane.
  void inclusive(llvm::MutableArrayRef<Values> own);
  /// All before this lane; the combiner's identity in the first one, where it has one.
  OptionalValues exclusive(const Values &inclusive, const Values &own);
  /// All of all lanes, in every lane.
  Values whole(const Values &inclusive);
  /// True (i1) in the last lane.
  mlir::Value isLast();

private:
  /// What the lane `distance` (a power of two) before this one has; its own where there is none.
  OptionalValues fetch(const Values &mine, unsigned distance);
  OptionalValues fetchShifted(const Values &mine, unsigned distance);
  OptionalValues fetchIndexed(const Values &mine, unsigned distance);
  /// Lane number with the bits along the axis counting in scan order.
  mlir::Value orderedLane();
  /// `distance` lanes along the axis as a difference of such numbers.
  uint32_t spread(unsigned distance) const;
  Values takeStep(const Values &mine, unsigned distance);
  Values addFrom(const Values &mine, unsigned distance);

  mlir::ImplicitLocOpBuilder &builder;
  Combiner &combiner;
  uint32_t laneMask;
  std::optional<unsigned> step;
  bool reverse;
  mlir::Value lane;
};

} // namespace tilec
