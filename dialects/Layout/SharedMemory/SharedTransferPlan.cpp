// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Layout/SharedMemory/SharedTransferPlan.h"
#include "dialects/Layout/SharedMemory/BankConflicts.h"
#include "dialects/Layout/Subspace.h"
#include <algorithm>
#include <bit>
#include <cassert>

namespace tilec::layout {

static constexpr unsigned kMaxAccessBytes = 16, kLaneBits = 5;

namespace {

/// One side of an exchange.
struct Side {
  const LinearMap &map;
  unsigned registerBits;
  const LinearMap *pass = nullptr; ///< of places

  /// The registers of one pass, if there are passes.
  std::vector<uint64_t> registers() const {
    if (!pass || pass->numOutputs() == 0)
      return columns(0, registerBits);
    std::vector<uint64_t> result;
    for (uint64_t registers : pass->ofInputs(0, registerBits).kernel())
      result.push_back(map.apply(registers));
    return result;
  }
  std::vector<uint64_t> lanes(unsigned count) const {
    return columns(registerBits, std::min(registerBits + count, map.numInputs()));
  }
  std::vector<uint64_t> threads() const {
    return columns(registerBits, map.numInputs());
  }

private:
  std::vector<uint64_t> columns(unsigned first, unsigned end) const {
    std::vector<uint64_t> result;
    for (unsigned input = first; input < end; ++input)
      result.push_back(map.column(input));
    return result;
  }
};

std::vector<uint64_t> columnsOf(const LinearMap &map) {
  std::vector<uint64_t> result;
  for (unsigned input = 0; input < map.numInputs(); ++input)
    result.push_back(map.column(input));
  return result;
}

std::vector<uint64_t> columnsOf(const LinearMap &map, const std::vector<unsigned> &inputs) {
  std::vector<uint64_t> result;
  for (unsigned input : inputs)
    result.push_back(map.column(input));
  return result;
}

void append(std::vector<uint64_t> &to, const std::vector<uint64_t> &from) {
  to.insert(to.end(), from.begin(), from.end());
}

/// Elements split into those that passes tell apart and the rest.
struct Passes {
  ScratchMaps rest;
  LinearMap store, load; ///< packed place -> pass
  unsigned bits = 0;
};

/// Chooses offsets for one pass.
class Exchange {
public:
  Exchange(const Passes &passes, unsigned elementBytes, bool mayLoadMatrices)
      : elements(passes.rest), mayLoadMatrices(mayLoadMatrices),
        store{elements.store, elements.storeRegisterBits, &passes.store},
        load{elements.load, elements.loadRegisterBits, &passes.load}, elementBytes(elementBytes),
        bits(elements.store.numOutputs()) {}

  /// The cheapest plan, as far as accesses go.
  SharedTransferPlan plan() const {
    std::optional<SharedTransferPlan> best;
    unsigned widest = std::countr_zero(kMaxAccessBytes / elementBytes);
    for (unsigned storeBits = widest + 1; storeBits-- > 0;)
      for (unsigned loadBits = widest + 1; loadBits-- > 0;)
        // The widest come first and are mostly the best: what cannot beat them is not tried.
        if (!best || leastWeight(storeBits, loadBits) < weightOf(*best))
          if (std::optional<SharedTransferPlan> plan = planFor(storeBits, loadBits))
            if (!best || weightOf(*plan) < weightOf(*best))
              best = std::move(plan);
    for (SharedTransferPlan &plan : plansForMatrices())
      if (weightOf(plan) < weightOf(*best))
        best = std::move(plan);
    return *best;
  }

