// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Ssa.cpp - SSA form built while the control flow graph grows ---------===//
#include "compiler/Frontend/Lower/ControlFlow/Ssa.h"

#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace tilec::frontend;

SsaBuilder::Variable SsaBuilder::createVariable(Type type) {
  types.push_back(type);
  return types.size() - 1;
}

Block *SsaBuilder::createBlock() {
  auto *block = new Block();
  builder.getInsertionBlock()->getParent()->push_back(block);
  open.insert(block);
  return block;
}

void SsaBuilder::enter(Block *block, bool keepOpen) {
  if (!keepOpen)
    seal(block);
  builder.setInsertionPointToEnd(block);
}

void SsaBuilder::seal(Block *block) {
  if (!open.erase(block))
    return;
  auto waiting = std::move(pending[block]);
  pending.erase(block);
  for (Pending &entry : waiting)
    fill(entry.phi, entry.variable);
  auto assumed = std::move(assumptions[block]);
  assumptions.erase(block);
  for (Assumption &assumption : assumed)
    for (Block *predecessor : block->getPredecessors())
      if (resolve(readIn(predecessor, assumption.variable)) != assumption.value)
        onWrongAssumption(assumption.value);
}

void SsaBuilder::write(Variable variable, Value value) {
  writeIn(builder.getInsertionBlock(), variable, value);
}

void SsaBuilder::writeIn(Block *block, Variable variable, Value value) {
  definitions[{block, variable}] = value;
}

Value SsaBuilder::read(Variable variable) {
  return resolve(readIn(builder.getInsertionBlock(), variable));
}

Value SsaBuilder::resolve(Value value) {
  SmallVector<Value, 4> path;
  for (auto it = forwards.find(value); it != forwards.end(); it = forwards.find(value)) {
    path.push_back(value);
    value = it->second;
  }
  for (Value step : path)
    forwards[step] = value;
  return value;
}

/// Follows chains of single predecessors without recursion, so that long straight code costs no stack.
Value SsaBuilder::readIn(Block *block, Variable variable) {
  SmallVector<Block *, 8> chain;
  Value result;
  while (!result) {
    if (auto it = definitions.find({block, variable}); it != definitions.end()) {
      result = it->second;
    } else if (open.contains(block)) {
      result = readOpen(block, variable);
    } else if (Block *predecessor = block->getSinglePredecessor()) {
      chain.push_back(block);
      block = predecessor;
    } else if (!block->hasNoPredecessors()) {
      result = readMerge(block, variable);
    } else if (block->isEntryBlock() && block->getParentOp()->getBlock() &&
               !block->getParentOp()->hasTrait<OpTrait::IsIsolatedFromAbove>()) {
      chain.push_back(block);
      block = block->getParentOp()->getBlock();
    } else {
      result = poison(block, variable);
    }
  }
  for (Block *passed : chain)
    definitions[{passed, variable}] = result;
  return result;
}

Value SsaBuilder::readOpen(Block *block, Variable variable) {
  Value common;
  bool agree = true;
  for (Block *predecessor : block->getPredecessors()) {
    Value value = resolve(readIn(predecessor, variable));
    agree &= !common || common == value;
    common = value;
  }
  if (common && agree && assumable(common)) {
    assumptions[block].push_back({variable, common});
    return definitions[{block, variable}] = common;
  }
  unsigned phi = createPhi(block, variable);
  pending[block].push_back({variable, phi});
  return phis[phi].argument;
}

Value SsaBuilder::readMerge(Block *block, Variable variable) {
  // The phi is the definition while its operands are looked up: that ends cycles.
  unsigned phi = createPhi(block, variable);
  Value value = fill(phi, variable);
  return definitions[{block, variable}] = value;
}

Value SsaBuilder::poison(Block *block, Variable variable) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(block);
  Value value = ub::PoisonOp::create(builder, builder.getUnknownLoc(), types[variable]);
  return definitions[{block, variable}] = value;
}

unsigned SsaBuilder::createPhi(Block *block, Variable variable) {
  phis.push_back({block->addArgument(types[variable], builder.getUnknownLoc()), {}});
  definitions[{block, variable}] = phis.back().argument;
  return phis.size() - 1;
}

