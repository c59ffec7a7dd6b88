// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Layout/SharedLayouts.h"
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

} // namespace tilec::layout
