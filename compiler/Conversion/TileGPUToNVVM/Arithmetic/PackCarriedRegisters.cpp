// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// pack-carried-registers: loops carry narrow registers side by side in 32-bit ones (see Passes.td).
///
/// A loop may load a tile for its next iteration. From memory bf16 comes in pairs and bytes in fours. If the loop
/// carried each element by itself, each would get a register: twice or four times as many. The loads would also have to
/// arrive before the loop turns, to be taken apart. LLVM removes the unpacking and packing of one word.
///
/// The pass packs what a loop moves and does not compute, since accumulators would be packed and unpacked in every
/// iteration. It also packs what a loop computes only to have it packed, as weights that the next iteration multiplies:
/// the assembler would not find that their halves belong together. Such weights go through branches and loops over
/// blocks as words, too, where a block leaves its last ones to the next.
#include "compiler/Conversion/TileGPUToNVVM/Arithmetic/Words.h"
#include "compiler/Conversion/TileGPUToNVVM/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace tilec {
#define GEN_PASS_DEF_PACKCARRIEDREGISTERS
#include "compiler/Conversion/TileGPUToNVVM/Passes.h.inc"
} // namespace tilec

using namespace mlir;
using namespace tilec;

namespace {

/// Registers that a loop carries together: `count` from `first` on.
struct Group {
  unsigned first, count;
};

bool isComputed(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return false;
  bool isConstant = op->hasTrait<OpTrait::ConstantLike>();
  return !isConstant && isa_and_present<arith::ArithDialect, math::MathDialect>(op->getDialect());
}

/// Whether every use of the value inserts it into a vector.
bool isOnlyPacked(Value value) {
  return !value.use_empty() && llvm::all_of(value.getUses(), [](OpOperand &use) {
    auto insert = dyn_cast<LLVM::InsertElementOp>(use.getOwner());
    return insert && insert.getValue() == use.get();
  });
}

bool isNarrow(Type type) {
  return type.isF16() || type.isBF16();
}

/// How many values of the type share a 32-bit register; 1 if each has a register of its own.
unsigned perWordOf(Type type) {
  return isNarrow(type) ? 2 : type.isInteger(8) ? 4 : 1;
}

/// Neighbours among what `loop` carries, as many as fill a register.
SmallVector<Group> findGroups(scf::ForOp loop) {
  SmallVector<Group> groups;
  ValueRange yielded = loop.getYieldedValues();
  unsigned numCarried = loop.getNumRegionIterArgs();
  auto suits = [&](unsigned j) { return !isComputed(yielded[j]) || isOnlyPacked(loop.getRegionIterArg(j)); };
  for (unsigned i = 0; i < numCarried; ++i) {
    Type type = loop.getRegionIterArg(i).getType();
    unsigned count = perWordOf(type);
    bool isGroup = count > 1 && i + count <= numCarried && llvm::all_of(llvm::seq(i, i + count), [&](unsigned j) {
                     return loop.getRegionIterArg(j).getType() == type && suits(j);
                   });
    if (!isGroup)
      continue;
    groups.push_back({i, count});
    i += count - 1;
  }
  return groups;
}

/// The values, with each group packed into one word.
SmallVector<Value> pack(ImplicitLocOpBuilder &builder, ValueRange values, ArrayRef<Group> groups) {
  SmallVector<Value> packed;
  for (unsigned i = 0; i < values.size();)
    if (!groups.empty() && groups.front().first == i) {
      packed.push_back(packWord(builder, values.slice(i, groups.front().count)));
      i += groups.front().count;
      groups = groups.drop_front();
    } else {
      packed.push_back(values[i++]);
    }
  return packed;
}

/// Unpacks what `packed` has packed; `types` are those of the registers.
SmallVector<Value> unpack(ImplicitLocOpBuilder &builder, ValueRange packed, TypeRange types, ArrayRef<Group> groups) {
  SmallVector<Value> values;
  for (Value value : packed)
    if (!groups.empty() && groups.front().first == values.size()) {
      llvm::append_range(values, unpackWord(builder, value, types[values.size()], groups.front().count));
      groups = groups.drop_front();
    } else {
      values.push_back(value);
    }
  return values;
}

void rewrite(scf::ForOp loop, ArrayRef<Group> groups) {
  SmallVector<Type> types(loop.getResultTypes());
  ImplicitLocOpBuilder builder(loop.getLoc(), loop);
  SmallVector<Value> starts = pack(builder, loop.getInitArgs(), groups);
  auto packed = scf::ForOp::create(builder, loop.getLowerBound(), loop.getUpperBound(), loop.getStep(), starts);
  packed.setUnsignedCmp(loop.getUnsignedCmp());

  Block *body = packed.getBody();
  body->getOperations().splice(body->end(), loop.getBody()->getOperations());
  builder.setInsertionPointToStart(body);
  loop.getInductionVar().replaceAllUsesWith(packed.getInductionVar());
  for (auto [old, now] :
       llvm::zip_equal(loop.getRegionIterArgs(), unpack(builder, packed.getRegionIterArgs(), types, groups)))
    old.replaceAllUsesWith(now);

  Operation *yield = body->getTerminator();
  builder.setInsertionPoint(yield);
  yield->setOperands(pack(builder, yield->getOperands(), groups));
  builder.setInsertionPointAfter(packed);
  loop.replaceAllUsesWith(unpack(builder, packed.getResults(), types, groups));
  loop.erase();
}

//===- Loops that do not count, and branches ---------------------------------------------------------------------===//

/// Finds pairs of neighbouring values that are only used packed into words.
SmallVector<Group> findPacked(ValueRange values) {
  constexpr unsigned kPair = 2;
  SmallVector<Group> groups;
  for (unsigned i = 0; i + kPair <= values.size(); ++i)
    if (isNarrow(values[i].getType()) && values[i].getType() == values[i + 1].getType() && isOnlyPacked(values[i]) &&
        isOnlyPacked(values[i + 1]))
      groups.push_back({i++, kPair});
  return groups;
}

/// Moves all ops of a loop's part to `to`, whose arguments are words. Unpacks these at its begin.
void moveBlock(Block *from, Block *to, ArrayRef<Group> groups) {
  to->getOperations().splice(to->end(), from->getOperations());
  ImplicitLocOpBuilder builder = ImplicitLocOpBuilder::atBlockBegin(to->getTerminator()->getLoc(), to);
  SmallVector<Type> types(from->getArgumentTypes());
  for (auto [old, now] : llvm::zip_equal(from->getArguments(), unpack(builder, to->getArguments(), types, groups)))
    old.replaceAllUsesWith(now);
}

/// Whether the loop's first part passes its arguments on unchanged.
bool isStraight(scf::WhileOp loop) {
  return llvm::equal(loop.getConditionOp().getArgs(), loop.getBeforeArguments());
}

void rewrite(scf::WhileOp loop, ArrayRef<Group> groups) {
  SmallVector<Type> types(loop.getResultTypes());
  ImplicitLocOpBuilder builder(loop.getLoc(), loop);
  SmallVector<Value> starts = pack(builder, loop.getInits(), groups);
  SmallVector<Type> packedTypes(ValueRange(starts).getTypes());
  auto packed = scf::WhileOp::create(builder, packedTypes, starts, nullptr, nullptr);
  moveBlock(loop.getBeforeBody(), packed.getBeforeBody(), groups);
  moveBlock(loop.getAfterBody(), packed.getAfterBody(), groups);
  packed.getConditionOp().getArgsMutable().assign(ValueRange(packed.getBeforeArguments()));
  Operation *yield = packed.getYieldOp();
  builder.setInsertionPoint(yield);
  yield->setOperands(pack(builder, yield->getOperands(), groups));
  builder.setInsertionPointAfter(packed);
  loop.replaceAllUsesWith(unpack(builder, packed.getResults(), types, groups));
  loop.erase();
}

void rewrite(scf::IfOp branch, ArrayRef<Group> groups) {
  SmallVector<Type> types(branch.getResultTypes());
  ImplicitLocOpBuilder builder(branch.getLoc(), branch);
  for (Region *region : {&branch.getThenRegion(), &branch.getElseRegion()}) {
    Operation *yield = region->front().getTerminator();
    builder.setInsertionPoint(yield);
    yield->setOperands(pack(builder, yield->getOperands(), groups));
  }
  builder.setInsertionPoint(branch);
  auto packed = scf::IfOp::create(builder, branch.thenYield().getOperandTypes(), branch.getCondition(),
                                  /*withElseRegion=*/true);
  packed.getThenRegion().takeBody(branch.getThenRegion());
  packed.getElseRegion().takeBody(branch.getElseRegion());
  builder.setInsertionPointAfter(packed);
  branch.replaceAllUsesWith(unpack(builder, packed.getResults(), types, groups));
  branch.erase();
}

class PackCarriedRegisters : public tilec::impl::PackCarriedRegistersBase<PackCarriedRegisters> {
public:
  void runOnOperation() override {
    SmallVector<scf::ForOp> loops;
    getOperation()->walk([&](scf::ForOp loop) { loops.push_back(loop); });
    for (scf::ForOp loop : loops)
      if (SmallVector<Group> groups = findGroups(loop); !groups.empty())
        rewrite(loop, groups);
    SmallVector<scf::WhileOp> whiles;
    getOperation()->walk([&](scf::WhileOp loop) { whiles.push_back(loop); });
    for (scf::WhileOp loop : whiles)
      if (SmallVector<Group> groups = findPacked(loop.getAfterArguments()); !groups.empty() && isStraight(loop))
        rewrite(loop, groups);
    // Outer ones first: what they want as words their inner ones yield.
    SmallVector<scf::IfOp> branches;
    getOperation()->walk<WalkOrder::PreOrder>([&](scf::IfOp branch) { branches.push_back(branch); });
    for (scf::IfOp branch : branches)
      if (SmallVector<Group> groups = findPacked(branch.getResults()); !groups.empty())
        rewrite(branch, groups);
  }
};

} // namespace
