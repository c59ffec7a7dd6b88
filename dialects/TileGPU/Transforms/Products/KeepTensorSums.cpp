// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tile-gpu-keep-tensor-sums: what a loop adds up stays in tensor memory (see Passes.td).
//
// A sum that a loop carries qualifies where each iteration does nothing with it but store it to its columns, and what
// it passes on is what it loads from there. Inner loops come first, so that sums stay there in outer ones, too.
// Products of loops that are left with nothing else run on (OverlapTensorProducts.h).
#include "dialects/TileGPU/IR/TileGPUDialect.h"
#include "dialects/TileGPU/Transforms/Passes.h"
#include "dialects/TileGPU/Transforms/Products/OverlapTensorProducts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

namespace tilec::tile_gpu {
#define GEN_PASS_DEF_KEEPTENSORSUMS
#include "dialects/TileGPU/Transforms/Passes.h.inc"
} // namespace tilec::tile_gpu

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

/// A sum that a loop carries.
struct CarriedSum {
  unsigned number; ///< of the loop's results
  TensorStoreOp store;
  TensorLoadOp load;
};

/// Columns [first, second) that an op touches; none if it is no access of tensor memory. A product's scales are
/// nobody's sums: `tile-gpu-stage-products` deals out columns.
std::optional<std::pair<int64_t, int64_t>> columnsOf(Operation *op) {
  auto from = [](uint64_t column, int64_t count) { return std::pair(int64_t(column), int64_t(column) + count); };
  if (auto store = dyn_cast<TensorStoreOp>(op))
    return from(store.getColumn(), layout::tensorColumns(tile::shapeOf(store.getValue().getType()).vec()));
  if (auto store = dyn_cast<TensorStoreScalesOp>(op))
    return from(store.getColumn(), store.scales().columns());
  if (auto load = dyn_cast<TensorLoadOp>(op))
    return from(load.getColumn(), layout::tensorColumns(tile::shapeOf(load.getType()).vec()));
  if (auto product = dyn_cast<TensorMmaOp>(op))
    return from(product.getColumn(), product.getNumColumns());
  return std::nullopt;
}

/// Nothing else in the loop touches the columns but products between the store and the load.
bool isAlone(scf::ForOp loop, const CarriedSum &sum) {
  Operation *store = TensorStoreOp(sum.store), *load = TensorLoadOp(sum.load);
  auto own = *columnsOf(store);
  auto isPart = [&](Operation *op) {
    Operation *inBody = loop.getBody()->findAncestorOpInBlock(*op);
    return op == store || op == load ||
           (isa<TensorMmaOp>(op) && columnsOf(op) == own && store->isBeforeInBlock(inBody) &&
            inBody->isBeforeInBlock(load));
  };
  auto check = [&](Operation *op) {
    auto other = columnsOf(op);
    bool meets = other && other->first < own.second && own.first < other->second;
    return meets && !isPart(op) ? WalkResult::interrupt() : WalkResult::advance();
  };
  return !loop.walk(check).wasInterrupted();
}

/// A loop that carries the value unchanged for nobody: what `keep` left.
bool isPassedThrough(OpOperand &use) {
  auto loop = dyn_cast<scf::ForOp>(use.getOwner());
  if (!loop || use.getOperandNumber() < loop.getNumControlOperands())
    return false;
  unsigned number = use.getOperandNumber() - loop.getNumControlOperands();
  BlockArgument argument = loop.getRegionIterArg(number);
  return loop.getResult(number).use_empty() && argument.hasOneUse() && loop.getYieldedValues()[number] == argument;
}

/// The store that is all that is done with the value; null if there is none.
TensorStoreOp onlyStore(Value value) {
  TensorStoreOp store;
  for (OpOperand &use : value.getUses()) {
    if (isPassedThrough(use))
      continue;
    if (store || !isa<TensorStoreOp>(use.getOwner()))
      return {};
    store = cast<TensorStoreOp>(use.getOwner());
  }
  return store;
}

std::optional<CarriedSum> findSum(scf::ForOp loop) {
  for (auto [i, argument] : llvm::enumerate(loop.getRegionIterArgs())) {
    Value yielded = loop.getYieldedValues()[i];
    TensorStoreOp store = onlyStore(argument);
    auto load = yielded.getDefiningOp<TensorLoadOp>();
    if (!store || !load || !load->hasOneUse() || store->getBlock() != loop.getBody() ||
        load->getBlock() != loop.getBody())
      continue;
    CarriedSum sum{unsigned(i), store, load};
    bool isSame = store.getMemory() == load.getMemory() && store.getColumn() == load.getColumn() &&
                  argument.getType() == load.getType() && store->isBeforeInBlock(load);
    if (isSame && isAlone(loop, sum))
      return sum;
  }
  return std::nullopt;
}

/// The loop does not carry the sum any more; its result comes from behind it.
void keep(scf::ForOp loop, CarriedSum sum) {
  sum.store->moveBefore(loop);
  sum.store.getValueMutable().assign(loop.getInitArgs()[sum.number]);
  sum.load->moveAfter(loop);
  // Passed through unchanged: canonicalization drops it.
  loop.getBody()->getTerminator()->setOperand(sum.number, loop.getRegionIterArgs()[sum.number]);
  loop.getResult(sum.number).replaceAllUsesWith(sum.load.getResult());
}

/// Bytes that buffers and scratch of a kernel take at most, were nothing shared.
int64_t sharedBytesOf(func::FuncOp kernel) {
  int64_t buffers = 0, scratch = 0;
  kernel.walk([&](Operation *op) {
    if (auto buffer = dyn_cast<AllocBufferOp>(op))
      buffers += buffer.getType().getBytes();
    if (auto user = dyn_cast<ScratchInterface>(op))
      scratch = std::max(scratch, user.getScratchBytes());
  });
  return buffers + scratch;
}

struct KeepTensorSums : tile_gpu::impl::KeepTensorSumsBase<KeepTensorSums> {
  using KeepTensorSumsBase::KeepTensorSumsBase;

  void runOnOperation() override {
    // Of sums that the next product adds to where they are.
    getOperation().walk([](TensorLoadOp load) {
      if (load->use_empty())
        load.erase();
    });
    bool reports = remarks && tile::isPreferredVariant(getOperation());
    getOperation().walk<WalkOrder::PostOrder>([&](scf::ForOp loop) {
      while (std::optional<CarriedSum> sum = findSum(loop)) {
        if (reports)
          loop.emitRemark("a sum of this loop stays in tensor memory");
        keep(loop, *sum);
      }
    });
    letProductsRunOn(reports);
  }

private:
  /// As far as there is shared memory for second slots.
  void letProductsRunOn(bool reports) {
    int64_t left = int64_t(sharedMemory) - sharedBytesOf(getOperation()) - kOtherBytes;
    SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) { loops.push_back(loop); });
    for (scf::ForOp loop : loops) {
      std::optional<RunningProduct> product = findRunningProduct(loop);
      if (!product || product->bytes() > left)
        continue;
      left -= product->bytes();
      if (reports)
        loop.emitRemark("the product of this loop runs on while the next iteration stores its operands");
      runOn(loop, *product);
    }
  }

  /// For loads that later passes bring ahead, mbarriers, and the like.
  static constexpr int64_t kOtherBytes = 32 * 1024;
};

} // namespace
