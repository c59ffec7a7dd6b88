// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tile-split-mmas: MMAs of f32 on a matrix unit, as accurate as multiply-add in each lane (see Passes.td).
//
// A float is the sum of three bfloats, exactly: each takes the 8 leading bits of what is left, rounded. Of
// the nine MMAs of parts of A by parts of B the three smallest count for less than the last bit of a float and are left
// out. The others begin at zero in each iteration, the small ones first, and are added to the accumulators as floats:
// a matrix unit cuts off what is smaller than the last bit of its accumulators.
//
// Parts of infinities, of NaN and of numbers from 2^111 on have a NaN among them. Numbers whose last part would be less
// than the smallest normal number get one. So where a result is not finite the loop runs again, with the MMAs as
// they were.
//
// Steps, for each loop: does it add its MMAs up and nothing else of them, and may it run twice? A copy of it under
// a condition on its results; then the MMAs of the loop itself become those of parts.
#include "compiler/Transforms/Tile/Passes.h"
#include "dialects/Tile/IR/RareLoops.h"
#include "dialects/Tile/IR/Remarks.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace tilec::tile {
#define GEN_PASS_DEF_SPLITMMAS
#include "compiler/Transforms/Tile/Passes.h.inc"
} // namespace tilec::tile

using namespace mlir;
using namespace tilec;
using namespace tilec::tile;

namespace {

/// Bfloats that a float is made of.
constexpr unsigned kParts = 3;
/// Smaller tiles, and steps along K, take more for their operands than the MMAs save.
constexpr int64_t kLeastSide = 64, kLeastDepth = 16;
/// MMAs that begin at zero and are as long as this lose no more than floats that are added one after the other.
constexpr int64_t kMostDepth = 64;
/// Lanes have the accumulators twice: those of an iteration and those that the loop carries.
constexpr int64_t kMostElements = 128 * 128;
/// 2^-102: the last bit of a smaller float is less than the smallest normal number, which modes may flush.
constexpr float kLeastExact = 0x1p-102f;
/// A float times this is beyond the last of its bits that a bfloat has.
constexpr float kHighBits = 0x1p16f;
constexpr int32_t kMagnitudeBits = 0x7fffffff, kInfinityBits = 0x7f800000;

/// An MMA of a loop that adds to what the loop carries.
struct AddedMma {
  MmaOp mma;
  unsigned carried; ///< number among the carried values
};

bool isOfFloats(MmaOp mma) {
  return llvm::all_of(TypeRange{mma.getA().getType(), mma.getB().getType(), mma.getType()},
                      [](Type type) { return getElementTypeOrSelf(type).isF32(); });
}

bool hasRoom(MmaOp mma) {
  ArrayRef<int64_t> a = shapeOf(mma.getA().getType()), sum = shapeOf(mma.getType());
  return sum.size() == 2 && std::min(sum[0], sum[1]) >= kLeastSide && a[1] >= kLeastDepth && a[1] <= kMostDepth;
}

class LoopSplitter {
public:
  LoopSplitter(scf::ForOp loop, bool remarks) : loop(loop), remarks(remarks) {}

  void run() {
    for (auto mma : loop.getBody()->getOps<MmaOp>())
      if (isOfFloats(mma) && !add(mma))
        return;
    int64_t elements = 0;
    for (AddedMma &added : mmas)
      elements += elementCount(added.mma.getType());
    if (mmas.empty() || elements > kMostElements || !mayRunTwice())
      return;
    repeatWhereNotFinite();
    for (const AddedMma &added : mmas)
      split(added.mma);
  }

private:
  /// False where something else than the loop's carried value has a part in it.
  bool add(MmaOp mma) {
    auto carried = dyn_cast<BlockArgument>(mma.getAccumulator());
    if (!carried || carried.getOwner() != loop.getBody() || !carried.hasOneUse() || !mma->hasOneUse() || !hasRoom(mma))
      return false;
    unsigned number = carried.getArgNumber() - loop.getNumInductionVars();
    mmas.push_back({mma, number});
    return loop.getYieldedValues()[number] == mma.getResult();
  }

