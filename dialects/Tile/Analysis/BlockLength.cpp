// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Tile/Analysis/BlockLength.h"
#include "dialects/Tile/Analysis/BlockIndependence.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tilec::tile;

namespace {

/// What becomes of a value as one number of the block grows.
enum class Trend { Same, Grows, Shrinks, Unknown };

Trend turned(Trend trend) {
  return trend == Trend::Grows ? Trend::Shrinks : trend == Trend::Shrinks ? Trend::Grows : trend;
}

/// The trend of a sum, or of the larger of two numbers.
Trend joined(Trend a, Trend b) {
  if (a == Trend::Same || a == b)
    return b;
  return b == Trend::Same ? a : Trend::Unknown;
}

/// Along one dimension.
class Trends {
public:
  explicit Trends(Dimension dimension) : dimension(dimension) {}

  Trend of(Value value) const {
    if (!(blockDimensionsOf(value) >> unsigned(dimension) & 1))
      return Trend::Same;
    Operation *op = value.getDefiningOp();
    return op ? ofResult(op) : Trend::Unknown;
  }

  /// The trend of the number of iterations.
  Trend of(scf::ForOp loop) const {
    return joined(of(loop.getUpperBound()), turned(of(loop.getLowerBound())));
  }

private:
  Trend ofResult(Operation *op) const {
    return llvm::TypeSwitch<Operation *, Trend>(op)
        .Case([&](BlockIdOp) { return Trend::Grows; })
        .Case<arith::AddIOp, arith::MaxSIOp, arith::MaxUIOp, arith::MinSIOp, arith::MinUIOp>(
            [&](Operation *sum) { return joined(of(sum->getOperand(0)), of(sum->getOperand(1))); })
        .Case([&](arith::SubIOp sub) { return joined(of(sub.getLhs()), turned(of(sub.getRhs()))); })
        .Case([&](arith::SelectOp choice) { return joined(of(choice.getTrueValue()), of(choice.getFalseValue())); })
        .Case([&](arith::MulIOp product) { return ofProduct(product); })
        .Case<arith::DivSIOp, arith::DivUIOp, arith::CeilDivSIOp, arith::CeilDivUIOp, arith::FloorDivSIOp,
              arith::ShLIOp, arith::ShRSIOp, arith::ShRUIOp>([&](Operation *quotient) {
          return of(quotient->getOperand(1)) == Trend::Same ? of(quotient->getOperand(0)) : Trend::Unknown;
        })
        .Case<arith::ExtSIOp, arith::ExtUIOp, arith::TruncIOp, arith::IndexCastOp, arith::IndexCastUIOp, AssumeOp>(
            [&](Operation *cast) { return of(cast->getOperand(0)); })
        .Default(Trend::Unknown);
  }

  Trend ofProduct(arith::MulIOp product) const {
    Trend lhs = of(product.getLhs()), rhs = of(product.getRhs());
    if (lhs != Trend::Same && rhs != Trend::Same)
      return lhs == rhs ? lhs : Trend::Unknown;
    APInt factor;
    bool isNegative = matchPattern(product.getRhs(), m_ConstantInt(&factor)) && factor.isNegative();
    return isNegative ? turned(lhs) : joined(lhs, rhs);
  }

  Dimension dimension;
};

Trend trendOf(func::FuncOp kernel, Dimension dimension) {
  Trends trends(dimension);
  Trend trend = Trend::Same;
  kernel.walk([&](scf::ForOp loop) { trend = joined(trend, trends.of(loop)); });
  return trend;
}

} // namespace

static bool hasLoop(Region &region) {
  return region.walk([](scf::ForOp) { return WalkResult::interrupt(); }).wasInterrupted();
}

bool tilec::tile::hasUnequalBlocks(func::FuncOp kernel) {
  return kernel
      .walk([](Operation *op) {
        bool differs = false;
        if (auto loop = dyn_cast<scf::ForOp>(op))
          differs = blockDimensionsOf(loop.getLowerBound()) || blockDimensionsOf(loop.getUpperBound());
        else if (auto branch = dyn_cast<scf::IfOp>(op))
          differs = hasLoop(branch.getThenRegion()) != hasLoop(branch.getElseRegion()) &&
                    blockDimensionsOf(branch.getCondition()) && comesOfTables(branch.getCondition());
        return differs ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

std::optional<LengthAxis> tilec::tile::findLengthAxis(func::FuncOp kernel) {
  std::optional<LengthAxis> axis;
  for (Dimension dimension : {Dimension::X, Dimension::Y, Dimension::Z}) {
    Trend trend = trendOf(kernel, dimension);
    if (trend == Trend::Same)
      continue;
    if (trend == Trend::Unknown || axis)
      return std::nullopt;
    axis = LengthAxis{dimension, trend == Trend::Grows};
  }
  return axis;
}
