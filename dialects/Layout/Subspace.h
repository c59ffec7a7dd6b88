// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Subspaces of bit vectors: what registers, lanes or banks span.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace tilec::layout {

/// The sums (XOR) of some vectors of at most 64 bits.
class Subspace {
public:
  Subspace() = default;
  explicit Subspace(const std::vector<uint64_t> &vectors);

  /// Adds a vector; false if it was in the subspace already.
  bool add(uint64_t vector);
  void add(const std::vector<uint64_t> &vectors);
  bool contains(uint64_t vector) const {
    return reduce(vector) == 0;
  }
  unsigned dimension() const;
  /// Independent vectors that span it: one for each leading bit.
  std::vector<uint64_t> basis() const;
  Subspace intersect(const Subspace &other) const;
  Subspace sum(const Subspace &other) const;
  /// Those of `candidates`, in order, that each enlarge the sum of this subspace and the ones taken before.
  std::vector<uint64_t> extendedBy(const std::vector<uint64_t> &candidates) const;

private:
  uint64_t reduce(uint64_t vector) const;
  std::array<uint64_t, 64> rows = {}; ///< by leading bit
};

/// The vectors with one bit set, lowest first.
std::vector<uint64_t> unitVectors(unsigned bits);

/// Vectors H whose span meets neither `first` nor `second` (but in zero), as many as there can be: `bits` minus the
/// larger dimension. First come those outside the sum of the two, then sums of a vector of each.
std::vector<uint64_t> commonComplement(const Subspace &first, const Subspace &second, unsigned bits);

} // namespace tilec::layout
