// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ops that only rename elements or pick registers of the same lane: reshape, permute, broadcast, cat. Their verifiers
// relate the layouts; which register goes where is read off the layouts here, as the lowering does.
#include "compiler/Host/TileGPU/Families.h"
#include "compiler/Host/TileGPU/Places.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "llvm/ADT/TypeSwitch.h"
#include <map>

using namespace mlir;
using tilec::layout::LinearLayout;
using tilec::layout::Place;

namespace tilec::host {

/// `registerOf[i]` as indices of places, for every thread: from tiles of 2^bits registers.
static Indices withinThreads(const std::vector<uint32_t> &registerOf, uint32_t threads, unsigned sourceBits) {
  auto indices = std::make_shared<std::vector<uint32_t>>();
  for (uint32_t thread = 0; thread < threads; ++thread)
    for (uint32_t index : registerOf)
      indices->push_back((thread << sourceBits) | index);
  return indices;
}

/// Registers stay what they are.
static bool rename(Operation *op, Decoder &decoder) {
  Slot source = decoder.operand(op->getOperand(0));
  decoder.emitCopy(decoder.define(op->getResult(0)), source);
  return true;
}

/// The element of `operand` that an element of `result` is stretched from.
static uint64_t stretchedFrom(const LinearLayout &result, const LinearLayout &operand, uint64_t element) {
  std::vector<int64_t> coordinates = result.coordinatesOf(element);
  coordinates.erase(coordinates.begin(), coordinates.begin() + (result.rank() - operand.rank()));
  for (unsigned d = 0; d < operand.rank(); ++d)
    if (operand.shape()[d] == 1)
      coordinates[d] = 0;
  return operand.elementOf(coordinates);
}

static bool broadcast(tile_gpu::BroadcastOp op, Decoder &decoder) {
  PlacesRef from = placesOf(op.getSource().getType()), to = placesOf(op.getType());
  Slot source = decoder.operand(op.getSource()), result = decoder.define(op.getResult());
  std::map<uint64_t, uint32_t> registerOf;
  for (uint32_t i = 0; i < from->at(1, 0); ++i)
    registerOf.try_emplace(from->element[i], i);
  std::vector<uint32_t> registers;
  for (uint32_t i = 0; i < to->at(1, 0); ++i) {
    auto found = registerOf.find(stretchedFrom(to->layout, from->layout, to->element[i]));
    if (found == registerOf.end()) {
      decoder.unsupported(op, "a broadcast that needs other lanes' elements");
      return true;
    }
    registers.push_back(found->second);
  }
  emitGather(decoder, result, source, withinThreads(registers, to->numThreads(), from->registerBits));
  return true;
}

/// The place bit that tells the operands apart picks one; a register bit is not there in the operands.
static bool cat(tile_gpu::CatOp op, Decoder &decoder) {
  PlacesRef to = placesOf(op.getType());
  Slot operands[] = {decoder.operand(op.getFirst()), decoder.operand(op.getSecond())};
  Slot result = decoder.define(op.getResult());
  layout::PlaceBit split = *to->layout.splitBit(unsigned(op.getAxis()));
  bool isRegister = split.place == Place::Register;
  unsigned bit = to->layout.bits(split.place).first + split.bit;
  uint32_t low = (1u << bit) - 1;
  withBits(bytesOf(result.kind), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    decoder.emit([=, first = operands[0], second = operands[1]](Frame &frame) {
      for (size_t i = 0; i < result.count; ++i) {
        Slot from = (to->firstOf(frame.position) + i) >> bit & 1 ? second : first;
        size_t index = isRegister ? (i & low) | (i >> 1 & ~size_t(low)) : i; // the place without the bit
        frame.at<T>(result)[i] = frame.at<T>(from)[index];
        frame.undefined(result)[i] = frame.undefined(from)[index];
      }
    });
  });
  return true;
}

bool decodeRearrangements(Operation *op, Decoder &d) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case<tile_gpu::ReshapeOp, tile_gpu::PermuteOp>([&](Operation *op) { return rename(op, d); })
      .Case([&](tile_gpu::BroadcastOp op) { return broadcast(op, d); })
      .Case([&](tile_gpu::CatOp op) { return cat(op, d); })
      .Default(false);
}

} // namespace tilec::host
