// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Layout/MatrixMultiply/Wgmma.h"
#include "dialects/Layout/LinearLayout.h"
#include <bit>

namespace tilec::layout {

static constexpr unsigned kRowsOfAtom = 8, kChunkBytes = 16;

uint64_t WarpgroupOperand::descriptor() const {
  uint64_t type = swizzle == Swizzle::Bytes128 ? 1 : swizzle == Swizzle::Bytes64 ? 2 : 3;
  return uint64_t(leadingOffset / 16) << 16 | uint64_t(strideOffset / 16) << 32 | type << 62;
}

namespace {

/// Compares a layout with what a descriptor of one swizzle can say.
class Matcher {
public:
  Matcher(const LinearMap &byteAt, const std::vector<int64_t> &shape, unsigned alongK, unsigned elementBytes,
          Swizzle swizzle)
      : tile(shape, {}), elementBytes(elementBytes), bytes(unsigned(swizzle)), k(tile.dimensionBits(alongK)),
        rows(tile.dimensionBits(alongK + 1 == shape.size() ? alongK - 1 : alongK + 1)) {
    for (unsigned bit = 0; bit < byteAt.numInputs(); ++bit)
      linear.push_back(unswizzled(byteAt.column(bit)));
    result.swizzle = swizzle;
    result.byteAt = byteAt;
  }

  std::optional<WarpgroupOperand> matchKMajor(unsigned rowBits) {
    result.isKMajor = true;
    bool isMatch = takeRow(k) && takeRowsOfAtom(rows) && takeAtoms(rows, rowBits, result.strideOffset) && restIsAtoms();
    return isMatch ? std::optional(result) : std::nullopt;
  }

  std::optional<WarpgroupOperand> matchRowMajor(unsigned rowBits) {
    constexpr unsigned kDepthBits = 4; // 16 elements along K
    result.isKMajor = false;
    bool isMatch = takeRow(rows) && usedOf(rows) <= rowBits && takeRowsOfAtom(k) &&
                   takeAtoms(k, kDepthBits, result.strideOffset) && takeAtoms(rows, rowBits, result.leadingOffset) &&
                   restIsAtoms();
    return isMatch ? std::optional(result) : std::nullopt;
  }

private:
  uint64_t unswizzled(uint64_t byte) const {
    return byte ^ (byte >> 3 & (bytes - kChunkBytes));
  }
  unsigned &usedOf(const BitRange &dimension) {
    return dimension == k ? usedOfK : usedOfRows;
  }
  /// The next bit of the dimension leads to `byte`.
  bool take(const BitRange &dimension, uint64_t byte) {
    unsigned &used = usedOf(dimension);
    return used < dimension.count && linear[dimension.first + used++] == byte;
  }
  bool takeRow(const BitRange &dimension) {
    for (uint64_t byte = elementBytes; byte < bytes; byte *= 2)
      if (!take(dimension, byte))
        return false;
    return true;
  }
  bool takeRowsOfAtom(const BitRange &dimension) {
    return take(dimension, bytes) && take(dimension, 2 * bytes) && take(dimension, 4 * bytes);
  }
  /// What is left of the low `bits` bits of the dimension goes in equal steps.
  bool takeAtoms(const BitRange &dimension, unsigned bits, int64_t &offset) {
    unsigned used = usedOf(dimension);
    offset = used < bits && used < dimension.count ? int64_t(linear[dimension.first + used]) : 0;
    for (uint64_t byte = uint64_t(offset); usedOf(dimension) < bits; byte *= 2)
      if (!isAtom(byte) || !take(dimension, byte))
        return false;
    return true;
  }
  bool isAtom(uint64_t byte) const {
    return std::has_single_bit(byte) && byte >= kRowsOfAtom * bytes;
  }
  bool restIsAtoms() {
    for (unsigned bit = 0; bit < linear.size(); ++bit) {
      bool isTaken =
          (bit >= k.first && bit < k.first + usedOfK) || (bit >= rows.first && bit < rows.first + usedOfRows);
      if (!isTaken && !isAtom(linear[bit]))
        return false;
    }
    return true;
  }

  LinearLayout tile;
  uint64_t elementBytes, bytes;
  BitRange k, rows;
  std::vector<uint64_t> linear; ///< bytes without the swizzle, of each element bit
  unsigned usedOfK = 0, usedOfRows = 0;
  WarpgroupOperand result;
};

/// From element numbers to bytes.
LinearMap bytesOf(const LinearMap &elementAt, unsigned elementBytes) {
  LinearMap offsetOf = elementAt.inverse();
  std::vector<uint64_t> columns;
  for (unsigned bit = 0; bit < offsetOf.numInputs(); ++bit)
    columns.push_back(offsetOf.column(bit) * elementBytes);
  return LinearMap(offsetOf.numOutputs() + unsigned(std::countr_zero(elementBytes)), std::move(columns));
}

} // namespace

std::optional<WarpgroupOperand> warpgroupOperand(const LinearMap &elementAt, const std::vector<int64_t> &shape,
                                                 unsigned alongK, unsigned elementBytes, int64_t rows) {
  LinearMap byteAt = bytesOf(elementAt, elementBytes);
  for (Swizzle swizzle : {Swizzle::Bytes128, Swizzle::Bytes64, Swizzle::Bytes32}) {
    if (auto found = Matcher(byteAt, shape, alongK, elementBytes, swizzle).matchKMajor(log2OfExtent(rows)))
      return found;
    if (elementBytes != 2)
      continue;
    if (auto found = Matcher(byteAt, shape, alongK, elementBytes, swizzle).matchRowMajor(log2OfExtent(rows)))
      return found;
  }
  return std::nullopt;
}

LinearMap warpgroupShared(const std::vector<int64_t> &shape, unsigned alongK, bool isKMajor, unsigned elementBytes,
                          int64_t rows) {
  unsigned alongRows = alongK + 1 == shape.size() ? alongK - 1 : alongK + 1;
  unsigned major = isKMajor ? alongK : alongRows;
  int64_t bytes = std::min<int64_t>(128, (isKMajor ? shape[alongK] : rows) * elementBytes);
  std::vector<int64_t> order = {int64_t(major), int64_t(isKMajor ? alongRows : alongK)};
  std::vector<int64_t> box = {bytes / elementBytes, shape[order[1]]};
  if (shape.size() == 3) {
    order.push_back(0);
    box.push_back(1);
  }
  return boxedShared(shape, order, box, elementBytes, Swizzle(bytes));
}

} // namespace tilec::layout
