// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Calls.cpp - every call is inlined, except primitives ----------------===//
#include "compiler/Frontend/Lower/KernelLowering.h"

using namespace clang;
using namespace tilec;
using namespace tilec::frontend;

/// Calls inside calls; deeper is taken for runaway template recursion.
static constexpr unsigned kMaxInlineDepth = 400;

Object *KernelLowering::call(const CallExpr *expression, Object *into) {
  const FunctionDecl *function = expression->getDirectCallee();
  if (isa<CXXPseudoDestructorExpr>(expression->getCallee()->IgnoreParens()))
    return nullptr;
  if (!function) {
    error(expression->getBeginLoc(), "calls through pointers to functions are not allowed in tile code");
    return nullptr;
  }
  if (const AnnotateAttr *annotation = findAnnotation(function, "tile.op"))
    return callPrimitive(expression, function, annotation, into);
  if (isHalfClass(expression->getType()) && function->isConstexpr())
    if (Value known = fold(expression))
      return leafResult(expression, known);
  Object *result = nullptr;
  if (callBuiltin(expression, function, result) || callHalf(expression, function, result) ||
      trivialAssignment(expression, result) || failed)
    return result;
  llvm::SmallVector<const Expr *> arguments(expression->arg_begin(), expression->arg_end());
  const auto *method = dyn_cast<CXXMethodDecl>(function);
  if (method && isa<CXXOperatorCallExpr>(expression)) {
    if (method->isStatic()) // `object(x)` evaluates the object, and no more
      discard(arguments.front());
    if (method->isStatic() || method->isImplicitObjectMemberFunction())
      arguments.erase(arguments.begin());
  }
  if (method && isa<CXXDestructorDecl>(method)) {
    destroy(selfOf(expression), cast<CXXDestructorDecl>(method), expression->getBeginLoc());
    return nullptr;
  }
  if (method && method->isVirtual()) {
    error(expression->getBeginLoc(), "virtual functions are not allowed in tile code");
    return nullptr;
  }
  const auto *operation = dyn_cast<CXXOperatorCallExpr>(expression);
  bool isAssignment = operation && operation->isAssignmentOp();
  return inlineCall(
      function, [&] { return selfOf(expression); }, arguments, into, expression->getBeginLoc(),
      isAssignment ? EvaluationOrder::RightSideFirst : EvaluationOrder::ObjectFirst);
}

/// The object a member function is called on, or null.
Object *KernelLowering::selfOf(const CallExpr *expression) {
  if (const auto *member = dyn_cast<CXXMemberCallExpr>(expression)) {
    const Expr *object = member->getImplicitObjectArgument();
    if (object->getType()->isPointerType())
      return objectAt(evaluate(object), object->getType()->getPointeeType());
    return lvalue(object);
  }
  const auto *method = dyn_cast_or_null<CXXMethodDecl>(expression->getDirectCallee());
  if (!isa<CXXOperatorCallExpr>(expression) || !method || !method->isImplicitObjectMemberFunction())
    return nullptr;
  return lvalue(expression->getArg(0));
}

/// Defaulted copies of trivially copyable classes, which have no body.
bool KernelLowering::trivialAssignment(const CallExpr *expression, Object *&result) {
  const auto *method = dyn_cast_or_null<CXXMethodDecl>(expression->getDirectCallee());
  if (!method || !method->isTrivial() || !(method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator()))
    return false;
  const Expr *source = expression->getArg(isa<CXXOperatorCallExpr>(expression) ? 1 : 0);
  if (leafType(source->getType())) {
    Value value = valueOf(source);
    result = selfOf(expression);
    if (!failed)
      store(result, value, location(expression));
    return true;
  }
  if (isa<ConditionalOperator>(source->IgnoreParenImpCasts())) { // each arm on its own: no addresses
    Object *copied = allocate(source->getType().getUnqualifiedType(), expression, expression->getBeginLoc());
    copyFrom(source, copied);
    result = selfOf(expression);
    copy(result, copied, location(expression));
    return true;
  }
  Object *object = lvalue(source);
  result = selfOf(expression);
  copy(result, object, location(expression));
  return true;
}

bool KernelLowering::isApiDeclaration(const Decl *declaration) {
  for (const DeclContext *context = declaration->getDeclContext(); context; context = context->getParent())
    if (const auto *space = dyn_cast<NamespaceDecl>(context); space && space->getName() == "tiles")
      if (const auto *outer = dyn_cast<NamespaceDecl>(space->getParent()); outer && outer->getName() == "cuda")
        return true;
  return false;
}

bool KernelLowering::isRecursive(const FunctionDecl *function) {
  for (Frame *f = frame; f; f = f->caller)
    if (f->function == function)
      return true;
  return false;
}

/// What to inline for `function`, or null with an error.
const FunctionDecl *KernelLowering::definitionOf(const FunctionDecl *function, SourceLocation where) {
  const FunctionDecl *definition = nullptr;
  if (!function->hasBody(definition) && !function->isDefaulted()) {
    error(where, "call of '" + function->getNameAsString() + "', which has no definition in this translation unit");
    return nullptr;
  }
  if (!definition)
    definition = function;
  unsigned depth = 0;
  for (Frame *f = frame; f; f = f->caller)
    ++depth;
  if (isRecursive(definition))
    error(where, "recursion is not allowed in tile code: '" + function->getNameAsString() + "' calls itself");
  else if (depth > kMaxInlineDepth)
    error(where, "calls in tile code nest at most " + llvm::Twine(kMaxInlineDepth) +
                     " deep, since they are inlined: '" + function->getNameAsString() + "' is deeper");
  return failed ? nullptr : definition;
}