  std::vector<SharedTransferPlan> plansForMatrices() const {
    std::vector<SharedTransferPlan> plans;
    for (MatrixLoads matrices : {MatrixLoads::Plain, MatrixLoads::Transposed})
      if (std::optional<SharedTransferPlan> plan = planForMatrices(matrices))
        plans.push_back(std::move(*plan));
    return plans;
  }

private:
  /// With these vectors and neither conflicts nor swizzles.
  unsigned leastWeight(unsigned storeBits, unsigned loadBits) const {
    auto ofSide = [&](const Side &side, unsigned vectorBits) {
      unsigned accesses = (1u << Subspace(side.registers()).dimension()) >> vectorBits;
      return accesses * (1 + (4u << (5 - phaseLaneBits(elementBytes << vectorBits))));
    };
    return ofSide(store, storeBits) + ofSide(load, loadBits);
  }

  std::optional<SharedTransferPlan> planFor(unsigned storeBits, unsigned loadBits) const {
    std::vector<uint64_t> low;
    if (!chooseVector(storeBits, loadBits, low))
      return std::nullopt;
    unsigned wordBits = elementBytes < kBankWordBytes ? std::countr_zero(kBankWordBytes / elementBytes) : 0;
    if (low.size() < wordBits)
      fillWord(low, wordBits);
    LinearMap basis = offsetBasis(low, touched(store, low, std::max(storeBits, wordBits), 1u << storeBits),
                                  touched(load, low, std::max(loadBits, wordBits), 1u << loadBits));
    SharedTransferPlan plan = planWith(basis, storeBits);
    plan.loadVector = 1u << loadBits;
    if (!startsAligned(plan.offsets.store, store.registerBits, plan.storeVector) ||
        !startsAligned(plan.offsets.load, load.registerBits, plan.loadVector) ||
        !startsAligned(plan.offsets.start, 0, plan.loadVector))
      return std::nullopt;
    count(plan);
    return plan;
  }

  /// Elements where `basis` puts them.
  SharedTransferPlan planWith(const LinearMap &basis, unsigned storeBits) const {
    LinearMap offsetOf = basis.inverse();
    SharedTransferPlan plan;
    plan.offsets = elements;
    plan.offsets.store = offsetOf.after(elements.store);
    plan.offsets.load = offsetOf.after(elements.load);
    plan.offsets.start = offsetOf.after(elements.start);
    plan.storeVector = 1u << storeBits;
    return plan;
  }

  std::optional<SharedTransferPlan> planForMatrices(MatrixLoads matrices) const {
    unsigned wordBits = std::countr_zero(std::max(1u, kBankWordBytes / elementBytes));
    bool isTransposed = matrices == MatrixLoads::Transposed,
         fits = isTransposed ? elementBytes == 2 : elementBytes <= 4;
    if (!mayLoadMatrices || !fits || load.registerBits < wordBits || load.map.numInputs() < load.registerBits + 5)
      return std::nullopt;
    // Place bits inside a row of 16 bytes, and those that count rows.
    std::vector<unsigned> row, rows;
    for (unsigned bit = 0; bit < wordBits; ++bit)
      (isTransposed ? rows : row).push_back(bit);
    for (unsigned lane = 0; lane < 5; ++lane)
      (isTransposed == (lane < 2) ? rows : row).push_back(load.registerBits + lane);
    std::vector<uint64_t> low = columnsOf(load.map, row), phase = columnsOf(load.map, rows);
    if (Subspace(low).dimension() != low.size())
      return std::nullopt;
    unsigned storeBits = 0;
    for (Subspace ofStore(store.registers()); storeBits < low.size() && ofStore.contains(low[storeBits]);)
      ++storeBits;
    append(phase, low);
    LinearMap basis =
        offsetBasis(low, touched(store, low, std::max(storeBits, wordBits), 1u << storeBits), Subspace(phase));
    SharedTransferPlan plan = planWith(basis, storeBits);
    plan.matrices = matrices;
    if (!startsAligned(plan.offsets.store, store.registerBits, plan.storeVector) || !hasWholeRows(plan.offsets, row))
      return std::nullopt;
    countMatrices(plan, rows, wordBits);
    return plan;
  }

