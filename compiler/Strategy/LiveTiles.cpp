// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Strategy/LiveTiles.h"
#include "dialects/Tile/IR/TileDialect.h"

using namespace mlir;

namespace tilec::strategy {

namespace {

class LiveTiles {
public:
  /// Most words live inside `block`, besides those that live around it.
  int64_t mostIn(Block &block) {
    DenseMap<Operation *, SmallVector<Value>> ending;
    int64_t live = 0, most = 0;
    auto begin = [&](Value value) {
      if (int64_t words = wordsOf(value)) {
        live += words;
        if (Operation *last = lastUse(value, block))
          ending[last].push_back(value);
      }
    };
    for (Value argument : block.getArguments())
      begin(argument);
    for (Operation &op : block) {
      int64_t inside = 0;
      if (!isa<tile::ReduceOp, tile::ScanOp>(op))
        for (Region &region : op.getRegions())
          for (Block &inner : region)
            inside = std::max(inside, mostIn(inner));
      most = std::max(most, live + inside);
      for (Value value : ending.lookup(&op))
        live -= wordsOf(value);
      for (Value result : op.getResults())
        if (!result.use_empty())
          begin(result);
      most = std::max(most, live);
    }
    return most;
  }

private:
  static Operation *lastUse(Value value, Block &block) {
    Operation *last = nullptr;
    for (Operation *user : value.getUsers()) {
      Operation *here = block.findAncestorOpInBlock(*user);
      if (here && (!last || last->isBeforeInBlock(here)))
        last = here;
    }
    return last;
  }

  int64_t wordsOf(Value value) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (!type || type.getElementType().isInteger(1) || isa<tile::PtrType>(type.getElementType()) || isFree(value))
      return 0;
    return (tile::elementCount(type) * tile::storageBytes(type.getElementType()) + 3) / 4;
  }

  /// Made from nothing, or from few values.
  bool isFree(Value value) {
    auto [known, isNew] = free.try_emplace(value, false);
    if (!isNew)
      return known->second;
    Operation *op = value.getDefiningOp();
    // What is stretched is copies of a smaller tile.
    bool result =
        op && (isa<tile::IotaOp, tile::SplatOp, tile::BroadcastOp>(op) || op->hasTrait<OpTrait::ConstantLike>());
    if (op && !result && (op->hasTrait<OpTrait::Elementwise>() || isa<tile::ReshapeOp>(op)))
      result = llvm::all_of(op->getOperands(), [&](Value operand) {
        return !isa<RankedTensorType>(operand.getType()) || isFree(operand);
      });
    free[value] = result;
    return result;
  }

  DenseMap<Value, bool> free;
};

} // namespace

int64_t liveWords(func::FuncOp kernel) {
  return kernel.getBody().empty() ? 0 : LiveTiles().mostIn(kernel.getBody().front());
}

} // namespace tilec::strategy
