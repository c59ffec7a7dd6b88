// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RestrictionsVariables.cpp - which variables tile code may name ---------===//
//
// Locals and parameters; `__tile__` variables; static locals with constant initialisers; and constants of the host,
// whose value is read at compile time: they have no storage, so an array of them cannot be indexed at run time.
//
//===----------------------------------------------------------------------===//
#include "compiler/Frontend/Check/TileCodeChecker.h"
#include "compiler/Frontend/Parse/Spaces.h"
#include "clang/AST/Attr.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;
using namespace tilec::frontend;

/// The largest object of tile code, in bytes.
static constexpr int64_t maxObjectBytes = 16777216;

//===----------------------------------------------------------------------===//
// Uses
//===----------------------------------------------------------------------===//

void TileCodeChecker::checkReference(const DeclRefExpr *reference) {
  if (const auto *variable = dyn_cast<VarDecl>(reference->getDecl())) {
    if (variable->hasGlobalStorage() && !variable->isInvalidDecl())
      checkGlobal(variable, reference->getLocation());
  } else if (isa<FunctionDecl>(reference->getDecl())) {
    checkFunctionReference(reference);
  }
}

/// What stands in for one of the SIMT variables, or empty.
static llvm::StringRef simtVariableAdvice(const VarDecl *variable) {
  if (!variable->getIdentifier() || !variable->getDeclContext()->getRedeclContext()->isTranslationUnit())
    return {};
  return llvm::StringSwitch<llvm::StringRef>(variable->getName())
      .Case("threadIdx", "a tile block is one logical thread; use 'cuda::tiles::iota' for element indices")
      .Case("blockIdx", "use 'cuda::tiles::bid()'")
      .Case("gridDim", "use 'cuda::tiles::num_blocks()'")
      .Case("blockDim", "a tile block is one logical thread; its size is the shape of its tiles")
      .Case("warpSize", "a tile block is one logical thread")
      .Default({});
}

/// What a constant reference refers to, or null.
static const VarDecl *referredVariable(const VarDecl *reference) {
  const APValue *value = reference->getAnyInitializer() ? reference->evaluateValue() : nullptr;
  if (!value || !value->isLValue() || !value->getLValueBase())
    return nullptr;
  return dyn_cast_or_null<VarDecl>(value->getLValueBase().dyn_cast<const ValueDecl *>());
}

bool TileCodeChecker::checkGlobal(const VarDecl *variable, SourceLocation where) {
  std::string name = nameOf(variable);
  if (llvm::StringRef advice = simtVariableAdvice(variable); !advice.empty()) {
    error(where, "'" + name + "' does not exist in tile code: " + advice);
    return false;
  }
  // That it is no function was said where it is declared.
  if (isAnnotated(variable, "tile.kernel"))
    return true;
  if (isTile(variable)) {
    if (variable->hasDefinition() != VarDecl::DeclarationOnly)
      return true;
    errorAbout(variable, where,
               "__tile__ variable '" + name +
                   "' is not defined in this translation unit: tile code is compiled as a whole");

    return false;
  }
  // Where it is declared, that was refused.
  if (variable->hasAttr<CUDASharedAttr>() && variable->isLocalVarDecl())
    return false;
  if (variable->getTLSKind() != VarDecl::TLS_None) {
    error(where, "thread_local variable '" + name + "' cannot be used in tile code");
    return false;
  }
  const char *space = variable->hasAttr<CUDAConstantAttr>()   ? "__constant__"
                      : isAnnotated(variable, "cuda.managed") ? "__managed__"
                      : variable->hasAttr<CUDASharedAttr>()   ? "__shared__"
                      : variable->hasAttr<CUDADeviceAttr>()   ? "__device__"
                                                              : nullptr;
  if (space && !(variable->isConstexpr() || variable->isStaticLocal())) {
    errorAbout(variable, where,
               llvm::Twine(space) + " variable '" + name +
                   "' cannot be named in tile code: declare it __tile__, or pass a pointer to it to the kernel");

    return false;
  }
  if (variable->getType()->isReferenceType() && !variable->isStaticLocal())
    if (const VarDecl *referred = referredVariable(variable))
      return checkGlobal(referred, where);
  // Locals were checked where they are declared.
  if (variable->isStaticLocal() || variable->isConstexpr() || variable->isUsableInConstantExpressions(ast))
    return true;
  if (variable->getType().isConstQualified() && !variable->getType().isVolatileQualified() &&
      variable->getAnyInitializer() && variable->evaluateValue())
    return true;
  errorAbout(variable, where,
             "host variable '" + name +
                 "' cannot be used in tile code: only constants can; declare it __tile__, or pass it to the kernel");

  return false;
}

