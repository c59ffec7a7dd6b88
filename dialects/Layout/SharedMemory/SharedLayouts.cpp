// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Layout/SharedMemory/SharedLayouts.h"
#include <algorithm>
#include <bit>

namespace tilec::layout {

static constexpr unsigned kChunkBit = 4, kRowBit = 7; ///< of an address: 16-byte chunks, 128-byte rows

/// Address bits -> address bits before the swizzle; it is its own inverse. In units of elements.
static LinearMap unswizzle(unsigned bits, unsigned elementBytes, Swizzle swizzle) {
  unsigned byteBits = std::countr_zero(elementBytes);
  unsigned changed = swizzle == Swizzle::None ? 0 : std::countr_zero(unsigned(swizzle)) - kChunkBit;
  std::vector<uint64_t> columns;
  for (unsigned bit = 0; bit < bits; ++bit) {
    uint64_t column = uint64_t(1) << bit;
    unsigned address = bit + byteBits;
    if (address >= kRowBit && address < kRowBit + changed)
      column ^= uint64_t(1) << (address - kRowBit + kChunkBit - byteBits);
    columns.push_back(column);
  }
  return LinearMap(bits, std::move(columns));
}

LinearMap swizzledShared(int64_t rows, int64_t columns, unsigned elementBytes, Swizzle swizzle) {
  unsigned columnBits = std::countr_zero(uint64_t(columns)), rowBits = std::countr_zero(uint64_t(rows));
  unsigned panelBits = columnBits;
  if (swizzle != Swizzle::None)
    panelBits = std::min<unsigned>(columnBits, std::countr_zero(unsigned(swizzle) / elementBytes));
  // Offsets count columns of a panel, rows, panels.
  std::vector<uint64_t> elements;
  for (unsigned bit = 0; bit < panelBits; ++bit)
    elements.push_back(uint64_t(1) << bit);
  for (unsigned bit = 0; bit < rowBits; ++bit)
    elements.push_back(uint64_t(1) << (columnBits + bit));
  for (unsigned bit = panelBits; bit < columnBits; ++bit)
    elements.push_back(uint64_t(1) << bit);
  unsigned bits = columnBits + rowBits;
  return LinearMap(bits, std::move(elements)).after(unswizzle(bits, elementBytes, swizzle));
}

LinearMap boxedShared(std::span<const int64_t> shape, std::span<const int64_t> order, std::span<const int64_t> box,
                      unsigned elementBytes, Swizzle swizzle) {
  auto bitsOf = [](int64_t extent) { return unsigned(std::countr_zero(uint64_t(extent))); };
  std::vector<unsigned> firstBit(shape.size(), 0); // of a dimension's coordinate in row-major element numbers
  for (size_t d = shape.size(); d-- > 1;)
    firstBit[d - 1] = firstBit[d] + bitsOf(shape[d]);
  std::vector<uint64_t> elements;
  auto append = [&](size_t d, unsigned from, unsigned to) {
    for (unsigned bit = from; bit < to; ++bit)
      elements.push_back(uint64_t(1) << (firstBit[order[d]] + bit));
  };
  for (size_t d = 0; d < order.size(); ++d)
    append(d, 0, bitsOf(box[d]));
  for (size_t d = 0; d < order.size(); ++d)
    append(d, bitsOf(box[d]), bitsOf(shape[order[d]]));
  unsigned bits = elements.size();
  return LinearMap(bits, std::move(elements)).after(unswizzle(bits, elementBytes, swizzle));
}

} // namespace tilec::layout
