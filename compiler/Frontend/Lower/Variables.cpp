// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Variables.cpp - locals, static locals and `__tile__` variables ------===//
#include "compiler/Frontend/Lower/KernelLowering.h"

#include "clang/AST/RecordLayout.h"
#include "llvm/Support/Endian.h"

using namespace clang;
using namespace tilec;
using namespace tilec::frontend;

void KernelLowering::lowerVariable(const VarDecl *variable) {
  if (failed || !variable->hasLocalStorage())
    return; // static locals are made when used
  if (isUnreachable() && variable->getType()->isReferenceType())
    return;
  llvm::SmallVector<const Attr *> attributes(variable->attrs().begin(), variable->attrs().end());
  withHints(attributes, [&] { initialiseVariable(variable); });
  if (const auto *decomposition = dyn_cast<DecompositionDecl>(variable))
    for (const BindingDecl *binding : decomposition->bindings())
      if (const VarDecl *holding = binding->getHoldingVar())
        lowerVariable(holding);
}

void KernelLowering::initialiseVariable(const VarDecl *variable) {
  QualType type = variable->getType();
  const Expr *init = variable->getInit();
  if (type->isReferenceType()) {
    frame->variables[variable] = lvalue(init);
    return;
  }
  Object *object = allocate(type, variable, variable->getLocation());
  frame->variables[variable] = object;
  if (isUnreachable()) // before the first label of a switch
    return;
  markUninitialised(object);
  const APValue *known = variable->isConstexpr() ? variable->evaluateValue() : nullptr;
  if (known && canMaterialize(*known, type))
    initialiseConstant(object, *known, location(variable->getLocation()));
  else if (init)
    initialise(init, object);
  pushCleanup(object, type, /*extended=*/false);
}

/// A variable in a loop body does not carry its value from one iteration to the next.
void KernelLowering::markUninitialised(Object *object) {
  if (object->kind == Object::Kind::Leaf && !object->type->isReferenceType())
    ssa.write(object->variable, poison(ssa.typeOf(object->variable), b.getUnknownLoc()));
  for (Object *part : object->parts)
    markUninitialised(part);
}

//===----------------------------------------------------------------------===//
// Variables with static storage
//===----------------------------------------------------------------------===//

Object *KernelLowering::globalVariable(const VarDecl *variable, SourceLocation where) {
  variable = variable->getCanonicalDecl();
  if (const VarDecl *definition = variable->getDefinition())
    variable = definition;
  std::string &symbol = moduleState.globals[variable];
  if (symbol.empty()) {
    std::vector<char> bytes(std::max<int64_t>(1, sizeOf(variable->getType())));
    const Expr *init = variable->getInit();
    const auto *construction = dyn_cast_or_null<CXXConstructExpr>(init ? init->IgnoreParenImpCasts() : nullptr);
    bool isTrivial = !init || (construction && construction->getConstructor()->isTrivial());
    const APValue *value = isTrivial ? nullptr : variable->evaluateValue();
    if (!isTrivial && (!value || !initialBytes(*value, variable->getType(), bytes))) {
      error(variable->getLocation(), "a variable with static storage in tile code needs a constant initialiser");
      return dummy(variable->getType());
    }
    symbol = symbolName(variable);
    createGlobal(symbol, variable->getType(), bytes, variable->getLocation(),
                 /*isPublic=*/variable->hasAttr<CUDADeviceAttr>(), variable->getType().isConstQualified());
  }
  return addressOfGlobal(symbol, variable->getType().getNonReferenceType(), where);
}

void KernelLowering::createGlobal(llvm::StringRef symbol, QualType type, llvm::ArrayRef<char> bytes,
                                  SourceLocation where, bool isPublic, bool isConstant) {
  mlir::OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(module.getBody());
  mlir::DenseI8ArrayAttr initial;
  if (llvm::any_of(bytes, [](char byte) { return byte != 0; }))
    initial =
        b.getDenseI8ArrayAttr(llvm::ArrayRef<int8_t>(reinterpret_cast<const int8_t *>(bytes.data()), bytes.size()));
  tile::GlobalOp::create(b, location(where), b.getStringAttr(symbol),
                         isPublic ? mlir::StringAttr() : b.getStringAttr("private"), b.getI64IntegerAttr(bytes.size()),
                         b.getI64IntegerAttr(ast.getTypeAlignInChars(type).getQuantity()), initial,
                         isConstant ? b.getUnitAttr() : mlir::UnitAttr());
}

Object *KernelLowering::addressOfGlobal(llvm::StringRef symbol, QualType type, SourceLocation where) {
  mlir::OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(entry);
  Value address = tile::AddressOfOp::create(b, location(where), pointerTo(type),
                                            mlir::FlatSymbolRefAttr::get(b.getContext(), symbol));
  return memoryAt(address, type);
}

Object *KernelLowering::stringLiteral(const StringLiteral *literal) {
  std::string &symbol = moduleState.globals[literal];
  if (symbol.empty()) {
    symbol = ("__tilec_string_" + llvm::Twine(moduleState.privateGlobals++)).str();
    std::vector<char> bytes(sizeOf(literal->getType()));
    llvm::StringRef text = literal->getBytes();
    std::copy(text.begin(), text.end(), bytes.begin());
    createGlobal(symbol, literal->getType(), bytes, literal->getBeginLoc(), /*isPublic=*/false, /*isConstant=*/true);
  }
  return addressOfGlobal(symbol, literal->getType(), literal->getBeginLoc());
}

//===----------------------------------------------------------------------===//
// Initial bytes
//===----------------------------------------------------------------------===//

bool KernelLowering::initialLeafBytes(const APValue &value, QualType type, llvm::MutableArrayRef<char> bytes) {
  llvm::APInt bits;
  if (value.isInt())
    bits = value.getInt();
  else if (value.isFloat() && !type->isSpecificBuiltinType(BuiltinType::LongDouble))
    bits = value.getFloat().bitcastToAPInt();
  else
    return value.isIndeterminate() || value.isAbsent() || (value.isLValue() && value.isNullPointer());
  bits = bits.zextOrTrunc(bytes.size() * 8);
  for (size_t i = 0; i < bytes.size(); ++i)
    bytes[i] = bits.extractBitsAsZExtValue(8, i * 8);
  return true;
}

/// Writes the bytes of a constant in memory order; false if it has no bytes before run time.
bool KernelLowering::initialBytes(const APValue &value, QualType type, llvm::MutableArrayRef<char> bytes) {
  type = type.getCanonicalType();
  if (!type->isRecordType() && !type->isConstantArrayType())
    return initialLeafBytes(value, type, bytes.take_front(sizeOf(type)));
  if (!value.isArray() && !value.isStruct())
    return value.isIndeterminate() || value.isAbsent();
  for (unsigned i = 0, e = partCount(type); i < e; ++i) {
    const APValue *partValue = nullptr;
    if (value.isArray())
      partValue = i < value.getArrayInitializedElts() ? &value.getArrayInitializedElt(i) : &value.getArrayFiller();
    else
      partValue = i < value.getStructNumBases() ? &value.getStructBase(i)
                                                : &value.getStructField(i - value.getStructNumBases());
    if (!initialBytes(*partValue, partType(type, i), bytes.drop_front(partOffset(type, i))))
      return false;
  }
  return true;
}