  bool mayRunTwice() {
    auto effects = getEffectsRecursively(loop);
    return effects && llvm::all_of(*effects, [](const MemoryEffects::EffectInstance &effect) {
             return isa<MemoryEffects::Read>(effect.getEffect());
           });
  }

  void repeatWhereNotFinite() {
    ImplicitLocOpBuilder builder(loop.getLoc(), loop);
    builder.setInsertionPointAfter(loop);
    Value largest;
    for (const AddedMma &added : mmas) {
      Value magnitude = largestMagnitude(builder, loop.getResult(added.carried));
      largest = largest ? arith::MaxSIOp::create(builder, largest, magnitude).getResult() : magnitude;
    }
    Value infinity = arith::ConstantOp::create(builder, builder.getI32IntegerAttr(kInfinityBits));
    Value isBad = arith::CmpIOp::create(builder, arith::CmpIPredicate::sge, largest, infinity);
    // What else the loop carries is equal in both.
    auto repeated = scf::IfOp::create(builder, TypeRange(ValueRange(sumsOf(loop))), isBad, /*withElse=*/true);
    for (auto [sum, result] : llvm::zip_equal(sumsOf(loop), repeated.getResults()))
      sum.replaceUsesWithIf(result,
                            [&](OpOperand &use) { return repeated->isBeforeInBlock(outermost(use.getOwner())); });
    builder.setInsertionPointToStart(repeated.thenBlock());
    Operation *again = builder.clone(*loop);
    again->setAttr(kRareLoopAttr, builder.getUnitAttr());
    scf::YieldOp::create(builder, sumsOf(again));
    builder.setInsertionPointToStart(repeated.elseBlock());
    scf::YieldOp::create(builder, sumsOf(loop));
  }

  /// The results of the loop, or of a copy, that its MMAs add to.
  SmallVector<Value> sumsOf(Operation *copy) {
    return llvm::map_to_vector(mmas, [&](const AddedMma &added) { return Value(copy->getResult(added.carried)); });
  }

  /// The op of the loop's block that holds `op`.
  Operation *outermost(Operation *op) {
    return loop->getBlock()->findAncestorOpInBlock(*op);
  }

  /// The largest of a tile's magnitudes, as the bits of a float: in the order of the floats, NaN last.
  static Value largestMagnitude(ImplicitLocOpBuilder &builder, Value tile) {
    auto type = cast<RankedTensorType>(tile.getType());
    auto bits = RankedTensorType::get({type.getNumElements()}, builder.getI32Type());
    Value values = BitcastOp::create(builder, type.clone(builder.getI32Type()), tile);
    Value row = ReshapeOp::create(builder, bits, values);
    Value mask = arith::ConstantOp::create(builder, DenseElementsAttr::get(bits, APInt(32, kMagnitudeBits)));
    Value magnitudes = arith::AndIOp::create(builder, row, mask);
    auto one = RankedTensorType::get({1}, builder.getI32Type());
    auto reduce = ReduceOp::create(builder, TypeRange(one), ValueRange(magnitudes), builder.getI64IntegerAttr(0));
    {
      OpBuilder::InsertionGuard guard(builder);
      Location loc = builder.getLoc();
      Type element = builder.getI32Type();
      Block *body = builder.createBlock(&reduce.getCombiner(), {}, {element, element}, {loc, loc});
      Value larger = arith::MaxSIOp::create(builder, body->getArgument(0), body->getArgument(1));
      YieldOp::create(builder, ValueRange(larger));
    }
    return ToScalarOp::create(builder, reduce.getResults().front());
  }

