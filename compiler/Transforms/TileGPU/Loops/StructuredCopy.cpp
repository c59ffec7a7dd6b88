// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Transforms/TileGPU/Loops/StructuredCopy.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tilec::tile_gpu;

ArrayRef<Value> StructuredCopy::counterOf(Block *block) const {
  for (const Counter &counter : counters)
    if (llvm::is_contained(counter.blocks, block))
      return counter.values;
  return {};
}

void StructuredCopy::setCounter(Block *block, ArrayRef<Value> values) {
  for (Counter &counter : counters)
    if (llvm::is_contained(counter.blocks, block))
      counter.values.assign(values.begin(), values.end());
}

static bool isInside(ArrayRef<Block *> blocks, Operation *op) {
  return llvm::any_of(blocks, [&](Block *block) { return op->isAncestor(block->getParentOp()); });
}

bool StructuredCopy::hasCounters(Operation *op) const {
  return llvm::any_of(counters, [&](const Counter &counter) { return isInside(counter.blocks, op); });
}

SmallVector<Value> StructuredCopy::countersIn(Operation *op) const {
  SmallVector<Value> values;
  for (const Counter &counter : counters)
    if (isInside(counter.blocks, op))
      llvm::append_range(values, counter.values);
  return values;
}

void StructuredCopy::setCountersIn(Operation *op, ValueRange values) {
  for (Counter &counter : counters)
    if (isInside(counter.blocks, op)) {
      counter.values.assign(values.begin(), values.begin() + counter.values.size());
      values = values.drop_front(counter.values.size());
    }
}

/// Copies of those of `values` whose partner in `wanted` is wanted.
SmallVector<Value> StructuredCopy::copiesOf(ValueRange values, ValueRange wanted) const {
  SmallVector<Value> copies;
  for (auto [value, partner] : llvm::zip_equal(values, wanted))
    if (wants(partner))
      copies.push_back(map.lookupOrDefault(value));
  return copies;
}

/// The wanted ones of `values` are the first of `copies`; what comes behind are counters.
void StructuredCopy::mapWanted(ValueRange values, ValueRange copies) {
  for (Value value : values)
    if (wants(value)) {
      map.map(value, copies.front());
      copies = copies.drop_front();
    }
}

static SmallVector<Value> joined(SmallVector<Value> values, ArrayRef<Value> more) {
  llvm::append_range(values, more);
  return values;
}

/// Goes to the start of `block`, where `copies` are those of the wanted `arguments` and then the counters in `around`.
void StructuredCopy::enter(Block *block, ValueRange arguments, ValueRange copies, Operation *around) {
  if (block->mightHaveTerminator())
    block->getTerminator()->erase();
  builder.setInsertionPointToStart(block);
  mapWanted(arguments, copies);
  setCountersIn(around, copies.take_back(countersIn(around).size()));
}

void StructuredCopy::copyBlock(Block &from) {
  for (Operation &op : from.without_terminator())
    if (!replace(&op) && wants(&op))
      copy(&op);
  finish(&from);
  for (Counter &counter : counters)
    if (llvm::is_contained(counter.blocks, &from))
      counter.values = next(&from, counter.values);
}

void StructuredCopy::copy(Operation *op) {
  builder.setLoc(op->getLoc());
  bool isWhole = !hasCounters(op);
  if (op->getNumRegions() > 0)
    op->walk([&](Operation *inner) { isWhole &= wants(inner); });
  if (isWhole) {
    builder.clone(*op, map);
    return;
  }
  OpBuilder::InsertionGuard guard(builder);
  if (auto loop = dyn_cast<scf::ForOp>(op))
    copyFor(loop);
  else if (auto loop = dyn_cast<scf::WhileOp>(op))
    copyWhile(loop);
  else if (auto branch = dyn_cast<scf::IfOp>(op))
    copyIf(branch);
  else
    copySwitch(cast<scf::IndexSwitchOp>(op));
}

void StructuredCopy::copyFor(scf::ForOp loop) {
  Value lower = map.lookupOrDefault(loop.getLowerBound()), step = map.lookupOrDefault(loop.getStep());
  enterLoop(loop, lower, step);
  SmallVector<Value> inits = joined(copiesOf(loop.getInitArgs(), loop.getRegionIterArgs()), countersIn(loop));
  auto created = scf::ForOp::create(builder, lower, map.lookupOrDefault(loop.getUpperBound()), step, inits, nullptr,
                                    loop.getUnsignedCmp());
  created->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  map.map(loop.getInductionVar(), created.getInductionVar());
  enter(created.getBody(), loop.getRegionIterArgs(), created.getRegionIterArgs(), loop);
  copyBlock(*loop.getBody());
  scf::YieldOp::create(builder, joined(copiesOf(loop.getYieldedValues(), loop.getRegionIterArgs()), countersIn(loop)));
  mapWanted(loop.getResults(), created.getResults());
  setCountersIn(loop, created.getResults().take_back(countersIn(loop).size()));
}

