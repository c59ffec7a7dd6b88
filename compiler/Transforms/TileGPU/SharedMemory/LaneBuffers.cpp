// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/SharedMemory/LaneBuffers.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;
using layout::Place;

/// Offsets count the registers of an access of `vector` elements, lanes, warps, then further registers: an access is
/// one run, lanes of a warp lie side by side and so in different banks.
static SharedLayoutAttr laneByLane(MLIRContext *context, const layout::LinearLayout &places, int64_t vector) {
  unsigned registers = places.bits(Place::Register).count, inputs = places.asMap().numInputs();
  unsigned inAccess = llvm::Log2_64(vector);
  SmallVector<unsigned> order;
  for (unsigned input = 0; input < inAccess; ++input)
    order.push_back(input);
  for (unsigned input = registers; input < inputs; ++input)
    order.push_back(input);
  for (unsigned input = inAccess; input < registers; ++input)
    order.push_back(input);
  std::vector<uint64_t> columns;
  unsigned outputs = places.asMap().numOutputs();
  for (unsigned input : order) {
    columns.push_back(places.asMap().column(input));
    if (!layout::LinearMap(outputs, columns).isInjective())
      columns.pop_back();
  }
  return SharedLayoutAttr::get(context, layout::LinearMap(outputs, columns), places.shape());
}

BufferType tile_gpu::bufferOfLanes(RankedTensorType type, int64_t vector) {
  SharedLayoutAttr layout = laneByLane(type.getContext(), LayoutAttr::of(type), vector);
  return BufferType::get(type.getContext(), type.getShape(), type.getElementType(), layout, /*stages=*/1,
                         BufferType::kDefaultAlignment);
}

BufferType tile_gpu::bufferOfLanes(RankedTensorType type) {
  constexpr int64_t kMaxAccessBytes = 16;
  int64_t registers = LayoutAttr::of(type).size(Place::Register);
  return bufferOfLanes(type, std::min(kMaxAccessBytes / tile::storageBytes(type.getElementType()), registers));
}