Object *KernelLowering::inlineCall(const FunctionDecl *function, llvm::function_ref<Object *()> self,
                                   llvm::ArrayRef<const Expr *> arguments, Object *into, SourceLocation where,
                                   EvaluationOrder order) {
  const FunctionDecl *definition = failed ? nullptr : definitionOf(function, where);
  if (!definition)
    return nullptr;
  if (arguments.size() > definition->getNumParams()) {
    unsupported(where, "calling a function with variable arguments");
    return nullptr;
  }
  Frame callee(location(where));
  bool objectFirst = order == EvaluationOrder::ObjectFirst;
  if (objectFirst)
    callee.self = self();
  for (unsigned i = 0, e = arguments.size(); i < e && !failed; ++i) {
    unsigned next = objectFirst ? i : e - 1 - i;
    bindArgument(callee, definition->getParamDecl(next), arguments[next]);
  }
  if (!objectFirst && !failed)
    callee.self = self();
  return failed ? nullptr : enterFunction(callee, definition, into, where);
}

/// As `inlineCall`, with the arguments as objects already.
Object *KernelLowering::inlineWithObjects(const FunctionDecl *function, Object *self,
                                          llvm::ArrayRef<Object *> arguments, SourceLocation where) {
  const FunctionDecl *definition = failed ? nullptr : definitionOf(function, where);
  if (!definition)
    return nullptr;
  Frame callee(location(where));
  callee.self = self;
  for (unsigned i = 0; i < definition->getNumParams() && i < arguments.size(); ++i)
    callee.variables[definition->getParamDecl(i)] = arguments[i];
  return enterFunction(callee, definition, nullptr, where);
}

Object *KernelLowering::enterFunction(Frame &callee, const FunctionDecl *definition, Object *into,
                                      SourceLocation where) {
  callee.caller = frame;
  callee.function = definition;
  if (const auto *method = dyn_cast<CXXMethodDecl>(definition); method && method->getParent()->isLambda())
    method->getParent()->getCaptureFields(callee.captures, callee.thisCapture);
  mlir::ArrayAttr outerHints = hints;
  Object *outerConstruction = underConstruction;
  if (!isApiDeclaration(definition))
    hints = {};
  underConstruction = nullptr;
  frame = &callee;
  Object *result = runBody(callee, definition, into, where);
  frame = callee.caller;
  hints = outerHints;
  underConstruction = outerConstruction;
  return result;
}

void KernelLowering::bindArgument(Frame &callee, const ParmVarDecl *parameter, const Expr *argument) {
  if (parameter->getType()->isReferenceType()) {
    callee.variables[parameter] = lvalue(argument);
    return;
  }
  Object *object = allocate(parameter->getType(), parameter, argument->getBeginLoc());
  initialise(argument, object);
  callee.variables[parameter] = object;
  if (parameter->getType().isDestructedType() == QualType::DK_cxx_destructor)
    callee.cleanups.push_back(object);
}

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

static unsigned countReturns(const Stmt *statement, const ASTContext &ast) {
  if (!statement || isa<LambdaExpr>(statement))
    return 0;
  if (isa<ReturnStmt>(statement))
    return 1;
  if (const auto *conditional = dyn_cast<IfStmt>(statement); conditional && conditional->isConstexpr()) {
    auto taken = conditional->getNondiscardedCase(ast);
    return taken ? countReturns(*taken, ast) : 0;
  }
  unsigned count = 0;
  for (const Stmt *child : statement->children())
    count += countReturns(child, ast);
  return count;
}

static bool endsInReturn(const Stmt *statement, const ASTContext &ast) {
  if (isa_and_nonnull<ReturnStmt>(statement))
    return true;
  if (const auto *compound = dyn_cast_or_null<CompoundStmt>(statement))
    return !compound->body_empty() && endsInReturn(compound->body_back(), ast);
  if (const auto *attributed = dyn_cast_or_null<AttributedStmt>(statement))
    return endsInReturn(attributed->getSubStmt(), ast);
  const auto *conditional = dyn_cast_or_null<IfStmt>(statement);
  if (!conditional || !conditional->isConstexpr())
    return false;
  auto taken = conditional->getNondiscardedCase(ast);
  return taken && endsInReturn(*taken, ast);
}

/// Then no exit block is needed.
bool KernelLowering::returnsOnlyAtEnd(const Stmt *body) {
  unsigned count = countReturns(body, ast);
  return count == 0 || (count == 1 && endsInReturn(body, ast));
}

Object *KernelLowering::runBody(Frame &callee, const FunctionDecl *definition, Object *into, SourceLocation where) {
  QualType type = definition->getReturnType();
  bool returnsValue = !type->isVoidType() && !isa<CXXConstructorDecl, CXXDestructorDecl>(definition);
  if (returnsValue && type->isReferenceType())
    callee.result = allocateLeaf(type, leafType(type));
  else if (returnsValue)
    callee.result = into ? into : allocate(type, definition, where);
  bool atEnd = returnsOnlyAtEnd(definition->getBody());
  if (!atEnd)
    callee.exit = ssa.createBlock();
  runFunctionBody(definition);
  if (failed)
    return nullptr;
  popCleanups(0, where);
  if (!atEnd) {
    branch(callee.exit, location(where));
    callee.exit->moveBefore(callee.exit->getParent(), callee.exit->getParent()->end());
    ssa.enter(callee.exit);
  }
  if (!returnsValue || !type->isReferenceType())
    return callee.result;
  return objectAt(load(callee.result, location(where)), type.getNonReferenceType());
}

void KernelLowering::runFunctionBody(const FunctionDecl *definition) {
  if (const auto *constructor = dyn_cast<CXXConstructorDecl>(definition))
    runInitialisers(constructor, frame->self);
  lowerStatement(definition->getBody());
}
