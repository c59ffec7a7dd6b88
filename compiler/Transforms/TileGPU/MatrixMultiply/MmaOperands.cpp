// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/MatrixMultiply/MmaOperands.h"
#include "dialects/Layout/SharedMemory/LaneOperands.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;
using layout::LinearLayout;

/// A stage's layout as one of a tile whose registers are its offsets.
static LinearLayout asLayout(BufferType stage) {
  layout::LinearMap elementAt = stage.getElementAtOffset();
  LinearLayout::Bases bases;
  for (unsigned bit = 0; bit < elementAt.numInputs(); ++bit)
    bases[unsigned(layout::Place::Register)].push_back(elementAt.column(bit));
  return LinearLayout(stage.getShape().vec(), bases);
}

static BufferType stageWithLayout(BufferType stage, const LinearLayout &layout) {
  MLIRContext *context = stage.getContext();
  return BufferType::get(context, layout.shape(), stage.getElementType(),
                         SharedLayoutAttr::get(context, layout.asMap(), layout.shape()), stage.getStages(),
                         stage.getAlignment());
}

BufferType tile_gpu::renamed(BufferType stage, ArrayRef<Operation *> renamings) {
  LinearLayout layout = asLayout(stage);
  for (Operation *renaming : renamings) {
    if (auto permute = dyn_cast<PermuteOp>(renaming))
      layout = layout.permuted(permute.getPermutation().vec());
    else
      layout = layout.reshaped(tile::shapeOf(renaming->getResult(0).getType()).vec());
  }
  return stageWithLayout(stage, layout);
}

/// The permutations and reshapes that make `tile`, the first first.
static SmallVector<Operation *> renamingsOf(Value tile) {
  SmallVector<Operation *> renamings;
  for (Operation *op = tile.getDefiningOp(); isa_and_nonnull<PermuteOp, ReshapeOp>(op);
       op = op->getOperand(0).getDefiningOp())
    renamings.insert(renamings.begin(), op);
  return renamings;
}

Value tile_gpu::withoutRenamings(Value tile) {
  SmallVector<Operation *> renamings = renamingsOf(tile);
  return renamings.empty() ? tile : renamings.front()->getOperand(0);
}

BufferType tile_gpu::renamedFrom(Value from, Value to, BufferType stage) {
  assert(withoutRenamings(from) == withoutRenamings(to) && "one tile");
  LinearLayout layout = asLayout(stage);
  SmallVector<Operation *> done = renamingsOf(from);
  for (Operation *renaming : llvm::reverse(done)) {
    if (auto permute = dyn_cast<PermuteOp>(renaming)) {
      SmallVector<int64_t> back = invertPermutationVector(permute.getPermutation());
      layout = layout.permuted(std::vector<int64_t>(back.begin(), back.end()));
    } else {
      layout = layout.reshaped(tile::shapeOf(renaming->getOperand(0).getType()).vec());
    }
  }
  return renamed(stageWithLayout(stage, layout), renamingsOf(to));
}

BufferType tile_gpu::operandBuffer(RankedTensorType tile, layout::MmaOperand operand, int64_t rows) {
  bool isA = operand == layout::MmaOperand::A;
  unsigned rank = tile.getRank(), alongK = isA ? rank - 1 : rank - 2, alongRows = isA ? rank - 2 : rank - 1;
  int64_t bytes = tile::storageBytes(tile.getElementType());
  std::vector<unsigned> contiguity = LayoutAttr::of(tile).contiguity();
  bool canBeRowMajor = bytes == 2 && rows * bytes >= layout::kWarpgroupDepthBytes;
  bool isKMajor = !canBeRowMajor || contiguity[alongK] >= contiguity[alongRows];
  layout::LinearMap elementAt = layout::warpgroupShared(tile.getShape().vec(), alongK, isKMajor, bytes, rows);
  return BufferType::get(tile.getContext(), tile.getShape(), tile.getElementType(),
                         SharedLayoutAttr::get(tile.getContext(), elementAt, tile.getShape()), /*stages=*/1,
                         layout::kWarpgroupOperandAlignment);
}

std::optional<StageSource> tile_gpu::findStage(Value tile) {
  auto load = withoutRenamings(tile).getDefiningOp<BufferLoadOp>();
  return load ? std::optional(StageSource{load, renamingsOf(tile)}) : std::nullopt;
}

bool tile_gpu::runsAlongK(layout::MmaOperand operand, BufferType stage) {
  unsigned rank = stage.getShape().size(), alongK = operand == layout::MmaOperand::A ? rank - 1 : rank - 2;
  LinearLayout layout = asLayout(stage);
  if (stage.getShape()[alongK] == 1)
    return false;
  return layout.coordinatesOf(layout.basis(layout::Place::Register, 0))[alongK] == 1;
}

