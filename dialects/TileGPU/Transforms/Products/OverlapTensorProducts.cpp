// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/TileGPU/Transforms/Products/OverlapTensorProducts.h"
#include "dialects/TileGPU/Transforms/Products/Turns.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

int64_t RunningProduct::bytes() const {
  if (TensorMmaOp(product).getScales())
    return 0;
  int64_t bytes = 0;
  for (AllocBufferOp buffer : buffers)
    bytes += buffer.getType().getBytes();
  return bytes;
}

/// Stored by the body's own ops, read by its product alone.
static bool isStoredInBody(AllocBufferOp buffer, Block *body) {
  return buffer->getBlock() == body && buffer.getType().getStages() == 1 &&
         llvm::all_of(buffer->getUsers(), [&](Operation *user) {
           return user->getBlock() == body && isa<BufferStoreOp, TensorMmaOp, FreeBufferOp>(user);
         });
}

std::optional<RunningProduct> tile_gpu::findRunningProduct(scf::ForOp loop) {
  SmallVector<TensorMmaOp> products;
  SmallVector<TensorWaitOp> waits;
  bool hasOthers = false;
  Block *body = loop.getBody();
  loop.walk([&](Operation *op) {
    if (auto product = dyn_cast<TensorMmaOp>(op))
      products.push_back(product);
    if (auto wait = dyn_cast<TensorWaitOp>(op))
      waits.push_back(wait);
    bool isScaleElsewhere = isa<TensorStoreScalesOp>(op) && op->getBlock() != body;
    hasOthers |= isa<TensorLoadOp, TensorStoreOp>(op) || isScaleElsewhere;
  });
  if (hasOthers || products.size() != 1 || waits.size() != 1 || products.front()->getBlock() != body ||
      waits.front()->getBlock() != body || !products.front()->isBeforeInBlock(waits.front()))
    return std::nullopt;
  TensorMmaOp product = products.front();
  if (!product.getAfter().empty() || waits.front().getPending() != 0)
    return std::nullopt;
  RunningProduct result{product, waits.front(), {}};
  for (Value operand : {product.getA(), product.getB()}) {
    auto buffer = operand.getDefiningOp<AllocBufferOp>();
    if (!buffer)
      return std::nullopt;
    if (loop->isProperAncestor(buffer) && !isStoredInBody(buffer, body))
      return std::nullopt;
    if (loop->isProperAncestor(buffer) && !llvm::is_contained(result.buffers, buffer))
      result.buffers.push_back(buffer);
  }
  return result.buffers.empty() ? std::nullopt : std::optional(result);
}

/// Replaces a buffer of the body by the slot of a larger one whose turn it is. Returns that one.
static Value withTwoSlots(AllocBufferOp buffer, scf::ForOp loop, Value turn) {
  BufferType type = buffer.getType();
  auto two = BufferType::get(type.getContext(), type.getShape(), type.getElementType(), type.getLayout(),
                             /*stages=*/2, type.getAlignment());
  ImplicitLocOpBuilder builder(buffer.getLoc(), loop);
  Value both = AllocBufferOp::create(builder, two, IntegerAttr());
  builder.setInsertionPoint(buffer);
  Value slot = BufferSlotOp::create(builder, two.getSlotType(), both, turn);
  for (Operation *user : llvm::make_early_inc_range(buffer->getUsers()))
    if (isa<FreeBufferOp>(user))
      user->erase();
  buffer.replaceAllUsesWith(slot);
  buffer.erase();
  return both;
}

/// What the product reads is stored behind the wait for the one before.
static void storeLate(scf::ForOp loop, RunningProduct &running) {
  TensorMmaOp product = running.product;
  SmallVector<Operation *> stores;
  for (Operation &op : llvm::make_range(loop.getBody()->begin(), product->getIterator())) {
    auto store = dyn_cast<BufferStoreOp>(op);
    bool isOperand = store && (store.getBuffer() == product.getA() || store.getBuffer() == product.getB());
    if (isOperand || isa<TensorStoreScalesOp, ProxyFenceOp>(op))
      stores.push_back(&op);
  }
  running.wait->moveBefore(product);
  for (Operation *store : stores)
    store->moveBefore(product);
  for (AllocBufferOp buffer : running.buffers) {
    buffer->moveBefore(loop);
    for (Operation *user : llvm::make_early_inc_range(buffer->getUsers()))
      if (isa<FreeBufferOp>(user))
        user->moveAfter(loop);
  }
  ImplicitLocOpBuilder behind(loop.getLoc(), loop);
  behind.setInsertionPointAfter(loop);
  TensorWaitOp::create(behind, product.getMemory(), /*pending=*/0);
}

void tile_gpu::runOn(scf::ForOp loop, RunningProduct &product) {
  if (product.product.getScales())
    return storeLate(loop, product);
  IRRewriter rewriter(loop);
  loop = withTurns(loop, /*count=*/2, rewriter);
  product.wait.setPending(1);
  ImplicitLocOpBuilder behind(loop.getLoc(), loop);
  behind.setInsertionPointAfter(loop);
  TensorWaitOp::create(behind, product.wait.getMemory(), /*pending=*/0);
  for (AllocBufferOp buffer : product.buffers)
    FreeBufferOp::create(behind, withTwoSlots(buffer, loop, loop.getRegionIterArgs().back()));
}
