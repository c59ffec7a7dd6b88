// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Layout/SharedMemory/LaneOperands.h"
#include "dialects/Layout/SharedMemory/SharedLayouts.h"
#include <algorithm>

namespace tilec::layout {

LinearMap laneShared(const std::vector<int64_t> &shape, unsigned fastest, bool isAlongK, unsigned elementBytes) {
  constexpr int64_t kWidest = 128, kNarrowest = 32;
  int64_t rowBytes = shape[fastest] * elementBytes;
  Swizzle swizzle = isAlongK && rowBytes >= kNarrowest ? Swizzle(std::min(kWidest, rowBytes)) : Swizzle::None;
  std::vector<int64_t> order = {fastest}, box;
  for (int64_t d = int64_t(shape.size()); d-- > 0;)
    if (d != fastest)
      order.push_back(d);
  for (int64_t d : order)
    box.push_back(shape[d]);
  if (swizzle != Swizzle::None)
    box.front() = int64_t(swizzle) / elementBytes;
  return boxedShared(shape, order, box, elementBytes, swizzle);
}

unsigned sharedVector(const LinearMap &offsets, unsigned registerBits, uint64_t usedRegisters, unsigned elementBytes) {
  constexpr unsigned kMaxAccessBytes = 16;
  // The offsets' `bit` is what some register adds alone, and no lane changes it.
  auto isOfRegisters = [&](unsigned bit) {
    for (unsigned input = registerBits; input < offsets.numInputs(); ++input)
      if (offsets.column(input) >> bit & 1)
        return false;
    return bit < offsets.numOutputs() && offsets.solve(uint64_t(1) << bit, usedRegisters).has_value();
  };
  unsigned vector = 1;
  for (unsigned bit = 0; (elementBytes << (bit + 1)) <= kMaxAccessBytes && isOfRegisters(bit); ++bit)
    vector *= 2;
  return vector;
}

} // namespace tilec::layout
