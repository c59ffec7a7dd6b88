// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Strategy/LiveTiles.h"
#include "dialects/Tile/IR/TileDialect.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace tilec::strategy {

namespace {

class LiveTiles {
public:
  explicit LiveTiles(LoadedOperands mmaOperands) : mmaOperands(mmaOperands) {}

  /// Most words that some op of `block` holds in registers, besides those that live around the block.
  int64_t mostIn(Block &block) {
    DenseMap<Operation *, SmallVector<Value>> ending;
    int64_t live = 0, most = 0;
    auto begin = [&](Value value) {
      Operation *last = wordsOf(value) ? lastUse(value, block) : nullptr;
      if (!last)
        return;
      live += wordsOf(value);
      ending[last].push_back(value);
    };
    for (Value argument : block.getArguments())
      begin(argument);
    for (Operation &op : block) {
      SmallVector<Value> ended = ending.lookup(&op);
      if (holdsTiles(op)) {
        int64_t flowing = 0;
        for (Value value : ended)
          flowing += flowsInto(value, op) ? wordsOf(value) : 0;
        most = std::max(most, live - flowing + wordsWithin(op));
      }
      for (Value value : ended)
        live -= wordsOf(value);
      for (Value result : op.getResults())
        begin(result);
    }
    return most;
  }

private:
  static bool isCombining(Operation &op) {
    return isa<tile::ReduceOp, tile::ScanOp>(op);
  }

  /// Everything before comes before everything after, for all elements: other lanes are waited for, or memory or a
  /// region decides the order. Loads and elementwise work go element by element.
  static bool holdsTiles(Operation &op) {
    if (op.getNumRegions() > 0 || op.hasTrait<OpTrait::IsTerminator>())
      return true;
    if (isa<tile::LoadOp, tile::LoadViewOp>(op) || op.hasTrait<OpTrait::Elementwise>() || isMadeOfFew(op))
      return false;
    return llvm::any_of(op.getOperandTypes(), llvm::IsaPred<RankedTensorType>) || !isMemoryEffectFree(&op);
  }

  /// `value`, last used by `op`, is used up while it is computed.
  bool flowsInto(Value value, Operation &op) {
    if (auto mma = dyn_cast<tile::MmaOp>(op))
      return mmaOperands == LoadedOperands::InSharedMemory && value == mma.getAccumulator();
    if (op.hasTrait<OpTrait::IsTerminator>())
      return false;
    if (op.getNumRegions() == 0 || isCombining(op))
      return true;
    // What a loop starts from becomes one of its arguments.
    return llvm::none_of(value.getUsers(), [&](Operation *user) { return user != &op && op.isProperAncestor(user); });
  }

  int64_t wordsWithin(Operation &op) {
    int64_t words = 0;
    if (isa<tile::ScanOp, tile::MmaOp>(op))
      for (Value result : op.getResults())
        words += wordsOf(result);
    if (!isCombining(op))
      for (Region &region : op.getRegions())
        for (Block &inner : region)
          words = std::max(words, mostIn(inner));
    return words;
  }

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

  /// Its result repeats a value, counts, or is known: nothing of it needs to be kept.
  static bool isMadeOfFew(Operation &op) {
    return isa<tile::IotaOp, tile::SplatOp, tile::BroadcastOp>(op) || op.hasTrait<OpTrait::ConstantLike>();
  }

  bool isOperandInSharedMemory(Operation &op) {
    return mmaOperands == LoadedOperands::InSharedMemory && isa<tile::LoadOp, tile::LoadViewOp>(op) &&
           isOnlyMultiplied(op.getResult(0));
  }

  static bool isOnlyMultiplied(Value value) {
    return llvm::all_of(value.getUsers(), [](Operation *user) {
      return isa<tile::MmaOp>(user) ||
             (isa<tile::ReshapeOp, tile::PermuteOp>(user) && isOnlyMultiplied(user->getResult(0)));
    });
  }

  /// Made from nothing, or from few values.
  bool isFree(Value value) {
    auto [known, isNew] = free.try_emplace(value, false);
    if (!isNew)
      return known->second;
    Operation *op = value.getDefiningOp();
    // What is stretched is copies of a smaller tile.
    bool result = op && (isMadeOfFew(*op) || isOperandInSharedMemory(*op));
    if (op && !result && (op->hasTrait<OpTrait::Elementwise>() || isa<tile::ReshapeOp>(op)))
      result = llvm::all_of(op->getOperands(), [&](Value operand) {
        return !isa<RankedTensorType>(operand.getType()) || isFree(operand);
      });
    free[value] = result;
    return result;
  }

  LoadedOperands mmaOperands;
  DenseMap<Value, bool> free;
};

} // namespace

int64_t liveWords(func::FuncOp kernel, LoadedOperands mmaOperands) {
  return kernel.getBody().empty() ? 0 : LiveTiles(mmaOperands).mostIn(kernel.getBody().front());
}

} // namespace tilec::strategy
