// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Conversion/TileGPUToNVVM/Reductions/WarpPartials.h"
#include "compiler/Conversion/TileGPUToNVVM/LayoutConversions/LanePosition.h"
#include "dialects/Tile/IR/ElementTypes.h"
#include <bit>

using namespace mlir;
using namespace tilec;
using layout::LinearLayout;
using layout::Place;

static constexpr int64_t kArrayAlignment = 16;

FailureOr<std::vector<SharedArray>> tilec::warpPartials(tile_gpu::ScratchInterface op, ValueRange sources,
                                                        unsigned axis, ImplicitLocOpBuilder &builder) {
  LinearLayout layout = tile_gpu::LayoutAttr::of(sources.front().getType());
  int64_t count = (layout.numElements() / layout.shape()[axis]) << std::popcount(layout.bitsAlong(Place::Warp, axis));
  std::optional<int64_t> offset = op.getScratchOffset();
  std::vector<SharedArray> arrays;
  for (Value source : sources) {
    FailureOr<Value> address = sharedAddress(op, offset, builder);
    if (failed(address))
      return failure();
    Type element = getElementTypeOrSelf(source.getType());
    arrays.emplace_back(builder, *address, element);
    *offset += llvm::alignTo(count * tile::storageBytes(element), kArrayAlignment);
  }
  return arrays;
}

Value tilec::warpPosition(ImplicitLocOpBuilder &builder, const LinearLayout &layout, unsigned axis) {
  uint32_t warps = layout.bitsAlong(Place::Warp, axis);
  SmallVector<uint64_t> columns(layout::log2OfExtent(kLanesPerWarp), 0);
  unsigned next = 0;
  for (unsigned bit = 0; bit < layout.bits(Place::Warp).count; ++bit)
    columns.push_back(warps >> bit & 1 ? uint64_t(1) << next++ : 0);
  return combine(builder, applyColumns(builder, threadIndex(builder), columns), 0);
}
