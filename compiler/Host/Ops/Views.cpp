// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Views: a record of base address, extents and strides (64 bits each); plain loads and stores through them.
#include "compiler/Host/Check/CheckedMemory.h"
#include "compiler/Host/Check/Checker.h"
#include "compiler/Host/Numerics/RoundToTF32.h"
#include "compiler/Host/Ops/Families.h"
#include "compiler/Host/Ops/ViewAccess.h"
#include "compiler/Host/Ops/ViewElements.h"
#include "dialects/Tile/IR/ClippedWrites.h"
#include "llvm/ADT/TypeSwitch.h"
#include <cstring>

using namespace mlir;

namespace tilec::host {

static bool makeTensorView(tile::MakeTensorViewOp op, Decoder &decoder) {
  struct Entry {
    int64_t value; // used if there is no slot
    std::optional<Slot> slot;
  };
  auto type = cast<tile::TensorViewType>(op.getType());
  std::vector<Entry> entries;
  auto add = [&](ArrayRef<int64_t> values, ValueRange operands) {
    for (int64_t value : values) {
      bool dynamic = ShapedType::isDynamic(value);
      entries.push_back({value, dynamic ? std::optional(decoder.operand(operands.front())) : std::nullopt});
      operands = operands.drop_front(dynamic);
    }
  };
  Slot pointer = decoder.operand(op.getPointer());
  add(type.getShape(), op.getExtents());
  add(type.getStrides(), op.getStrides());
  Slot result = decoder.define(op.getResult());
  decoder.emit([=](Frame &frame) {
    uint64_t *record = frame.at<uint64_t>(result);
    *record++ = *frame.at<uint64_t>(pointer);
    for (const Entry &entry : entries)
      *record++ = entry.slot ? withInteger(entry.slot->kind,
                                           [&](auto integer) -> uint64_t {
                                             return *frame.at<typename decltype(integer)::U>(*entry.slot);
                                           })
                             : uint64_t(entry.value);
  });
  if (decoder.checking())
    decoder.emit([=](Frame &frame) {
      bool undefined = *frame.undefined(pointer);
      for (const Entry &entry : entries)
        undefined |= entry.slot && *frame.undefined(*entry.slot);
      std::memset(frame.undefined(result), undefined, result.count);
    });
  return true;
}

static bool makeView(tile::MakeViewOp op, Decoder &decoder) {
  Slot source = decoder.operand(op.getSource()), result = decoder.define(op.getResult());
  decoder.emitCopy(result, source);
  return true;
}

static bool loadView(tile::LoadViewOp op, Decoder &decoder) {
  ViewAccess access = ViewAccess::decode(op, decoder, op.getView(), op.getIndices(), op.getInBounds());
  Slot result = decoder.define(op.getResult());
  emitViewPadding(decoder, access, result);
  const Site *site = decoder.site(op);
  if (decoder.checking()) {
    decoder.emit([=](Frame &frame) {
      ElementAccess elements = elementsOf(frame, access, *site);
      checkedLoad(frame, *site, elements, access.elementBytes, frame.at<char>(result), frame.undefined(result));
    });
  } else {
    withBits(access.elementBytes, [&](auto tag) {
      using T = typename decltype(tag)::Type;
      decoder.emit([=](Frame &frame) {
        access.forEachRow(frame, [&](const TileRow &row) {
          T *out = frame.at<T>(result) + row.first;
          if (row.byteStride == sizeof(T))
            std::memcpy(out, reinterpret_cast<const void *>(row.address), row.inside * sizeof(T));
          else
            for (uint32_t i = 0; i < row.inside; ++i)
              out[i] = *reinterpret_cast<const T *>(row.address + i * row.byteStride);
        });
      });
    });
  }
  emitNormalisedBits(decoder, result);
  Type stored = cast<tile::ViewType>(op.getView().getType()).getTensorView().getElementType();
  if (tile::isLoadConversion(stored, getElementTypeOrSelf(op.getType())))
    decoder.emit([=](Frame &frame) { roundToTF32(frame.at<uint32_t>(result), result.size(frame)); });
  return true;
}

static bool storeView(tile::StoreViewOp op, Decoder &decoder) {
  ViewAccess access = ViewAccess::decode(op, decoder, op.getView(), op.getIndices(), op.getInBounds());
  Slot value = decoder.operand(op.getValue());
  const Site *site = decoder.site(op);
  bool isClipped = op->hasAttr(tile::kClippedAttr);
  if (decoder.checking()) {
    decoder.emit([=](Frame &frame) {
      ElementAccess elements = elementsOf(frame, access, *site);
      if (!isClipped)
        reportWhollyOutside(frame, *site, elements);
      checkedStore(frame, *site, elements, access.elementBytes, frame.at<char>(value), frame.undefined(value));
    });
    return true;
  }
  withBits(access.elementBytes, [&](auto tag) {
    using T = typename decltype(tag)::Type;
    decoder.emit([=](Frame &frame) {
      access.forEachRow(frame, [&](const TileRow &row) {
        const T *in = frame.at<T>(value) + row.first;
        if (row.byteStride == sizeof(T))
          std::memcpy(reinterpret_cast<void *>(row.address), in, row.inside * sizeof(T));
        else
          for (uint32_t i = 0; i < row.inside; ++i)
            *reinterpret_cast<T *>(row.address + i * row.byteStride) = in[i];
      });
    });
  });
  return true;
}

bool decodeViews(Operation *op, Decoder &d) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([&](tile::MakeTensorViewOp op) { return makeTensorView(op, d); })
      .Case([&](tile::MakeViewOp op) { return makeView(op, d); })
      .Case([&](tile::LoadViewOp op) { return loadView(op, d); })
      .Case([&](tile::StoreViewOp op) { return storeView(op, d); })
      .Default(false);
}

} // namespace tilec::host
