// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RestrictionsTypes.cpp - types and members that tile code lacks ---------===//
#include "compiler/Frontend/Check/TileCodeChecker.h"
#include "compiler/Frontend/Parse/Spaces.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;
using namespace tilec::frontend;

static bool isLongDouble(QualType type) {
  return type->isSpecificBuiltinType(BuiltinType::LongDouble);
}

/// As a value it is a double; in memory it is what the host stores there, which no GPU can read.
static constexpr llvm::StringLiteral kLongDoubleInMemory =
    "'long double' cannot be read or written in memory in tile code: GPUs have no such format; use 'double'";

void TileCodeChecker::checkDeclaredType(QualType type, SourceLocation where) {
  checkType(type, where);
  if (!type.isNull() && isLongDouble(type.getNonReferenceType()))
    warning(where, "'long double' is treated as 'double' in tile code");
}

void TileCodeChecker::checkType(QualType type, SourceLocation where) {
  if (type.isNull() || type->isDependentType())
    return;
  if ((type->isPointerType() || type->isArrayType()) && isLongDouble(QualType(type->getPointeeOrArrayElementType(), 0)))
    error(where, kLongDoubleInMemory);
  type = ast.getBaseElementType(type.getNonReferenceType()).getCanonicalType();
  if (const auto *builtin = dyn_cast<BuiltinType>(type)) {
    if (builtin->getKind() == BuiltinType::Int128 || builtin->getKind() == BuiltinType::UInt128)
      error(where, "128-bit integers are not allowed in tile code");
    else if (builtin->getKind() == BuiltinType::Float128)
      error(where, "'__float128' is not allowed in tile code");
  } else if (isa<BitIntType>(type)) {
    error(where, "'_BitInt' is not allowed in tile code");
  } else if (isa<VectorType, ExtVectorType>(type)) {
    error(where, "vector extensions are not allowed in tile code; use 'cuda::tiles::tile'");
  } else if (isa<ComplexType>(type)) {
    error(where, "complex numbers are not allowed in tile code");
  }
}

/// Is it one of the type headers' classes that stand for no scalar (pairs, raw bits)?
static bool isTypeHeaderAggregate(const CXXRecordDecl *record) {
  if (!record->getIdentifier() || !record->getDeclContext()->getRedeclContext()->isTranslationUnit())
    return false;
  llvm::StringRef name = record->getName();
  return llvm::StringSwitch<bool>(name)
             .Cases({"__half2", "__half_raw", "__half2_raw"}, true)
             .Cases({"__nv_bfloat162", "__nv_bfloat16_raw", "__nv_bfloat162_raw"}, true)
             .Default(false) ||
         name.starts_with("__nv_fp8x") || name.starts_with("__nv_fp4x") || name.starts_with("__nv_fp6");
}

bool TileCodeChecker::refuseRecord(const CXXRecordDecl *record, SourceLocation where) {
  if (!record->hasDefinition() || record->isInvalidDecl())
    return false;
  std::string name = nameOf(record);
  if (isTypeHeaderAggregate(record))
    error(where,
          "'" + name +
              "' cannot be used in tile code: only the scalar classes (__half, __nv_bfloat16, ...) can; use tiles "
              "for several values");
  else if (record->getNumVBases() != 0)
    error(where, "class '" + name + "' has a virtual base, which tile code does not support");
  else if (!record->isPolymorphic())
    return false;
  else if (polymorphicReported.insert(record->getCanonicalDecl()).second)
    error(where,
          "class '" + name +
              "' has virtual functions, which tile code does not support; pass the class as a template argument");
  return true;
}

void TileCodeChecker::checkMember(const MemberExpr *expression) {
  if (const auto *field = dyn_cast<FieldDecl>(expression->getMemberDecl())) {
    if (isLongDouble(field->getType()))
      error(expression->getMemberLoc(), kLongDoubleInMemory);
    else if (field->isBitField())
      error(expression->getMemberLoc(), "bit-field '" + nameOf(field) + "' cannot be accessed in tile code");
    else if (const auto *record = dyn_cast<CXXRecordDecl>(field->getParent());
             record && isScalarClass(record) && !isTypeHeaderFunction(calls.back().function))
      error(expression->getMemberLoc(), "member '" + field->getName() + "' of '" + nameOf(record) +
                                            "' cannot be accessed in tile code: it is a scalar there");
  } else if (const auto *variable = dyn_cast<VarDecl>(expression->getMemberDecl())) {
    checkGlobal(variable, expression->getMemberLoc());
  }
}

void TileCodeChecker::checkCast(const CastExpr *cast) {
  if (cast->getCastKind() != CK_FunctionToPointerDecay || accounted.contains(cast))
    return;
  if (const auto *reference = dyn_cast<DeclRefExpr>(cast->getSubExpr()->IgnoreParens()))
    return checkFunctionReference(reference);
  error(cast->getExprLoc(), "function pointers are not allowed in tile code");
}

/// A function that is named but not called.
void TileCodeChecker::checkFunctionReference(const DeclRefExpr *reference) {
  if (!accounted.insert(reference).second || isInApi())
    return;
  pointersReported.insert(calls.back().function);
  bool isApi = isInEmbeddedHeader(reference->getDecl()->getLocation());
  error(reference->getLocation(), "function pointers are not allowed in tile code: '" + nameOf(reference->getDecl()) +
                                      "' can only be called" +
                                      (isApi ? ", with () behind it" : "; pass a lambda, as a template argument"));
}
