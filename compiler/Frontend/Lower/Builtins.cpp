// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Builtins.cpp - functions known by name ------------------------------===//
//
// Compiler builtins, the casts of <utility> that Clang knows, printf and assert, memcpy and memset.
//
//===----------------------------------------------------------------------===//
#include "compiler/Frontend/Lower/KernelLowering.h"

#include "clang/Basic/Builtins.h"

using namespace clang;
using namespace tilec;
using namespace tilec::frontend;

Object *KernelLowering::leafResult(const Expr *expression, Value value) {
  if (failed || !value)
    return nullptr;
  Object *result = allocateLeaf(expression->getType(), value.getType());
  store(result, value, location(expression));
  return result;
}

bool KernelLowering::callBuiltin(const CallExpr *expression, const FunctionDecl *function, Object *&result) {
  if (function->getIdentifier() && function->getName() == "__assert_fail") {
    result = callAssertFail(expression);
    return true;
  }
  if (function->getIdentifier() && function->getName() == "__printf_chk")
    return error(expression->getBeginLoc(), "printf is fortified here: compile with -U_FORTIFY_SOURCE"), true;
  unsigned id = function->getBuiltinID();
  if (!id)
    return false;
  switch (id) {
  case Builtin::BIprintf:
  case Builtin::BI__builtin_printf:
    result = callPrintf(expression);
    return true;
  case Builtin::BImemcpy:
  case Builtin::BI__builtin_memcpy:
    result = callMemoryFunction(expression, /*isSet=*/false);
    return true;
  case Builtin::BImemset:
  case Builtin::BI__builtin_memset:
    result = callMemoryFunction(expression, /*isSet=*/true);
    return true;
  case Builtin::BI__builtin_unreachable: // undefined behaviour: going on is as good as anything
  case Builtin::BI__builtin_assume:
    return true;
  case Builtin::BI__builtin_expect:
  case Builtin::BI__builtin_expect_with_probability:
  case Builtin::BI__builtin_assume_aligned:
    result = leafResult(expression, evaluate(expression->getArg(0)));
    return true;
  default:
    break;
  }
  if (callForwardingBuiltin(expression, id, result))
    return true;
  const FunctionDecl *definition = nullptr;
  if (function->hasBody(definition))
    return false;
  error(expression->getBeginLoc(), "'" + function->getNameAsString() + "' cannot be called in tile code");
  return true;
}

bool KernelLowering::callForwardingBuiltin(const CallExpr *expression, unsigned id, Object *&result) {
  switch (id) {
  case Builtin::BImove:
  case Builtin::BIforward:
  case Builtin::BIforward_like:
  case Builtin::BImove_if_noexcept:
  case Builtin::BIas_const:
    result = lvalue(expression->getArg(0));
    return true;
  case Builtin::BIaddressof:
  case Builtin::BI__addressof:
  case Builtin::BI__builtin_addressof:
    result = leafResult(expression, addressOf(lvalue(expression->getArg(0))));
    return true;
  case Builtin::BI__builtin_launder:
    result = leafResult(expression, evaluate(expression->getArg(0)));
    return true;
  default:
    return false;
  }
}

/// memcpy and memset; the result is the target.
Object *KernelLowering::callMemoryFunction(const CallExpr *expression, bool isSet) {
  Location loc = location(expression);
  Value target = evaluate(expression->getArg(0));
  Value source = evaluate(expression->getArg(1));
  Value size = evaluate(expression->getArg(2));
  if (failed)
    return nullptr;
  if (isSet)
    source = arithmetic.convert(loc, source, NumberKind::Signed, b.getI8Type(), NumberKind::Signed);
  if (auto bytes = constantOf(size))
    isSet ? fillBytes(target, source, *bytes, loc) : copyBytes(target, source, *bytes, loc);
  else
    isSet ? fillBytesOfRunTimeSize(target, source, size, loc) : copyBytesOfRunTimeSize(target, source, size, loc);
  return leafResult(expression, target);
}