  /// Nothing but the bits of a row lies inside one, and no start is unknown.
  static bool hasWholeRows(const ScratchMaps &offsets, const std::vector<unsigned> &row) {
    uint64_t inside = (uint64_t(1) << row.size()) - 1;
    for (unsigned input = 0; input < offsets.load.numInputs(); ++input)
      if ((offsets.load.column(input) & inside) && std::ranges::find(row, input) == row.end())
        return false;
    for (unsigned input = 0; input + 1 < offsets.start.numInputs(); ++input)
      if (offsets.start.column(input))
        return false;
    return !(offsets.start.column(offsets.start.numInputs() - 1) & inside);
  }

  /// Elements that lie side by side so that both sides' vectors hold them.
  bool chooseVector(unsigned storeBits, unsigned loadBits, std::vector<uint64_t> &low) const {
    Subspace ofStore(store.registers()), ofLoad(load.registers()), both = ofStore.intersect(ofLoad), taken;
    std::vector<uint64_t> candidates;
    for (const std::vector<uint64_t> &vectors : {load.registers(), store.registers(), both.basis()})
      for (uint64_t vector : vectors)
        if (both.contains(vector))
          candidates.push_back(vector);
    auto take = [&](const std::vector<uint64_t> &vectors, unsigned count) {
      for (uint64_t vector : vectors)
        if (low.size() < count && taken.add(vector))
          low.push_back(vector);
      return low.size() == count;
    };
    return take(candidates, std::min(storeBits, loadBits)) &&
           take(storeBits > loadBits ? store.registers() : load.registers(), std::max(storeBits, loadBits));
  }

  /// Neighbouring lanes share words.
  void fillWord(std::vector<uint64_t> &low, unsigned wordBits) const {
    Subspace taken(low);
    for (const std::vector<uint64_t> &vectors : {store.lanes(kLaneBits), load.lanes(kLaneBits), unitVectors(bits)})
      for (uint64_t vector : vectors)
        if (low.size() < wordBits && taken.add(vector))
          low.push_back(vector);
  }

  /// What a phase of one side's accesses spans; `granule` offset bits are one lane's, or one word's.
  Subspace touched(const Side &side, const std::vector<uint64_t> &low, unsigned granule, unsigned vector) const {
    Subspace result(side.lanes(phaseLaneBits(elementBytes * vector)));
    for (unsigned bit = 0; bit < granule && bit < low.size(); ++bit)
      result.add(low[bit]);
    return result;
  }

  LinearMap offsetBasis(std::vector<uint64_t> low, const Subspace &stored, const Subspace &loaded) const {
    unsigned rowBits = std::countr_zero(kBankRowBytes / elementBytes);
    std::vector<uint64_t> rows = commonComplement(stored, loaded, bits);
    rows.resize(std::min<size_t>(rows.size(), bits > rowBits ? bits - rowBits : 0));
    // Lanes in order, so that their offsets are their numbers, shifted.
    Subspace taken(rows);
    for (uint64_t vector : low)
      taken.add(vector);
    std::vector<uint64_t> candidates;
    for (const std::vector<uint64_t> &vectors :
         {store.lanes(kLaneBits), load.lanes(kLaneBits), store.threads(), unitVectors(bits)})
      append(candidates, vectors);
    append(low, taken.extendedBy(candidates));
    append(low, rows);
    return LinearMap(bits, std::move(low));
  }

  /// No lane, warp or start lies inside a vector.
  static bool startsAligned(const LinearMap &offsets, unsigned registerBits, unsigned vector) {
    for (unsigned input = registerBits; input < offsets.numInputs(); ++input)
      if (offsets.column(input) & (vector - 1))
        return false;
    return true;
  }

  void count(SharedTransferPlan &plan) const {
    plan.numStores = countSide(plan, plan.offsets.store, plan.offsets.storeRegisterBits, plan.storeVector);
    plan.numLoads = countSide(plan, plan.offsets.load, plan.offsets.loadRegisterBits, plan.loadVector);
  }

