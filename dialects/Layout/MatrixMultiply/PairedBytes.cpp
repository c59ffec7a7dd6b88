// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Layout/MatrixMultiply/PairedBytes.h"
#include "dialects/Layout/SharedMemory/BankConflicts.h"
#include "dialects/Layout/SharedMemory/MmaSyncStages.h"
#include "dialects/Layout/Subspace.h"

namespace tilec::layout {

/// Register bits inside a word, and those of one that is made of two.
static constexpr unsigned kWordBits = 2, kPairedBits = 3;
/// The pair's bit where a word of bytes becomes two words of twice the bits: its bytes stay where they are.
static constexpr unsigned kPairOfWideWords = 1;

/// The pair's bit first, then those of a word; half of the lanes have the second half of a word first.
static LinearLayout loadedFor(const LinearLayout &fragment, const UnpairedBytes &bytes) {
  LinearLayout::Bases bases = fragment.bases();
  std::vector<uint64_t> &registers = bases[unsigned(Place::Register)];
  uint64_t pair = registers[bytes.pairBit], second = registers[kWordBits - 1];
  registers.erase(registers.begin() + bytes.pairBit);
  registers.insert(registers.begin(), pair);
  if (bytes.swappedLanes)
    bases[unsigned(Place::Lane)][*bytes.swappedLanes] ^= second;
  return LinearLayout(fragment.shape(), bases);
}

/// Wavefronts of a matrix.
static unsigned conflictsOf(const LinearLayout &loaded, const LinearMap &offsetOfElement) {
  constexpr unsigned kRowBytes = 16, kRowBits = 3;
  std::vector<uint64_t> banks;
  for (uint64_t element :
       {loaded.basis(Place::Register, 1), loaded.basis(Place::Lane, 0), loaded.basis(Place::Lane, 1)})
    banks.push_back(offsetOfElement.apply(element) / kRowBytes % (kBankRowBytes / kRowBytes));
  return 1u << (kRowBits - Subspace(banks).dimension());
}

std::optional<LinearLayout> pairedLayout(const LinearLayout &fragment, const LinearMap &offsetOfElement) {
  constexpr unsigned kElementBits = 8, kLaneBits = 5;
  unsigned registers = fragment.bits(Place::Register).count;
  if (registers < kPairedBits || fragment.bits(Place::Lane).count != kLaneBits)
    return std::nullopt;
  UnpairedBytes bytes{kPairOfWideWords, std::nullopt};
  while (bytes.pairBit < registers && offsetOfElement.apply(fragment.basis(Place::Register, bytes.pairBit)) != 1)
    ++bytes.pairBit;
  if (bytes.pairBit == registers)
    return std::nullopt;
  std::optional<LinearLayout> best;
  for (std::optional<unsigned> swapped : {std::optional<unsigned>(), std::optional(0u), std::optional(1u)}) {
    if (swapped && bytes.pairBit == kPairOfWideWords)
      break;
    bytes.swappedLanes = swapped;
    LinearLayout loaded = loadedFor(fragment, bytes);
    LinearMap offsets = offsetOfElement.after(loaded.asMap());
    bool isLoaded = matrixLoadsOf(offsets, registers, kElementBits) == MatrixLoads::Paired;
    if (isLoaded && (!best || conflictsOf(loaded, offsetOfElement) < conflictsOf(*best, offsetOfElement)))
      best = loaded;
  }
  return best;
}

std::optional<UnpairedBytes> unpairedBytes(const LinearLayout &loaded, const LinearLayout &fragment) {
  unsigned registers = fragment.bits(Place::Register).count;
  if (registers < kPairedBits || loaded.shape() != fragment.shape() || fragment.bits(Place::Lane).count < 2)
    return std::nullopt;
  for (unsigned pairBit = kWordBits; pairBit < registers; ++pairBit)
    for (std::optional<unsigned> swapped : {std::optional<unsigned>(), std::optional(0u), std::optional(1u)}) {
      UnpairedBytes bytes{pairBit, swapped};
      if (loadedFor(fragment, bytes) == loaded)
        return bytes;
    }
  return std::nullopt;
}

} // namespace tilec::layout
