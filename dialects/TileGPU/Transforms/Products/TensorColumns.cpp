// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/TileGPU/Transforms/Products/TensorColumns.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tilec;
using namespace tilec::tile_gpu;

namespace {

/// Tiles that are one sum at different times. What is constant belongs to nobody.
class Sums {
public:
  explicit Sums(func::FuncOp kernel) {
    kernel.walk([&](MmaOp op) {
      if (op.getInstruction() == ProductInstruction::Tcgen05)
        join(op.getAccumulator(), op.getResult());
    });
    kernel.walk([&](scf::ForOp loop) {
      for (auto [i, init] : llvm::enumerate(loop.getInitArgs())) {
        join(loop.getRegionIterArg(i), init);
        join(loop.getRegionIterArg(i), loop.getYieldedValues()[i]);
        join(loop.getRegionIterArg(i), loop.getResult(i));
      }
    });
  }
  Value of(MmaOp op) {
    return Value::getFromOpaquePointer(sums.getOrInsertLeaderValue(op.getResult().getAsOpaquePointer()));
  }

private:
  void join(Value a, Value b) {
    auto isConstant = [](Value value) {
      Operation *maker = value.getDefiningOp();
      return maker && maker->hasTrait<OpTrait::ConstantLike>();
    };
    if (isDistributed(a.getType()) && !isConstant(a) && !isConstant(b))
      sums.unionSets(a.getAsOpaquePointer(), b.getAsOpaquePointer());
  }

  llvm::EquivalenceClasses<void *> sums;
};

} // namespace

TensorColumns::TensorColumns(func::FuncOp kernel) {
  Sums sums(kernel);
  llvm::MapVector<Value, int64_t> widthOf;
  SmallVector<std::pair<MmaOp, Value>> products;
  kernel.walk([&](MmaOp op) {
    if (op.getInstruction() != ProductInstruction::Tcgen05)
      return;
    products.emplace_back(op, sums.of(op));
    int64_t &width = widthOf[products.back().second];
    width = std::max(width, layout::tensorColumns(op.product()));
  });
  if (products.empty())
    return;
  llvm::DenseMap<Value, int64_t> startOf;
  int64_t next = 0, columns = TensorMemoryType::kMinColumns;
  for (auto [sum, width] : widthOf) {
    assert(width <= TensorMemoryType::kMaxColumns && "compiler/Strategy asks for no more");
    if (next + width > TensorMemoryType::kMaxColumns)
      next = 0;
    startOf[sum] = next;
    next += width;
    columns = std::max(columns, int64_t(llvm::PowerOf2Ceil(next)));
  }
  for (auto [op, sum] : products)
    columnOf[op] = startOf[sum];
  ImplicitLocOpBuilder builder(kernel.getLoc(), kernel.getContext());
  builder.setInsertionPointToStart(&kernel.front());
  memory = AllocTensorMemoryOp::create(builder, TensorMemoryType::get(kernel.getContext(), columns), IntegerAttr());
  kernel.walk([&](func::ReturnOp end) {
    builder.setInsertionPoint(end);
    DeallocTensorMemoryOp::create(builder, memory);
  });
}

/// No op between the two, of one block, touches tensor memory.
static bool isUntouched(Operation *from, Operation *to) {
  auto touches = [](Operation *op) {
    return isa<TensorStoreOp, TensorMmaOp>(op) ? WalkResult::interrupt() : WalkResult::advance();
  };
  for (Operation *op = from->getNextNode(); op && op != to; op = op->getNextNode())
    if (op->walk(touches).wasInterrupted())
      return false;
  return true;
}

Value TensorColumns::multiply(ImplicitLocOpBuilder &builder, MmaOp op, Value a, Value b, Value from,
                              ValueRange arrivals) {
  int64_t column = columnOf.at(op);
  auto earlier = from ? from.getDefiningOp<TensorLoadOp>() : TensorLoadOp();
  bool isThere = earlier && int64_t(earlier.getColumn()) == column && earlier.getType() == op.getType() &&
                 earlier->getBlock() == op->getBlock() && isUntouched(earlier, op);
  if (from && !isThere)
    TensorStoreOp::create(builder, from, memory, column);
  Value accumulates = arith::ConstantOp::create(builder, builder.getBoolAttr(bool(from)));
  TensorMmaOp::create(builder, a, b, memory, column, accumulates, arrivals, op.getUnsignedA(), op.getUnsignedB());
  TensorWaitOp::create(builder, memory, /*pending=*/0);
  return TensorLoadOp::create(builder, op.getType(), memory, column);
}
