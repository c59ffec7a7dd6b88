// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Grid, iota and the ops that move elements. A movement is a list, made once, of where each result element comes from.
#include "compiler/Host/Check/Checker.h"
#include "compiler/Host/Decoder.h"
#include "compiler/Host/Ops/Families.h"
#include "dialects/Tile/IR/TileDialect.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/TypeSwitch.h"
#include <cstring>
#include <numeric>

using namespace mlir;

namespace tilec::host {

using Indices = std::shared_ptr<std::vector<uint32_t>>;

/// Row-major distance of neighbours in each dimension.
static llvm::SmallVector<int64_t> stridesOf(ArrayRef<int64_t> shape) {
  llvm::SmallVector<int64_t> strides(shape.size(), 1);
  for (int64_t i = int64_t(shape.size()) - 2; i >= 0; --i)
    strides[i] = strides[i + 1] * shape[i + 1];
  return strides;
}

/// For each element of `shape` in row-major order, the sum of its coordinates times `strides`.
static Indices walk(ArrayRef<int64_t> shape, ArrayRef<int64_t> strides) {
  int64_t count = std::accumulate(shape.begin(), shape.end(), int64_t(1), std::multiplies<>());
  auto indices = std::make_shared<std::vector<uint32_t>>(count);
  llvm::SmallVector<int64_t> coordinate(shape.size(), 0);
  for (int64_t i = 0, at = 0; i < count; ++i) {
    (*indices)[i] = uint32_t(at);
    for (int64_t dimension = int64_t(shape.size()) - 1; dimension >= 0; --dimension) {
      at += strides[dimension];
      if (++coordinate[dimension] < shape[dimension])
        break;
      at -= strides[dimension] * shape[dimension];
      coordinate[dimension] = 0;
    }
  }
  return indices;
}

/// result[i] = source[base + indices[i]], flags too; `base` is read from the frame's slot `base` if there is one.
static void emitGather(Decoder &decoder, Slot result, Slot source, Indices indices,
                       std::optional<Slot> base = std::nullopt) {
  auto start = [=](Frame &frame) { return base ? *frame.at<uint64_t>(*base) : 0; };
  withBits(bytesOf(result.kind), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    decoder.emit([=](Frame &frame) {
      T *__restrict out = frame.at<T>(result);
      const T *in = frame.at<T>(source) + start(frame);
      const uint32_t *from = indices->data();
      for (size_t i = 0, count = indices->size(); i < count; ++i)
        out[i] = in[from[i]];
    });
  });
  if (decoder.checking())
    decoder.emit([=](Frame &frame) {
      const uint8_t *in = frame.undefined(source) + start(frame);
      for (size_t i = 0, count = indices->size(); i < count; ++i)
        frame.undefined(result)[i] = in[(*indices)[i]];
    });
}

/// result[base + indices[i]] = source[i].
static void emitScatter(Decoder &decoder, Slot result, Slot source, Indices indices, Slot base) {
  withBits(bytesOf(result.kind), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    decoder.emit([=](Frame &frame) {
      T *out = frame.at<T>(result) + *frame.at<uint64_t>(base);
      const T *in = frame.at<T>(source);
      for (size_t i = 0; i < indices->size(); ++i)
        out[(*indices)[i]] = in[i];
    });
  });
  if (decoder.checking())
    decoder.emit([=](Frame &frame) {
      uint8_t *out = frame.undefined(result) + *frame.at<uint64_t>(base);
      for (size_t i = 0; i < indices->size(); ++i)
        out[(*indices)[i]] = frame.undefined(source)[i];
    });
}

static bool grid(Operation *op, Decoder &decoder, tile::Dimension dimension, bool count) {
  Slot result = decoder.define(op->getResult(0));
  decoder.emit([=, axis = size_t(dimension)](Frame &frame) {
    *frame.at<uint32_t>(result) = count ? frame.launch->grid[axis] : frame.block[axis];
  });
  decoder.emitDefined(result);
  return true;
}

/// In a kernel that loops over tile blocks: which worker this is, or how many there are.
static bool workers(Operation *op, Decoder &decoder, bool count) {
  Slot result = decoder.define(op->getResult(0));
  decoder.emit([=](Frame &frame) { *frame.at<uint32_t>(result) = count ? frame.launch->workers : frame.linearBlock; });
  decoder.emitDefined(result);
  return true;
}

