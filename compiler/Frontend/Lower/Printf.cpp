// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Printf.cpp - printf and assert --------------------------------------===//
#include "compiler/Frontend/Lower/KernelLowering.h"

using namespace clang;
using namespace tilec;
using namespace tilec::frontend;

/// The string literal behind casts, or null.
static const StringLiteral *literalOf(const Expr *expression) {
  expression = expression->IgnoreParenImpCasts();
  if (const auto *predefined = dyn_cast<PredefinedExpr>(expression))
    return predefined->getFunctionName();
  return dyn_cast<StringLiteral>(expression);
}

Object *KernelLowering::callPrintf(const CallExpr *expression) {
  const StringLiteral *format = literalOf(expression->getArg(0));
  assert(format && "checkPrintf wants a literal whose conversions are as many as the arguments");
  llvm::SmallVector<Value> values;
  for (const Expr *argument : llvm::drop_begin(expression->arguments())) {
    if (!leafType(argument->getType()))
      unsupported(argument->getBeginLoc(), "printing a value of type '" + argument->getType().getAsString() + "'");
    values.push_back(valueOf(argument));
  }
  if (failed)
    return nullptr;
  Location loc = location(expression);
  tile::PrintOp::create(b, loc, b.getStringAttr(format->getString()), values);
  return leafResult(expression, arithmetic.integer(loc, b.getI32Type(), expression->getNumArgs() - 1));
}

/// What `assert` calls when its condition is false.
Object *KernelLowering::callAssertFail(const CallExpr *expression) {
  const StringLiteral *condition = literalOf(expression->getArg(0));
  const StringLiteral *function = expression->getNumArgs() > 3 ? literalOf(expression->getArg(3)) : nullptr;
  Location loc = location(expression);
  std::string text = condition ? condition->getString().str() : "assertion failed";
  Value never = arithmetic.integer(loc, b.getI1Type(), 0);
  tile::AssertOp::create(b, loc, never, b.getStringAttr(text), b.getStringAttr(function ? function->getString() : ""));
  return nullptr;
}
