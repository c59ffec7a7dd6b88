// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is known of the values along a dimension of a tile: runs of consecutive values, runs of equal values, and
// divisibility. Memory accesses become wide where addresses run and are aligned, and go along the dimension in which
// they run: the last one of a row-major matrix, the first of a column-major one.
//
// Along the last dimension elements are taken in row-major order through the whole tile: a run may go on from one row
// to the next. Along any other dimension runs end with it.
//
// | value                       | contiguity | constancy | divisor                    |
// |-----------------------------|------------|-----------|----------------------------|
// | iota of 128                 | 128        | 1         | of 0: any (2^30)           |
// | splat of a                  | 1          | extent    | of a                       |
// | splat of a + iota, 16 \| a  | 128        | 1         | 16                         |
// | pointer + that, 4-byte      | 128        | 1         | least of pointer's and 64  |
// | that < splat of n, 8 \| n   | 1          | 8         | -                          |
// | iota * 4                    | 1          | 1         | 4                          |
//
// Facts flow from definitions to uses: from constants, `tile.assume` and the alignment that C++ gives every pointer. A
// value carried around a loop (`for` or `while`) keeps what its start and its step have in common, if it steps by
// `tile.offset` or an addition; so does what the loop leaves behind. Works on tiles with and without layouts.
#pragma once

#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"
#include <cstdint>

namespace tilec::tile {

/// Facts about a scalar (an extent of 1) or a tile, along one dimension. Powers of two all.
struct ValueFacts {
  /// In each aligned group of so many elements values rise by one (pointers: by one element).
  int64_t contiguity = 1;
  /// In each aligned group of so many elements values are equal.
  int64_t constancy = 1;
  /// Divides the first value of every group of `contiguity`; for pointers in bytes.
  int64_t divisor = 1;

  bool operator==(const ValueFacts &) const = default;
};

/// What one access of a lane may move on every target, in bytes; some can move more.
inline constexpr int64_t kPortableAccessBytes = 16;
/// What divides everything: the divisor of zero.
inline constexpr int64_t kAnyDivisor = int64_t(1) << 30;

class Divisibility {
public:
  /// `accessBytes`: what one access of a lane may move on the target.
  explicit Divisibility(int64_t accessBytes = kPortableAccessBytes) : accessBytes(accessBytes) {}

  int64_t getAccessBytes() const {
    return accessBytes;
  }
  /// The facts of `value` along `dimension` (default: the last), computed once.
  ValueFacts of(mlir::Value value);
  ValueFacts of(mlir::Value value, int64_t dimension);
  /// What divides every single element of `value`; for pointers in bytes.
  int64_t divisorOfElements(mlir::Value value);

  /// The dimension along which a tile of pointers has the longest runs; the last if all are alike.
  int64_t contiguousDimension(mlir::Value pointers);
  /// How many elements one access through `pointers` may cover along `dimension` (default: the contiguous one), with
  /// `mask` (or null) in one: they are consecutive, the first is aligned to all of them, they are masked alike, and
  /// they are at most `accessBytes`.
  int64_t accessWidth(mlir::Value pointers, mlir::Value mask);
  int64_t accessWidth(mlir::Value pointers, mlir::Value mask, int64_t dimension);
  /// The width of accesses to a tile of a view, before its addresses are computed; by default along the best dimension.
  int64_t viewAccessWidth(mlir::Value view, mlir::ValueRange indices, bool inBounds);
  int64_t viewAccessWidth(mlir::Value view, mlir::ValueRange indices, bool inBounds, int64_t dimension);

private:
  ValueFacts compute(mlir::Value value, int64_t dimension);

  int64_t accessBytes;
  llvm::DenseMap<std::pair<mlir::Value, int64_t>, ValueFacts> known;
};

} // namespace tilec::tile