Value SsaBuilder::fill(unsigned phi, Variable variable) {
  Block *block = phis[phi].argument.getOwner();
  std::vector<Incoming> incoming;
  for (auto it = block->pred_begin(), end = block->pred_end(); it != end; ++it)
    incoming.push_back({(*it)->getTerminator(), it.getSuccessorIndex(), readIn(*it, variable)});
  phis[phi].incoming = std::move(incoming);
  if (Value only = onlyOperand(phis[phi]))
    forwards[phis[phi].argument] = only;
  return resolve(phis[phi].argument);
}

/// The one value other than the phi itself that reaches it, or null.
Value SsaBuilder::onlyOperand(const Phi &phi) {
  Value only;
  for (const Incoming &incoming : phi.incoming) {
    Value value = resolve(incoming.value);
    if (value == phi.argument || value == only)
      continue;
    if (only)
      return {};
    only = value;
  }
  return only;
}

void SsaBuilder::finish(Region &region) {
  while (!open.empty())
    seal(*open.begin());
  removeUnreachable(region);
  forwardTrivial();
  materialize();
}

static void collectReachable(Region &region, llvm::DenseSet<Block *> &reached) {
  SmallVector<Block *> work;
  if (!region.empty())
    work.push_back(&region.front());
  while (!work.empty()) {
    Block *block = work.pop_back_val();
    if (!reached.insert(block).second)
      continue;
    if (!block->empty() && block->back().hasTrait<OpTrait::IsTerminator>())
      work.append(block->succ_begin(), block->succ_end());
    for (Operation &op : *block)
      for (Region &nested : op.getRegions())
        collectReachable(nested, reached);
  }
}

void SsaBuilder::removeUnreachable(Region &region) {
  llvm::DenseSet<Block *> reached;
  collectReachable(region, reached);
  SmallVector<Block *> gone;
  region.walk([&](Block *block) {
    if (!reached.contains(block))
      gone.push_back(block);
  });
  llvm::DenseSet<Block *> goneSet(gone.begin(), gone.end());
  llvm::erase_if(phis, [&](Phi &phi) { return goneSet.contains(phi.argument.getOwner()); });
  for (Phi &phi : phis)
    llvm::erase_if(phi.incoming, [&](Incoming &in) { return goneSet.contains(in.terminator->getBlock()); });
  for (Block *block : gone)
    block->dropAllReferences();
  for (Block *block : gone)
    block->dropAllDefinedValueUses();
  for (Block *block : gone)
    block->erase();
}

void SsaBuilder::forwardTrivial() {
  bool changed = true;
  while (changed) {
    changed = false;
    for (Phi &phi : phis) {
      if (forwards.contains(phi.argument))
        continue;
      if (Value only = onlyOperand(phi)) {
        forwards[phi.argument] = only;
        changed = true;
      }
    }
  }
}

/// Replaces trivial phis, appends the operands of the others to the branches in the order of their arguments, and
/// drops the arguments no longer needed.
void SsaBuilder::materialize() {
  llvm::MapVector<Block *, llvm::BitVector> dropped;
  std::vector<const Phi *> kept;
  for (Phi &phi : phis) {
    BlockArgument argument = phi.argument;
    if (!forwards.contains(argument)) {
      kept.push_back(&phi);
      continue;
    }
    argument.replaceAllUsesWith(resolve(argument));
    llvm::BitVector &bits = dropped[argument.getOwner()];
    bits.resize(argument.getOwner()->getNumArguments());
    bits.set(argument.getArgNumber());
  }
  // Within one block phis were created in argument order, and so they stand in `phis`.
  for (const Phi *phi : kept)
    for (const Incoming &incoming : phi->incoming)
      cast<BranchOpInterface>(incoming.terminator)
          .getSuccessorOperands(incoming.successor)
          .append(resolve(incoming.value));
  for (auto &[block, bits] : dropped)
    block->eraseArguments(bits);
  phis.clear();
  forwards.clear();
  definitions.clear();
}
