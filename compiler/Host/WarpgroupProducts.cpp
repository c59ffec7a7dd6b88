// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Host/WarpgroupProducts.h"
#include "compiler/Host/Check/Checker.h"
#include "compiler/Host/Team.h"
#include <cstring>

namespace tilec::host {

void WarpgroupProducts::start(Frame &frame, Copy reading, ProductSums sums, uint64_t from, Slot result,
                              std::function<void(ProductSums &)> multiply) {
  auto product = std::make_shared<Product>();
  product->number = ++started;
  product->reading = reading;
  product->sums = std::move(sums);
  if (auto earlier = products.find(from); earlier != products.end())
    product->from = earlier->second;
  product->multiply = std::move(multiply);
  products[product->number] = product;
  inFlight.push_back(product);
  constexpr uint64_t kProductQueues = uint64_t(3) << 60;
  uint64_t queue = kProductQueues | uint64_t(frame.warp) << 32 | product->number;
  frame.team->later(queue, [this, number = product->number] { perform(number); });
  std::memcpy(frame.at<char>(result), &product->number, sizeof product->number);
  std::memset(frame.undefined(result), kInFlight, result.count);
}

void WarpgroupProducts::perform(uint64_t last) {
  for (const std::shared_ptr<Product> &product : inFlight) {
    if (product->number > last)
      return;
    if (product->isDone())
      continue;
    // The registers of an earlier product in flight are this one's: its tile is gone.
    if (product->from)
      product->sums = std::move(product->from->sums);
    product->from.reset();
    product->multiply(product->sums);
    product->multiply = nullptr;
  }
}

void WarpgroupProducts::wait(Frame &frame, size_t pending) {
  for (; inFlight.size() > pending; inFlight.pop_front()) {
    perform(inFlight.front()->number);
    VectorClock clock;
    frame.checker->order().finishBulkCopy(frame.linearBlock, inFlight.front()->reading.number, clock);
    frame.checker->order().acquireByWarp(frame.linearBlock, frame.warp, clock);
  }
}

const ProductSums *WarpgroupProducts::find(uint64_t number) const {
  for (const std::shared_ptr<Product> &product : inFlight)
    if (product->number == number)
      return nullptr;
  auto found = products.find(number);
  return found == products.end() ? nullptr : &found->second->sums;
}

} // namespace tilec::host
