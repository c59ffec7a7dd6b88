// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Data that an op passes between lanes through shared memory: an array at the op's scratch offset, written by some
// threads, read by others after a barrier.
//
// Every access is checked: it lies in the op's scratch and in the CTA's shared memory, it races with nothing, and what
// is read was written by this op and not by another since.
#pragma once

#include "compiler/Host/TileGPU/Places.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"

namespace tilec::host {

/// One element on its way: where it is in the slot of the thread's warp, where in the scratch array, and which thread
/// of the layout moves it.
struct ScratchMove {
  uint32_t index, element, thread;
};
using ScratchMoves = std::shared_ptr<const std::vector<ScratchMove>>;

/// An array in an op's scratch.
class ScratchArray {
public:
  /// `offset`: bytes from the start of the op's scratch. `bytes`: what the op may use from that start on;
  /// `getScratchBytes` unless given.
  ScratchArray(tile_gpu::ScratchInterface op, Decoder &decoder, Kind kind, size_t offset = 0,
               std::optional<size_t> bytes = std::nullopt);

  void emitWrite(Slot from, ScratchMoves moves);
  void emitRead(Slot to, ScratchMoves moves);
  /// Emits a read whose moves are known only when the op runs: those of the frame's warp.
  void emitRead(Slot to, std::function<std::vector<ScratchMove>(Frame &)> moves);

  /// Emits a write to the scratch of every CTA of the cluster, `stride` elements apart for each CTA that writes.
  void emitWriteToAll(Slot from, ScratchMoves moves, size_t stride);

  // Whole tiles, in row-major order.
  /// Each owner writes its elements; their copies are checked.
  void emitWriteTile(Slot from, PlacesRef places);

private:
  /// Bytes of shared memory: where the array starts, and the end of the op's scratch.
  struct Range {
    size_t elementBytes, first, end;
    /// Where consumers are in groups: to the next one's, and warps of a CTA and of a group.
    size_t groupStride = 0;
    uint32_t warpsOfCta = 1, warpsOfGroup = 1;
    std::optional<size_t> byteOf(Frame &frame, const Site &site, size_t element) const;
    void write(Frame &frame, const Site &site, Slot from, const std::vector<ScratchMove> &moves) const;
    void read(Frame &frame, const Site &site, Slot to, const std::vector<ScratchMove> &moves) const;
  };

  tile_gpu::ScratchInterface op;
  Decoder &decoder;
  Site *site;
  Range range;
};

/// All warps, or the lanes of each, wait for each other.
void emitBarrier(mlir::Operation *op, Decoder &decoder, bool ofWarps = false);
/// All warps of all CTAs of the cluster do.
void emitClusterBarrier(mlir::Operation *op, Decoder &decoder);

/// Every place of a tile with the number of its element.
ScratchMoves movesOf(PlacesRef places, bool ownersOnly);

} // namespace tilec::host
