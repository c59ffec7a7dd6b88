// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/Schedule/OperandLoads.h"
#include "compiler/Transforms/TileGPU/MatrixMultiply/MmaOperands.h"
#include "compiler/Transforms/TileGPU/Schedule/MmaPath.h"
#include "dialects/Layout/LayoutConversion.h"
#include "dialects/Tile/Analysis/Alias.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

/// Kernel parameters and module variables alone.
static bool leadsToGlobalMemory(Value pointer) {
  tile::AddressRoots roots = tile::findAddressRoots(pointer);
  return !roots.unknown && !roots.values.empty() && llvm::all_of(roots.values, [](Value root) {
    return isa<BlockArgument>(root) || root.getDefiningOp<tile::AddressOfOp>();
  });
}

/// Its users, too, where they rename or widen it.
static bool isMultipliedByLanes(Value tile) {
  return !tile.use_empty() && llvm::all_of(tile.getUses(), [&](OpOperand &use) {
    auto mma = dyn_cast<MmaOp>(use.getOwner());
    if (isa<PermuteOp, ReshapeOp, tile::FToFOp>(use.getOwner()))
      return isMultipliedByLanes(use.getOwner()->getResult(0));
    return mma && mma.isOfLanes() && use.getOperandNumber() < 2 && mma->getBlock() == tile.getParentBlock();
  });
}

/// All bits are zero. Conversions to types without arithmetic are not folded.
static bool isZero(Value value) {
  if (auto splat = value.getDefiningOp<tile::SplatOp>())
    return isZero(splat.getSource());
  if (auto cast = value.getDefiningOp<tile::FToFOp>())
    return APFloat::semanticsHasZero(llvm::cast<FloatType>(getElementTypeOrSelf(cast.getType())).getFloatSemantics()) &&
           isZero(cast.getSource());
  return matchPattern(value, m_Zero()) || matchPattern(value, m_PosZeroFloat());
}

bool tile_gpu::isZeroPadded(LoadOp load) {
  return !load.getPadding() || isZero(load.getPadding());
}

int64_t tile_gpu::elementBytes(LoadOp load) {
  return tile::storageBytes(getElementTypeOrSelf(load.getType()));
}

SmallVector<ConvertLayoutOp> tile_gpu::conversionsOfStage(LoadOp load) {
  SmallVector<ConvertLayoutOp> conversions;
  for (Operation *user : load->getUsers())
    if (auto conversion = dyn_cast<ConvertLayoutOp>(user))
      conversions.push_back(conversion);
    else
      return {};
  layout::LinearLayout own = LayoutAttr::of(load.getType());
  bool isShared = !own.hasOneOwner() || llvm::any_of(conversions, [&](ConvertLayoutOp op) {
    layout::LayoutConversion plan =
        layout::planConversion(own, LayoutAttr::of(op.getType()), unsigned(8 * elementBytes(load)));
    return plan.kind == layout::LayoutConversion::Kind::SharedMemory;
  });
  return isShared && (!load.getMask() || isZeroPadded(load)) ? conversions : SmallVector<ConvertLayoutOp>();
}

bool tile_gpu::replaceConversions(LoadOp load, function_ref<Value(Type)> readStage) {
  SmallVector<ConvertLayoutOp> conversions = conversionsOfStage(load);
  for (ConvertLayoutOp conversion : conversions) {
    conversion.replaceAllUsesWith(readStage(conversion.getType()));
    conversion.erase();
  }
  return !conversions.empty();
}

bool tile_gpu::isStaged(LoadOp load) {
  return load.getMap() && isZeroPadded(load) && !findStagePaths(load.getResult()).empty();
}

/// What `fragments` are read from, whatever renames them or changes their type on the way.
static LoadOp loadOf(Value fragments) {
  Operation *op = fragments.getDefiningOp();
  while (isa_and_present<ConvertLayoutOp, PermuteOp, ReshapeOp, tile::FToFOp>(op))
    op = op->getOperand(0).getDefiningOp();
  return dyn_cast_if_present<LoadOp>(op);
}

bool tile_gpu::isFedByLoads(MmaOp mma) {
  if (mma.isOfLanes())
    return llvm::any_of(ValueRange{mma.getA(), mma.getB()}, [](Value operand) {
      LoadOp load = loadOf(operand);
      return load && isForLanes(load) && isWideEnough(load);
    });
  for (Value operand : {mma.getA(), mma.getB()})
    if (LoadOp load = loadOf(operand); load && isStaged(load))
      return true;
  return llvm::any_of(loadsOfOperands(mma),
                      [](LoadOp load) { return findMmaPaths(load.getResult()).size() == 1 || isWideEnough(load); });
}

int64_t tile_gpu::bytesToStore(func::FuncOp kernel) {
  int64_t bytes = 0;
  kernel.walk([&](MmaOp mma) {
    for (Value operand : {mma.getA(), mma.getB()}) {
      LoadOp load = loadOf(operand);
      if (mma.isOfLanes() && !(load && isForLanes(load)) && !findLaneStage(operand))
        bytes += std::min(kStoredBytes, tile::elementCount(operand.getType()) *
                                            tile::storageBytes(getElementTypeOrSelf(operand.getType())));
    }
  });
  return bytes;
}

bool tile_gpu::isForLanes(LoadOp load) {
  return isZeroPadded(load) && isMultipliedByLanes(load.getResult());
}

bool tile_gpu::isWideEnough(LoadOp load) {
  constexpr int64_t kMinCopyBytes = 4;
  return int64_t(load.getVector()) * elementBytes(load) >= kMinCopyBytes && leadsToGlobalMemory(load.getPointer());
}

SmallVector<MmaPath> tile_gpu::pathsToMmas(LoadOp load) {
  return isZeroPadded(load) ? findMmaPaths(load.getResult()) : SmallVector<MmaPath>();
}

bool tile_gpu::onlyNamesCells(Value tile) {
  return !tile.use_empty() && llvm::all_of(tile.getUses(), [&](OpOperand &use) {
    Operation *user = use.getOwner();
    if (auto update = dyn_cast<AtomicRmwOp>(user))
      return use.get() == update.getPointer();
    bool isRenamed = user->hasTrait<OpTrait::Elementwise>() || isa<tile::OffsetOp>(user);
    return isRenamed && user->getNumResults() == 1 && onlyNamesCells(user->getResult(0));
  });
}
