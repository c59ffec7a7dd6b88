// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Layout/LinearLayout.h"
#include <bit>
#include <cassert>
#include <numeric>

namespace tilec::layout {

unsigned log2OfExtent(int64_t extent) {
  assert(extent > 0 && std::has_single_bit(uint64_t(extent)) && "extents are powers of two");
  return std::countr_zero(uint64_t(extent));
}

static unsigned elementBits(const std::vector<int64_t> &shape) {
  unsigned bits = 0;
  for (int64_t extent : shape)
    bits += log2OfExtent(extent);
  return bits;
}

LinearLayout::LinearLayout(std::vector<int64_t> shape, const Bases &bases) : extents(std::move(shape)) {
  std::vector<uint64_t> columns;
  for (unsigned place = 0; place < kNumPlaces; ++place) {
    ranges[place] = {unsigned(columns.size()), unsigned(bases[place].size())};
    columns.insert(columns.end(), bases[place].begin(), bases[place].end());
  }
  map = LinearMap(elementBits(extents), std::move(columns));
}

LinearLayout::Bases LinearLayout::bases() const {
  Bases result;
  for (unsigned place = 0; place < kNumPlaces; ++place)
    for (unsigned bit = 0; bit < ranges[place].count; ++bit)
      result[place].push_back(basis(Place(place), bit));
  return result;
}

uint64_t LinearLayout::pack(PlaceIndices place) const {
  const uint32_t indices[] = {place.registerIndex, place.lane, place.warp, place.cta};
  uint64_t packed = 0;
  for (unsigned i = 0; i < kNumPlaces; ++i)
    packed |= uint64_t(indices[i]) << ranges[i].first;
  return packed;
}

PlaceIndices LinearLayout::unpack(uint64_t packed) const {
  auto index = [&](Place place) { return uint32_t((packed & bits(place).mask()) >> bits(place).first); };
  return {index(Place::Register), index(Place::Lane), index(Place::Warp), index(Place::Cta)};
}

BitRange LinearLayout::dimensionBits(unsigned dimension) const {
  unsigned first = 0;
  for (unsigned d = dimension + 1; d < rank(); ++d)
    first += log2OfExtent(extents[d]);
  return {first, log2OfExtent(extents[dimension])};
}

std::vector<int64_t> LinearLayout::coordinatesOf(uint64_t element) const {
  std::vector<int64_t> result;
  for (unsigned d = 0; d < rank(); ++d)
    result.push_back((element & dimensionBits(d).mask()) >> dimensionBits(d).first);
  return result;
}

uint64_t LinearLayout::elementOf(const std::vector<int64_t> &coordinates) const {
  uint64_t element = 0;
  for (unsigned d = 0; d < rank(); ++d)
    element |= uint64_t(coordinates[d]) << dimensionBits(d).first;
  return element;
}

bool LinearLayout::isCoordinateWise() const {
  uint64_t seen = 0;
  for (unsigned input = 0; input < map.numInputs(); ++input) {
    uint64_t column = map.column(input);
    if (std::popcount(column) > 1 || (seen & column))
      return false;
    seen |= column;
  }
  return true;
}

uint32_t LinearLayout::replicatedBits(Place place) const {
  return (map.redundantInputs() & bits(place).mask()) >> bits(place).first;
}

bool LinearLayout::hasOneOwner() const {
  return !replicatedBits(Place::Lane) && !replicatedBits(Place::Warp) && !replicatedBits(Place::Cta);
}

uint32_t LinearLayout::bitsAlong(Place place, unsigned dimension) const {
  uint32_t result = 0;
  for (unsigned bit = 0; bit < bits(place).count; ++bit)
    if (basis(place, bit) & dimensionBits(dimension).mask())
      result |= 1u << bit;
  return result;
}

unsigned LinearLayout::contiguity(unsigned dimension) const {
  BitRange range = dimensionBits(dimension);
  unsigned bit = 0;
  while (bit < bits(Place::Register).count && bit < range.count &&
         basis(Place::Register, bit) == uint64_t(1) << (range.first + bit))
    ++bit;
  // The low bits of the coordinate must come from these registers alone.
  uint64_t low = ((uint64_t(1) << bit) - 1) << range.first;
  for (unsigned input = bit; input < map.numInputs(); ++input)
    while (map.column(input) & low) {
      --bit;
      low = ((uint64_t(1) << bit) - 1) << range.first;
    }
  return 1u << bit;
}

std::vector<unsigned> LinearLayout::contiguity() const {
  std::vector<unsigned> result;
  for (unsigned d = 0; d < rank(); ++d)
    result.push_back(contiguity(d));
  return result;
}

/// `layout` with `rename` applied to the element of every basis.
template <typename Rename>
static LinearLayout renamed(const LinearLayout &layout, std::vector<int64_t> shape, Rename rename) {
  LinearLayout::Bases bases = layout.bases();
  for (auto &place : bases)
    for (uint64_t &element : place)
      element = rename(element);
  return LinearLayout(std::move(shape), bases);
}

LinearLayout LinearLayout::permuted(const std::vector<int64_t> &permutation) const {
  auto permute = [&](const std::vector<int64_t> &values) {
    std::vector<int64_t> result;
    for (int64_t dimension : permutation)
      result.push_back(values[dimension]);
    return result;
  };
  LinearLayout target(permute(extents), {});
  return renamed(*this, permute(extents),
                 [&](uint64_t element) { return target.elementOf(permute(coordinatesOf(element))); });
}

LinearLayout LinearLayout::reshaped(std::vector<int64_t> shape) const {
  assert(elementBits(shape) == map.numOutputs() && "a reshape keeps the number of elements");
  return LinearLayout(std::move(shape), bases());
}

LinearLayout LinearLayout::reduced(unsigned dimension) const {
  std::vector<int64_t> shape = extents;
  shape[dimension] = 1;
  return broadcastOperand(shape);
}

LinearLayout LinearLayout::broadcastOperand(const std::vector<int64_t> &operandShape) const {
  assert(operandShape.size() <= rank() && "broadcasting does not drop dimensions");
  unsigned missing = rank() - operandShape.size();
  LinearLayout operand(operandShape, {});
  LinearLayout stretched = renamed(*this, operandShape, [&](uint64_t element) {
    std::vector<int64_t> coordinates = coordinatesOf(element);
    coordinates.erase(coordinates.begin(), coordinates.begin() + missing);
    for (unsigned d = 0; d < operandShape.size(); ++d)
      if (operandShape[d] == 1)
        coordinates[d] = 0;
    return operand.elementOf(coordinates);
  });
  return stretched.withoutRedundantRegisters();
}

std::optional<PlaceBit> LinearLayout::splitBit(unsigned dimension) const {
  BitRange range = dimensionBits(dimension);
  if (range.count == 0)
    return std::nullopt;
  uint64_t top = uint64_t(1) << (range.first + range.count - 1);
  std::optional<PlaceBit> found;
  for (unsigned place = 0; place < kNumPlaces; ++place)
    for (unsigned bit = 0; bit < ranges[place].count; ++bit) {
      if (!(basis(Place(place), bit) & top))
        continue;
      if (found || basis(Place(place), bit) != top)
        return std::nullopt;
      found = {Place(place), bit};
    }
  return found;
}

bool LinearLayout::canSplit(unsigned dimension) const {
  std::optional<PlaceBit> split = splitBit(dimension);
  return split && split->place == Place::Register;
}

unsigned LinearLayout::splitRegisterBit(unsigned dimension) const {
  assert(canSplit(dimension) && "the halves must lie in different registers");
  return splitBit(dimension)->bit;
}

LinearLayout LinearLayout::half(unsigned dimension) const {
  assert(splitBit(dimension) && "one place bit must tell the halves apart");
  std::vector<int64_t> shape = extents;
  shape[dimension] /= 2;
  return subTile(shape);
}

LinearLayout LinearLayout::subTile(const std::vector<int64_t> &shape) const {
  LinearLayout target(shape, {});
  LinearLayout result = renamed(*this, shape, [&](uint64_t element) {
    std::vector<int64_t> coordinates = coordinatesOf(element);
    for (unsigned d = 0; d < rank(); ++d)
      coordinates[d] &= shape[d] - 1;
    return target.elementOf(coordinates);
  });
  return result.withoutNewCopies(*this);
}

LinearLayout LinearLayout::withoutNewCopies(const LinearLayout &before) const {
  uint32_t copies = replicatedBits(Place::Register) & ~before.replicatedBits(Place::Register);
  Bases result = bases();
  for (unsigned bit = bits(Place::Register).count; bit-- > 0;)
    if (copies >> bit & 1)
      result[0].erase(result[0].begin() + bit);
  return LinearLayout(extents, result);
}

LinearLayout LinearLayout::doubled(unsigned dimension) const {
  std::vector<int64_t> pair(rank(), 1);
  pair[dimension] = 2;
  Bases second;
  second[unsigned(Place::Register)].push_back(1);
  return product(LinearLayout(pair, second));
}

LinearLayout LinearLayout::joined(unsigned dimension) const {
  LinearLayout twice = doubled(dimension);
  Bases result = twice.bases();
  for (Place place : {Place::Lane, Place::Warp})
    for (uint64_t &basis : result[unsigned(place)])
      if (basis == 0) {
        basis = result[0].back();
        result[0].pop_back();
        return LinearLayout(twice.extents, result);
      }
  return twice;
}

LinearLayout LinearLayout::withoutRedundantRegisters() const {
  uint32_t redundant = replicatedBits(Place::Register);
  Bases result = bases();
  for (unsigned bit = bits(Place::Register).count; bit-- > 0;)
    if (redundant >> bit & 1)
      result[0].erase(result[0].begin() + bit);
  return LinearLayout(extents, result);
}

LinearLayout LinearLayout::product(const LinearLayout &outer) const {
  assert(rank() == outer.rank() && "factors have one rank");
  std::vector<int64_t> shape;
  for (unsigned d = 0; d < rank(); ++d)
    shape.push_back(extents[d] * outer.extents[d]);
  LinearLayout whole(shape, {});
  Bases result =
      renamed(*this, shape, [&](uint64_t element) { return whole.elementOf(coordinatesOf(element)); }).bases();
  Bases high = outer.bases();
  for (unsigned place = 0; place < kNumPlaces; ++place)
    for (uint64_t element : high[place]) {
      std::vector<int64_t> coordinates = outer.coordinatesOf(element);
      for (unsigned d = 0; d < rank(); ++d)
        coordinates[d] *= extents[d];
      result[place].push_back(whole.elementOf(coordinates));
    }
  return LinearLayout(shape, result);
}

std::optional<LinearLayout> LinearLayout::dividedBy(const LinearLayout &inner) const {
  assert(rank() == inner.rank() && "factors have one rank");
  std::vector<int64_t> shape;
  for (unsigned d = 0; d < rank(); ++d) {
    if (extents[d] % inner.extents[d])
      return std::nullopt;
    shape.push_back(extents[d] / inner.extents[d]);
  }
  LinearLayout target(shape, {});
  Bases own = bases(), result;
  for (unsigned place = 0; place < kNumPlaces; ++place)
    for (unsigned bit = inner.ranges[place].count; bit < own[place].size(); ++bit) {
      std::vector<int64_t> coordinates = coordinatesOf(own[place][bit]);
      for (unsigned d = 0; d < rank(); ++d)
        coordinates[d] /= inner.extents[d];
      result[place].push_back(target.elementOf(coordinates));
    }
  LinearLayout outer(shape, result);
  return inner.product(outer) == *this ? std::optional(outer) : std::nullopt;
}

std::string LinearLayout::toString() const {
  static constexpr const char *kNames[] = {"register", "lane", "warp", "cta"};
  std::string text;
  for (unsigned place = 0; place < kNumPlaces; ++place) {
    text += std::string(place ? ", " : "") + kNames[place] + " = [";
    for (unsigned bit = 0; bit < ranges[place].count; ++bit) {
      text += bit ? ", [" : "[";
      std::vector<int64_t> coordinates = coordinatesOf(basis(Place(place), bit));
      for (unsigned d = 0; d < coordinates.size(); ++d)
        text += (d ? ", " : "") + std::to_string(coordinates[d]);
      text += "]";
    }
    text += "]";
  }
  return text;
}

} // namespace tilec::layout
