// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/Schedule/OperandCopies.h"
#include "compiler/Transforms/TileGPU/MatrixMultiply/MmaOperands.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

static bool isReadByMmas(Operation *op) {
  if (isa<BufferViewOp>(op))
    return llvm::all_of(op->getUsers(), isReadByMmas);
  return isa<WarpgroupMmaOp, TensorMmaOp>(op);
}

BufferStoreOp tile_gpu::findOperandStore(LoadOp load) {
  Value tile = load.getResult();
  while (tile.hasOneUse() && isa<PermuteOp, ReshapeOp>(*tile.user_begin()))
    tile = tile.user_begin()->getResult(0);
  auto store = tile.hasOneUse() ? dyn_cast<BufferStoreOp>(*tile.user_begin()) : BufferStoreOp();
  auto buffer = store ? store.getBuffer().getDefiningOp<AllocBufferOp>() : AllocBufferOp();
  if (!buffer || store->getBlock() != load->getBlock() || buffer->getBlock() != load->getBlock())
    return {};
  bool isOperand = llvm::all_of(buffer->getUsers(), [&](Operation *user) {
    return user == store || isReadByMmas(user) || isa<FreeBufferOp>(user);
  });
  return isOperand ? store : BufferStoreOp();
}

BufferType tile_gpu::stageInPlace(LoadOp load, BufferStoreOp store, int64_t vector) {
  BufferType stage = renamedFrom(store.getValue(), load.getResult(), store.getBuffer().getType());
  layout::LinearMap offsets = stage.getOffsetOfPlace(LayoutAttr::of(cast<RankedTensorType>(load.getType())));
  for (unsigned bit = 0; (int64_t(1) << bit) < vector; ++bit)
    if (offsets.column(bit) != uint64_t(1) << bit)
      return {};
  return stage;
}

static void eraseRenamings(Operation *op) {
  while (!op->use_empty())
    eraseRenamings(*op->user_begin());
  op->erase();
}

/// MMAs that read `buffer` do so behind `arrived`.
static void waitFor(Value buffer, Value arrived) {
  for (Operation *user : buffer.getUsers())
    TypeSwitch<Operation *>(user)
        .Case([&](BufferViewOp view) { waitFor(view, arrived); })
        .Case<WarpgroupMmaOp, TensorMmaOp>([&](auto mma) {
          if (!llvm::is_contained(mma.getAfter(), arrived))
            mma.getAfterMutable().append(arrived);
        });
}

void tile_gpu::readInPlace(ImplicitLocOpBuilder &builder, LoadOp load, BufferStoreOp store, Value stage,
                           Value arrived) {
  auto buffer = store.getBuffer().getDefiningOp<AllocBufferOp>();
  if (stage.getType() != buffer.getType())
    stage = BufferViewOp::create(builder, buffer.getType(), stage);
  if (auto fence = dyn_cast<ProxyFenceOp>(store->getNextNode()))
    fence.erase();
  store.erase();
  for (Operation *user : llvm::make_early_inc_range(buffer->getUsers()))
    if (isa<FreeBufferOp>(user))
      user->erase();
  waitFor(buffer, arrived);
  buffer.replaceAllUsesWith(stage);
  buffer.erase();
  eraseRenamings(load);
}

Value tile_gpu::copiesWithoutBranch(scf::IfOp branch) {
  Block *copies = branch.thenBlock();
  bool isFlat = llvm::all_of(copies->without_terminator(), [](Operation &op) {
    return isa<AsyncCopyOp, BufferStageOp>(op) || (op.getNumRegions() == 0 && isPure(&op));
  });
  if (!isFlat)
    return branch.getResult(0);
  Value token = branch.thenYield().getOperand(0);
  for (Operation &op : llvm::make_early_inc_range(copies->without_terminator())) {
    op.moveBefore(branch);
    if (auto copy = dyn_cast<AsyncCopyOp>(op))
      copy.getConditionMutable().assign(branch.getCondition());
  }
  branch.getResult(0).replaceAllUsesWith(token);
  branch.erase();
  return token;
}
