// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Layout/SharedMemory/MmaSyncStages.h"
#include "dialects/Layout/SharedMemory/BankConflicts.h"
#include "dialects/Layout/Subspace.h"
#include <algorithm>
#include <bit>

namespace tilec::layout {

static constexpr unsigned kLaneBits = 5, kWordBits = 32, kRowBytes = 16;

/// Inputs that count elements inside a row of 16 bytes.
static std::vector<unsigned> inputsOfRow(MatrixLoads matrices, unsigned registerBits, unsigned wordBits) {
  std::vector<unsigned> row;
  bool isTransposed = matrices == MatrixLoads::Transposed || matrices == MatrixLoads::Paired;
  unsigned inWord = matrices == MatrixLoads::Paired ? 1 : isTransposed ? 0 : wordBits;
  for (unsigned bit = 0; bit < inWord; ++bit)
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
  if (elementBits == 8 && areRows(offsets, inputsOfRow(MatrixLoads::Paired, registerBits, wordBits)))
    return MatrixLoads::Paired;
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

static ScratchMaps mapsBetween(const LinearLayout &stored, const LinearLayout &loaded, unsigned vector) {
  LinearMap elements = copiesFirst(stored, vector);
  return {elements, loaded.asMap(), LinearMap(elements.numOutputs(), {0}), unsigned(std::countr_zero(vector)),
          loaded.bits(Place::Register).count};
}

/// The element at each offset of the plan. None where copies would not bring registers in their order.
static std::optional<LinearMap> stageOf(const SharedTransferPlan &plan, const LinearMap &elements, unsigned vector) {
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
  for (unsigned bit = 0; bit < unsigned(std::countr_zero(vector)); ++bit)
    if (elementAt.column(bit) != elements.column(bit))
      return std::nullopt;
  return elementAt;
}

bool readsMatricesApart(const LinearMap &elementAt, const LinearLayout &loaded, unsigned elementBits) {
  LinearMap offsets = elementAt.inverse().after(loaded.asMap());
  unsigned registerBits = loaded.bits(Place::Register).count;
  MatrixLoads matrices = matrixLoadsOf(offsets, registerBits, elementBits);
  if (matrices == MatrixLoads::None)
    return false;
  unsigned wordBits = std::countr_zero(kWordBits / elementBits);
  std::vector<unsigned> row = inputsOfRow(matrices, registerBits, wordBits);
  std::vector<uint64_t> all, banks;
  unsigned rowBits = unsigned(row.size());
  for (unsigned input = 0; input < registerBits + kLaneBits; ++input) {
    bool isOfMatrix = input < wordBits || input >= registerBits;
    if (!isOfMatrix || std::ranges::find(row, input) != row.end())
      continue;
    all.push_back(offsets.column(input));
    banks.push_back(offsets.column(input) >> rowBits & (kBankRowBytes / kRowBytes - 1));
  }
  return Subspace(all).dimension() == Subspace(banks).dimension();
}

/// Neighbouring rows of 16 bytes in another order: as good for banks, and no word of lanes side by side goes on in the
/// next row.
static LinearMap withRowsSwapped(const LinearMap &elementAt, unsigned elementBits) {
  unsigned rowBits = std::countr_zero(8 * kRowBytes / elementBits);
  std::vector<uint64_t> columns;
  for (unsigned bit = 0; bit < elementAt.numInputs(); ++bit)
    columns.push_back(elementAt.column(bit));
  if (columns.size() >= rowBits + 2)
    std::swap(columns[rowBits], columns[rowBits + 1]);
  return LinearMap(elementAt.numOutputs(), std::move(columns));
}

std::optional<LinearMap> stageBetween(const LinearLayout &stored, const std::vector<LinearLayout> &loaded,
                                      unsigned elementBits, unsigned vector) {
  if (loaded.size() == 1) {
    ScratchMaps maps = mapsBetween(stored, loaded.front(), vector);
    return stageOf(planSharedMemory(maps, /*copyBits=*/0, elementBits, /*numWarpParts=*/0, /*mayUsePasses=*/false),
                   maps.store, vector);
  }
  std::optional<LinearMap> best;
  unsigned least = 0;
  for (const LinearLayout &reader : loaded) {
    ScratchMaps maps = mapsBetween(stored, reader, vector);
    // Lanes that store by themselves take what fits.
    if (vector == 1) {
      maps.store = stored.asMap();
      maps.storeRegisterBits = stored.bits(Place::Register).count;
    }
    for (const SharedTransferPlan &plan : plansForMatrices(maps, elementBits)) {
      std::optional<LinearMap> elementAt = stageOf(plan, maps.store, vector);
      if (!elementAt || (best && weightOf(plan) >= least))
        continue;
      for (const LinearMap &stage : {*elementAt, withRowsSwapped(*elementAt, elementBits)})
        if (std::ranges::all_of(
                loaded, [&](const LinearLayout &other) { return readsMatricesApart(stage, other, elementBits); })) {
          best = stage;
          least = weightOf(plan);
          break;
        }
    }
  }
  return best;
}

} // namespace tilec::layout
