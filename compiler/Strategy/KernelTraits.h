// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What of a kernel decides how many warps it gets and how many CTAs are beside each other, whatever the numbers are.
#pragma once

#include "compiler/Target/Target.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tilec::strategy {

/// Counted on a kernel in `tile` form.
struct KernelTraits {
  int64_t largest = 1;    ///< elements of the largest tile
  bool isReduced = false; ///< such a tile is reduced or scanned
  /// The number of reductions that wait for one another, where rows are reduced and stored once, without a loop.
  int64_t reductionsInTurn = 0;
  int64_t scannedBytes = 0; ///< of an element, if such a tile is scanned; else 0
  bool hasLoop = false, multiplies = false;
  bool carriesLarge = false;   ///< a loop carries such a tile
  bool computesLonger = false; ///< than they load and store: loops of such tiles, which combine no elements
  int64_t leastBytes = 4;      ///< of an element that is loaded or stored in such tiles
  int64_t mostBytes = 0;       ///< 0: none of that size
  int64_t bytesPerAccess = 0, bytesPerLoad = 0, loads = 0, loadBytes = 0;
  int64_t loadWords = 0;          ///< 4-byte words of what `loadBytes` are, narrow elements widened
  int64_t bytesPerLargeLoad = 0;  ///< the most that a lane loads at once of such tiles
  int64_t largeLoads = 0;         ///< of all blocks of ops
  int64_t rowsInTurn = 0;         ///< of the tile that a loop carries, reduces and computes anew; 0: none
  int64_t accessBytes = 0;        ///< that one access of a lane may move
  int64_t liveWords = 0;          ///< 4-byte words of tiles that are live at once
  int64_t liveBesideOperands = 0; ///< the same without what is loaded and only multiplied

  /// Rows are reduced and stored, of elements that take no more instructions than their bytes take time: many lanes
  /// with little each are through a row soonest.
  bool hasFloatRows() const {
    return reductionsInTurn > 0 && leastBytes == 4;
  }
};

KernelTraits describe(mlir::func::FuncOp kernel, const Target &target);

} // namespace tilec::strategy
