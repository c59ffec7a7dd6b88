// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Branches.cpp - how deep branches nest, and long chains of them ------===//
//
// Structured control flow nests as deep as the source does, and passes take a time that grows with the depth. So
// branches nest at most as deep as the C++ standard recommends (annex B). But a chain of `else if`, or of `? :` in the
// last operands, is a list to who wrote it, and may have any length. A long one becomes parts that follow each other:
//
//   if (a) A else if (b) B else if (c) C else if (d) D else E        (parts of two, say)
//
//     pending = false
//     if (a) A  else if (b) B  else pending = true
//     if (pending) { pending = false  if (c) C  else if (d) D  else E }
//
//===----------------------------------------------------------------------===//
#include "compiler/Frontend/Lower/KernelLowering.h"

using namespace clang;
using namespace tilec::frontend;

static constexpr unsigned kMaxBranchDepth = 256;
/// Links of a chain that nest in each other.
static constexpr size_t kLinksOfPart = 32;

/// Emits what is one branch deeper.
void KernelLowering::nestBranch(SourceLocation where, llvm::function_ref<void()> emit) {
  if (branchDepth == kMaxBranchDepth)
    return error(where, "branches in tile code nest at most " + llvm::Twine(kMaxBranchDepth) +
                            " deep, those of inlined calls included: this one is deeper");
  ++branchDepth;
  emit();
  --branchDepth;
}

/// The links of `if ... else if ...`, and what comes after the last `else`, perhaps nothing.
KernelLowering::Chain KernelLowering::chainOf(const IfStmt *statement) {
  Chain chain{{}, statement};
  while (const auto *link = dyn_cast_or_null<IfStmt>(chain.last)) {
    if (link->getInit() || link->getConditionVariable() || link->isConsteval()) // what they declare ends with them
      break;
    chain.links.push_back({link->getCond(), link->getThen()});
    chain.last = link->getElse();
  }
  return chain;
}

/// The links of `a ? x : b ? y : ...`, and the last operand.
KernelLowering::Chain KernelLowering::chainOf(const AbstractConditionalOperator *expression) {
  Chain chain{{}, expression};
  while (const auto *link = dyn_cast<ConditionalOperator>(cast<Expr>(chain.last)->IgnoreParens())) {
    chain.links.push_back({link->getCond(), link->getTrueExpr()});
    chain.last = link->getFalseExpr();
  }
  return chain;
}

bool KernelLowering::Chain::isLong() const {
  return links.size() > kLinksOfPart;
}

/// `emitArm` emits the arm that is taken.
void KernelLowering::lowerChain(const Chain &chain, Location loc, llvm::function_ref<void(const Stmt *)> emitArm) {
  Object *pending = allocateLeaf(ast.BoolTy, b.getI1Type());
  auto setPending = [&](bool value) { store(pending, arithmetic.integer(loc, b.getI1Type(), value), loc); };
  llvm::ArrayRef<ChainLink> rest = chain.links;
  for (bool isFirst = true; isFirst || (!rest.empty() && !isUnreachable() && !failed); isFirst = false) {
    mlir::Block *end = ssa.createBlock();
    if (!isFirst) {
      mlir::Block *start = ssa.createBlock();
      conditionalBranch(load(pending, loc), start, end, loc);
      ssa.enter(start);
    }
    setPending(false);
    llvm::ArrayRef<ChainLink> part = rest.take_front(kLinksOfPart);
    rest = rest.drop_front(part.size());
    if (!lowerLinks(part, end, emitArm))
      rest = {};
    else if (!rest.empty())
      setPending(true);
    else if (chain.last)
      emitArm(chain.last);
    branch(end, loc);
    ssa.enter(end);
  }
}

/// Goes on where none of the conditions holds. False if one always does.
bool KernelLowering::lowerLinks(llvm::ArrayRef<ChainLink> links, mlir::Block *end,
                                llvm::function_ref<void(const Stmt *)> emitArm) {
  for (const ChainLink &link : links) {
    std::optional<bool> known = foldCondition(link.condition);
    Value test;
    if (!known) {
      withoutNewCleanups(link.condition, [&] { test = condition(link.condition); });
      if (failed)
        return false;
      if (auto constant = constantOf(test))
        known = *constant != 0;
    }
    if (known && !*known)
      continue;
    if (known) {
      emitArm(link.arm);
      return false;
    }
    Location loc = location(link.condition);
    mlir::Block *ifTrue = ssa.createBlock(), *ifFalse = ssa.createBlock();
    conditionalBranch(test, ifTrue, ifFalse, loc);
    ssa.enter(ifTrue);
    emitArm(link.arm);
    branch(end, loc);
    ssa.enter(ifFalse);
  }
  return true;
}
