// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the copy engine is expected to be faster than loads and stores of lanes.
//
// | access                                                     | faster      | why |
// |------------------------------------------------------------|-------------|-------------------------------------------|
// | load whose tile a product of warpgroups reads              | tensor map  | it is read where it arrives, registers |
// |                                                            |             | never see it | | load in a loop that
// gets a producer warp                   | tensor map  | it arrives iterations ahead, addresses and| | |             |
// masks cost nothing                        | | store of a tile that would change lanes for it, in a kernel| tensor map
// | it passes through shared memory anyway,   | | with such products                                         | | and
// the next block need not wait for it   | | everything else                                            | registers   |
// used once and at once: nothing overlaps   |
//
// A loop over tile blocks is none here: what a block loads once has nothing to run ahead of.
#pragma once

#include "mlir/IR/Operation.h"
#include <string>

namespace tilec::tile_gpu {

/// In a loop other than that over tile blocks.
bool isInLoop(mlir::Operation *op);

/// Why a load or store of a view is as fast by registers; empty where a tensor map is faster. Loops are taken to get
/// producer warps.
std::string whyRegistersAreAsFast(mlir::Operation *access);

} // namespace tilec::tile_gpu
