// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What passes between the CTAs of a cluster: each writes what it has to the scratch of all, all wait for each other,
// and each reads its own.
#include "compiler/Host/TileGPU/Assembly.h"
#include "compiler/Host/TileGPU/Families.h"
#include "compiler/Host/TileGPU/Scratch.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace tilec::host {

static bool ctaRank(tile::CtaRankOp op, Decoder &decoder) {
  Slot result = decoder.define(op.getResult());
  decoder.emit([=](Frame &frame) { *frame.at<uint32_t>(result) = frame.cta; });
  decoder.emitDefined(result);
  return true;
}

static bool gather(tile_gpu::ClusterGatherOp op, Decoder &decoder) {
  std::vector<ScratchArray> arrays;
  size_t offset = 0;
  for (auto [source, type] : llvm::zip(op.getSources(), op.getResultTypes())) {
    Slot from = decoder.operand(source);
    PlacesRef places = placesOf(source.getType());
    emitCopiesCheck(op, decoder, from, places, "operand");
    arrays.emplace_back(op, decoder, from.kind, offset);
    arrays.back().emitWriteToAll(from, movesOf(places, /*ownersOnly=*/true), places->layout.numElements());
    offset += llvm::alignTo(tile::elementCount(type) * tile::storageBytes(getElementTypeOrSelf(type)), 16);
  }
  emitClusterBarrier(op, decoder);
  for (auto [array, result] : llvm::zip(arrays, op.getResults()))
    array.emitRead(decoder.define(result), movesOf(placesOf(result.getType()), /*ownersOnly=*/false));
  return true;
}

bool decodeClusters(Operation *op, Decoder &d) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([&](tile::CtaRankOp op) { return ctaRank(op, d); })
      .Case([&](tile_gpu::ClusterGatherOp op) { return gather(op, d); })
      .Default(false);
}

} // namespace tilec::host
