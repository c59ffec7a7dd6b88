// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Primitives.cpp - calls of annotated primitives ----------------------===//
#include "compiler/Frontend/Lower/Primitives/Primitives.h"

#include "compiler/Frontend/Lower/KernelLowering.h"

using namespace clang;
using namespace tilec;
using namespace tilec::frontend;

const PrimitiveTable &tilec::frontend::primitives() {
  static const PrimitiveTable table = [] {
    PrimitiveTable all;
    addArithmeticPrimitives(all);
    addMathPrimitives(all);
    addShapePrimitives(all);
    addMemoryPrimitives(all);
    addAtomicPrimitives(all);
    addViewPrimitives(all);
    addReductionPrimitives(all);
    addAssumptionPrimitives(all);
    return all;
  }();
  return table;
}

/// Leaf types in the order of `flatten`.
void KernelLowering::flattenTypes(QualType type, llvm::SmallVectorImpl<QualType> &types) {
  type = type.getCanonicalType();
  if (type->isVoidType())
    return;
  if (leafType(type)) {
    types.push_back(type);
    return;
  }
  if (!type->isRecordType() && !type->isConstantArrayType())
    return unsupported(SourceLocation(), "'" + type.getAsString() + "' in a primitive");
  for (unsigned i = 0, e = partCount(type); i < e; ++i)
    flattenTypes(partType(type, i), types);
}

/// The leaf values of an object: members in order, bases first.
void KernelLowering::flatten(Object *object, llvm::SmallVectorImpl<Value> &values, Location loc) {
  if (failed)
    return;
  if (leafType(object->type)) {
    values.push_back(load(object, loc));
    return;
  }
  for (unsigned i = 0, e = partCount(object->type); i < e; ++i)
    flatten(part(object, i), values, loc);
}

void KernelLowering::unflatten(Object *object, llvm::ArrayRef<Value> &values, Location loc) {
  if (leafType(object->type)) {
    store(object, values.front(), loc);
    values = values.drop_front();
    return;
  }
  for (unsigned i = 0, e = partCount(object->type); i < e; ++i)
    unflatten(part(object, i), values, loc);
}

void KernelLowering::addOperand(PrimitiveCall &primitive, const Expr *argument) {
  llvm::SmallVector<QualType> types;
  flattenTypes(argument->getType(), types);
  for (QualType type : types)
    primitive.kinds.push_back(numberKind(type));
  if (leafType(argument->getType()))
    primitive.operands.push_back(valueOf(argument));
  else
    flatten(lvalue(argument), primitive.operands, primitive.loc);
}

Object *KernelLowering::callPrimitive(const CallExpr *expression, const FunctionDecl *function,
                                      const AnnotateAttr *annotation, Object *into) {
  llvm::StringRef name = annotationString(annotation, 0);
  PrimitiveEmitter emit = primitives().lookup(name);
  if (!emit) {
    unsupported(expression->getBeginLoc(), "the primitive '" + name + "'");
    return nullptr;
  }
  PrimitiveCall primitive{b, arithmetic, location(expression), {}, {}, {}, {}, {}, hints, nullptr, {}};
  for (const Expr *argument : llvm::drop_begin(annotation->args()))
    primitive.constants.push_back(argument->EvaluateKnownConstInt(ast).extOrTrunc(64).getSExtValue());
  llvm::SmallVector<QualType> results;
  flattenTypes(function->getReturnType(), results);
  for (QualType type : results) {
    primitive.resultTypes.push_back(leafType(type));
    primitive.resultKinds.push_back(numberKind(type));
  }
  Object *closure = nullptr;
  auto arguments = llvm::ArrayRef(expression->getArgs(), expression->getNumArgs());
  if (name == "reduce" || name == "scan") {
    closure = lvalue(arguments.front());
    arguments = arguments.drop_front();
  }
  for (const Expr *argument : arguments)
    addOperand(primitive, argument);
  if (failed)
    return nullptr;
  auto lowerCombiner = [&](mlir::Region &region) { lowerCombinerBody(closure, primitive, region, expression); };
  primitive.lowerCombiner = lowerCombiner;
  llvm::SmallVector<Value> values = emit(primitive);
  if (!primitive.unsupported.empty())
    unsupported(expression->getBeginLoc(), primitive.unsupported);
  return failed ? nullptr : primitiveResult(expression, values, into);
}

Object *KernelLowering::primitiveResult(const CallExpr *expression, llvm::ArrayRef<Value> values, Object *into) {
  QualType type = expression->getType();
  if (type->isVoidType())
    return nullptr;
  if (leafType(type))
    return leafResult(expression, values.front());
  Object *result = into ? into : allocate(type, expression, expression->getBeginLoc());
  if (!failed)
    unflatten(result, values, location(expression));
  return result;
}

//===----------------------------------------------------------------------===//
// Closures of reductions and scans
//===----------------------------------------------------------------------===//

static const CXXMethodDecl *callOperator(const CXXRecordDecl *record) {
  if (record->isLambda())
    return record->getLambdaCallOperator();
  for (const CXXMethodDecl *method : record->methods())
    if (method->getOverloadedOperator() == OO_Call)
      return method;
  return nullptr;
}

/// Inlines the closure's body into the region: block arguments in, a yield of its result out.
void KernelLowering::lowerCombinerBody(Object *closure, PrimitiveCall &primitive, mlir::Region &region,
                                       const CallExpr *expression) {
  const CXXMethodDecl *method = callOperator(closure->type->getAsCXXRecordDecl());
  if (!method || method->getNumParams() != 2 * primitive.operands.size())
    return unsupported(expression->getBeginLoc(), "a combining function of this form");
  mlir::OpBuilder::InsertionGuard guard(b);
  auto *block = new mlir::Block();
  region.push_back(block);
  b.setInsertionPointToEnd(block);
  SsaBuilder::Variable outerFloor = std::exchange(combinerFloor, ssa.variableCount());
  llvm::SmallVector<Object *> arguments;
  for (const ParmVarDecl *parameter : method->parameters()) {
    mlir::Type type = leafTypeOr(parameter->getType().getNonReferenceType(), parameter->getLocation());
    Object *object = allocateLeaf(parameter->getType().getNonReferenceType(), type);
    object->origin = parameter;
    store(object, block->addArgument(type, primitive.loc), primitive.loc);
    arguments.push_back(object);
  }
  Object *result = inlineWithObjects(method, closure, arguments, expression->getBeginLoc());
  llvm::SmallVector<Value> values;
  if (result)
    flatten(result, values, primitive.loc);
  if (!failed)
    tile::YieldOp::create(b, primitive.loc, values);
  combinerFloor = outerFloor;
}
