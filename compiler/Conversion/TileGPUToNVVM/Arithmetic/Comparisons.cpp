// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Comparisons of integer tiles, of which masks are made. Registers that are known to come out alike share one result.
/// And where places are compared with one number,
///
///     %i = tile_gpu.coordinate 0                      %d = max(%n, -1) - (coordinate of register 0)
///     %m = arith.cmpi slt %i, splat of %n       =>    %m0 = %d > 0, %m1 = %d > 1, %m2 = %d > 2048, ..
///
/// with the registers' own parts of the coordinate as constants: no register has to hold a place of its own.
#include "compiler/Conversion/TileGPUToNVVM/Arithmetic/Comparisons.h"
#include "compiler/Conversion/TileGPUToNVVM/LayoutConversions/LanePosition.h"
#include "compiler/Conversion/TileGPUToNVVM/RegisterConversion.h"
#include "dialects/Tile/Analysis/Divisibility.h"

using namespace mlir;
using namespace tilec;
using layout::LinearLayout;
using layout::Place;

namespace {

/// Comparisons from which on the two instructions for the difference pay.
constexpr unsigned kFewestCompared = 4;

/// Register bits that lead to no other run.
uint32_t bitsWithinRuns(const LinearLayout &layout, int64_t run) {
  uint32_t bits = 0;
  for (unsigned bit = 0; bit < layout.bits(Place::Register).count; ++bit)
    if ((layout.basis(Place::Register, bit) & ~uint64_t(run - 1)) == 0)
      bits |= 1u << bit;
  return bits;
}

/// Where the elements of a tile are, along a dimension or altogether.
struct Places {
  Value tile;
  ElementBits bits;
};

std::optional<Places> placesOf(Value tile) {
  if (!getElementTypeOrSelf(tile.getType()).isInteger(32))
    return std::nullopt;
  if (auto coordinate = tile.getDefiningOp<tile_gpu::CoordinateOp>())
    return Places{tile, ElementBits::ofDimension(tile_gpu::LayoutAttr::of(tile.getType()), coordinate.getDimension())};
  if (tile.getDefiningOp<tile::IotaOp>())
    return Places{tile, ElementBits::all()};
  return std::nullopt;
}

/// How `bound - place` compares with zero where `place` compares with `bound`; none for those that overflow.
std::optional<arith::CmpIPredicate> predicateOfDifference(arith::CmpIPredicate predicate) {
  switch (predicate) {
  case arith::CmpIPredicate::slt:
  case arith::CmpIPredicate::ult:
    return arith::CmpIPredicate::sgt;
  case arith::CmpIPredicate::sle:
  case arith::CmpIPredicate::ule:
    return arith::CmpIPredicate::sge;
  case arith::CmpIPredicate::sgt:
  case arith::CmpIPredicate::ugt:
    return arith::CmpIPredicate::slt;
  case arith::CmpIPredicate::sge:
  case arith::CmpIPredicate::uge:
    return arith::CmpIPredicate::sle;
  default:
    return std::nullopt;
  }
}

bool isUnsigned(arith::CmpIPredicate predicate) {
  using Predicate = arith::CmpIPredicate;
  return llvm::is_contained({Predicate::ult, Predicate::ule, Predicate::ugt, Predicate::uge}, predicate);
}

/// `bound` where no place can reach it as near to the places as differences need to be in range: all places are from
/// zero up and below 2^31 - 1.
Value nearPlaces(ImplicitLocOpBuilder &builder, Value bound, bool isUnsigned) {
  if (isUnsigned)
    return arith::MinUIOp::create(builder, bound, constant32(builder, std::numeric_limits<int32_t>::max()));
  return arith::MaxSIOp::create(builder, bound, constant32(builder, -1));
}

class ComparisonPattern : public RegisterPattern<arith::CmpIOp> {
public:
  ComparisonPattern(const TypeConverter &types, const LoweringContext &lowering, MLIRContext *context)
      : RegisterPattern(types, lowering, context, /*benefit=*/2) {} // over the plain elementwise lowering

  LogicalResult lower(arith::CmpIOp op, Adaptor adaptor, ImplicitLocOpBuilder &builder,
                      ConversionPatternRewriter &rewriter) const override {
    if (!tile_gpu::isDistributed(op.getType()))
      return failure();
    LinearLayout layout = tile_gpu::LayoutAttr::of(op.getType());
    uint32_t alike = 0;
    if (auto run = lowering.runs.find(op); run != lowering.runs.end())
      alike = bitsWithinRuns(layout, run->second);
    unsigned compared = layout.size(Place::Register) >> llvm::popcount(alike);
    std::function<Value(unsigned)> compare = [&](unsigned i) -> Value {
      return arith::CmpIOp::create(builder, op.getPredicate(), registerOf(adaptor.getLhs(), i),
                                   registerOf(adaptor.getRhs(), i));
    };
    if (compared >= kFewestCompared)
      if (auto ofDifference = byDifference(op, adaptor, builder))
        compare = *ofDifference;
    Registers registers;
    for (unsigned i = 0; i < layout.size(Place::Register); ++i)
      registers.push_back(i & alike ? registers[i & ~alike] : compare(i));
    replace(op, registers, rewriter);
    return success();
  }

private:
  /// What compares a register as the file's header says; none where that is not possible.
  static std::optional<std::function<Value(unsigned)>> byDifference(arith::CmpIOp op, Adaptor adaptor,
                                                                    ImplicitLocOpBuilder &builder) {
    std::optional<Places> places = placesOf(op.getLhs());
    std::optional<arith::CmpIPredicate> predicate = predicateOfDifference(op.getPredicate());
    if (!places || !predicate || !llvm::all_equal(adaptor.getRhs()))
      return std::nullopt;
    LinearLayout layout = tile_gpu::LayoutAttr::of(places->tile.getType());
    LinearIndex lane = laneElement(builder, layout, places->bits);
    auto ownPart = [layout, bits = places->bits](unsigned i) { return registerElement(layout, i, bits); };
    for (unsigned i = 0; i < layout.size(Place::Register); ++i)
      if (ownPart(i) & lane.baseBits)
        return std::nullopt;
    Value difference = nearPlaces(builder, adaptor.getRhs().front(), isUnsigned(op.getPredicate()));
    if (lane.base)
      difference = arith::SubIOp::create(builder, difference, lane.base);
    return [=, &builder](unsigned i) -> Value {
      return arith::CmpIOp::create(builder, *predicate, difference, constant32(builder, int64_t(ownPart(i))));
    };
  }
};

} // namespace

llvm::DenseMap<Operation *, int64_t> tilec::findRunsOfComparisons(Operation *root) {
  llvm::DenseMap<Operation *, int64_t> runs;
  tile::Divisibility facts;
  root->walk([&](arith::CmpIOp op) {
    if (!tile_gpu::isDistributed(op.getType()))
      return;
    if (int64_t run = facts.of(op.getResult()).constancy; run > 1)
      runs[op] = run;
  });
  return runs;
}

void tilec::populateComparisonPatterns(RewritePatternSet &patterns, const TypeConverter &types,
                                       const LoweringContext &lowering) {
  patterns.add<ComparisonPattern>(types, lowering, patterns.getContext());
}