  void split(MmaOp mma) {
    ImplicitLocOpBuilder builder(mma.getLoc(), mma);
    SmallVector<Value> a = partsOf(builder, mma.getA()), b = partsOf(builder, mma.getB());
    auto type = cast<RankedTensorType>(mma.getType());
    Value sum = arith::ConstantOp::create(builder, builder.getZeroAttr(type));
    unsigned count = 0;
    // Parts i and j together are 2^-8(i+j) of the first ones.
    for (unsigned order = kParts; order-- > 0;)
      for (unsigned i = 0; i <= order; ++i)
        if (unsigned j = order - i; i < a.size() && j < b.size()) {
          sum = MmaOp::create(builder, type, a[i], b[j], sum, false, false);
          ++count;
        }
    if (remarks)
      Remark(mma, "SplitMma").with("mmas", count)
          << "MMA of f32 as " << count
          << " of bf16, which add up to the same; results that are not finite, or of numbers below 2^-102 or above "
             "2^111, are computed again by multiply-add in each lane; --f32-mmas=exact does that with all";
    mma.replaceAllUsesWith(arith::AddFOp::create(builder, mma.getAccumulator(), sum).getResult());
    mma.erase();
  }

  /// The largest first.
  SmallVector<Value> partsOf(ImplicitLocOpBuilder &builder, Value tile) {
    auto known = parts.find(tile);
    if (known != parts.end())
      return known->second;
    auto wide = cast<RankedTensorType>(tile.getType());
    auto narrow = RankedTensorType(wide.clone(builder.getBF16Type()));
    SmallVector<Value> result;
    if (auto cast = tile.getDefiningOp<FToFOp>(); cast && cast.getSource().getType() == narrow)
      return {cast.getSource()};
    // Where another MMA finds them, too.
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointAfterValue(tile);
    Value rest = withNaNForTiny(builder, tile);
    for (unsigned i = 0; i + 1 < kParts; ++i) {
      Value head = headOf(builder, rest);
      result.push_back(FToFOp::create(builder, narrow, head));
      rest = arith::SubFOp::create(builder, rest, head);
    }
    result.push_back(FToFOp::create(builder, narrow, rest));
    return parts[tile] = result;
  }

  /// Rounds to as many bits as a bfloat has: the product has no bits for more beside `tile` times 2^16.
  static Value headOf(ImplicitLocOpBuilder &builder, Value tile) {
    Value product = arith::MulFOp::create(builder, tile, filled(builder, tile.getType(), kHighBits + 1));
    return math::FmaOp::create(builder, tile, filled(builder, tile.getType(), -kHighBits), product);
  }

  static Value filled(ImplicitLocOpBuilder &builder, Type tile, float value) {
    return arith::ConstantOp::create(builder, DenseElementsAttr::get(cast<RankedTensorType>(tile), APFloat(value)));
  }

  static Value withNaNForTiny(ImplicitLocOpBuilder &builder, Value tile) {
    Type type = tile.getType();
    Value magnitude = math::AbsFOp::create(builder, tile);
    Value isSmall =
        arith::CmpFOp::create(builder, arith::CmpFPredicate::OLT, magnitude, filled(builder, type, kLeastExact));
    Value isNonzero = arith::CmpFOp::create(builder, arith::CmpFPredicate::UNE, tile, filled(builder, type, 0));
    Value isTiny = arith::AndIOp::create(builder, isSmall, isNonzero);
    Value nan = filled(builder, type, std::numeric_limits<float>::quiet_NaN());
    return arith::SelectOp::create(builder, isTiny, nan, tile);
  }

  scf::ForOp loop;
  bool remarks;
  SmallVector<AddedMma> mmas;
  llvm::DenseMap<Value, SmallVector<Value>> parts;
};

struct SplitMmas : tilec::tile::impl::SplitMmasBase<SplitMmas> {
  using SplitMmasBase::SplitMmasBase;

  void runOnOperation() override {
    SmallVector<scf::ForOp> loops;
    getOperation()->walk([&](scf::ForOp loop) { loops.push_back(loop); });
    for (scf::ForOp loop : loops)
      LoopSplitter(loop, remarks).run();
  }
};

} // namespace
