// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// convert_layout, by what `layout::planConversion` says is enough: within lanes and warps each place takes the place
// that the plan names; else through scratch.
#include "compiler/Layout/LayoutConversion.h"
#include "compiler/Host/TileGPU/Families.h"
#include "compiler/Host/TileGPU/Scratch.h"

using namespace mlir;
using tilec::layout::LayoutConversion;

namespace tilec::host {

/// Which places are read depends on the lowering's choice among copies: they must agree.
static void convertInWarps(tile_gpu::ConvertLayoutOp op, Decoder &decoder, const LayoutConversion &plan, Slot result,
                           Slot source) {
  emitCopiesCheck(op, decoder, source, placesOf(op.getSource().getType()), "tile");
  auto indices = std::make_shared<std::vector<uint32_t>>();
  for (uint64_t place = 0; place < result.count; ++place)
    indices->push_back(uint32_t(plan.sourceOf.apply(place)));
  emitGather(decoder, result, source, indices);
}

static void convertThroughScratch(tile_gpu::ConvertLayoutOp op, Decoder &decoder, Slot result, Slot source) {
  ScratchArray scratch(op, decoder, source.kind);
  scratch.emitWriteTile(source, placesOf(op.getSource().getType()));
  emitBarrier(decoder);
  scratch.emitReadTile(result, placesOf(op.getType()));
}

bool decodeLayoutConversion(Operation *operation, Decoder &decoder) {
  auto op = dyn_cast<tile_gpu::ConvertLayoutOp>(operation);
  if (!op)
    return false;
  Slot source = decoder.operand(op.getSource()), result = decoder.define(op.getResult());
  LayoutConversion plan = layout::planConversion(tile_gpu::LayoutAttr::of(op.getSource().getType()),
                                                 tile_gpu::LayoutAttr::of(op.getType()));
  if (op.getScratchBytes() == 0)
    convertInWarps(op, decoder, plan, result, source);
  else
    convertThroughScratch(op, decoder, result, source);
  return true;
}

} // namespace tilec::host