static bool nextBlock(tile::NextBlockOp op, Decoder &decoder) {
  Slot result = decoder.define(op.getResult());
  decoder.emit([=](Frame &frame) { *frame.at<uint32_t>(result) = frame.launch->workers + frame.launch->drawn++; });
  decoder.emitDefined(result);
  return true;
}

static bool iota(tile::IotaOp op, Decoder &decoder) {
  Slot result = decoder.define(op.getResult());
  withInteger(result.kind, [&](auto integer) {
    using I = decltype(integer);
    decoder.emit([=](Frame &frame) {
      auto *out = frame.at<typename I::U>(result);
      for (size_t i = 0; i < result.count; ++i)
        out[i] = I::wrap(typename I::U(i));
    });
  });
  decoder.emitDefined(result);
  return true;
}

static bool splat(Operation *op, Decoder &decoder) {
  Slot source = decoder.operand(op->getOperand(0)), result = decoder.define(op->getResult(0));
  withBits(bytesOf(result.kind), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    decoder.emit([=](Frame &frame) { std::fill_n(frame.at<T>(result), result.count, *frame.at<T>(source)); });
  });
  decoder.propagateUndefined(op);
  return true;
}

/// Copies all elements in their order.
static bool sameElements(Operation *op, Decoder &decoder) {
  Slot source = decoder.operand(op->getOperand(0)), result = decoder.define(op->getResult(0));
  decoder.emitCopy(result, source);
  return true;
}

static bool broadcast(tile::BroadcastOp op, Decoder &decoder) {
  Slot source = decoder.operand(op.getSource()), result = decoder.define(op.getResult());
  ArrayRef<int64_t> from = tile::shapeOf(op.getSource().getType()), to = tile::shapeOf(op.getType());
  llvm::SmallVector<int64_t> sourceStrides = stridesOf(from), strides(to.size(), 0);
  size_t added = to.size() - from.size();
  for (size_t i = 0; i < from.size(); ++i)
    strides[added + i] = from[i] == 1 ? 0 : sourceStrides[i];
  emitGather(decoder, result, source, walk(to, strides));
  return true;
}

static bool permute(tile::PermuteOp op, Decoder &decoder) {
  Slot source = decoder.operand(op.getSource()), result = decoder.define(op.getResult());
  llvm::SmallVector<int64_t> sourceStrides = stridesOf(tile::shapeOf(op.getSource().getType())), strides;
  for (int64_t dimension : op.getPermutation())
    strides.push_back(sourceStrides[dimension]);
  emitGather(decoder, result, source, walk(tile::shapeOf(op.getType()), strides));
  return true;
}

/// Each operand is scattered into its half.
static bool cat(tile::CatOp op, Decoder &decoder) {
  Slot first = decoder.operand(op.getFirst()), second = decoder.operand(op.getSecond());
  Slot result = decoder.define(op.getResult());
  llvm::SmallVector<int64_t> strides = stridesOf(tile::shapeOf(op.getType()));
  ArrayRef<int64_t> shape = tile::shapeOf(op.getFirst().getType());
  Indices indices = walk(shape, strides);
  uint64_t half = uint64_t(shape[op.getAxis()] * strides[op.getAxis()]);
  for (auto [slot, offset] : {std::pair(first, uint64_t(0)), std::pair(second, half)}) {
    Slot base = decoder.temporary(Kind::I64, 1);
    decoder.emit([base, offset = offset](Frame &frame) { *frame.at<uint64_t>(base) = offset; });
    emitScatter(decoder, result, slot, indices, base);
    decoder.release(base);
  }
  return true;
}

/// Computes where the sub-tile named by run-time indices starts; an index outside is reported and counts as the last.
static Slot emitSubTileStart(Operation *op, Decoder &decoder, ValueRange indices, ArrayRef<int64_t> whole,
                             ArrayRef<int64_t> part) {
  struct Index {
    Slot slot;
    uint64_t bound, step;
  };
  llvm::SmallVector<int64_t> strides = stridesOf(whole);
  std::vector<Index> list;
  const Site *site = decoder.site(op);
  for (auto [i, value] : llvm::enumerate(indices)) {
    list.push_back({decoder.operand(value), uint64_t(whole[i] / part[i]), uint64_t(part[i] * strides[i])});
    decoder.emitUseCheck(site, list.back().slot, "index");
  }
  Slot base = decoder.temporary(Kind::I64, 1);
  decoder.emit([=](Frame &frame) {
    uint64_t start = 0;
    for (const Index &index : list) {
      uint64_t value = withInteger(index.slot.kind, [&](auto integer) -> uint64_t {
        return *frame.at<typename decltype(integer)::U>(index.slot);
      });
      if (value >= index.bound && frame.checker)
        frame.checker->report(frame, *site,
                              "sub-tile index " + std::to_string(value) + " is outside: expected less than " +
                                  std::to_string(index.bound));
      start += std::min(value, index.bound - 1) * index.step;
    }
    *frame.at<uint64_t>(base) = start;
  });
  return base;
}

