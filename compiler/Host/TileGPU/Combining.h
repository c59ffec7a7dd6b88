// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rounds of combining: in each, pairs of elements of working tiles are combined into a third element.
#pragma once

#include "compiler/Host/Ops/Combiner.h"
#include "compiler/Host/TileGPU/Scratch.h"

namespace tilec::host {

/// result = combine(earlier, later), by numbers of elements in the working tiles, all of one warp.
struct Pair {
  uint32_t earlier, later, result;
};
using Pairs = std::vector<Pair>;

/// The working tiles of one reduction or scan: one slot for each operand, of which each kind of partial result has a
/// part. Elements are numbered part by part, and in each those of all warps one after the other.
class CombiningRounds {
public:
  /// `sizes`: elements of each part, of all warps. Every part of an operand has its element type.
  CombiningRounds(mlir::Operation *op, mlir::Region &region, Decoder &decoder, llvm::ArrayRef<size_t> sizes);
  ~CombiningRounds();

  /// Number of the first element of a part.
  uint32_t begin(unsigned part) const {
    return starts[part];
  }
  /// A part of an operand's working tile, the own warp's elements, as a slot.
  Slot part(unsigned operand, unsigned part) const;
  unsigned numOperands() const {
    return unsigned(work.size());
  }

  /// All pairs at once: none reads what another writes.
  void emit(Pairs pairs);
  /// Moves elements through scratch: one array an operand, of `count` elements each.
  void emitWrite(ScratchMoves moves, size_t count);
  void emitRead(ScratchMoves moves, size_t count);

private:
  std::vector<ScratchArray> arrays(size_t count);
  struct OwnNumber {
    uint32_t warp, number;
  };
  OwnNumber ownNumber(uint32_t number) const;
  ScratchMoves withOwnNumbers(const ScratchMoves &moves) const;

  mlir::Operation *op;
  Decoder &decoder;
  uint32_t numWarps;
  std::vector<uint32_t> starts, sizes;
  std::vector<Slot> work;
  Combiner combiner;
};

/// The position of a thread's warp among the warps along an axis.
uint32_t warpPosition(const layout::LinearLayout &layout, unsigned axis, uint32_t thread);

/// Decodes the region's terminator: false if `op` is none.
bool decodeCombinerYield(mlir::Operation *op, Decoder &decoder);

} // namespace tilec::host
