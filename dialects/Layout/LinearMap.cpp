// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Layout/LinearMap.h"
#include <bit>
#include <cassert>

namespace tilec::layout {

namespace {
/// Columns in reduced form: for each leading bit at most one vector, with the inputs that make it.
class Echelon {
public:
  struct Row {
    uint64_t vector = 0, inputs = 0;
  };

  /// What is left of `vector` after subtracting rows; `inputs` collects what was subtracted.
  uint64_t reduce(uint64_t vector, uint64_t &inputs) const {
    while (vector) {
      const Row &row = rows[std::bit_width(vector) - 1];
      if (!row.vector)
        break;
      vector ^= row.vector;
      inputs ^= row.inputs;
    }
    return vector;
  }

  /// Adds a column; false if it depends on those before.
  bool add(uint64_t column, unsigned input) {
    uint64_t inputs = uint64_t(1) << input;
    uint64_t rest = reduce(column, inputs);
    if (!rest)
      return false;
    rows[std::bit_width(rest) - 1] = {rest, inputs};
    return true;
  }

private:
  Row rows[64];
};
} // namespace

LinearMap::LinearMap(unsigned numOutputs, std::vector<uint64_t> columns)
    : outputs(numOutputs), columns(std::move(columns)) {
  assert(numOutputs <= 64 && this->columns.size() <= 64 && "bit vectors have at most 64 bits");
}

LinearMap LinearMap::identity(unsigned bits) {
  std::vector<uint64_t> columns(bits);
  for (unsigned bit = 0; bit < bits; ++bit)
    columns[bit] = uint64_t(1) << bit;
  return LinearMap(bits, std::move(columns));
}

LinearMap LinearMap::zero(unsigned numInputs, unsigned numOutputs) {
  return LinearMap(numOutputs, std::vector<uint64_t>(numInputs, 0));
}

uint64_t LinearMap::apply(uint64_t input) const {
  uint64_t result = 0;
  for (unsigned bit = 0; bit < columns.size(); ++bit)
    result ^= columns[bit] & -(input >> bit & 1);
  return result;
}

LinearMap LinearMap::after(const LinearMap &first) const {
  assert(first.outputs == numInputs() && "composed maps must fit");
  std::vector<uint64_t> result;
  for (uint64_t column : first.columns)
    result.push_back(apply(column));
  return LinearMap(outputs, std::move(result));
}

uint64_t LinearMap::redundantInputs() const {
  Echelon echelon;
  uint64_t redundant = 0;
  for (unsigned input = 0; input < columns.size(); ++input)
    if (!echelon.add(columns[input], input))
      redundant |= uint64_t(1) << input;
  return redundant;
}

unsigned LinearMap::rank() const {
  return numInputs() - std::popcount(redundantInputs());
}

std::optional<uint64_t> LinearMap::solve(uint64_t output, uint64_t allowed) const {
  Echelon echelon;
  for (unsigned input = 0; input < columns.size(); ++input)
    if (allowed >> input & 1)
      echelon.add(columns[input], input);
  uint64_t inputs = 0;
  if (echelon.reduce(output, inputs))
    return std::nullopt;
  return inputs;
}

LinearMap LinearMap::rightInverse() const {
  assert(isSurjective() && "only a surjective map has a right inverse");
  Echelon echelon;
  for (unsigned input = 0; input < columns.size(); ++input)
    echelon.add(columns[input], input);
  std::vector<uint64_t> result(outputs, 0);
  for (unsigned bit = 0; bit < outputs; ++bit)
    echelon.reduce(uint64_t(1) << bit, result[bit]);
  return LinearMap(numInputs(), std::move(result));
}

LinearMap LinearMap::inverse() const {
  assert(isInvertible() && "expected an invertible map");
  return rightInverse();
}

std::vector<uint64_t> LinearMap::kernel() const {
  std::vector<uint64_t> result;
  uint64_t redundant = redundantInputs();
  for (unsigned input = 0; input < columns.size(); ++input)
    if (redundant >> input & 1)
      result.push_back(uint64_t(1) << input ^ *solve(columns[input], ~redundant));
  return result;
}

std::optional<LinearMap> LinearMap::leftDividedBy(const LinearMap &divisor) const {
  assert(outputs == divisor.outputs && "both maps have one range");
  Echelon echelon;
  for (unsigned input = 0; input < divisor.columns.size(); ++input)
    echelon.add(divisor.columns[input], input);
  std::vector<uint64_t> result(columns.size(), 0);
  for (unsigned input = 0; input < columns.size(); ++input)
    if (echelon.reduce(columns[input], result[input]))
      return std::nullopt;
  return LinearMap(divisor.numInputs(), std::move(result));
}

std::optional<LinearMap> LinearMap::rightDividedBy(const LinearMap &divisor) const {
  assert(numInputs() == divisor.numInputs() && "both maps have one domain");
  for (uint64_t input : divisor.kernel())
    if (apply(input))
      return std::nullopt;
  return after(divisor.pseudoInverse());
}

LinearMap LinearMap::pseudoInverse() const {
  // Image vectors, then unit vectors that complete them: each output bit is a sum of these, and only the former count.
  std::vector<uint64_t> basis, preimages;
  Echelon echelon;
  for (unsigned input = 0; input < columns.size(); ++input)
    if (echelon.add(columns[input], input)) {
      basis.push_back(columns[input]);
      preimages.push_back(uint64_t(1) << input);
    }
  for (unsigned bit = 0; bit < outputs && basis.size() < outputs; ++bit)
    if (echelon.add(uint64_t(1) << bit, 0)) {
      basis.push_back(uint64_t(1) << bit);
      preimages.push_back(0);
    }
  return LinearMap(numInputs(), std::move(preimages)).after(LinearMap(outputs, std::move(basis)).inverse());
}

LinearMap LinearMap::plus(const LinearMap &other) const {
  assert(outputs == other.outputs && numInputs() == other.numInputs() && "added maps have one domain and range");
  std::vector<uint64_t> result = columns;
  for (unsigned input = 0; input < result.size(); ++input)
    result[input] ^= other.columns[input];
  return LinearMap(outputs, std::move(result));
}

LinearMap LinearMap::ofInputs(unsigned first, unsigned count) const {
  assert(first + count <= numInputs() && "inputs are there");
  return LinearMap(outputs, {columns.begin() + first, columns.begin() + first + count});
}

LinearMap LinearMap::toOutputs(unsigned first, unsigned count) const {
  assert(first + count <= outputs && "outputs are there");
  std::vector<uint64_t> result;
  for (uint64_t column : columns)
    result.push_back(column >> first & ((uint64_t(1) << count) - 1));
  return LinearMap(count, std::move(result));
}

LinearMap LinearMap::product(const LinearMap &high) const {
  std::vector<uint64_t> result = columns;
  for (uint64_t column : high.columns)
    result.push_back(column << outputs);
  return LinearMap(outputs + high.outputs, std::move(result));
}

} // namespace tilec::layout
