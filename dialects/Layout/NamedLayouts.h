// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Layouts that have a name: the values that strategies choose from.
#pragma once

#include "dialects/Layout/LinearLayout.h"

namespace tilec::layout {

/// How a blocked layout spreads a tile. Each entry is a power of two for each dimension.
struct Blocking {
  /// Consecutive elements of one lane, along each dimension.
  std::vector<int64_t> elementsPerLane;
  /// Lanes along each dimension; the product is 32.
  std::vector<int64_t> lanesPerWarp;
  /// Warps along each dimension; the product is the number of warps.
  std::vector<int64_t> warps;
  /// Dimensions from the fastest to the slowest: registers, lanes and warps count in this order.
  std::vector<int64_t> order;
};

/// Registers count inside a lane's block, then lanes, then warps; where the tile is larger than all of them, further
/// registers repeat the pattern; where it is smaller, lanes and warps that have nothing of their own hold copies.
LinearLayout blocked(const std::vector<int64_t> &shape, const Blocking &blocking);

/// The blocked layout with `elementsPerLane` consecutive elements a lane along `order[0]`, lanes and warps filling the
/// dimensions in order.
LinearLayout blockedInOrder(const std::vector<int64_t> &shape, const std::vector<int64_t> &order,
                            int64_t elementsPerLane, unsigned numWarps);

/// Every lane of every warp holds the whole tile.
LinearLayout replicated(const std::vector<int64_t> &shape, unsigned numWarps);

/// `parent` without `dimension`, whose lanes and warps hold copies: what a reduction along it leaves, and what can be
/// stretched along it again without moving.
LinearLayout slice(const LinearLayout &parent, unsigned dimension);

/// Along `axis` registers come first, then lanes, then warps, each in rising order, so that a prefix runs through a
/// lane, then across lanes, then across warps. Lanes and warps not needed along the axis take other dimensions.
LinearLayout scanOrder(const std::vector<int64_t> &shape, unsigned axis, unsigned numWarps);

} // namespace tilec::layout
