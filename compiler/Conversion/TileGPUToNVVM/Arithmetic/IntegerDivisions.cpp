// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Integer divisions (pass share-integer-divisors). A divisor of zero counts as one everywhere: LLVM may do what it
/// likes with a division by zero, and would take away what guards its result.
///
/// Several quotients may have one divisor: a tile divided by a scalar, or a division in a loop by what does not change
/// there. GPUs have no division; ptxas makes some 20 instructions of one of 32 bits, 70 of 64
/// bits, and a call for narrower ones. Here one reciprocal is computed behind the divisor, out of all loops,
///
///   inverse = (2^N - 1) / divisor                                 (rounded down, N bits)
///
/// and each quotient takes a multiplication and a correction:
///
///   q = high half of x * inverse;  r = x - q * divisor;  if (r >= divisor) q += 1, r -= divisor
///
/// With d the divisor, inverse >= (2^N - d) / d, so x * inverse / 2^N >= x / d - x / 2^N > x / d - 1: what is rounded
/// down is the quotient or one less, for every x and d. Signed numbers divide their magnitudes. The divisor may be
/// computed where the quotient never is, so zero counts as one there.
///
/// Divisions of 8 and 16 bits become those of 32 bits. Constant divisors are left to LLVM, which knows better ways, and
/// so are single divisions. Zero counts as one there, too: elements divide what a `select` behind them leaves out, and
/// LLVM, to which no divisor is zero, would take that select away.
#include "compiler/Conversion/TileGPUToNVVM/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace tilec {
#define GEN_PASS_DEF_SHAREINTEGERDIVISORS
#include "compiler/Conversion/TileGPUToNVVM/Passes.h.inc"
} // namespace tilec

using namespace mlir;
using namespace tilec;

