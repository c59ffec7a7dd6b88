// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// convert_layout, by its plan.
#include "compiler/Host/TileGPU/Families.h"
#include "compiler/Host/TileGPU/Transfer.h"

using namespace mlir;

namespace tilec::host {

bool decodeLayoutConversion(Operation *operation, Decoder &decoder) {
  auto op = dyn_cast<tile_gpu::ConvertLayoutOp>(operation);
  if (!op)
    return false;
  Slot source = decoder.operand(op.getSource()), result = decoder.define(op.getResult());
  emitTransfer(op, decoder, op.plan(), result, source, placesOf(op.getSource().getType()));
  return true;
}

} // namespace tilec::host
