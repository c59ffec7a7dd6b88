// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Layout/SharedMemory/BankConflicts.h"
#include <algorithm>
#include <bit>
#include <cassert>

namespace tilec::layout {

unsigned phaseLaneBits(unsigned bytes) {
  assert(std::has_single_bit(bytes) && bytes <= 16 && "accesses have 1 to 16 bytes");
  return bytes <= 4 ? 5 : bytes == 8 ? 4 : 3;
}

unsigned bankConflicts(const LinearMap &laneOffsets, unsigned elementBytes, unsigned vector) {
  unsigned bytes = elementBytes * vector;
  // Banks side by side that one lane covers count as one; lanes inside one word share it.
  unsigned granule = std::max(bytes, kBankWordBytes);
  unsigned shift = std::countr_zero(granule / elementBytes), banks = std::countr_zero(kBankRowBytes / granule);
  unsigned lanes = std::min(laneOffsets.numInputs(), phaseLaneBits(bytes));
  std::vector<uint64_t> granules, bankNumbers;
  for (unsigned lane = 0; lane < lanes; ++lane) {
    granules.push_back(laneOffsets.column(lane) >> shift);
    bankNumbers.push_back(granules.back() & ((1u << banks) - 1));
  }
  return 1u << (LinearMap(64, granules).rank() - LinearMap(64, bankNumbers).rank());
}

unsigned wavefronts(const LinearMap &laneOffsets, unsigned elementBytes, unsigned vector) {
  unsigned bytes = elementBytes * vector;
  return bankConflicts(laneOffsets, elementBytes, vector) << (5 - phaseLaneBits(bytes));
}

} // namespace tilec::layout
