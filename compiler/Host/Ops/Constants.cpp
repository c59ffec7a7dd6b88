// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Constants, written once for each frame, and poison.
#include "compiler/Host/Ops/Constants.h"
#include "compiler/Host/Decoder.h"
#include "compiler/Host/Ops/Families.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include <cstring>

using namespace mlir;

namespace tilec::host {

/// The bits of a number as a slot holds them.
static uint64_t storedBits(Kind kind, const llvm::APInt &bits) {
  uint64_t value = bits.getZExtValue();
  return kind == Kind::TF32 ? value << 13 : value;
}

std::vector<uint64_t> constantElements(Kind kind, Attribute value) {
  if (auto integer = dyn_cast<IntegerAttr>(value))
    return {storedBits(kind, integer.getValue())};
  if (auto number = dyn_cast<FloatAttr>(value))
    return {storedBits(kind, number.getValue().bitcastToAPInt())};
  auto elements = dyn_cast<DenseElementsAttr>(value);
  std::vector<uint64_t> bits;
  if (!elements)
    return bits;
  size_t count = elements.isSplat() ? 1 : elements.getNumElements();
  bits.reserve(count);
  if (isInteger(kind))
    for (auto it = elements.value_begin<llvm::APInt>(); bits.size() < count; ++it)
      bits.push_back(storedBits(kind, *it));
  else
    for (auto it = elements.value_begin<llvm::APFloat>(); bits.size() < count; ++it)
      bits.push_back(storedBits(kind, (*it).bitcastToAPInt()));
  return bits;
}

bool decodeConstants(Operation *op, Decoder &decoder) {
  if (isa<ub::PoisonOp>(op)) {
    Slot result = decoder.define(op->getResult(0));
    decoder.emit([=, bytes = bytesOf(result.kind)](Frame &frame) {
      std::memset(frame.at<char>(result), 0, result.size(frame) * bytes);
    });
    decoder.emitDefined(result, /*undefined=*/true);
    return true;
  }
  auto constant = dyn_cast<arith::ConstantOp>(op);
  if (!constant)
    return false;
  Slot shape =
      decoder.define(constant.getResult()); // for its count; the value itself lives where nothing overwrites it
  Slot result = decoder.permanent(shape.kind, shape.count);
  result.perLane = shape.perLane;
  decoder.release(shape);
  decoder.alias(constant.getResult(), result);
  auto bits = std::make_shared<std::vector<uint64_t>>(constantElements(result.kind, constant.getValue()));
  if (bits->empty()) {
    decoder.unsupported(op, "this form of constant");
    return true;
  }
  withBits(bytesOf(result.kind), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    decoder.emitPrologue([=](Frame &frame) {
      T *out = frame.at<T>(result);
      for (size_t i = 0; i < result.count; ++i)
        out[i] = T((*bits)[bits->size() == 1 ? 0 : i]);
    });
  });
  return true;
}

} // namespace tilec::host
