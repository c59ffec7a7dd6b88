// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// extract and insert: by their plans every place gets the element of the sub-tile that it needs.
#include "compiler/Host/Check/Checker.h"
#include "compiler/Host/TileGPU/Families.h"
#include "compiler/Host/TileGPU/Transfer.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using tilec::layout::LinearLayout;

namespace tilec::host {

/// The number of the element where the sub-tile starts, as far as it comes from indices that `counts` allows; computed
/// when the op runs. An index outside is reported and counts as the last.
static Slot emitStart(
    Operation *op, Decoder &decoder, ValueRange indices, const LinearLayout &large, const LinearLayout &small,
    llvm::function_ref<bool(Value)> counts = [](Value) { return true; }) {
  struct Index {
    Slot slot;
    uint64_t bound;
    unsigned shift;
  };
  std::vector<Index> list;
  const Site *site = decoder.site(op);
  for (auto [d, value] : llvm::enumerate(indices)) {
    if (!counts(value))
      continue;
    unsigned shift = large.dimensionBits(d).first + layout::log2OfExtent(small.shape()[d]);
    list.push_back({decoder.operand(value), uint64_t(large.shape()[d] / small.shape()[d]), shift});
    decoder.emitUseCheck(site, list.back().slot, "index");
  }
  Slot start = decoder.temporary(Kind::I64, 1);
  decoder.emit([=](Frame &frame) {
    uint64_t element = 0;
    for (const Index &index : list) {
      uint64_t value = withInteger(index.slot.kind, [&](auto integer) -> uint64_t {
        return *frame.at<typename decltype(integer)::U>(index.slot);
      });
      if (value >= index.bound)
        frame.checker->report(frame, *site,
                              "sub-tile index " + std::to_string(value) + " is outside: expected less than " +
                                  std::to_string(index.bound));
      element += std::min(value, index.bound - 1) << index.shift;
    }
    *frame.at<uint64_t>(start) = element;
  });
  return start;
}

/// An index whose part of the start no plan knows.
static bool isVarying(Value index) {
  return !matchPattern(index, m_Constant());
}

static bool extract(tile_gpu::ExtractOp op, Decoder &decoder) {
  PlacesRef large = placesOf(op.getSource().getType());
  LinearLayout small = tile_gpu::LayoutAttr::of(op.getType());
  Slot source = decoder.operand(op.getSource());
  decoder.release(emitStart(op, decoder, op.getIndices(), large->layout, small)); // reports indices outside
  Slot varying = emitStart(op, decoder, op.getIndices(), large->layout, small, isVarying);
  emitTransfer(op, decoder, op.plan(), decoder.define(op.getResult()), source, large, varying);
  decoder.release(varying);
  return true;
}

/// Every place of the result gets the element of the sub-tile at its position within one, and takes it if its own
/// sub-tile is the one meant.
static bool insert(tile_gpu::InsertOp op, Decoder &decoder) {
  PlacesRef large = placesOf(op.getType()), small = placesOf(op.getSource().getType());
  Slot source = decoder.operand(op.getSource()), destination = decoder.operand(op.getDestination());
  Slot start = emitStart(op, decoder, op.getIndices(), large->layout, small->layout);
  Slot result = decoder.define(op.getResult()), inserted = decoder.temporary(result.kind, result.count);
  emitTransfer(op, decoder, op.plan(), inserted, source, small);
  uint64_t outside = op.outsideBits();
  withBits(bytesOf(result.kind), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    decoder.emit([=](Frame &frame) {
      for (size_t i = 0; i < result.count; ++i) {
        bool isInside = (large->element[large->firstOf(frame.position) + i] & outside) == *frame.at<uint64_t>(start);
        const Slot &from = isInside ? inserted : destination;
        frame.at<T>(result)[i] = frame.at<T>(from)[i];
        frame.undefined(result)[i] = frame.undefined(from)[i];
      }
    });
  });
  decoder.release(inserted);
  decoder.release(start);
  return true;
}

bool decodeSubTiles(Operation *op, Decoder &d) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([&](tile_gpu::ExtractOp op) { return extract(op, d); })
      .Case([&](tile_gpu::InsertOp op) { return insert(op, d); })
      .Default(false);
}

} // namespace tilec::host
