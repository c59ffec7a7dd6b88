// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products of warpgroups that one warp has started and not waited for.
//
// A product takes place at any time between its start and the end of the wait for it, after those started before it;
// when is the team's choice (Team::later). So slots are read early or late, and what overwrites one too soon shows in
// the sums besides being a race. Until its wait a tile of sums is *in flight*: its undefined flags say so, and instead
// of elements it has the product's number, which control flow carries along.
#pragma once

#include "compiler/Host/Check/RaceDetector.h"
#include "compiler/Host/Frame.h"
#include <deque>
#include <functional>
#include <map>
#include <memory>

namespace tilec::host {

/// The undefined flag of what is in flight.
inline constexpr uint8_t kInFlight = 2;

/// The tile of sums of one product in one warp.
struct ProductSums {
  std::vector<char> elements;
  std::vector<uint8_t> undefined;
};

class WarpgroupProducts {
public:
  struct Product {
    uint64_t number = 0;
    Copy reading{Copy::Kind::Bulk, 0};
    /// The sums that it adds to: known, or those of an earlier product.
    ProductSums sums;
    std::shared_ptr<Product> from;
    std::function<void(ProductSums &)> multiply; ///< until it is done
    bool isDone() const {
      return !multiply;
    }
  };

  /// `warp`: of the block.
  void start(Frame &frame, Copy reading, ProductSums sums, uint64_t from, Slot result,
             std::function<void(ProductSums &)> multiply);
  /// Waits until at most `pending` are in flight. Then the warp knows that the others' operands have been read.
  void wait(Frame &frame, size_t pending);
  /// The sums of product `number`, if it has been waited for.
  const ProductSums *find(uint64_t number) const;

private:
  void perform(uint64_t last);

  uint64_t started = 0;
  std::deque<std::shared_ptr<Product>> inFlight; ///< oldest first
  std::map<uint64_t, std::shared_ptr<Product>> products;
};

} // namespace tilec::host
