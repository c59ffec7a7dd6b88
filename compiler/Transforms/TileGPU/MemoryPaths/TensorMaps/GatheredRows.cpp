// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/MemoryPaths/TensorMaps/GatheredRows.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

/// Where copies of four rows begin at multiples of 128 bytes.
static constexpr int64_t kLeastRowBytes = 32;

std::string tile_gpu::whyNotGathered(tile::GatherScatterViewType view, int64_t inner) {
  int64_t rank = view.getTensorView().getRank(), rows = view.getTileShape()[view.getDimension()];
  if (rank != 2)
    return "the copy engine gathers rows of matrices, this view has " + std::to_string(rank) +
           (rank == 1 ? " dimension" : " dimensions");
  if (view.getDimension() == inner)
    return "the copy engine gathers whole rows, this view names adjacent elements; name dimension " +
           std::to_string(1 - inner);
  if (rows < TensorMapAttr::kRowsOfCopy)
    return "the copy engine gathers 4 rows at a time, the tile has " + std::to_string(rows) +
           "; 4 rows or more would help";
  int64_t bytes = view.getTileShape()[inner] * tile::storageBytes(view.getTensorView().getElementType());
  if (bytes < kLeastRowBytes)
    return "the copy engine gathers rows of " + std::to_string(kLeastRowBytes) +
           " bytes or more, those of the tile have " + std::to_string(bytes) + "; wider tiles would help";
  return "";
}

/// Four neighbours in each lane, and all in each warp.
static layout::LinearLayout layoutOfRows(int64_t count, unsigned numWarps) {
  layout::LinearLayout::Bases bases;
  auto &registers = bases[unsigned(layout::Place::Register)], &lanes = bases[unsigned(layout::Place::Lane)];
  size_t laneBits = layout::log2OfExtent(kLanesPerWarp);
  for (int64_t row = 1; row < count; row *= 2)
    (row < TensorMapAttr::kRowsOfCopy || lanes.size() == laneBits ? registers : lanes).push_back(uint64_t(row));
  lanes.resize(laneBits, 0);
  bases[unsigned(layout::Place::Warp)].assign(layout::log2OfExtent(numWarps), 0);
  return layout::LinearLayout({count}, bases);
}

static Value constantLike(ImplicitLocOpBuilder &builder, RankedTensorType type, int64_t value) {
  Attribute element = builder.getIntegerAttr(type.getElementType(), value);
  return arith::ConstantOp::create(builder, type, DenseElementsAttr::get(type, element));
}

/// Indices are unsigned of their own width: what no tensor map reaches becomes a number behind the end of all of them.
static Value toRowNumbers(ImplicitLocOpBuilder &builder, Value index) {
  auto type = cast<RankedTensorType>(index.getType());
  auto numbers = cast<RankedTensorType>(tile::withElementType(type, builder.getI32Type()));
  unsigned bits = type.getElementTypeBitWidth();
  if (bits < 32)
    return arith::ExtUIOp::create(builder, numbers, index);
  index = arith::MinUIOp::create(builder, index, constantLike(builder, type, kMaxMapExtent));
  return bits == 32 ? index : arith::TruncIOp::create(builder, numbers, index).getResult();
}

Value tile_gpu::createRows(ImplicitLocOpBuilder &builder, Operation *access, Value view, ValueRange indices) {
  auto gather = dyn_cast<tile::GatherScatterViewType>(view.getType());
  if (!gather)
    return {};
  Value numbers = toRowNumbers(builder, indices[gather.getDimension()]);
  auto type = cast<RankedTensorType>(numbers.getType());
  auto fitting = withLayout(type, layoutOfRows(type.getNumElements(), numWarpsOf(access)));
  return fitting == type ? numbers : ConvertLayoutOp::create(builder, fitting, numbers, IntegerAttr()).getResult();
}