const VarDecl *TileCodeChecker::hostConstantArray(const Expr *expression) const {
  expression = expression->IgnoreParens();
  if (const auto *member = dyn_cast<MemberExpr>(expression)) {
    if (!isa<VarDecl>(member->getMemberDecl()))
      return member->isArrow() ? nullptr : hostConstantArray(member->getBase());
    return nullptr;
  }
  if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(expression))
    return hostConstantArray(subscript->getBase()->IgnoreParenImpCasts());
  const auto *reference = dyn_cast<DeclRefExpr>(expression);
  const auto *variable = reference ? dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
  bool isHostConstant = variable && variable->hasGlobalStorage() && !variable->isStaticLocal() && !isTile(variable) &&
                        !variable->hasAttr<CUDADeviceAttr>() && !variable->hasAttr<CUDAConstantAttr>() &&
                        variable->isUsableInConstantExpressions(ast);
  return isHostConstant ? variable : nullptr;
}

bool TileCodeChecker::refuseConstantArrayUse(const Expr *expression) {
  const auto *cast = dyn_cast<ImplicitCastExpr>(expression);
  if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(expression)) {
    // A constant index needs no storage; the decay of the array under it is accounted for.
    if (subscript->getIdx()->isValueDependent() || !subscript->getIdx()->isEvaluatable(ast))
      return false;
    accounted.insert(subscript->getBase());
    return false;
  }
  if (!cast || cast->getCastKind() != CK_ArrayToPointerDecay || accounted.contains(cast) || isInApi())
    return false;
  const VarDecl *variable = hostConstantArray(cast->getSubExpr());
  if (!variable)
    return false;
  errorAbout(variable, cast->getExprLoc(),
             "host constant '" + nameOf(variable) +
                 "' has no storage in tile code: its elements can be read with constant indices only; "
                 "declare it __tile__, or make it a static constexpr local");

  return true;
}

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

void TileCodeChecker::checkLocal(const VarDecl *variable) {
  if (variable->isInvalidDecl())
    return;
  checkDeclaredType(variable->getType(), variable->getLocation());
  if (variable->hasAttr<CUDASharedAttr>())
    return error(
        variable->getLocation(),
        "__shared__ variable '" + nameOf(variable) +
            "' is not allowed in tile code: where tiles are kept is the compiler's choice; use a tile, or an array "
            "without __shared__");
  if (variable->hasAttr<CUDAConstantAttr>())
    return error(variable->getLocation(),
                 "__constant__ variable '" + nameOf(variable) + "' is not allowed in tile code");
  if (variable->getTLSKind() != VarDecl::TLS_None)
    return error(variable->getLocation(),
                 "thread_local variable '" + nameOf(variable) + "' is not allowed in tile code");
  if (variable->isStaticLocal())
    checkStaticLocal(variable);
  // Nothing runs for `constexpr Table table;`: NVIDIA's compiler takes any default constructor there.
  if (variable->isConstexpr() && variable->getInit())
    if (const auto *construction = dyn_cast<CXXConstructExpr>(variable->getInit()->IgnoreImplicit());
        construction && construction->getNumArgs() == 0)
      accounted.insert(construction);
  QualType type = variable->getType();
  if (type->isReferenceType() || type->isIncompleteType() || type->isDependentType())
    return;
  if (type->isVariablyModifiedType())
    return error(variable->getLocation(),
                 "array '" + nameOf(variable) +
                     "' has no constant size, which tile code needs: take a constant or a template parameter");
  int64_t bytes = ast.getTypeSizeInChars(type).getQuantity();
  if (bytes > maxObjectBytes)
    error(variable->getLocation(), "'" + nameOf(variable) + "' takes " + llvm::Twine(bytes) +
                                       " bytes, expected at most " + llvm::Twine(maxObjectBytes) +
                                       " for an object of tile code");
  if (!variable->hasGlobalStorage())
    checkDestruction(type, variable->getLocation());
  llvm::SmallVector<const Attr *> attributes(variable->attrs().begin(), variable->attrs().end());
  checkStatementHints(attributes, variable->getInit());
}

