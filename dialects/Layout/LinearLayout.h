// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Linear layouts: which lane of which warp holds which element of a tile, and in which register.
//
// A tile's extents are powers of two, and so are the numbers of registers, lanes, warps and CTAs. Write the place
// (register, lane, warp, cta) and the coordinates of an element as bits. A *linear layout* is a linear map over those
// bits: from places to elements, with XOR as addition (arXiv 2505.23819). It is known by its *bases*: the coordinates
// of the element held at each single place bit.
//
// Example: a 4x8 tile over one warp, two elements a lane, lanes along dimension 1 first:
//
//     register bases    [0,1]                          registers 0 and 1 are neighbours along dimension 1
//     lane bases        [0,2] [0,4] [1,0] [2,0] [0,0]  lane 1 starts at column 2, lane 4 at row 1;
//                                                      lane bit 4 is *replicated*
//     warp, cta bases   (none)
//
//     lane 5 = 0b00101, register 1:  [0,1] xor [0,2] xor [1,0] = element (1, 3)
//     lane 21 holds what lane 5 holds, since lane bit 4 has a zero basis.
//
// | a layout is            | when                                        | then                         |
// |------------------------|---------------------------------------------|------------------------------|
// | surjective             | every element has a place                   | it can be a tile's encoding  |
// | injective              | no element has two places                   | a lane owns all that it has  |
// | replicated along a bit | its basis is a sum of earlier ones, or zero | only places with bit 0 store |
// | coordinate-wise        | bases are zero or one bit, none twice       | reductions, scans walk bits  |
// | contiguous by n        | the lowest register bits count along a      | n elements can be one access |
// |                        | dimension, n of them                        |                              |
//
// Shape operations do not move data, they only rename coordinates: `permuted`, `reshaped`, `reduced`,
// `broadcastOperand` give the layout of the other side, and every place keeps its registers in order.
//
// Blocked, replicated and further layouts are made in NamedLayouts.h; what a layout conversion costs is in
// LayoutConversion.h.
#pragma once

#include "dialects/Layout/LinearMap.h"
#include "dialects/Layout/Multiprocessor.h"
#include <array>
#include <optional>
#include <string>

namespace tilec::layout {

/// Where an element can be. Bits are packed in this order, registers lowest.
enum class Place : unsigned { Register, Lane, Warp, Cta };
inline constexpr unsigned kNumPlaces = 4;
using tilec::kLanesPerWarp;

/// Place bits of one kind inside a packed place: `count` bits from bit `first`.
struct BitRange {
  unsigned first = 0, count = 0;
  bool operator==(const BitRange &) const = default;
  uint64_t mask() const {
    return ((uint64_t(1) << count) - 1) << first;
  }
};

/// One bit of a place index.
struct PlaceBit {
  Place place = Place::Register;
  unsigned bit = 0;
  bool operator==(const PlaceBit &) const = default;
};

/// One place, unpacked.
struct PlaceIndices {
  uint32_t registerIndex = 0, lane = 0, warp = 0, cta = 0;
};

class LinearLayout {
public:
  /// Elements are numbered in row-major order (last dimension fastest), so an element is a bit vector of
  /// log2(product of shape) bits. `bases[place][bit]` is the element at that single place bit.
  using Bases = std::array<std::vector<uint64_t>, kNumPlaces>;

  LinearLayout() = default;
  LinearLayout(std::vector<int64_t> shape, const Bases &bases);

  const std::vector<int64_t> &shape() const {
    return extents;
  }
  unsigned rank() const {
    return extents.size();
  }
  int64_t numElements() const {
    return int64_t(1) << map.numOutputs();
  }
  /// Places as packed bits to row-major element numbers.
  const LinearMap &asMap() const {
    return map;
  }

  BitRange bits(Place place) const {
    return ranges[unsigned(place)];
  }
  unsigned size(Place place) const {
    return 1u << bits(place).count;
  }
  /// Element number of a basis.
  uint64_t basis(Place place, unsigned bit) const {
    return map.column(bits(place).first + bit);
  }
  Bases bases() const;

