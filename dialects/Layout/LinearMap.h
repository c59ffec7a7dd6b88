// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Linear maps between bit vectors: matrices over the field of two elements.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace tilec::layout {

/// A linear map from `numInputs` bits to `numOutputs` bits (at most 64 each). Addition of bit vectors is XOR, so a map
/// is known by what it makes of each single input bit: its *columns*.
///
///     LinearMap swap(2, {0b10, 0b01});   // exchanges two bits
///     swap.apply(0b01) == 0b10;          // column 0
///     swap.apply(0b11) == 0b11;          // column 0 XOR column 1
class LinearMap {
public:
  LinearMap() = default;
  LinearMap(unsigned numOutputs, std::vector<uint64_t> columns);

  static LinearMap identity(unsigned bits);
  static LinearMap zero(unsigned numInputs, unsigned numOutputs);

  unsigned numInputs() const {
    return columns.size();
  }
  unsigned numOutputs() const {
    return outputs;
  }
  uint64_t column(unsigned input) const {
    return columns[input];
  }
  uint64_t apply(uint64_t input) const;

  /// The map that applies `first`, then this one.
  LinearMap after(const LinearMap &first) const;
  /// Dimension of the image.
  unsigned rank() const;
  bool isSurjective() const {
    return rank() == outputs;
  }
  bool isInjective() const {
    return rank() == numInputs();
  }
  bool isInvertible() const {
    return isSurjective() && isInjective();
  }

  /// The inverse of an invertible map.
  LinearMap inverse() const;
  /// A map R with apply(R.apply(y)) == y for every y; this map must be surjective. Earlier columns are preferred, so
  /// that inputs whose column depends on earlier columns are never used.
  LinearMap rightInverse() const;
  /// Some x with apply(x) == `output`, using only inputs in `allowed`; none if there is none.
  std::optional<uint64_t> solve(uint64_t output, uint64_t allowed = ~uint64_t(0)) const;
  /// Inputs whose column is a sum of earlier columns: with these bits zero the map is injective and has the same image.
  uint64_t redundantInputs() const;

  /// A map P with apply(P.apply(y)) == y for every y of the image; a complement of the image becomes zero. Redundant
  /// inputs are never used.
  LinearMap pseudoInverse() const;
  /// Inputs that are mapped to zero, as independent vectors.
  std::vector<uint64_t> kernel() const;
  /// X with `divisor` after X equal to this map: what must come before `divisor`. None if there is none.
  std::optional<LinearMap> leftDividedBy(const LinearMap &divisor) const;
  /// X with X after `divisor` equal to this map: what must follow `divisor`. None if `divisor` forgets what matters.
  std::optional<LinearMap> rightDividedBy(const LinearMap &divisor) const;
  /// The sum of the two maps' results.
  LinearMap plus(const LinearMap &other) const;
  /// The map of the input bits [first, first + count).
  LinearMap ofInputs(unsigned first, unsigned count) const;
  /// The map whose result is the output bits [first, first + count).
  LinearMap toOutputs(unsigned first, unsigned count) const;

  /// Both maps side by side: low input and output bits are this map's, high ones `high`'s.
  LinearMap product(const LinearMap &high) const;

  bool operator==(const LinearMap &other) const = default;

private:
  unsigned outputs = 0;
  std::vector<uint64_t> columns;
};

} // namespace tilec::layout
