// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Layout/LinearMap.h"
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
    if (input >> bit & 1)
      result ^= columns[bit];
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
  std::vector<uint64_t> result;
  for (unsigned bit = 0; bit < outputs; ++bit)
    result.push_back(*solve(uint64_t(1) << bit, ~redundantInputs()));
  return LinearMap(numInputs(), std::move(result));
}

LinearMap LinearMap::inverse() const {
  assert(isInvertible() && "expected an invertible map");
  return rightInverse();
}

LinearMap LinearMap::product(const LinearMap &high) const {
  std::vector<uint64_t> result = columns;
  for (uint64_t column : high.columns)
    result.push_back(column << outputs);
  return LinearMap(outputs + high.outputs, std::move(result));
}

} // namespace tilec::layout
