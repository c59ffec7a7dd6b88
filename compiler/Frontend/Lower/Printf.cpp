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

/// Conversions in a printf format; none if it has a `*`.
static std::optional<unsigned> countConversions(llvm::StringRef format) {
  unsigned count = 0;
  for (size_t i = 0; i < format.size(); ++i) {
    if (format[i] != '%')
      continue;
    if (++i < format.size() && format[i] == '%')
      continue;
    size_t end = format.find_first_of("diouxXeEfFgGaAcspn", i);
    if (format.substr(i, end == llvm::StringRef::npos ? end : end - i).contains('*'))
      return std::nullopt;
    i = end == llvm::StringRef::npos ? format.size() : end;
    ++count;
  }
  return count;
}

Object *KernelLowering::callPrintf(const CallExpr *expression) {
  const StringLiteral *format = literalOf(expression->getArg(0));
  if (!format) {
    error(expression->getArg(0)->getBeginLoc(), "the format of printf must be a string literal in tile code");
    return nullptr;
  }
  auto conversions = countConversions(format->getString());
  unsigned given = expression->getNumArgs() - 1;
  if (!conversions) {
    unsupported(expression->getBeginLoc(), "a width or precision taken from an argument of printf");
    return nullptr;
  }
  if (*conversions != given) {
    error(expression->getBeginLoc(),
          "expected " + llvm::Twine(*conversions) + " arguments after the format of printf, got " + llvm::Twine(given));
    return nullptr;
  }
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
  return leafResult(expression, arithmetic.integer(loc, b.getI32Type(), given));
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