/// Would its initialisation run code? Default-initialised values of the API, which are indeterminate, do not.
static bool hasRunTimeInitialiser(const VarDecl *variable) {
  const Expr *initialiser = variable->getInit();
  if (!initialiser || initialiser->isValueDependent() || initialiser->containsErrors())
    return false;
  QualType type = variable->getASTContext().getBaseElementType(variable->getType());
  const auto *construction = dyn_cast<CXXConstructExpr>(initialiser->IgnoreImplicit());
  if (construction && construction->getNumArgs() == 0 &&
      (!leafTypeName(type).empty() || construction->getConstructor()->isTrivial()))
    return false;
  return !variable->hasConstantInitialization();
}

void TileCodeChecker::checkStaticLocal(const VarDecl *variable) {
  if (hasRunTimeInitialiser(variable))
    error(variable->getLocation(), "static variable '" + nameOf(variable) +
                                       "' needs a constant initialiser: tile code does not initialise at run time");
  if (variable->needsDestruction(ast))
    error(variable->getLocation(),
          "static variable '" + nameOf(variable) + "' has a destructor, which tile code never runs");
}

bool TileCodeChecker::holdsPointer(QualType type) const {
  type = ast.getBaseElementType(type).getCanonicalType();
  if (type->isAnyPointerType() || type->isReferenceType() || type->isMemberPointerType() || type->isNullPtrType())
    return true;
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition() || !leafTypeName(type).empty())
    return false;
  return llvm::any_of(record->fields(), [&](const FieldDecl *field) { return holdsPointer(field->getType()); }) ||
         llvm::any_of(record->bases(), [&](const CXXBaseSpecifier &base) { return holdsPointer(base.getType()); });
}

void TileCodeChecker::checkTileVariableDeclaration(const VarDecl *variable) {
  calls.clear();
  if (variable->getType()->isDependentType())
    return;
  std::string start = "__tile__ variable '" + nameOf(variable) + "' ";
  SourceLocation where = variable->getLocation();
  if (isAnnotated(variable, "tile.kernel"))
    return error(where, "variable '" + nameOf(variable) +
                            "' is __tile_global__, which only functions are: declare it __tile__");
  if (isAnnotated(variable, "cuda.device"))
    error(where, start + "is __device__ as well: a variable belongs to one space");
  if (variable->hasAttr<CUDAConstantAttr>() || variable->hasAttr<CUDASharedAttr>() ||
      isAnnotated(variable, "cuda.managed"))
    error(where, start + "has another memory space as well: a variable belongs to one space");
  if (variable->getTLSKind() != VarDecl::TLS_None)
    error(where, start + "is thread_local, which tile code does not have");
  if (variable->isLocalVarDecl() && !variable->isStaticLocal())
    error(where, start + "is local: __tile__ variables stand at namespace scope, or are static");
  if (holdsPointer(variable->getType()))
    error(where, start + "holds a pointer or reference (type '" + typeName(variable->getType()) +
                     "'): no address is known when it is initialised");
  if (hasRunTimeInitialiser(variable))
    error(where, start + "needs a constant initialiser: no constructor runs in device memory");
  if (variable->needsDestruction(ast))
    error(where, start + "has a destructor, which never runs in device memory");
}
