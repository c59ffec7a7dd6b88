// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SsaBuilder on graphs made by hand: what is read where, and which phis remain.
#include "compiler/Frontend/Lower/ControlFlow/Ssa.h"
#include "test/support/Catch.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace tilec::frontend;

namespace {

/// A function `(i1, i32) -> i32` under construction.
struct Graph {
  MLIRContext context;
  OpBuilder b{&context};
  OwningOpRef<ModuleOp> module;
  func::FuncOp function;
  SsaBuilder ssa{b};

  Graph() {
    context.loadDialect<arith::ArithDialect, cf::ControlFlowDialect, func::FuncDialect, ub::UBDialect>();
    module = ModuleOp::create(b.getUnknownLoc());
    b.setInsertionPointToEnd(module->getBody());
    auto type = b.getFunctionType({b.getI1Type(), b.getI32Type()}, {b.getI32Type()});
    function = func::FuncOp::create(b, b.getUnknownLoc(), "f", type);
    b.setInsertionPointToEnd(function.addEntryBlock());
  }

  Value test() {
    return function.getArgument(0);
  }
  Value constant(int value) {
    return arith::ConstantOp::create(b, b.getUnknownLoc(), b.getI32IntegerAttr(value));
  }
  void branch(Block *target) {
    cf::BranchOp::create(b, b.getUnknownLoc(), target);
  }
  void branch(Block *ifTrue, Block *ifFalse) {
    cf::CondBranchOp::create(b, b.getUnknownLoc(), test(), ifTrue, ValueRange{}, ifFalse, ValueRange{});
  }
  void finish(Value result) {
    func::ReturnOp::create(b, b.getUnknownLoc(), result);
    ssa.finish(function.getBody());
  }
  Value returned() {
    return function.getBody().back().getTerminator()->getOperand(0);
  }
};

} // namespace

TEST_CASE("two different values meet in one block argument") {
  Graph g;
  auto x = g.ssa.createVariable(g.b.getI32Type());
  Block *left = g.ssa.createBlock(), *right = g.ssa.createBlock(), *end = g.ssa.createBlock();
  g.branch(left, right);
  g.ssa.enter(left);
  Value one = g.constant(1);
  g.ssa.write(x, one);
  g.branch(end);
  g.ssa.enter(right);
  Value two = g.constant(2);
  g.ssa.write(x, two);
  g.branch(end);
  g.ssa.enter(end);
  g.finish(g.ssa.read(x));
  REQUIRE(succeeded(verify(*g.module)));
  REQUIRE(end->getNumArguments() == 1);
  CHECK(g.returned() == end->getArgument(0));
  CHECK(cast<cf::BranchOp>(left->getTerminator()).getDestOperands().front() == one);
  CHECK(cast<cf::BranchOp>(right->getTerminator()).getDestOperands().front() == two);
}

TEST_CASE("equal values meet without a block argument, and at once") {
  Graph g;
  auto x = g.ssa.createVariable(g.b.getI32Type());
  Value one = g.constant(1);
  g.ssa.write(x, one);
  Block *left = g.ssa.createBlock(), *right = g.ssa.createBlock(), *end = g.ssa.createBlock();
  g.branch(left, right);
  g.ssa.enter(left);
  g.branch(end);
  g.ssa.enter(right);
  g.branch(end);
  g.ssa.enter(end);
  CHECK(g.ssa.read(x) == one);
  g.finish(g.ssa.read(x));
  CHECK(end->getNumArguments() == 0);
}

/// while (test) { if (changes) x = x + x; }
static Value buildLoop(Graph &g, bool changes, Block *&header) {
  auto x = g.ssa.createVariable(g.b.getI32Type());
  Value start = g.constant(1);
  g.ssa.write(x, start);
  header = g.ssa.createBlock();
  Block *body = g.ssa.createBlock(), *exit = g.ssa.createBlock();
  g.branch(header);
  g.ssa.enter(header, /*keepOpen=*/true);
  g.branch(body, exit);
  g.ssa.enter(body);
  Value old = g.ssa.read(x);
  if (changes)
    g.ssa.write(x, arith::AddIOp::create(g.b, g.b.getUnknownLoc(), old, old));
  g.branch(header);
  g.ssa.seal(header);
  g.ssa.enter(exit);
  g.finish(g.ssa.read(x));
  return start;
}

TEST_CASE("a variable changed in a loop is an argument of its header") {
  Graph g;
  Block *header = nullptr;
  buildLoop(g, true, header);
  REQUIRE(succeeded(verify(*g.module)));
  REQUIRE(header->getNumArguments() == 1);
  CHECK(g.returned() == header->getArgument(0));
}

TEST_CASE("a variable only read in a loop is no argument of its header") {
  Graph g;
  Block *header = nullptr;
  Value start = buildLoop(g, false, header);
  REQUIRE(succeeded(verify(*g.module)));
  CHECK(header->getNumArguments() == 0);
  CHECK(g.returned() == start);
}

TEST_CASE("an assumption about a loop header that holds leaves no trace") {
  Graph g;
  unsigned wrong = 0;
  g.ssa.assumable = [](Value) { return true; };
  g.ssa.onWrongAssumption = [&](Value) { ++wrong; };
  Block *header = nullptr;
  buildLoop(g, false, header);
  CHECK(wrong == 0);
}

TEST_CASE("an assumption about a loop header that fails is reported") {
  Graph g;
  Value told;
  g.ssa.assumable = [](Value) { return true; };
  g.ssa.onWrongAssumption = [&](Value value) { told = value; };
  Block *header = nullptr;
  Value start = buildLoop(g, true, header);
  CHECK(told == start);
}

TEST_CASE("a variable never written is poison") {
  Graph g;
  auto x = g.ssa.createVariable(g.b.getI32Type());
  g.finish(g.ssa.read(x));
  CHECK(isa<ub::PoisonOp>(g.returned().getDefiningOp()));
}

TEST_CASE("unreachable blocks go, and so do their operands of phis") {
  Graph g;
  auto x = g.ssa.createVariable(g.b.getI32Type());
  Value one = g.constant(1);
  g.ssa.write(x, one);
  Block *dead = g.ssa.createBlock(), *end = g.ssa.createBlock();
  g.branch(end);
  g.ssa.enter(dead);
  CHECK(g.ssa.isUnreachable());
  g.ssa.write(x, g.constant(2));
  g.branch(end);
  g.ssa.enter(end);
  g.finish(g.ssa.read(x));
  REQUIRE(succeeded(verify(*g.module)));
  CHECK(g.function.getBody().getBlocks().size() == 2);
  CHECK(g.returned() == one);
}

TEST_CASE("a long chain of blocks costs no stack") {
  Graph g;
  auto x = g.ssa.createVariable(g.b.getI32Type());
  Value one = g.constant(1);
  g.ssa.write(x, one);
  for (int i = 0; i < 100000; ++i) {
    Block *next = g.ssa.createBlock();
    g.branch(next);
    g.ssa.enter(next);
  }
  CHECK(g.ssa.read(x) == one);
  g.finish(g.ssa.read(x));
}