  unsigned countSide(SharedTransferPlan &plan, const LinearMap &offsets, unsigned registerBits, unsigned vector) const {
    LinearMap registers = offsets.ofInputs(0, registerBits);
    unsigned lanes = std::min(5u, offsets.numInputs() - registerBits);
    unsigned accesses = (1u << registers.rank()) / vector;
    plan.numWavefronts += accesses * wavefronts(offsets.ofInputs(registerBits, lanes), elementBytes, vector);
    uint64_t laneBits = 0;
    for (unsigned input = registerBits; input < offsets.numInputs(); ++input)
      laneBits |= offsets.column(input);
    std::vector<uint64_t> clashes;
    for (unsigned input = 0; input < registerBits; ++input)
      clashes.push_back(offsets.column(input) & laneBits);
    plan.numSwizzles += (1u << LinearMap(64, clashes).rank()) - 1;
    return accesses;
  }

  /// A matrix takes a wavefront, more where its rows meet in banks; four matrices an instruction.
  void countMatrices(SharedTransferPlan &plan, const std::vector<unsigned> &rows, unsigned wordBits) const {
    plan.numStores = countSide(plan, plan.offsets.store, plan.offsets.storeRegisterBits, plan.storeVector);
    unsigned rowBits = std::countr_zero(kMaxAccessBytes / elementBytes);
    constexpr uint64_t kRowsOfBanks = kBankRowBytes / kMaxAccessBytes - 1;
    std::vector<uint64_t> all, banks;
    for (uint64_t offset : columnsOf(plan.offsets.load, rows)) {
      all.push_back(offset);
      banks.push_back(offset >> rowBits & kRowsOfBanks);
    }
    unsigned conflicts = 1u << (Subspace(all).dimension() - Subspace(banks).dimension());
    unsigned matrices = (1u << plan.offsets.load.ofInputs(0, load.registerBits).rank()) >> wordBits;
    plan.numWavefronts += matrices * conflicts;
    plan.numLoads = std::max(1u, matrices / 4);
  }

