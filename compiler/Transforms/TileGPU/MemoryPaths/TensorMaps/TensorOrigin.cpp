// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/MemoryPaths/TensorMaps/TensorOrigin.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

constexpr int64_t kChunkBytes = 16;

/// A product: what the launcher computes times what only the kernel knows.
struct Term {
  AffineExpr stride;
  int64_t strideDivisor = 1; ///< a power of two
  SmallVector<Value> factors;
};
using Terms = SmallVector<Term>;

/// More than this is taken as a whole.
constexpr size_t kMaxTerms = 4;
/// Larger powers of two tell nothing more.
constexpr int64_t kMaxDivisor = 1 << 20;

int64_t powerOfTwoIn(int64_t value) {
  return std::min<int64_t>(value & -value, kMaxDivisor);
}

class OriginFinder {
public:
  OriginFinder(tile::MakeTensorViewOp tensor, ArgumentExpressions &expressions, OriginFacts &facts)
      : tensor(tensor), expressions(expressions), facts(facts) {}

  TensorOrigin run() {
    TensorOrigin origin;
    Terms offsets;
    origin.base = findRoot(tensor.getPointer(), offsets);
    if (!origin.base)
      origin.whyNot =
          "the tensor begins at no parameter, or may begin before one; use unsigned offsets or assume_bounded";
    else if (rootDivisor % kChunkBytes != 0)
      origin.whyNot = offsets.empty() ? whyNotAligned(rootDivisor)
                                      : "the tensor begins behind a parameter that is only known to be a multiple of " +
                                            std::to_string(rootDivisor) + " bytes; add assume_aligned(p, 16_ic) to it";
    for (const Term &term : offsets)
      if (origin.whyNot.empty())
        origin.whyNot = add(term, origin);
    origin.nonNegative.assign(nonNegative.begin(), nonNegative.end());
    return origin;
  }

private:
  /// The parameter that the pointer is an offset of, null if it is none; in `offsets` how many bytes further it is.
  AffineExpr findRoot(Value pointer, Terms &offsets) {
    rootDivisor = facts.divisibility.of(pointer).divisor;
    pointer = withoutAssumptions(pointer);
    auto offset = pointer.getDefiningOp<tile::OffsetOp>();
    if (!offset)
      return expressions.ofArgument(pointer);
    int64_t bytes = tile::storageBytes(cast<tile::PtrType>(pointer.getType()).getPointee());
    Value elements = offset.getOffset();
    Terms terms =
        elements.getType().isInteger(64) ? termsOf(elements) : extended(elements, elements, /*isSigned=*/true);
    if (terms.empty())
      return {};
    for (Term term : terms) {
      term.stride = term.stride * bytes;
      term.strideDivisor = std::min(kMaxDivisor, term.strideDivisor * powerOfTwoIn(bytes));
      offsets.push_back(term);
    }
    return findRoot(offset.getPointer(), offsets);
  }

  Term known(AffineExpr stride, int64_t divisor) {
    return {stride, powerOfTwoIn(divisor), {}};
  }
  /// What only the kernel knows. None where a narrow signed value may be negative: it is not what extends to 64 bits.
  Terms unknown(Value value, bool isSigned = false) {
    bool isNarrow = !value.getType().isInteger(64);
    if (isNarrow && isSigned && mayBeNegative(value))
      return {};
    return {{expressions.constant(1), 1, {value}}};
  }

  /// A 64-bit integer.
  Terms termsOf(Value value) {
    if (!value.getType().isInteger(64))
      return unknown(value);
    if (AffineExpr whole = expressions.of(value))
      return {known(whole, facts.divisibility.of(value).divisor)};
    Operation *op = withoutAssumptions(value).getDefiningOp();
    if (isa_and_nonnull<arith::AddIOp, arith::MulIOp>(op))
      return combined(op, unknown(value), [&](Value operand) { return termsOf(operand); });
    if (auto extend = dyn_cast_or_null<arith::ExtSIOp>(op))
      return extended(extend.getIn(), value, /*isSigned=*/true);
    if (auto extend = dyn_cast_or_null<arith::ExtUIOp>(op))
      return extended(extend.getIn(), value, /*isSigned=*/false);
    return unknown(value);
  }

  /// An integer that is extended to 64 bits, to `whole`.
  Terms extended(Value value, Value whole, bool isSigned) {
    int64_t divisor = facts.divisibility.of(value).divisor;
    APInt number;
    if (matchPattern(value, m_ConstantInt(&number)))
      return {known(expressions.constant(isSigned ? number.getSExtValue() : number.getZExtValue()), divisor)};
    if (AffineExpr argument = expressions.ofArgument(value)) {
      if (isSigned && !isCheckedExtent(value) && mayBeNegative(value))
        nonNegative.insert(cast<BlockArgument>(withoutAssumptions(value)).getArgNumber());
      return {known(argument, divisor)};
    }
    Operation *op = withoutAssumptions(value).getDefiningOp();
    auto wrapping = dyn_cast_or_null<arith::ArithIntegerOverflowFlagsInterface>(op);
    bool isExact = wrapping && (isSigned ? wrapping.hasNoSignedWrap() : wrapping.hasNoUnsignedWrap());
    if (isExact && isa<arith::AddIOp, arith::MulIOp>(op))
      return combined(op, unknown(whole, isSigned),
                      [&](Value operand) { return extended(operand, operand, isSigned); });
    return unknown(whole, isSigned);
  }