void StructuredCopy::copyWhile(scf::WhileOp loop) {
  SmallVector<Value> inits = joined(copiesOf(loop.getInits(), loop.getBeforeArguments()), countersIn(loop));
  SmallVector<Type> types;
  // From the condition a value goes to the second part, to the results, or both.
  auto isWanted = [&](unsigned i) { return wants(loop.getResult(i)) || wants(loop.getAfterArguments()[i]); };
  for (unsigned i = 0; i < loop.getNumResults(); ++i)
    if (isWanted(i))
      types.push_back(loop.getResult(i).getType());
  llvm::append_range(types, ValueRange(countersIn(loop)).getTypes());
  auto created = scf::WhileOp::create(builder, types, inits, nullptr, nullptr);
  created->setDiscardableAttrs(loop->getDiscardableAttrDictionary());

  enter(created.getBeforeBody(), loop.getBeforeArguments(), created.getBeforeArguments(), loop);
  copyBlock(*loop.getBeforeBody());
  SmallVector<Value> passed;
  for (auto [i, value] : llvm::enumerate(loop.getConditionOp().getArgs()))
    if (isWanted(i))
      passed.push_back(map.lookupOrDefault(value));
  scf::ConditionOp::create(builder, map.lookupOrDefault(loop.getConditionOp().getCondition()),
                           joined(passed, countersIn(loop)));

  Block *after = created.getAfterBody();
  enter(after, {}, after->getArguments(), loop);
  for (unsigned i = 0, at = 0; i < loop.getNumResults(); ++i)
    if (isWanted(i)) {
      map.map(loop.getAfterArguments()[i], after->getArgument(at));
      map.map(loop.getResult(i), created.getResult(at++));
    }
  copyBlock(*loop.getAfterBody());
  scf::YieldOp::create(builder,
                       joined(copiesOf(loop.getYieldOp().getResults(), loop.getBeforeArguments()), countersIn(loop)));
  setCountersIn(loop, created.getResults().take_back(countersIn(loop).size()));
}

/// Copies one way of `around`, which yields its wanted results and the counters.
void StructuredCopy::copyBranch(Block &from, Block *to, Operation *around) {
  SmallVector<Value> before = countersIn(around);
  if (to->mightHaveTerminator())
    to->getTerminator()->erase();
  builder.setInsertionPointToStart(to);
  copyBlock(from);
  scf::YieldOp::create(builder,
                       joined(copiesOf(from.getTerminator()->getOperands(), around->getResults()), countersIn(around)));
  setCountersIn(around, before);
}

void StructuredCopy::copyIf(scf::IfOp branch) {
  SmallVector<Value> before = countersIn(branch);
  SmallVector<Type> types;
  for (Value result : branch.getResults())
    if (wants(result))
      types.push_back(result.getType());
  llvm::append_range(types, ValueRange(before).getTypes());
  bool hasElse = branch.elseBlock() || !types.empty();
  auto created = scf::IfOp::create(builder, types, map.lookupOrDefault(branch.getCondition()), hasElse);
  copyBranch(*branch.thenBlock(), created.thenBlock(), branch);
  if (branch.elseBlock())
    copyBranch(*branch.elseBlock(), created.elseBlock(), branch);
  else if (hasElse) {
    builder.setInsertionPointToStart(created.elseBlock());
    scf::YieldOp::create(builder, before);
  }
  mapWanted(branch.getResults(), created.getResults());
  setCountersIn(branch, created.getResults().take_back(before.size()));
}

void StructuredCopy::copySwitch(scf::IndexSwitchOp branch) {
  SmallVector<Type> types;
  for (Value result : branch.getResults())
    if (wants(result))
      types.push_back(result.getType());
  size_t count = countersIn(branch).size();
  llvm::append_range(types, ValueRange(countersIn(branch)).getTypes());
  auto created = scf::IndexSwitchOp::create(builder, types, map.lookupOrDefault(branch.getArg()), branch.getCases(),
                                            branch.getNumCases());
  for (auto [from, to] : llvm::zip_equal(branch->getRegions(), created->getRegions()))
    copyBranch(from.front(), &to.emplaceBlock(), branch);
  mapWanted(branch.getResults(), created.getResults());
  setCountersIn(branch, created.getResults().take_back(count));
}
