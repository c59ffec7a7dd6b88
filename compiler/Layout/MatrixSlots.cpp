// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Layout/MatrixSlots.h"
#include <algorithm>
#include <bit>

namespace tilec::layout {

static constexpr unsigned kLaneBits = 5, kWordBits = 32;

/// Inputs that count elements inside a row of 16 bytes.
static std::vector<unsigned> inputsOfRow(MatrixLoads matrices, unsigned registerBits, unsigned wordBits) {
  std::vector<unsigned> row;
  bool isTransposed = matrices == MatrixLoads::Transposed;
  for (unsigned bit = 0; bit < wordBits && !isTransposed; ++bit)
    row.push_back(bit);
  for (unsigned lane = 0; lane < kLaneBits; ++lane)
    if (isTransposed != (lane < 2))
      row.push_back(registerBits + lane);
  return row;
}

static bool areRows(const LinearMap &offsets, const std::vector<unsigned> &row) {
  uint64_t inside = (uint64_t(1) << row.size()) - 1;
  for (unsigned input = 0; input < offsets.numInputs(); ++input) {
    auto found = std::ranges::find(row, input);
    uint64_t expected = found == row.end() ? 0 : uint64_t(1) << (found - row.begin());
    if ((offsets.column(input) & inside) != expected || (expected && offsets.column(input) != expected))
      return false;
  }
  return true;
}

MatrixLoads matrixLoadsOf(const LinearMap &offsets, unsigned registerBits, unsigned elementBits) {
  if (elementBits < 8 || elementBits > kWordBits || offsets.numInputs() < registerBits + kLaneBits)
    return MatrixLoads::None;
  unsigned wordBits = std::countr_zero(kWordBits / elementBits);
  if (registerBits < wordBits)
    return MatrixLoads::None;
  std::vector<unsigned> row = inputsOfRow(MatrixLoads::Plain, registerBits, wordBits);
  bool goesOn = offsets.column(registerBits + 2) == uint64_t(1) << row.size();
  if (areRows(offsets, row))
    return goesOn ? MatrixLoads::None : MatrixLoads::Plain;
  bool isTransposed =
      elementBits == 16 && areRows(offsets, inputsOfRow(MatrixLoads::Transposed, registerBits, wordBits));
  return isTransposed ? MatrixLoads::Transposed : MatrixLoads::None;
}

/// Places with the registers of one copy first, then lanes and warps: no other register may lie inside a copy.
static LinearMap copiesFirst(const LinearLayout &stored, unsigned vector) {
  const LinearMap &elements = stored.asMap();
  unsigned registers = stored.bits(Place::Register).count, inCopy = std::countr_zero(vector);
  std::vector<uint64_t> columns;
  for (auto [first, end] :
       {std::pair(0u, inCopy), std::pair(registers, elements.numInputs()), std::pair(inCopy, registers)})
    for (unsigned input = first; input < end; ++input)
      columns.push_back(elements.column(input));
  return LinearMap(elements.numOutputs(), std::move(columns));
}

std::optional<LinearMap> slotBetween(const LinearLayout &stored, const LinearLayout &loaded, unsigned elementBits,
                                     unsigned vector) {
  LinearMap elements = copiesFirst(stored, vector);
  unsigned inCopy = std::countr_zero(vector);
  ScratchMaps maps = {elements, loaded.asMap(), LinearMap(elements.numOutputs(), {0}), inCopy,
                      loaded.bits(Place::Register).count};
  SharedTransferPlan plan =
      planSharedMemory(maps, /*copyBits=*/0, elementBits, /*numWarpParts=*/0, /*mayUsePasses=*/false);
  if (plan.storeVector < vector)
    return std::nullopt;
  std::vector<uint64_t> columns;
  for (unsigned bit = 0; bit < elements.numOutputs(); ++bit) {
    std::optional<uint64_t> place = plan.offsets.store.solve(uint64_t(1) << bit);
    if (!place)
      return std::nullopt;
    columns.push_back(elements.apply(*place));
  }
  LinearMap elementAt(elements.numOutputs(), std::move(columns));
  // Copies bring registers in their order.
  for (unsigned bit = 0; bit < inCopy; ++bit)
    if (elementAt.column(bit) != elements.column(bit))
      return std::nullopt;
  return elementAt;
}

} // namespace tilec::layout
