// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Host/Check/IntegerChecks.h"
#include "compiler/Host/Check/Checker.h"
#include "compiler/Host/Decoder.h"
#include "dialects/Tile/IR/TileDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;

namespace tilec::host {

/// Reports `message` for each element where `wrong(Int<Bits>(), x, y)`.
template <class Fn>
static void emitCheck(Operation *op, Decoder &decoder, const char *message, bool isSigned, Fn wrong) {
  Slot a = decoder.operand(op->getOperand(0)), b = decoder.operand(op->getOperand(1));
  const Site *site = decoder.site(op);
  withInteger(a.kind, [&](auto integer) {
    using I = decltype(integer);
    using U = typename I::U;
    decoder.emit([=](Frame &frame) {
      const U *x = frame.at<U>(a), *y = frame.at<U>(b);
      const uint8_t *ux = frame.undefined(a), *uy = frame.undefined(b);
      auto shown = [&](U value) { return isSigned ? std::to_string(I::asSigned(value)) : std::to_string(value); };
      for (size_t i = 0, count = a.size(frame); i < count; ++i)
        if (!ux[i] && !uy[i] && wrong(I(), x[i], y[i]))
          frame.checker->report(frame, *site,
                                llvm::formatv("{0}: {1} of {2} and {3}, element {4}", message, site->operation,
                                              shown(x[i]), shown(y[i]), i)
                                    .str());
    });
  });
}

template <class I, class Fn> static bool leavesSigned(typename I::U x, typename I::U y, Fn exact) {
  __int128 value = exact(__int128(I::asSigned(x)), __int128(I::asSigned(y)));
  return value < I::smallest() || value > I::largest();
}
template <class I, class Fn> static bool leavesUnsigned(typename I::U x, typename I::U y, Fn exact) {
  __int128 value = exact(__int128(x), __int128(y));
  return value < 0 || (value >> I::kBits) != 0;
}

/// Overflow of + - * that carry nsw or nuw.
template <class Fn>
static void emitOverflowChecks(Operation *op, Decoder &decoder, arith::IntegerOverflowFlags flags, Fn exact) {
  if (bitEnumContainsAny(flags, arith::IntegerOverflowFlags::nsw))
    emitCheck(op, decoder, "signed overflow", true,
              [=](auto integer, auto x, auto y) { return leavesSigned<decltype(integer)>(x, y, exact); });
  if (bitEnumContainsAny(flags, arith::IntegerOverflowFlags::nuw))
    emitCheck(op, decoder, "unsigned overflow", false,
              [=](auto integer, auto x, auto y) { return leavesUnsigned<decltype(integer)>(x, y, exact); });
}

/// A tile of whose elements some may be left out on the way from `op` to where they are used. A scalar's division
/// stands behind what guards it.
static bool mayBeLeftOut(Operation *op) {
  if (!isa<ShapedType>(op->getResult(0).getType()))
    return false;
  SmallVector<Operation *> seen = {op};
  for (size_t i = 0; i < seen.size(); ++i)
    for (Operation *user : seen[i]->getUsers()) {
      bool isUnmaskedStore = isa<tile::StoreOp>(user) && !cast<tile::StoreOp>(user).getMask();
      bool isMaskedLoad = isa<tile::LoadOp>(user) && cast<tile::LoadOp>(user).getMask();
      if (isMaskedLoad || isa<arith::SelectOp, arith::AndIOp, arith::OrIOp>(user) ||
          (!user->getNumResults() && !isUnmaskedStore))
        return true;
      if (!llvm::is_contained(seen, user))
        seen.push_back(user);
    }
  return false;
}

static void emitDivisionChecks(Operation *op, Decoder &decoder, bool isSigned) {
  if (!mayBeLeftOut(op))
    emitCheck(op, decoder, "division by zero", isSigned, [](auto, auto, auto y) { return y == 0; });
  if (isSigned)
    emitCheck(op, decoder, "signed overflow", true, [](auto integer, auto x, auto y) {
      using I = decltype(integer);
      return I::asSigned(x) == I::smallest() && I::asSigned(y) == -1;
    });
}

void emitIntegerChecks(Operation *op, Decoder &decoder) {
  if (!decoder.checking() || decoder.isOptimized())
    return;
  if (auto add = dyn_cast<arith::AddIOp>(op))
    return emitOverflowChecks(op, decoder, add.getOverflowFlags(), [](__int128 x, __int128 y) { return x + y; });
  if (auto sub = dyn_cast<arith::SubIOp>(op))
    return emitOverflowChecks(op, decoder, sub.getOverflowFlags(), [](__int128 x, __int128 y) { return x - y; });
  if (auto mul = dyn_cast<arith::MulIOp>(op))
    return emitOverflowChecks(op, decoder, mul.getOverflowFlags(), [](__int128 x, __int128 y) { return x * y; });
  if (isa<arith::DivSIOp, arith::RemSIOp, arith::FloorDivSIOp, arith::CeilDivSIOp>(op))
    return emitDivisionChecks(op, decoder, true);
  if (isa<arith::DivUIOp, arith::RemUIOp, arith::CeilDivUIOp>(op))
    return emitDivisionChecks(op, decoder, false);
  if (isa<arith::ShLIOp, arith::ShRSIOp, arith::ShRUIOp>(op))
    emitCheck(op, decoder, "shift count out of range", false,
              [](auto integer, auto, auto y) { return y >= decltype(integer)::kBits; });
}

void emitUnspecifiedQuotients(Operation *op, Decoder &decoder) {
  if (!decoder.checking() || decoder.isOptimized() || !mayBeLeftOut(op))
    return;
  Slot divisor = decoder.operand(op->getOperand(1)), quotient = decoder.operand(op->getResult(0));
  withInteger(divisor.kind, [&](auto integer) {
    using U = typename decltype(integer)::U;
    decoder.emit([=](Frame &frame) {
      for (size_t i = 0, count = quotient.size(frame); i < count; ++i)
        frame.undefined(quotient)[i] |= frame.at<U>(divisor)[i] == 0;
    });
  });
}

} // namespace tilec::host