  const ScratchMaps &elements;
  bool mayLoadMatrices;
  Side store, load;
  unsigned elementBytes, bits;
};

/// Passes told apart by these vectors; elements that are sums of `rest` are in the first one.
Passes splitInto(const ScratchMaps &elements, const Subspace &rest, const std::vector<uint64_t> &passes) {
  Side store{elements.store, elements.storeRegisterBits}, load{elements.load, elements.loadRegisterBits};
  unsigned bits = elements.store.numOutputs();
  std::vector<uint64_t> basis = rest.basis();
  Subspace taken = rest.sum(Subspace(passes));
  std::vector<uint64_t> others;
  for (const std::vector<uint64_t> &vectors : {store.registers(), load.registers(), unitVectors(bits)})
    append(others, vectors);
  append(basis, taken.extendedBy(others));
  append(basis, passes);
  LinearMap split = LinearMap(bits, std::move(basis)).inverse();

  Passes result;
  result.bits = passes.size();
  unsigned restBits = bits - result.bits;
  result.rest = elements;
  result.rest.store = split.after(elements.store).toOutputs(0, restBits);
  result.rest.load = split.after(elements.load).toOutputs(0, restBits);
  result.rest.start = split.after(elements.start).toOutputs(0, restBits);
  result.store = split.after(elements.store).toOutputs(restBits, result.bits);
  result.load = split.after(elements.load).toOutputs(restBits, result.bits);
  return result;
}

/// Up to `wanted` bits of passes: registers on both sides, on which no lane and no warp depends.
Passes choosePasses(const ScratchMaps &elements, unsigned wanted) {
  Side store{elements.store, elements.storeRegisterBits}, load{elements.load, elements.loadRegisterBits};
  Subspace threads(store.threads());
  threads.add(load.threads());
  threads.add(columnsOf(elements.start));
  std::vector<uint64_t> candidates = Subspace(store.registers()).intersect(Subspace(load.registers())).basis(), passes;
  // The highest registers: low ones make vectors.
  std::ranges::reverse(candidates);
  Subspace kept = threads;
  for (uint64_t vector : candidates)
    if (passes.size() < wanted && kept.add(vector))
      passes.push_back(vector);
  return splitInto(elements, threads, passes);
}

/// As many as wanted, unless lanes alone tell too many elements apart: by registers and by warps. Those of the side
/// that loads come last, since what is not loaded in a pass has to be kept.
Passes choosePassesByWarps(const ScratchMaps &elements, unsigned wanted) {
  Side store{elements.store, elements.storeRegisterBits}, load{elements.load, elements.loadRegisterBits};
  unsigned bits = elements.store.numOutputs();
  Subspace rest(store.lanes(kLaneBits));
  rest.add(load.lanes(kLaneBits));
  rest.add(columnsOf(elements.start));
  wanted = std::min(wanted, bits - rest.dimension());
  for (const std::vector<uint64_t> &vectors : {load.threads(), store.threads()})
    for (uint64_t vector : vectors)
      if (rest.dimension() < bits - wanted)
        rest.add(vector);
  std::vector<uint64_t> candidates = Subspace(store.registers()).intersect(Subspace(load.registers())).basis(), passes;
  append(candidates, store.registers());
  append(candidates, load.registers());
  std::ranges::reverse(candidates);
  append(candidates, unitVectors(bits));
  Subspace kept = rest;
  for (uint64_t vector : candidates)
    if (passes.size() < wanted && kept.add(vector))
      passes.push_back(vector);
  return splitInto(elements, rest, passes);
}

/// `ldmatrix` loads for all lanes of all warps, whole words of registers.
bool mayLoadMatrices(const Passes &passes, unsigned registerBits, unsigned elementBytes) {
  for (unsigned bit = 0; passes.bits && bit < passes.load.numInputs(); ++bit)
    if (passes.load.column(bit) && (bit >= registerBits || elementBytes << bit < kBankWordBytes))
      return false;
  return true;
}

} // namespace

unsigned weightOf(const SharedTransferPlan &plan) {
  return 4 * plan.numWavefronts + plan.numStores + plan.numLoads + plan.numSwizzles;
}

std::vector<SharedTransferPlan> plansForMatrices(const ScratchMaps &elements, unsigned elementBits) {
  return Exchange(choosePasses(elements, 0), std::max(8u, elementBits) / 8, /*mayLoadMatrices=*/true)
      .plansForMatrices();
}

SharedTransferPlan planSharedMemory(const ScratchMaps &elements, uint64_t copyBits, unsigned elementBits,
                                    unsigned numWarpParts, bool mayUsePasses, int64_t maxBytes) {
  unsigned elementBytes = std::max(8u, elementBits) / 8, parts = std::max(1u, numWarpParts);
  int64_t bytes = (int64_t(elementBytes) << elements.store.numOutputs()) * parts;
  // Two halves: a pass may be half as large.
  auto passBits = [&](int64_t most) {
    unsigned wanted = 0;
    while (mayUsePasses && wanted < elements.store.numOutputs() && bytes > most && bytes >> wanted > most / 2)
      ++wanted;
    return wanted;
  };
  Passes passes = choosePasses(elements, passBits(std::min(kMaxScratchBytesOfPass, maxBytes)));
  if (numWarpParts == 0 && passes.bits < passBits(maxBytes))
    passes = choosePassesByWarps(elements, passBits(maxBytes));
  SharedTransferPlan plan =
      Exchange(passes, elementBytes, mayLoadMatrices(passes, elements.loadRegisterBits, elementBytes)).plan();
  plan.inWarp = numWarpParts > 0;
  plan.copyBits = copyBits;
  plan.storePass = passes.store;
  plan.loadPass = passes.load;
  plan.passes = 1u << passes.bits;
  plan.bytesOfHalf = int64_t(elementBytes) << passes.rest.store.numOutputs();
  plan.bytesOfPart = plan.bytesOfHalf * (plan.passes > 1 ? 2 : 1);
  plan.bytes = plan.bytesOfPart * parts;
  plan.numStores *= plan.passes;
  plan.numLoads *= plan.passes;
  plan.numWavefronts *= plan.passes;
  return plan;
}

} // namespace tilec::layout
