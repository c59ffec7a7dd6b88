// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the copy engine is expected to be faster than loads and stores of lanes.
//
// | access                                           | by         | because                                         |
// |--------------------------------------------------|------------|-------------------------------------------------|
// | a load that a warpgroup MMA reads                | tensor map | it is read where it arrives                     |
// | another load in a loop with such an MMA          | tensor map | the MMA need not wait for it                    |
// | a reduction in such a loop                       | tensor map | lanes go on to the next MMA                     |
// | a store that would change lanes, in such a       | tensor map | it passes through shared memory anyway          |
// | kernel                                           |            |                                                 |
// | a store of many accumulators of 8-bit operands,  | tensor map | half of it leaves under the next MMAs           |
// | 128 of a                                         |            |                                                 |
// | lane, by persistent CTAs                         |            |                                                 |
// | a load in another loop                           | tensor map | more bytes are on their way, and masks are for  |
// |                                                  |            | nothing                                         |
// | a row that a cluster shares, by persistent CTAs  | tensor map | the next row comes while this one is reduced    |
// | what all of these rows are multiplied by, if it  | tensor map | it comes once and stays in shared memory        |
// | fits                                             |            |                                                 |
// | .. of the same place in each iteration           | registers  | it stays in L1                                  |
// | .. of less than kMinStreamBytes an iteration     | registers  | handing a stage over takes longer               |
// | .. of narrow elements that the loop also reduces | registers  | lanes have no time to spare                     |
// | .. that reduces, in a kernel whose tiles fill    | registers  | the producer would take some                    |
// | the                                              |            |                                                 |
// | registers                                        |            |                                                 |
// | .. of bytes or 32-bit elements that warps        | registers  | fragments are made of what lanes read word by   |
// | multiply,                                        |            |                                                 |
// | on chips where only warps do               |            | word: by tensor map more of them spill          |
// | .. of several MMAs there                   | registers  | stages that lanes fill give all their fragments |
// | .. that warp MMAs read, where no loop gets | tensor map | one lane starts what all of them would copy:    |
// | a producer                                 |            | its loop has stages, or lanes load it           |
// | everything else                            | registers  | what is used at once overlaps with nothing      |
//
// The model takes loads in loops to be brought by a producer warp; ProducerTrial.h asks whether they are. It wins where
// few CTAs load, and loses where many reduce in the loop or tiles are small (docs/Experiments.md, "Loops and stages"
// and "Constants of the model").
#pragma once

#include "compiler/Strategy/TileAccess.h"
#include "compiler/Target/Target.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include <string>

namespace tilec::tile_gpu {

/// In a loop other than that over tile blocks.
bool isInLoop(mlir::Operation *op);

/// A load of some size in a loop with a warpgroup MMA, which a producer warp would bring by tensor map: what
/// that wants of a tensor is what the widest accesses want.
bool isBroughtForMmas(LoadViewOp load, const strategy::TileAccess &access);

/// A load of what all tile blocks load, rows beside those that a cluster shares, which goes to shared memory once,
/// before the loop over blocks: lanes have no registers to keep it in.
bool isKeptForBlocks(LoadViewOp load);

/// A store of accumulators of 8-bit operands as they are, 128 of a lane, in a loop over blocks: by tensor map, piece by
/// piece.
bool isStoredInPieces(mlir::Operation *access);

/// A load of a counted loop that warp MMAs read, and nothing else: where no producer warp brings it, a lane of
/// the consumers may (PipelinePlan.h).
bool isStagedForMmas(LoadViewOp load);
/// The same of one that lanes load as the fragments that they multiply.
bool isLoadedAsFragments(LoadViewOp load);

/// Why a load or store of a view is as fast by registers; empty where a tensor map is faster.
std::string whyRegistersAreAsFast(mlir::Operation *access, const Target &target);

} // namespace tilec::tile_gpu
