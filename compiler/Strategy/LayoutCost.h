// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What layouts cost, in cycles of the one pipe of a multiprocessor that serves loads, stores, shuffles and shared
// memory. All figures are for a whole tile, executed once; who asks weighs them with how often that is.
//
// | what                    | cycles                                                                                  |
// |-------------------------|-----------------------------------------------------------------------------------------|
// | access of memory        | for each instruction of a warp: 1, and 1 for each 128-byte line it touches (lines of    |
// |                         | which a lane has all, for one of the instructions that take them)                       |
// | load that comes through | 2 for each 4 bytes or less that an instruction of a warp reads: neighbours, 16 bytes    |
// | shared memory           | at most                                                                                 |
// | conversion, sub-tile    | what the plan of the transfer says (layout/LayoutConversion.h)                          |
// | reduction               | 2 for each shuffle, 64 if it crosses warps, 1/4 for each element of a warp              |
// | scan                    | the same for each stretch of a line, 1/2 for each element of a warp                     |
// | joining halves          | 1/4 for each register of a warp, if lanes or warps tell them apart                      |
// | MMA                     | 2 for each 4 bytes of operands that a lane reads (f64: 4), 1/4 for each accumulator and |
// |                         | step along K; reading under the tensor core's own cycles costs an eighth; by multiply-  |
// |                         | add a wavefront of shared memory for each word (LaneOperands.h)                         |
// | the same ops once more  | 1/4 for each op and register of a warp, 8 times that for functions                      |
//
// The table ranks; it does not predict. It is right where it matters: lanes side by side beat lanes with gaps, 16 bytes
// a lane beat 4, a trip through shared memory costs about as much as reading the tile twice more from the cache, and is
// far cheaper than an access in which every lane touches a line of its own (33 a warp instead of 2).
#pragma once

#include "compiler/Strategy/TileAccess.h"
#include "dialects/Layout/LayoutConversion.h"
#include "dialects/Layout/MatrixMultiply/MmaLayouts.h"

namespace tilec::strategy {

/// What cannot be.
inline constexpr double kImpossible = 1e15;

double accessCycles(const TileAccess &access, const layout::LinearLayout &layout);
/// Reading from shared memory what the copy engine has put there.
double sharedReadCycles(const TileAccess &access, const layout::LinearLayout &layout);
/// A transfer of elements of a tile in all warps.
double transferCycles(const layout::LayoutConversion &plan, unsigned numWarps);
double conversionCycles(const layout::LinearLayout &from, const layout::LinearLayout &to, int64_t elementBytes);
/// The most that a conversion of a tile costs.
double worstConversionCycles(int64_t elements, int64_t elementBytes);
/// A reduction of operands of `bytes` together along `axis`.
double reductionCycles(const layout::LinearLayout &layout, unsigned axis, int64_t bytes);
/// A scan likewise; impossible unless the layout has `layout::scanBits`.
double scanCycles(const layout::LinearLayout &layout, unsigned axis, int64_t bytes);
/// Two tiles put behind one another along `axis`; impossible unless one place bit tells them apart.
double joiningCycles(const layout::LinearLayout &layout, unsigned axis);
/// Which operands of an MMA have neighbours along K in memory.
struct OperandsAlongK {
  bool a = false, b = false;
};
/// An MMA in an accumulator's layout, with what its warps read of both operands. `mma16Bits`: multiply-adds of 16
/// bits in a cycle of the chip, under which they do; 0 if it is not known.
double mmaCycles(const layout::TileMma &mma, const layout::LinearLayout &accumulator, double mma16Bits,
                 OperandsAlongK alongK = {});
/// Doing `ops` (weighted) on each element once more.
double repetitionCycles(int64_t ops, int64_t elements);

} // namespace tilec::strategy
