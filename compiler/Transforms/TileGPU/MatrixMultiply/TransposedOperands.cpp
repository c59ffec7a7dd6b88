// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/MatrixMultiply/TransposedOperands.h"
#include "compiler/Transforms/TileGPU/Layouts/LayoutRelations.h"
#include "compiler/Transforms/TileGPU/MatrixMultiply/MmaOperands.h"
#include "dialects/Layout/MatrixMultiply/PairedBytes.h"
#include "dialects/Layout/SharedMemory/StageTransposition.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

/// The ops that make a tile from one that is loaded from a stage, the load first; none if it has another origin.
static SmallVector<Operation *> opsFromStage(Value tile) {
  SmallVector<Operation *> ops;
  for (Operation *op = tile.getDefiningOp(); op && op->hasOneUse(); op = op->getOperand(0).getDefiningOp()) {
    ops.insert(ops.begin(), op);
    if (isa<BufferLoadOp>(op))
      return ops;
    bool isConversion = isa<tile::FToFOp>(op) && op->getNumOperands() == 1;
    if (!isConversion && !isa<PermuteOp, ReshapeOp>(op))
      break;
  }
  return {};
}

/// In the layouts from which `layout` of the last one's result follows.
static Value makeAnew(ArrayRef<Operation *> ops, layout::LinearLayout layout) {
  SmallVector<layout::LinearLayout> layouts = {layout};
  for (Operation *op : llvm::reverse(ops.drop_front()))
    layouts.push_back(*operandLayout(op->getOpOperand(0), layouts.back()));
  IRMapping made;
  Value result;
  for (auto [op, own] : llvm::zip_equal(ops, llvm::reverse(layouts))) {
    OpBuilder builder(op);
    result = builder.clone(*op, made)->getResult(0);
    result.setType(withLayout(cast<RankedTensorType>(result.getType()), own));
  }
  return result;
}

Value tile_gpu::transposedFor(Value tile, BufferType target) {
  SmallVector<Operation *> ops = opsFromStage(tile), renamings;
  if (ops.empty())
    return tile;
  llvm::copy_if(ops, std::back_inserter(renamings), llvm::IsaPred<PermuteOp, ReshapeOp>);
  BufferType source = renamed(cast<BufferLoadOp>(ops.front()).getBuffer().getType(), renamings);
  int64_t bytes = tile::storageBytes(target.getElementType());
  if (tile::storageBytes(source.getElementType()) != bytes)
    return tile;
  std::optional<layout::LinearLayout> layout = layout::layoutBetweenStages(
      source.getElementAtOffset().inverse(), target.getElementAtOffset().inverse(), target.getShape().vec(),
      unsigned(bytes), LayoutAttr::of(tile.getType()).size(layout::Place::Warp));
  return layout ? makeAnew(ops, *layout) : tile;
}

void tile_gpu::loadInPairs(BufferLoadOp load) {
  BufferType stage = load.getBuffer().getType();
  if (tile::storageBytes(stage.getElementType()) != 1)
    return;
  std::optional<layout::LinearLayout> paired =
      layout::pairedLayout(LayoutAttr::of(load.getType()), stage.getElementAtOffset().inverse());
  if (!paired)
    return;
  Type fragment = load.getType();
  load.getResult().setType(withLayout(cast<RankedTensorType>(fragment), *paired));
  OpBuilder builder(load->getContext());
  builder.setInsertionPointAfter(load);
  auto convert = ConvertLayoutOp::create(builder, load.getLoc(), fragment, load.getResult(), IntegerAttr());
  load.getResult().replaceAllUsesExcept(convert, convert);
}
