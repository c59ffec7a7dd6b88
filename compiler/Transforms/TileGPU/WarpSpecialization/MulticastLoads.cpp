// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/WarpSpecialization/MulticastLoads.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

/// Values that are the same in all CTAs of a cluster: computed from arguments, counters and the numbers of workers.
class Sameness {
public:
  bool isSame(Value value) {
    if (known.contains(value))
      return true;
    if (!isSameFresh(value))
      return false;
    known.insert(value);
    return true;
  }

  /// Reached by all CTAs, as often.
  bool isReachedBySame(Operation *op) {
    for (Operation *parent = op->getParentOp(); !isa<func::FuncOp>(parent); parent = parent->getParentOp()) {
      auto loop = dyn_cast<scf::ForOp>(parent);
      auto branch = dyn_cast<scf::IfOp>(parent);
      bool isSameWay = loop ? isSameCounter(loop) : branch && isSame(branch.getCondition());
      if (!isSameWay)
        return false;
    }
    return true;
  }

private:
  bool isSameFresh(Value value) {
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      Operation *parent = argument.getOwner()->getParentOp();
      auto loop = dyn_cast<scf::ForOp>(parent);
      return isa<func::FuncOp>(parent) || (loop && argument == loop.getInductionVar() && isSameCounter(loop));
    }
    Operation *op = value.getDefiningOp();
    if (isa<tile::WorkerIdOp, tile::NumWorkersOp, tile::NumBlocksOp, TensorMapOp>(op))
      return true;
    return isMemoryEffectFree(op) && op->getNumRegions() == 0 && !isa<tile::CtaRankOp, tile::BlockIdOp>(op) &&
           llvm::all_of(op->getOperands(), [&](Value operand) { return isSame(operand); });
  }

  bool isSameCounter(scf::ForOp loop) {
    return isSame(loop.getLowerBound()) && isSame(loop.getUpperBound()) && isSame(loop.getStep());
  }

  llvm::DenseSet<Value> known;
};

/// Apart from how it is filled.
bool isReadByMmasAlone(Value buffer) {
  return llvm::all_of(buffer.getUsers(), [](Operation *user) {
    if (auto view = dyn_cast<BufferViewOp>(user))
      return isReadByMmasAlone(view);
    return isa<WarpgroupMmaOp, TensorMmaOp, TmaLoadOp, FreeBufferOp>(user);
  });
}

/// Each CTA's boxes are as far from those of the one before as the next one's: it finds its own by its rank.
bool areEquallyFar(ArrayRef<SmallVector<int64_t>> starts, unsigned ctas) {
  size_t share = starts.size() / ctas;
  for (auto [i, start] : llvm::enumerate(starts.drop_front(2 * share)))
    for (size_t d = 0; d < start.size(); ++d)
      if (start[d] - starts[share + i][d] != starts[share + i][d] - starts[i][d])
        return false;
  return true;
}

/// Each CTA has as many boxes as the others; null if they cannot.
TensorMapAttr boxesFor(unsigned ctas, TmaLoadOp copy) {
  TensorMapAttr map = copy.getDescription();
  ArrayRef<int64_t> shape = copy.getBuffer().getType().getShape();
  auto fits = [&](TensorMapAttr map) {
    return map && map.getBoxStarts(shape).size() % ctas == 0 && areEquallyFar(map.getBoxStarts(shape), ctas) &&
           map.getSharedLayout(shape) == copy.getBuffer().getType().getLayout();
  };
  if (fits(map))
    return map;
  TensorMapAttr divided = map.getDivided(ctas);
  return fits(divided) ? divided : TensorMapAttr();
}

} // namespace

bool tile_gpu::isSharedInCluster(const LoadSite &site) {
  return TmaLoadOp(site.copy).getMulticast();
}

void tile_gpu::shareInCluster(const LoadSite &constSite) {
  LoadSite site = constSite;
  TmaLoadOp copy = site.copy;
  unsigned ctas = tile::multicastCtasOf(copy);
  Sameness sameness;
  auto isSame = [&](Value value) { return sameness.isSame(value); };
  if (ctas == 1 || !copy.getMap().getDefiningOp<TensorMapOp>() ||
      !llvm::all_of(copy->getOperands().drop_back(3), isSame))
    return;
  if (!sameness.isReachedBySame(copy) || !isReadByMmasAlone(site.buffer))
    return;
  auto map = copy.getMap().getDefiningOp<TensorMapOp>();
  TensorMapAttr boxes = boxesFor(ctas, copy);
  if (!boxes || (boxes != map.getDescription() && !map->hasOneUse()))
    return;
  map.setDescriptionAttr(boxes);
  copy.setMulticast(true);
}
