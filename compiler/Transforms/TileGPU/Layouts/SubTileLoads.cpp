// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/Layouts/SubTileLoads.h"
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;
using layout::LinearLayout;
using layout::Place;

namespace {

/// The most registers of a lane for one tile: each is a load in the code until it is known that nobody wants it.
constexpr unsigned kMostRegisters = 512;

/// Every sub-tile of `part`'s shape as in `part`, told apart by registers.
LinearLayout wholeOf(LinearLayout part, ArrayRef<int64_t> shape) {
  for (unsigned dimension = 0; dimension < part.rank(); ++dimension)
    while (part.shape()[dimension] < shape[dimension])
      part = part.doubled(dimension);
  return part;
}

/// What the buffer's bytes are released by, if that is the only such place; null if they live on.
FailureOr<FreeBufferOp> freeOf(Value buffer) {
  FreeBufferOp found;
  for (Operation *user : buffer.getUsers())
    if (auto free = dyn_cast<FreeBufferOp>(user)) {
      if (found)
        return failure();
      found = free;
    }
  return found;
}

/// Whether the buffer stays as it is between the two, under other names, too.
bool holdsUntil(BufferLoadOp load, ExtractOp part) {
  return llvm::all_of(load.getBuffer().getUsers(), [&](Operation *user) {
    Operation *inBlock = load->getBlock()->findAncestorOpInBlock(*user);
    bool isBetween = inBlock && load->isBeforeInBlock(inBlock) && inBlock->isBeforeInBlock(part);
    return isa<BufferLoadOp, FreeBufferOp>(user) || !(isBetween || isa<BufferStageOp, BufferViewOp>(user));
  });
}

bool hasConstantIndices(ExtractOp part) {
  return llvm::all_of(part.getIndices(), [](Value index) { return matchPattern(index, m_Constant()); });
}

/// The load to read from; null if the part stays as it is.
BufferLoadOp loadOf(ExtractOp part) {
  auto load = part.getSource().getDefiningOp<BufferLoadOp>();
  bool isBehind = load && load->getBlock() == part->getBlock() && load.getBuffer().getDefiningOp<AllocBufferOp>();
  if (!isBehind || !hasConstantIndices(part) || part.plan().kind == layout::LayoutConversion::Kind::Registers)
    return {};
  return holdsUntil(load, part) ? load : BufferLoadOp();
}

void loadFromBuffer(ExtractOp part, BufferLoadOp load) {
  FailureOr<FreeBufferOp> free = freeOf(load.getBuffer());
  if (failed(free))
    return;
  auto type = cast<RankedTensorType>(load.getType());
  LinearLayout own = LayoutAttr::of(part.getType()), whole = wholeOf(own, type.getShape());
  bool choosesRegisters = part.planBetween(whole, own).kind == layout::LayoutConversion::Kind::Registers;
  if (!choosesRegisters || whole.size(Place::Register) > kMostRegisters)
    return;
  OpBuilder builder(part);
  part.getSourceMutable().assign(
      BufferLoadOp::create(builder, load.getLoc(), withLayout(type, whole), load.getBuffer(), load.getAfter()));
  if (*free && (*free)->getBlock() == part->getBlock() && (*free)->isBeforeInBlock(part))
    (*free)->moveAfter(part);
}

} // namespace

void tile_gpu::loadSubTilesFromBuffers(func::FuncOp kernel) {
  SmallVector<ExtractOp> parts;
  kernel.walk([&](ExtractOp part) { parts.push_back(part); });
  for (ExtractOp part : parts)
    if (BufferLoadOp load = loadOf(part)) {
      loadFromBuffer(part, load);
      if (load->use_empty())
        load->erase();
    }
}