  /// Element number held at a place.
  uint64_t elementAt(PlaceIndices place) const {
    return map.apply(pack(place));
  }
  uint64_t pack(PlaceIndices place) const;
  PlaceIndices unpack(uint64_t packed) const;
  std::vector<int64_t> coordinatesOf(uint64_t element) const;
  uint64_t elementOf(const std::vector<int64_t> &coordinates) const;
  /// Bits of element numbers that belong to a dimension.
  BitRange dimensionBits(unsigned dimension) const;

  bool isSurjective() const {
    return map.isSurjective();
  }
  bool isInjective() const {
    return map.isInjective();
  }
  /// Every basis is zero or a single bit, and no two are equal.
  bool isCoordinateWise() const;
  /// Bits of a place index that must be zero at the one owner of each element.
  uint32_t replicatedBits(Place place) const;
  /// No element is held by two lanes, warps or CTAs (registers aside).
  bool hasOneOwner() const;
  /// Bits of a place index whose basis lies along `dimension` (all or none of it: coordinate-wise layouts).
  uint32_t bitsAlong(Place place, unsigned dimension) const;
  /// Registers 0..n-1 hold n consecutive elements along `dimension`, in every lane.
  unsigned contiguity(unsigned dimension) const;
  /// The contiguity along every dimension.
  std::vector<unsigned> contiguity() const;

  /// Dimension i of the result is dimension `permutation[i]` of this layout.
  LinearLayout permuted(const std::vector<int64_t> &permutation) const;
  /// The layout of the tile's elements, in row-major order, under another shape.
  LinearLayout reshaped(std::vector<int64_t> shape) const;
  /// The layout after reducing `dimension` to extent 1: places that differed only along it hold the same element;
  /// registers that became copies are dropped.
  LinearLayout reduced(unsigned dimension) const;
  /// The layout an operand of `operandShape` needs so that stretching it (NumPy rule) gives this layout without moving
  /// data.
  LinearLayout broadcastOperand(const std::vector<int64_t> &operandShape) const;
  /// The layout of each of two halves that lie behind one another along `dimension` (`splitBit` must be there). A
  /// register bit that tells the halves apart is dropped; along a lane or warp bit both halves are then replicated.
  LinearLayout half(unsigned dimension) const;
  /// The place bit that alone tells the halves of `dimension` apart, and nothing else; none if there is no such bit.
  std::optional<PlaceBit> splitBit(unsigned dimension) const;
  /// It is a register bit: the halves lie in different registers of the same lanes.
  bool canSplit(unsigned dimension) const;
  /// The layout of the sub-tile of `shape` with index zero (and, renumbered, of any other) that takes least to get:
  /// register bits that tell sub-tiles apart are dropped, other places hold copies. For every layout.
  LinearLayout subTile(const std::vector<int64_t> &shape) const;
  /// The layout of two such tiles behind one another along `dimension`, told apart by a new highest register bit.
  LinearLayout doubled(unsigned dimension) const;
  /// The layout of two such tiles behind one another that costs no more registers if it can: told apart by a lane or
  /// warp bit along which the tile is replicated (each lane then drops one of the two), else as `doubled`.
  LinearLayout joined(unsigned dimension) const;
  /// The register bit that tells the halves of `dimension` apart.
  unsigned splitRegisterBit(unsigned dimension) const;
  /// Register bits that only repeat earlier ones removed.
  LinearLayout withoutRedundantRegisters() const;
  /// This layout's tile repeated along the places and shape of `outer`: bits of `outer` lie above this layout's in
  /// every dimension and place. Ranks are equal.
  LinearLayout product(const LinearLayout &outer) const;
  /// The layout that `inner` must be repeated along to give this one; none if this is not such a product.
  std::optional<LinearLayout> dividedBy(const LinearLayout &inner) const;

  /// `register = [[0, 1]], lane = [[0, 2], ...], ...`, for messages.
  std::string toString() const;

  bool operator==(const LinearLayout &other) const = default;

private:
  /// Register bits removed that only repeat earlier ones, unless they did so in `before` already.
  LinearLayout withoutNewCopies(const LinearLayout &before) const;

  std::vector<int64_t> extents;
  std::array<BitRange, kNumPlaces> ranges;
  LinearMap map;
};

/// log2 of a power of two.
unsigned log2OfExtent(int64_t extent);

} // namespace tilec::layout
