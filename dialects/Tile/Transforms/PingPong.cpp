// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Tile/Transforms/PingPong.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace tilec::tile;

/// Registers of a lane, for sums.
static constexpr int64_t kSums = 128;

bool tilec::tile::mayGoByTensorMap(LoadViewOp load) {
  ArrayAttr hints = load.getHintsAttr();
  return !hints || llvm::all_of(hints.getAsRange<HintsAttr>(),
                                [](HintsAttr hint) { return !hint.getAllowTma() || hint.getAllowTma().getValue(); });
}

/// A loop loads it through a view, and nothing changes it but how it lies.
static bool isLoadedAsItIs(Value operand) {
  while (auto permuted = operand.getDefiningOp<PermuteOp>())
    operand = permuted.getSource();
  auto load = operand.getDefiningOp<LoadViewOp>();
  return load && load->getParentOfType<scf::ForOp>() && mayGoByTensorMap(load);
}

/// What the sums of a block take, by one warpgroup. Those of fp8 are kept twice.
static int64_t sumsOfWarpgroup(MmaOp product) {
  constexpr int64_t kLanes = 128, kWord = 4;
  int64_t copies = isa<Float8E4M3FNType, Float8E5M2Type>(getElementTypeOrSelf(product.getA().getType())) ? 2 : 1;
  int64_t bytes = std::max<int64_t>(kWord, storageBytes(getElementTypeOrSelf(product.getType())));
  return copies * elementCount(product.getType()) * bytes / (kWord * kLanes);
}

bool tilec::tile::mayPingPong(func::FuncOp kernel, MmaOp product) {
  constexpr int64_t kRowsOfWarpgroup = 64;
  auto hints = kernel->getAttrOfType<ArrayAttr>("tile.hints");
  if (hints && !hints.empty() && cast<HintsAttr>(hints[0]).getNumWorkerWarpsPerCta())
    return false;
  Type factor = getElementTypeOrSelf(product.getA().getType());
  int64_t rows = shapeOf(product.getType()).take_back(2).front();
  return rows % kRowsOfWarpgroup == 0 && !factor.isF32() && !factor.isF64() && sumsOfWarpgroup(product) <= kSums;
}

/// Loops load nothing through views but factors of the product: blocks wait for what is brought in their turns alone.
static bool loadsFactorsAlone(MmaOp product) {
  auto isFactor = [&](Value tile) {
    return llvm::all_of(tile.getUsers(), [&](Operation *user) {
      return user == product ||
             (isa<PermuteOp>(user) && llvm::all_of(user->getUsers(), [&](Operation *next) { return next == product; }));
    });
  };
  return !product->getParentOfType<func::FuncOp>()
              .walk([&](LoadViewOp load) {
                bool isOther = load->getParentOfType<scf::ForOp>() && !isFactor(load.getResult());
                return isOther ? WalkResult::interrupt() : WalkResult::advance();
              })
              .wasInterrupted();
}

bool tilec::tile::isWorthPingPong(MmaOp product) {
  Type factor = getElementTypeOrSelf(product.getA().getType());
  return (factor.isBF16() || factor.isF16()) && sumsOfWarpgroup(product) >= kSums && isLoadedAsItIs(product.getA()) &&
         isLoadedAsItIs(product.getB()) && loadsFactorsAlone(product);
}
