// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the copy engine is expected to be faster than loads and stores of lanes.
//
// * A load whose tile a product of warpgroups reads: tensor map. It is read where it arrives, registers never see it.
// * A store of a tile that would change lanes for it, in a kernel with such products: tensor map. It passes through
//   shared memory anyway, and the next block need not wait for it.
// * A load in a loop without such a product: registers, though tensor maps and a producer warp (--memory-path=tma) are
//   faster for some. On an H200 sums of columns by few CTAs are 1.2 to 2 times as fast, because more bytes are in
//   flight; a softmax in two passes over its row is 0.65 times as fast, because the second pass finds its row in L1
//   otherwise; kernels whose tiles fill the registers lose those that the producer takes.
// * Everything else: registers. What is used once and at once overlaps with nothing.
#pragma once

#include "mlir/IR/Operation.h"
#include <string>

namespace tilec::tile_gpu {

/// In a loop other than that over tile blocks.
bool isInLoop(mlir::Operation *op);

/// Why a load or store of a view is as fast by registers; empty where a tensor map is faster. Products are taken to get
/// producer warps.
std::string whyRegistersAreAsFast(mlir::Operation *access);

} // namespace tilec::tile_gpu