static bool extract(tile::ExtractOp op, Decoder &decoder) {
  Slot source = decoder.operand(op.getSource());
  ArrayRef<int64_t> whole = tile::shapeOf(op.getSource().getType()), part = tile::shapeOf(op.getType());
  Slot base = emitSubTileStart(op, decoder, op.getIndices(), whole, part);
  Slot result = decoder.define(op.getResult());
  emitGather(decoder, result, source, walk(part, stridesOf(whole)), base);
  decoder.release(base);
  return true;
}

static bool insert(tile::InsertOp op, Decoder &decoder) {
  Slot source = decoder.operand(op.getSource()), destination = decoder.operand(op.getDestination());
  ArrayRef<int64_t> whole = tile::shapeOf(op.getType()), part = tile::shapeOf(op.getSource().getType());
  Slot base = emitSubTileStart(op, decoder, op.getIndices(), whole, part);
  Slot result = decoder.define(op.getResult());
  decoder.emitCopy(result, destination);
  emitScatter(decoder, result, source, walk(part, stridesOf(whole)), base);
  decoder.release(base);
  return true;
}

/// tensor.extract: one element by indices in range.
static bool extractElement(tensor::ExtractOp op, Decoder &decoder) {
  Slot source = decoder.operand(op.getTensor());
  llvm::SmallVector<int64_t> ones(op.getIndices().size(), 1);
  ArrayRef<int64_t> whole = tile::shapeOf(op.getTensor().getType());
  Slot base = emitSubTileStart(op, decoder, op.getIndices(), whole, ones);
  Slot result = decoder.define(op.getResult());
  emitGather(decoder, result, source, walk({}, {}), base);
  decoder.release(base);
  return true;
}

static bool fromElements(tensor::FromElementsOp op, Decoder &decoder) {
  std::vector<Slot> elements;
  for (Value value : op.getElements())
    elements.push_back(decoder.operand(value));
  Slot result = decoder.define(op.getResult());
  size_t bytes = bytesOf(result.kind);
  decoder.emit([=](Frame &frame) {
    for (size_t i = 0; i < elements.size(); ++i)
      std::memcpy(frame.at<char>(result) + i * bytes, frame.at<char>(elements[i]), bytes);
  });
  if (decoder.checking())
    decoder.emit([=](Frame &frame) {
      for (size_t i = 0; i < elements.size(); ++i)
        frame.undefined(result)[i] = *frame.undefined(elements[i]);
    });
  return true;
}

bool decodeShapes(Operation *op, Decoder &d) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([&](tile::BlockIdOp op) { return grid(op, d, op.getDimension(), false); })
      .Case([&](tile::NumBlocksOp op) { return grid(op, d, op.getDimension(), true); })
      .Case([&](tile::WorkerIdOp op) { return workers(op, d, false); })
      .Case([&](tile::NumWorkersOp op) { return workers(op, d, true); })
      .Case([&](tile::NextBlockOp op) { return nextBlock(op, d); })
      .Case([&](tile::IotaOp op) { return iota(op, d); })
      .Case<tile::SplatOp, tensor::SplatOp>([&](Operation *op) { return splat(op, d); })
      .Case<tile::ToScalarOp, tile::ReshapeOp, tensor::ReshapeOp, tensor::CollapseShapeOp, tensor::ExpandShapeOp,
            tensor::CastOp>([&](Operation *op) { return sameElements(op, d); })
      .Case([&](tile::BroadcastOp op) { return broadcast(op, d); })
      .Case([&](tile::PermuteOp op) { return permute(op, d); })
      .Case([&](tile::CatOp op) { return cat(op, d); })
      .Case([&](tile::ExtractOp op) { return extract(op, d); })
      .Case([&](tile::InsertOp op) { return insert(op, d); })
      .Case([&](tensor::ExtractOp op) { return extractElement(op, d); })
      .Case([&](tensor::FromElementsOp op) { return fromElements(op, d); })
      .Default(false);
}

} // namespace tilec::host
