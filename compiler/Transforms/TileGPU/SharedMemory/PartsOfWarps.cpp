// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/SharedMemory/PartsOfWarps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;
using layout::LinearLayout;
using layout::Place;

/// Element numbers that begin the parts of warps 1, 2, 4 and so on; the others of a place lie inside a part.
static bool hasParts(const LinearLayout &layout, unsigned dimension, int64_t extent) {
  layout::BitRange bits = layout.dimensionBits(dimension);
  for (Place place : {Place::Register, Place::Lane, Place::Warp, Place::Cta})
    for (unsigned bit = 0; bit < layout.bits(place).count; ++bit) {
      uint64_t element = layout.basis(place, bit), inDimension = (element & bits.mask()) >> bits.first;
      bool isBegin = element == (uint64_t(extent) << bit) << bits.first;
      if (place == Place::Warp ? !isBegin : inDimension >= uint64_t(extent))
        return false;
    }
  return true;
}

bool tile_gpu::divideAmongWarps(RankedTensorType tile, TensorMapAttr parts, int64_t warps) {
  unsigned slowest = parts.getSlowestDimension();
  if (parts.isOuter(slowest, tile.getRank()))
    return false;
  int64_t dimension = parts.getOrder()[slowest], extent = parts.getBox()[slowest];
  LinearLayout layout = LayoutAttr::of(tile);
  return extent * warps == tile.getShape()[dimension] && int64_t(layout.size(Place::Warp)) == warps &&
         hasParts(layout, dimension, extent);
}

bool tile_gpu::staysInWarps(TmaStoreOp store, Operation *access) {
  if (!store.getByWarps())
    return false;
  auto stays = [&](auto op, Value tile) {
    return op.getBuffer().getType() == store.getBuffer().getType() &&
           divideAmongWarps(cast<RankedTensorType>(tile.getType()), store.getDescription(), numWarpsOf(store));
  };
  return llvm::TypeSwitch<Operation *, bool>(access)
      .Case([&](BufferStoreOp op) { return stays(op, op.getValue()); })
      .Case([&](BufferLoadOp op) { return stays(op, op.getResult()); })
      .Default(false);
}
