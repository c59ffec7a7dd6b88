// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pointers, loads and stores through them, local objects and module variables.
#include "compiler/Host/Check/CheckedMemory.h"
#include "compiler/Host/Check/Checker.h"
#include "compiler/Host/Ops/Elementwise.h"
#include "compiler/Host/Ops/Families.h"
#include "compiler/Host/Ops/ViewElements.h"
#include "dialects/Tile/IR/TileDialect.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>

using namespace mlir;

namespace tilec::host {

static int64_t pointeeBytes(Type pointers) {
  return tile::storageBytes(cast<tile::PtrType>(getElementTypeOrSelf(pointers)).getPointee());
}

static bool offset(tile::OffsetOp op, Decoder &decoder) {
  Slot pointer = decoder.operand(op.getPointer()), offset = decoder.operand(op.getOffset());
  Slot result = decoder.define(op.getResult());
  int64_t scale = pointeeBytes(op.getType());
  withInteger(offset.kind, [&](auto integer) {
    using I = decltype(integer);
    emitBinary<uint64_t, uint64_t, typename I::U>(decoder, result, pointer, offset, [=](uint64_t p, typename I::U i) {
      return p + uint64_t(int64_t(I::asSigned(i))) * uint64_t(scale);
    });
  });
  decoder.propagateUndefined(op);
  return true;
}

static bool pointerDifference(tile::PtrDiffOp op, Decoder &decoder) {
  Slot a = decoder.operand(op.getLhs()), b = decoder.operand(op.getRhs()), result = decoder.define(op.getResult());
  int64_t scale = pointeeBytes(op.getLhs().getType());
  emitBinary<uint64_t, uint64_t, uint64_t>(decoder, result, a, b,
                                           [=](uint64_t p, uint64_t q) { return uint64_t(int64_t(p - q) / scale); });
  decoder.propagateUndefined(op);
  return true;
}

static ElementAccess accessOf(Frame &frame, Slot pointer, std::optional<Slot> mask) {
  size_t count = pointer.size(frame);
  ElementAccess access{std::vector<uintptr_t>(count), std::vector<uint8_t>(count, 1)};
  std::copy_n(frame.at<uintptr_t>(pointer), count, access.address.data());
  if (mask)
    std::copy_n(frame.at<uint8_t>(*mask), count, access.enabled.data());
  return access;
}

static std::optional<Slot> optionalOperand(Decoder &decoder, Value value) {
  return value ? std::optional(decoder.operand(value)) : std::nullopt;
}

static void emitPointerUseChecks(Operation *op, Decoder &decoder, Slot pointer, std::optional<Slot> mask) {
  const Site *site = decoder.site(op);
  if (mask)
    decoder.emitUseCheck(site, *mask, "mask");
  decoder.emitUseCheck(site, pointer, "address", mask);
}

/// Fills a load's result with padding, or with zeros that count as undefined.
static void emitPadding(Decoder &decoder, Slot result, std::optional<Slot> padding) {
  if (padding)
    return decoder.emitCopy(result, *padding);
  decoder.emit([=, bytes = bytesOf(result.kind)](Frame &frame) {
    std::memset(frame.at<char>(result), 0, result.size(frame) * bytes);
  });
  decoder.emitDefined(result, /*undefined=*/true);
}

static bool load(tile::LoadOp op, Decoder &decoder) {
  Slot pointer = decoder.operand(op.getPointer());
  std::optional<Slot> mask = optionalOperand(decoder, op.getMask()),
                      padding = optionalOperand(decoder, op.getPadding());
  Slot result = decoder.define(op.getResult());
  size_t bytes = bytesOf(result.kind);
  emitPointerUseChecks(op, decoder, pointer, mask);
  if (mask)
    emitPadding(decoder, result, padding);
  if (decoder.checking()) {
    const Site *site = decoder.site(op);
    decoder.emit([=](Frame &frame) {
      checkedLoad(frame, *site, accessOf(frame, pointer, mask), bytes, frame.at<char>(result), frame.undefined(result));
    });
  } else {
    withBits(bytes, [&](auto tag) {
      using T = typename decltype(tag)::Type;
      decoder.emit([=](Frame &frame) {
        T *__restrict out = frame.at<T>(result);
        T *const *from = frame.at<T *>(pointer);
        const uint8_t *enabled = mask ? frame.at<uint8_t>(*mask) : nullptr;
        for (size_t i = 0, count = result.size(frame); i < count; ++i)
          if (!enabled || enabled[i])
            out[i] = *from[i];
      });
    });
  }
  emitNormalisedBits(decoder, result);
  return true;
}

static bool store(tile::StoreOp op, Decoder &decoder) {
  Slot pointer = decoder.operand(op.getPointer()), value = decoder.operand(op.getValue());
  std::optional<Slot> mask = optionalOperand(decoder, op.getMask());
  size_t bytes = bytesOf(value.kind);
  emitPointerUseChecks(op, decoder, pointer, mask);
  if (decoder.checking()) {
    const Site *site = decoder.site(op);
    decoder.emit([=](Frame &frame) {
      checkedStore(frame, *site, accessOf(frame, pointer, mask), bytes, frame.at<char>(value), frame.undefined(value));
    });
    return true;
  }
  withBits(bytes, [&](auto tag) {
    using T = typename decltype(tag)::Type;
    decoder.emit([=](Frame &frame) {
      const T *in = frame.at<T>(value);
      T *const *to = frame.at<T *>(pointer);
      const uint8_t *enabled = mask ? frame.at<uint8_t>(*mask) : nullptr;
      for (size_t i = 0, count = value.size(frame); i < count; ++i)
        if (!enabled || enabled[i])
          *to[i] = in[i];
    });
  });
  return true;
}

/// An object has one place in the frame; in a loop each iteration's object takes the place of the one before.
static bool localObject(tile::AllocaOp op, Decoder &decoder) {
  Slot result = decoder.define(op.getResult());
  size_t alignment = std::max<int64_t>(op.getAlignment(), 1);
  // The frame starts at a multiple of its slots' alignment; larger ones find room.
  Slot object = decoder.permanent(Kind::I8, op.getBytes() + (alignment > 64 ? alignment : 0));
  Program &program = decoder.getProgram();
  program.locals.push_back({object.offset, object.count, object.shadow});
  decoder.emit([=](Frame &frame) {
    uintptr_t address = llvm::alignTo(uintptr_t(frame.at<char>(object)), alignment);
    *frame.at<uintptr_t>(result) = address;
    if (frame.checker)
      std::memset(frame.undefined(object), 1, object.count);
  });
  decoder.emitDefined(result);
  return true;
}

static bool addressOf(tile::AddressOfOp op, Decoder &decoder) {
  Slot result = decoder.define(op.getResult());
  char *address = decoder.variable(op.getVariable());
  decoder.emit([=](Frame &frame) { *frame.at<char *>(result) = address; });
  decoder.emitDefined(result);
  return true;
}

bool decodeMemory(Operation *op, Decoder &d) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([&](tile::OffsetOp op) { return offset(op, d); })
      .Case([&](tile::PtrDiffOp op) { return pointerDifference(op, d); })
      .Case([&](tile::LoadOp op) { return load(op, d); })
      .Case([&](tile::StoreOp op) { return store(op, d); })
      .Case([&](tile::AllocaOp op) { return localObject(op, d); })
      .Case([&](tile::AddressOfOp op) { return addressOf(op, d); })
      .Default(false);
}

} // namespace tilec::host