namespace {

bool isSigned(Operation *division) {
  return isa<arith::DivSIOp, arith::RemSIOp>(division);
}
bool isRemainder(Operation *division) {
  return isa<arith::RemSIOp, arith::RemUIOp>(division);
}

/// Divisions by values that are not known.
SmallVector<Operation *> findDivisions(Operation *root) {
  SmallVector<Operation *> divisions;
  root->walk([&](Operation *op) {
    if (isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp>(op) &&
        op->getResult(0).getType().isInteger() && !op->getResult(0).getType().isInteger(1) &&
        !matchPattern(op->getOperand(1), m_Constant()))
      divisions.push_back(op);
  });
  return divisions;
}

/// A builder that inserts behind the definition of `value`.
OpBuilder builderAfter(Value value) {
  OpBuilder builder(value.getContext());
  builder.setInsertionPointAfterValue(value);
  return builder;
}

/// A divisor, with the reading that its divisions have of it.
using Divisor = std::pair<Value, /*isSigned=*/unsigned>;

/// Divisions of 8 and 16 bits in 32 bits. A divisor is widened once.
class Widening {
public:
  void widen(Operation *division) {
    Type type = division->getResult(0).getType();
    if (type.getIntOrFloatBitWidth() >= 32)
      return;
    OpBuilder plain(division);
    ImplicitLocOpBuilder b(division->getLoc(), plain);
    bool isSignedDivision = isSigned(division);
    Value dividend = extend(b, division->getOperand(0), isSignedDivision);
    Value &divisor = divisors[Divisor(division->getOperand(1), isSignedDivision)];
    if (!divisor) {
      OpBuilder behind = builderAfter(division->getOperand(1));
      ImplicitLocOpBuilder atDivisor(division->getLoc(), behind);
      divisor = extend(atDivisor, division->getOperand(1), isSignedDivision);
    }
    OperationState state(division->getLoc(), division->getName(), {dividend, divisor}, b.getI32Type());
    Operation *wide = b.create(state);
    division->replaceAllUsesWith(ValueRange(arith::TruncIOp::create(b, type, wide->getResult(0)).getResult()));
    division->erase();
  }

private:
  static Value extend(ImplicitLocOpBuilder &b, Value value, bool isSignedValue) {
    return isSignedValue ? arith::ExtSIOp::create(b, b.getI32Type(), value).getResult()
                         : arith::ExtUIOp::create(b, b.getI32Type(), value).getResult();
  }
  llvm::DenseMap<Divisor, Value> divisors;
};

/// `division` runs more often than `divisor` is computed.
bool isInLoopBelow(Operation *division, Value divisor) {
  Region *end = divisor.getParentRegion();
  for (Region *region = division->getParentRegion(); region && region != end; region = region->getParentRegion())
    if (isa<LoopLikeOpInterface>(region->getParentOp()))
      return true;
  return false;
}

/// The reciprocal costs one division and a few instructions more.
bool isWorthSharing(Divisor divisor, ArrayRef<Operation *> divisions) {
  if (llvm::any_of(divisions, [&](Operation *division) { return isInLoopBelow(division, divisor.first); }))
    return true;
  return divisions.size() >= (divisor.first.getType().isInteger(64) ? 2 : 3);
}

/// What quotients need of their divisor.
struct Reciprocal {
  Value magnitude; ///< of the divisor, as unsigned; at least 1
  Value inverse;   ///< all ones divided by it
  Value sign;      ///< all ones for a negative divisor; null for unsigned division
};

Value integer(ImplicitLocOpBuilder &b, Type type, int64_t value) {
  return arith::ConstantOp::create(b, b.getIntegerAttr(type, value));
}

/// All ones where `value` is negative.
Value signOf(ImplicitLocOpBuilder &b, Value value) {
  return arith::ShRSIOp::create(b, value, integer(b, value.getType(), value.getType().getIntOrFloatBitWidth() - 1));
}

/// `magnitude`, negated where `sign` is all ones.
Value withSign(ImplicitLocOpBuilder &b, Value magnitude, Value sign) {
  return arith::SubIOp::create(b, arith::XOrIOp::create(b, magnitude, sign), sign);
}

Reciprocal makeReciprocal(Divisor divisor) {
  auto [value, isSignedDivisor] = divisor;
  OpBuilder behind = builderAfter(value);
  ImplicitLocOpBuilder b(value.getLoc(), behind);
  Type type = value.getType();
  Reciprocal result;
  Value magnitude = value;
  if (isSignedDivisor) {
    result.sign = signOf(b, value);
    magnitude = math::AbsIOp::create(b, value);
  }
  result.magnitude = arith::MaxUIOp::create(b, magnitude, integer(b, type, 1));
  result.inverse = arith::DivUIOp::create(b, integer(b, type, -1), result.magnitude);
  return result;
}

/// Returns the quotient or remainder; `division` is gone.
Value divide(Operation *division, const Reciprocal &reciprocal) {
  OpBuilder plain(division);
  ImplicitLocOpBuilder b(division->getLoc(), plain);
  Value dividend = division->getOperand(0), sign;
  Value magnitude = dividend;
  if (reciprocal.sign) {
    sign = signOf(b, dividend);
    magnitude = math::AbsIOp::create(b, dividend);
  }
  Value estimate = arith::MulUIExtendedOp::create(b, magnitude, reciprocal.inverse).getHigh();
  Value product = arith::MulIOp::create(b, estimate, reciprocal.magnitude);
  Value rest = arith::SubIOp::create(b, magnitude, product);
  Value result;
  if (isRemainder(division)) {
    // The subtraction wraps to a larger number where it is not due.
    result = arith::MinUIOp::create(b, rest, arith::SubIOp::create(b, rest, reciprocal.magnitude));
  } else {
    Value isShort = arith::CmpIOp::create(b, arith::CmpIPredicate::uge, rest, reciprocal.magnitude);
    result = arith::AddIOp::create(b, estimate, arith::ExtUIOp::create(b, dividend.getType(), isShort));
    if (sign)
      sign = arith::XOrIOp::create(b, sign, reciprocal.sign);
  }
  if (sign)
    result = withSign(b, result, sign);
  division->replaceAllUsesWith(ValueRange(result));
  division->erase();
  return result;
}

/// One in place of zero.
void replaceZeroDivisor(Operation *division) {
  OpBuilder plain(division);
  ImplicitLocOpBuilder b(division->getLoc(), plain);
  Value divisor = division->getOperand(1);
  division->setOperand(1, arith::MaxUIOp::create(b, divisor, integer(b, divisor.getType(), 1)));
}

class ShareIntegerDivisors : public tilec::impl::ShareIntegerDivisorsBase<ShareIntegerDivisors> {
public:
  void runOnOperation() override {
    if (failed(expandRoundedDivisions()))
      return signalPassFailure();
    Widening widening;
    for (Operation *division : findDivisions(getOperation()))
      widening.widen(division);
    llvm::MapVector<Divisor, SmallVector<Operation *>> groups;
    for (Operation *division : findDivisions(getOperation()))
      groups[Divisor(division->getOperand(1), isSigned(division))].push_back(division);
    // A divisor may be a quotient itself, which was computed anew meanwhile.
    llvm::DenseMap<Value, Value> quotients;
    for (auto &[original, divisions] : groups) {
      Value renewed = quotients.lookup(original.first);
      Divisor divisor(renewed ? renewed : original.first, original.second);
      if (!isWorthSharing(divisor, divisions)) {
        llvm::for_each(divisions, replaceZeroDivisor);
        continue;
      }
      Reciprocal reciprocal = makeReciprocal(divisor);
      for (Operation *division : divisions) {
        Value old = division->getResult(0);
        quotients[old] = divide(division, reciprocal);
      }
    }
  }

private:
  /// Divisions that round up or down become plain ones. Nothing else is looked at: folding thousands of registers'
  /// arithmetic once more takes longer than all else here.
  LogicalResult expandRoundedDivisions() {
    SmallVector<Operation *> divisions;
    getOperation()->walk([&](Operation *op) {
      if (isa<arith::CeilDivSIOp, arith::CeilDivUIOp, arith::FloorDivSIOp>(op))
        divisions.push_back(op);
    });
    RewritePatternSet patterns(&getContext());
    arith::populateCeilFloorDivExpandOpsPatterns(patterns);
    GreedyRewriteConfig config;
    config.setStrictness(GreedyRewriteStrictness::ExistingAndNewOps);
    return applyOpPatternsGreedily(divisions, std::move(patterns), config);
  }
};

} // namespace
