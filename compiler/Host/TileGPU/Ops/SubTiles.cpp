// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// extract and insert: one tile goes to scratch in row-major order, and every place reads what it needs of it.
#include "compiler/Host/Check/Checker.h"
#include "compiler/Host/TileGPU/Families.h"
#include "compiler/Host/TileGPU/Scratch.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using tilec::layout::LinearLayout;

namespace tilec::host {

/// The number in `large` of the element that `element` of the sub-tile at index zero is.
static uint64_t embed(const LinearLayout &large, const LinearLayout &small, uint64_t element) {
  return large.elementOf(small.coordinatesOf(element));
}

/// The number of the element where the sub-tile starts, computed when the op runs. An index outside is reported and
/// counts as the last.
static Slot emitStart(Operation *op, Decoder &decoder, ValueRange indices, const LinearLayout &large,
                      const LinearLayout &small) {
  struct Index {
    Slot slot;
    uint64_t bound;
    unsigned shift;
  };
  std::vector<Index> list;
  const Site *site = decoder.site(op);
  for (auto [d, value] : llvm::enumerate(indices)) {
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

static bool extract(tile_gpu::ExtractOp op, Decoder &decoder) {
  PlacesRef large = placesOf(op.getSource().getType()), small = placesOf(op.getType());
  Slot source = decoder.operand(op.getSource());
  Slot start = emitStart(op, decoder, op.getIndices(), large->layout, small->layout);
  Slot result = decoder.define(op.getResult());
  ScratchArray scratch(op, decoder, source.kind);
  scratch.emitWriteTile(source, large);
  emitBarrier(decoder);
  auto moves = std::make_shared<std::vector<ScratchMove>>();
  for (size_t place = 0; place < small->count(); ++place)
    moves->push_back(
        {uint32_t(place), uint32_t(embed(large->layout, small->layout, small->element[place])), small->thread(place)});
  scratch.emitRead(result, moves, start);
  decoder.release(start);
  return true;
}

/// Every place of the result reads the element of the sub-tile at its place within one, and takes it if it is in the
/// one meant.
static bool insert(tile_gpu::InsertOp op, Decoder &decoder) {
  PlacesRef large = placesOf(op.getType()), small = placesOf(op.getSource().getType());
  Slot source = decoder.operand(op.getSource()), destination = decoder.operand(op.getDestination());
  Slot start = emitStart(op, decoder, op.getIndices(), large->layout, small->layout);
  Slot result = decoder.define(op.getResult()), read = decoder.temporary(result.kind, result.count);
  uint64_t inside = embed(large->layout, small->layout, uint64_t(small->layout.numElements() - 1));
  ScratchArray scratch(op, decoder, source.kind);
  scratch.emitWriteTile(source, small);
  emitBarrier(decoder);
  auto moves = std::make_shared<std::vector<ScratchMove>>();
  for (size_t place = 0; place < large->count(); ++place) {
    uint64_t element = small->layout.elementOf(large->layout.coordinatesOf(large->element[place] & inside));
    moves->push_back({uint32_t(place), uint32_t(element), large->thread(place)});
  }
  scratch.emitRead(read, moves);
  withBits(bytesOf(result.kind), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    decoder.emit([=](Frame &frame) {
      for (size_t place = 0; place < result.count; ++place) {
        bool isInside = (large->element[place] & ~inside) == *frame.at<uint64_t>(start);
        const Slot &from = isInside ? read : destination;
        frame.at<T>(result)[place] = frame.at<T>(from)[place];
        frame.undefined(result)[place] = frame.undefined(from)[place];
      }
    });
  });
  decoder.release(read);
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