BufferType tile_gpu::laneBuffer(RankedTensorType tile, unsigned fastest, bool isAlongK) {
  std::vector<int64_t> shape = tile.getShape().vec();
  layout::LinearMap elementAt =
      layout::laneShared(shape, fastest, isAlongK, unsigned(tile::storageBytes(tile.getElementType())));
  return BufferType::get(tile.getContext(), shape, tile.getElementType(),
                         SharedLayoutAttr::get(tile.getContext(), elementAt, shape), /*stages=*/1,
                         BufferType::kDefaultAlignment);
}

bool MmaUse::fits(BufferType stage) const {
  if (MmaOp(mma).isOfLanes())
    return runsAlongK(operand, renamed(stage, renamings));
  LinearLayout accumulator = LayoutAttr::of(MmaOp(mma).getType());
  return warpgroupOperandOf(MmaOp(mma).mma(), accumulator, operand, renamed(stage, renamings)).has_value();
}

bool MmaUse::isAcrossK(BufferType stage) const {
  constexpr int64_t kHalfBytes = 2;
  if (tile::storageBytes(getElementTypeOrSelf(MmaOp(mma).getA().getType())) == kHalfBytes)
    return false;
  LinearLayout elements = asLayout(renamed(stage, renamings));
  unsigned alongK = elements.rank() - (operand == layout::MmaOperand::A ? 1 : 2);
  return elements.coordinatesOf(elements.basis(layout::Place::Register, 0))[alongK] == 0;
}

bool tile_gpu::isWidening(Operation *op) {
  auto cast = dyn_cast_if_present<tile::FToFOp>(op);
  return cast && tile::storageBytes(getElementTypeOrSelf(cast->getOperand(0).getType())) <
                     tile::storageBytes(getElementTypeOrSelf(cast.getType()));
}

std::optional<LaneSource> tile_gpu::findLaneStage(Value tile) {
  LaneSource source;
  for (Operation *op = tile.getDefiningOp(); op; op = op->getOperand(0).getDefiningOp()) {
    if (auto load = dyn_cast<BufferLoadOp>(op)) {
      source.load = load;
      return source;
    }
    if (isWidening(op))
      source.casts.insert(source.casts.begin(), cast<tile::FToFOp>(op));
    else if (isa<PermuteOp, ReshapeOp>(op))
      source.renamings.insert(source.renamings.begin(), op);
    else
      return std::nullopt;
  }
  return std::nullopt;
}

std::optional<MmaUse> tile_gpu::findMma(Value tile) {
  std::optional<MmaUse> ofLanes;
  for (OpOperand &use : tile.getUses()) {
    Operation *user = use.getOwner();
    std::optional<MmaUse> found;
    if (auto mma = dyn_cast<MmaOp>(user); mma && mma.takesAnyLayout(use.getOperandNumber()))
      found = MmaUse{mma, use.getOperandNumber() == 0 ? layout::MmaOperand::A : layout::MmaOperand::B, {}};
    if (isa<PermuteOp, ReshapeOp>(user) || isWidening(user))
      found = findMma(user->getResult(0));
    if (!found)
      continue;
    bool isOfLanes = MmaOp(found->mma).isOfLanes();
    if (isa<PermuteOp, ReshapeOp>(user))
      found->renamings.insert(found->renamings.begin(), user);
    else if (isWidening(user) && !isOfLanes)
      continue;
    if (!isOfLanes)
      return found;
    if (!ofLanes)
      ofLanes = found;
  }
  return ofLanes;
}

std::optional<MmaUse> tile_gpu::findConvertedMma(Value tile) {
  for (OpOperand &use : tile.getUses()) {
    Operation *user = use.getOwner();
    if (auto mma = dyn_cast<MmaOp>(user); mma && mma.takesAnyLayout(use.getOperandNumber()))
      return MmaUse{mma, use.getOperandNumber() == 0 ? layout::MmaOperand::A : layout::MmaOperand::B, {}};
    bool isConversion = isa<tile::FToFOp>(user);
    if (!isConversion && !isa<PermuteOp, ReshapeOp>(user))
      continue;
    if (std::optional<MmaUse> found = findConvertedMma(user->getResult(0))) {
      found->isConverted |= isConversion;
      if (!isConversion)
        found->renamings.insert(found->renamings.begin(), user);
      return found;
    }
  }
  return std::nullopt;
}