  Terms combined(Operation *op, const Terms &whole, llvm::function_ref<Terms(Value)> termsOfOperand) {
    Terms lhs = termsOfOperand(op->getOperand(0)), rhs = termsOfOperand(op->getOperand(1));
    bool isSum = isa<arith::AddIOp>(op);
    if (lhs.empty() || rhs.empty() || (isSum ? lhs.size() + rhs.size() : lhs.size() * rhs.size()) > kMaxTerms)
      return whole;
    if (isSum) {
      lhs.append(rhs);
      return lhs;
    }
    Terms products;
    for (const Term &a : lhs)
      for (const Term &b : rhs) {
        Term product = {a.stride * b.stride, std::min(kMaxDivisor, a.strideDivisor * b.strideDivisor), a.factors};
        product.factors.append(b.factors);
        products.push_back(product);
      }
    return products;
  }

  /// The launcher refuses the map if the argument is negative.
  bool isCheckedExtent(Value argument) {
    auto isSame = [&](Value other) {
      if (auto extend = other.getDefiningOp<arith::ExtUIOp>())
        other = extend.getIn();
      return withoutAssumptions(other) == withoutAssumptions(argument);
    };
    return llvm::any_of(tensor.getExtents(), isSame);
  }

  bool mayBeNegative(Value value) {
    std::optional<ConstantIntRanges> range = facts.ranges().of(value);
    return !range || range->smin().isNegative();
  }

  /// The largest value, as unsigned.
  std::optional<uint64_t> largest(Value value) {
    if (isa_and_nonnull<tile::BlockIdOp>(withoutAssumptions(value).getDefiningOp()))
      return kMaxMapExtent - 1;
    std::optional<ConstantIntRanges> range = facts.ranges().of(value);
    return range ? std::optional(range->umax().getZExtValue()) : std::nullopt;
  }

  static std::string describeDivisor(int64_t bytes) {
    return "the offset of the tensor is only known to be a multiple of " + std::to_string(bytes) +
           " bytes; add assume_divisible to what it is made of";
  }

  /// To the base, or as a dimension.
  std::string add(const Term &term, TensorOrigin &origin) {
    if (term.factors.empty()) {
      origin.base = origin.base + term.stride;
      return term.strideDivisor % kChunkBytes == 0 ? "" : describeDivisor(term.strideDivisor);
    }
    OuterDimension outer{term.stride, term.factors, 1};
    int64_t divides = 1;
    uint64_t most = 1;
    for (Value factor : term.factors) {
      std::optional<uint64_t> bound = largest(factor);
      bool overflows = !bound || __builtin_mul_overflow(most, *bound, &most);
      if (overflows)
        return "the tensor begins where the kernel computes, and that may be anywhere; use block numbers, extents of "
               "the "
               "tensor, unsigned integers or assume_bounded";
      divides = std::min(kMaxDivisor, divides * powerOfTwoIn(facts.divisibility.of(factor).divisor));
    }
    auto suits = [&] {
      return term.strideDivisor * outer.divisor % kChunkBytes == 0 &&
             most / uint64_t(outer.divisor) < uint64_t(kMaxMapExtent);
    };
    while (!suits() && outer.divisor < divides)
      outer.divisor *= 2;
    if (term.strideDivisor * outer.divisor % kChunkBytes != 0)
      return describeDivisor(term.strideDivisor * outer.divisor);
    if (!suits())
      return "the offset of the tensor may be larger than a tensor map can have; use assume_bounded";
    outer.stride = outer.stride * outer.divisor;
    origin.outer.push_back(outer);
    return "";
  }

  tile::MakeTensorViewOp tensor;
  ArgumentExpressions &expressions;
  OriginFacts &facts;
  int64_t rootDivisor = 1; ///< of the parameter
  llvm::SmallSetVector<unsigned, 4> nonNegative;
};

} // namespace

std::string tile_gpu::whyNotAligned(int64_t divisor) {
  return "the address of the tensor is only known to be a multiple of " + std::to_string(divisor) +
         " bytes; add assume_aligned(p, 16_ic)";
}

TensorOrigin tile_gpu::findTensorOrigin(tile::MakeTensorViewOp tensor, ArgumentExpressions &expressions,
                                        OriginFacts &facts) {
  return OriginFinder(tensor, expressions, facts).run();
}

Value tile_gpu::createOuterCoordinate(OpBuilder &builder, Location loc, const OuterDimension &outer) {
  Type wide = builder.getI64Type();
  Value product;
  for (Value factor : outer.factors) {
    if (factor.getType() != wide)
      factor = arith::ExtUIOp::create(builder, loc, wide, factor);
    product = product ? arith::MulIOp::create(builder, loc, product, factor).getResult() : factor;
  }
  if (outer.divisor != 1) {
    Value divisor = arith::ConstantOp::create(builder, loc, builder.getI64IntegerAttr(outer.divisor));
    product = arith::DivUIOp::create(builder, loc, product, divisor);
  }
  return arith::TruncIOp::create(builder, loc, builder.getI32Type(), product);
}
