// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tiles that are made from where a lane stands, and what looks at single elements: iota, coordinate, constants,
// to_scalar, assumptions.
#include "compiler/Host/Ops/Assumptions.h"
#include "compiler/Host/Ops/Constants.h"
#include "compiler/Host/TileGPU/Assembly.h"
#include "compiler/Host/TileGPU/Families.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace tilec::host {

/// Each element's number, or the bits of it that belong to one dimension.
static bool positions(Value value, Decoder &decoder, layout::BitRange bits) {
  Slot result = decoder.define(value);
  PlacesRef places = placesOf(value.getType());
  withInteger(result.kind, [&](auto integer) {
    using I = decltype(integer);
    using U = typename I::U;
    decoder.emit([=](Frame &frame) {
      U *out = frame.at<U>(result);
      for (size_t i = 0; i < result.count; ++i)
        out[i] = I::wrap(U((places->element[places->firstOf(frame.position) + i] & bits.mask()) >> bits.first));
    });
  });
  decoder.emitDefined(result);
  return true;
}

static bool coordinate(tile_gpu::CoordinateOp op, Decoder &decoder) {
  return positions(op.getResult(), decoder,
                   tile_gpu::LayoutAttr::of(op.getType()).dimensionBits(unsigned(op.getDimension())));
}

/// A constant tile of different elements; one value for all is the `tile` executor's.
static bool constant(arith::ConstantOp op, Decoder &decoder) {
  auto elements = dyn_cast<DenseElementsAttr>(op.getValue());
  if (!elements || elements.isSplat() || !tile_gpu::isDistributed(op.getType()))
    return false;
  PlacesRef places = placesOf(op.getType());
  Slot result = decoder.permanent(*kindOf(op.getType()), places->perWarp());
  decoder.alias(op.getResult(), result);
  auto bits = std::make_shared<std::vector<uint64_t>>(constantElements(result.kind, elements));
  withBits(bytesOf(result.kind), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    decoder.emitPrologue([=](Frame &frame) {
      for (size_t i = 0; i < result.count; ++i)
        frame.at<T>(result)[i] = T((*bits)[places->element[places->firstOf(frame.position) + i]]);
    });
  });
  return true;
}

/// Every lane takes the copy in its own registers.
static bool toScalar(tile::ToScalarOp op, Decoder &decoder) {
  if (!tile_gpu::isDistributed(op.getSource().getType()))
    return false;
  Slot source = decoder.operand(op.getSource());
  emitCopiesCheck(op, decoder, source, placesOf(op.getSource().getType()), "tile");
  decoder.emitCopy(decoder.define(op.getResult()), source);
  return true;
}

static bool assume(tile::AssumeOp op, Decoder &decoder) {
  if (!tile_gpu::isDistributed(op.getType()))
    return false;
  Slot source = decoder.operand(op.getSource());
  decoder.emitCopy(decoder.define(op.getResult()), source);
  emitRowMajor(op, decoder, source, placesOf(op.getType()), "tile",
               [&](Slot elements) { emitAssumptionCheck(op, decoder, elements); });
  return true;
}

bool decodePositions(Operation *op, Decoder &d) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([&](tile_gpu::CoordinateOp op) { return coordinate(op, d); })
      .Case([&](tile::IotaOp op) {
        return tile_gpu::isDistributed(op.getType()) && positions(op.getResult(), d, {0, 32});
      })
      .Case([&](arith::ConstantOp op) { return constant(op, d); })
      .Case([&](tile::ToScalarOp op) { return toScalar(op, d); })
      .Case([&](tile::AssumeOp op) { return assume(op, d); })
      .Default(false);
}

} // namespace tilec::host
