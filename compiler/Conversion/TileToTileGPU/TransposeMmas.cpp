// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Conversion/TileToTileGPU/TransposeMmas.h"
#include "compiler/Strategy/Tcgen05Strategy.h"
#include "dialects/Tile/IR/Remarks.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace tilec;

namespace {

/// The last two dimensions change places.
Value transposed(OpBuilder &builder, Location loc, Value tile) {
  auto rank = int64_t(tile::shapeOf(tile.getType()).size());
  SmallVector<int64_t> order = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  std::swap(order[rank - 2], order[rank - 1]);
  return builder.createOrFold<tile::PermuteOp>(loc, tile, builder.getDenseI64ArrayAttr(order));
}

tile::MmaOp turn(tile::MmaOp op) {
  OpBuilder builder(op);
  auto at = [&](Value tile) { return transposed(builder, op.getLoc(), tile); };
  auto transposedMma = tile::MmaOp::create(builder, op.getLoc(), at(op.getB()), at(op.getA()), at(op.getAccumulator()),
                                           op.getUnsignedB(), op.getUnsignedA());
  op.replaceAllUsesWith(at(transposedMma.getResult()));
  op.erase();
  return transposedMma;
}

tile::ScaledMmaOp turn(tile::ScaledMmaOp op) {
  OpBuilder builder(op);
  auto at = [&](Value tile) { return transposed(builder, op.getLoc(), tile); };
  Value sum = at(op.getAccumulator());
  auto transposedMma = tile::ScaledMmaOp::create(builder, op.getLoc(), sum.getType(), at(op.getB()), at(op.getBScale()),
                                                 at(op.getA()), at(op.getAScale()), sum);
  op.replaceAllUsesWith(at(transposedMma.getResult()));
  op.erase();
  return transposedMma;
}

/// The number of the accumulator, if the loop carries it for this MMA alone.
template <typename Mma> std::optional<unsigned> carriedFor(Mma mma, scf::ForOp loop) {
  auto before = mma.getAccumulator().template getDefiningOp<tile::PermuteOp>();
  auto carried = before ? dyn_cast<BlockArgument>(before.getSource()) : BlockArgument();
  if (!carried || carried.getOwner() != loop.getBody() || carried.getArgNumber() == 0 || !carried.hasOneUse() ||
      !before->hasOneUse() || !mma->hasOneUse())
    return std::nullopt;
  unsigned number = carried.getArgNumber() - 1;
  auto behind = loop.getYieldedValues()[number].getDefiningOp<tile::PermuteOp>();
  bool isCarriedOn = behind && behind.getSource() == mma.getResult() && behind->hasOneUse();
  return isCarriedOn ? std::optional(number) : std::nullopt;
}

/// The loop carries the transposed sum.
template <typename Mma> void carryTransposed(Mma mma) {
  auto loop = dyn_cast<scf::ForOp>(mma->getParentOp());
  std::optional<unsigned> number = loop ? carriedFor(mma, loop) : std::nullopt;
  if (!number)
    return;
  OpBuilder builder(loop);
  OpOperand &init = loop.getInitArgsMutable()[*number];
  init.set(transposed(builder, loop.getLoc(), init.get()));
  auto before = mma.getAccumulator().template getDefiningOp<tile::PermuteOp>();
  Operation *behind = loop.getYieldedValues()[*number].getDefiningOp();
  loop.getRegionIterArg(*number).setType(mma.getType());
  before.replaceAllUsesWith(loop.getRegionIterArg(*number));
  before->erase();
  loop.getBody()->getTerminator()->setOperand(*number, mma.getResult());
  behind->erase();
  Value result = loop.getResult(*number);
  result.setType(mma.getType());
  builder.setInsertionPointAfter(loop);
  Value back = transposed(builder, loop.getLoc(), result);
  result.replaceAllUsesExcept(back, back.getDefiningOp());
}

} // namespace

void tilec::transposeMmas(func::FuncOp kernel, const Target &target, bool remarks) {
  SmallVector<std::pair<tile::MmaOp, StringRef>> mmas;
  kernel.walk([&](tile::MmaOp op) {
    if (std::optional<StringRef> why = strategy::whyTransposed(op, target))
      mmas.push_back({op, *why});
  });
  for (auto [op, why] : mmas) {
    if (remarks && tile::isPreferredVariant(kernel))
      tile::Remark(op, "TransposedMma") << "the MMA is computed transposed: " << why;
    carryTransposed(turn(op));
  }
  SmallVector<tile::ScaledMmaOp> scaled;
  kernel.walk([&](tile::ScaledMmaOp op) {
    if (strategy::isTcgen05MmaTransposed(op, target))
      scaled.push_back(op);
  });
  for (tile::ScaledMmaOp op : scaled) {
    if (remarks && tile::isPreferredVariant(kernel))
      tile::Remark(op, "TransposedMma")
          << "the block-scaled MMA is computed transposed: its columns are rows of tcgen05";
    carryTransposed(turn(op));
  }
}
