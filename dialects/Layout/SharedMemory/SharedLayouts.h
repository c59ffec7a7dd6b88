// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tiles in shared memory as the tensor-map copies and wgmma have them: linear maps from offsets to elements.
//
// A swizzle of n bytes exchanges the 16-byte chunks of each n-byte row: chunk c of row r lies at chunk c ^ r, counted
// modulo the n / 16 chunks of a row, over rows of 128 bytes (CUDA Driver API, CUtensorMapSwizzle). Eight rows of a
// column then lie in different banks. A tile whose rows are wider is cut into panels of n bytes, one behind the other.
//
// | swizzle | address bits changed | by address bits |
// |---------|----------------------|-----------------|
// | none    |                      |                 |
// | 32      | 4                    | 7               |
// | 64      | 4, 5                 | 7, 8            |
// | 128     | 4, 5, 6              | 7, 8, 9         |
#pragma once

#include "dialects/Layout/LinearMap.h"
#include <span>

namespace tilec::layout {

enum class Swizzle : unsigned { None = 0, Bytes32 = 32, Bytes64 = 64, Bytes128 = 128 };

/// From element offsets in shared memory to row-major element numbers of a tile of `rows` x `columns` elements of
/// `elementBytes` (leading dimensions count as rows). Invertible: the inverse gives each element's offset.
LinearMap swizzledShared(int64_t rows, int64_t columns, unsigned elementBytes, Swizzle swizzle);

/// The same for a tile that copies by tensor map bring in boxes: box by box, those that follow in the map's innermost
/// dimension first; inside a box in the order of the map. Dimension d of the map is the tile's `order[d]`, of which a
/// box has `box[d]` elements; innermost first.
///
/// Example: a 4x128 tile of 2-byte elements in boxes of 64x4 (columns, rows) is `swizzledShared(4, 128, ..)`.
LinearMap boxedShared(std::span<const int64_t> shape, std::span<const int64_t> order, std::span<const int64_t> box,
                      unsigned elementBytes, Swizzle swizzle);

} // namespace tilec::layout
