// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Layout/SharedMemory/StageTransposition.h"
#include "dialects/Layout/SharedMemory/BankConflicts.h"
#include "dialects/Layout/Subspace.h"
#include <bit>

namespace tilec::layout {

namespace {

constexpr unsigned kAccessBytes = 16, kLaneBits = 5, kPhaseBits = 3;

/// The elements that offsets' lowest bits tell apart.
std::vector<uint64_t> lowest(const LinearMap &elementAt, unsigned first, unsigned count) {
  std::vector<uint64_t> elements;
  for (unsigned bit = first; bit < first + count; ++bit)
    elements.push_back(elementAt.column(bit));
  return elements;
}

void append(std::vector<uint64_t> &to, const std::vector<uint64_t> &from) {
  to.insert(to.end(), from.begin(), from.end());
}

/// Accesses, in wavefronts, of eight rows of 16 bytes that these elements tell apart.
unsigned wavefrontsOf(const std::vector<uint64_t> &elements, const LinearMap &offsets, unsigned elementBytes) {
  std::vector<uint64_t> banks;
  for (uint64_t element : elements)
    banks.push_back(offsets.apply(element) * elementBytes / kAccessBytes % (kBankRowBytes / kAccessBytes));
  return 1u << (kPhaseBits - Subspace(banks).dimension());
}

class Transposer {
public:
  Transposer(const LinearMap &source, const LinearMap &target, unsigned elementBytes)
      : source(source), target(target), elementBytes(elementBytes) {
    LinearMap sourceElements = source.inverse(), targetElements = target.inverse();
    unsigned ofAccess = std::countr_zero(kAccessBytes / elementBytes);
    if (elementBytes == 1) {
      constexpr unsigned kWordBits = 2;
      append(registers, lowest(targetElements, 0, kWordBits));
      append(registers, lowest(sourceElements, 0, 1));
      append(registers, lowest(targetElements, kWordBits, ofAccess - kWordBits));
      groups = lowest(sourceElements, 1, ofAccess - 1);
    } else {
      append(registers, lowest(sourceElements, 0, ofAccess));
      append(registers, lowest(targetElements, 0, ofAccess));
    }
  }

  std::optional<LinearLayout> run(const std::vector<int64_t> &shape, unsigned warpBits) {
    unsigned bits = source.numInputs();
    Subspace taken;
    for (const std::vector<uint64_t> &elements : {registers, groups})
      for (uint64_t element : elements)
        if (!taken.add(element))
          return std::nullopt;
    if (bits < registers.size() + kLaneBits + warpBits)
      return std::nullopt;
    for (uint64_t element : taken.extendedBy(unitVectors(bits)))
      free.push_back(element);
    std::vector<uint64_t> lanes = chooseLanes();
    if (lanes.empty())
      return std::nullopt;
    append(lanes, groups);
    taken.add(lanes);
    std::vector<uint64_t> rest = taken.extendedBy(free);
    LinearLayout::Bases bases;
    bases[unsigned(Place::Register)] = registers;
    bases[unsigned(Place::Lane)] = lanes;
    for (uint64_t element : rest) {
      Place place = bases[unsigned(Place::Lane)].size() < kLaneBits  ? Place::Lane
                    : bases[unsigned(Place::Warp)].size() < warpBits ? Place::Warp
                                                                     : Place::Register;
      bases[unsigned(place)].push_back(element);
    }
    return LinearLayout(shape, bases);
  }

private:
  /// Chooses the lanes of one phase among free bits: those with the fewest wavefronts on both sides, single bits before
  /// sums.
  std::vector<uint64_t> chooseLanes() const {
    std::vector<uint64_t> candidates = free, best;
    for (unsigned i = 0; i < free.size(); ++i)
      for (unsigned j = 0; j < i; ++j)
        candidates.push_back(free[i] ^ free[j]);
    unsigned least = ~0u, count = kPhaseBits - (groups.empty() ? 0 : 1);
    auto consider = [&](const std::vector<uint64_t> &lanes) {
      if (Subspace(lanes).dimension() != count)
        return;
      unsigned cost = cyclesOf(lanes);
      if (cost < least) {
        least = cost;
        best = lanes;
      }
    };
    for (unsigned i = 0; i < candidates.size() && least > 2; ++i)
      for (unsigned j = 0; j < i && least > 2; ++j) {
        if (count == 2)
          consider({candidates[j], candidates[i]});
        for (unsigned k = 0; k < j && count == kPhaseBits && least > 2; ++k)
          consider({candidates[k], candidates[j], candidates[i]});
      }
    return best;
  }

  unsigned cyclesOf(std::vector<uint64_t> lanes) const {
    if (groups.empty())
      return wavefrontsOf(lanes, source, elementBytes) + wavefrontsOf(lanes, target, elementBytes);
    // Rows of a matrix are told apart by two lane bits and a register, which half of the lanes may have in another
    // order; those of a store by these lanes and the first bit of the others.
    std::vector<uint64_t> rows = {registers[0], lanes[0], lanes[1]};
    unsigned loads = wavefrontsOf(rows, source, elementBytes);
    for (unsigned lane : {1u, 2u}) {
      std::vector<uint64_t> swapped = rows;
      swapped[lane] ^= registers[1];
      loads = std::min(loads, wavefrontsOf(swapped, source, elementBytes));
    }
    lanes.push_back(groups.front());
    return loads + wavefrontsOf(lanes, target, elementBytes);
  }

  const LinearMap &source, &target;
  unsigned elementBytes;
  std::vector<uint64_t> registers, groups, free;
};

} // namespace

std::optional<LinearLayout> layoutBetweenStages(const LinearMap &sourceOffsets, const LinearMap &targetOffsets,
                                                const std::vector<int64_t> &shape, unsigned elementBytes,
                                                unsigned numWarps) {
  if (elementBytes != 1 && elementBytes != 4)
    return std::nullopt;
  return Transposer(sourceOffsets, targetOffsets, elementBytes).run(shape, std::countr_zero(numWarps));
}

} // namespace tilec::layout
