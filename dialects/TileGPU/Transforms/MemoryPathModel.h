// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the copy engine is expected to be faster than loads and stores of lanes.
//
// * A load whose tile a product of warpgroups reads: tensor map. It is read where it arrives, registers never see it.
// * A load in a loop that gets a producer warp: tensor map. It arrives iterations ahead, addresses and masks cost
//   nothing. Not what every iteration loads again, it stays in L1; nor in kernels that are held to few CTAs because
//   their tiles fill the registers, of which a producer would take some.
// * A store of a tile that would change lanes for it, in a kernel with such products: tensor map. It passes through
//   shared memory anyway, and the next block need not wait for it.
// * Everything else: registers. What is used once and at once overlaps with nothing.
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
