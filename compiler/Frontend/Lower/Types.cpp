// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Types.cpp - C++ types as MLIR types ---------------------------------===//
//
//   bool, integers, enums        i1, i8 ... i64
//   float, double, long double   f32, f64, f64
//   __half and its relatives     f16, bf16, f8E4M3FN, f8E5M2, f8E8M0FNU, f4E2M1FN, tf32
//   T*, T&, nullptr_t            !tile.ptr<T>; !tile.ptr<i8> when T is no number
//   member pointers to data      i64, the byte offset
//   tile<E, shape<D...>>         tensor<DxE>
//   view handles                 !tile.tensor_view, !tile.partition_view, ...
//
// Class templates annotated `tile.type` are leaf values, other classes are taken apart into their members.
//
//===----------------------------------------------------------------------===//
#include "compiler/Frontend/Lower/KernelLowering.h"

#include "llvm/ADT/StringSwitch.h"

using namespace clang;
using namespace tilec;
using namespace tilec::frontend;

const AnnotateAttr *tilec::frontend::findAnnotation(const Decl *declaration, llvm::StringRef name) {
  for (const auto *attribute : declaration->specific_attrs<AnnotateAttr>())
    if (attribute->getAnnotation() == name)
      return attribute;
  return nullptr;
}

llvm::StringRef tilec::frontend::annotationString(const AnnotateAttr *annotation, unsigned index) {
  if (index >= annotation->args_size())
    return {};
  const Expr *argument = annotation->args_begin()[index]->IgnoreParenImpCasts();
  if (const auto *constant = dyn_cast<ConstantExpr>(argument))
    argument = constant->getSubExpr()->IgnoreParenImpCasts();
  const auto *literal = dyn_cast<StringLiteral>(argument);
  return literal ? literal->getString() : llvm::StringRef();
}

/// The name in `tile.type` of the template a class was made from, or empty.
static llvm::StringRef leafTemplateName(const ClassTemplateSpecializationDecl *record) {
  const CXXRecordDecl *pattern = record->getSpecializedTemplate()->getTemplatedDecl();
  if (const AnnotateAttr *annotation = findAnnotation(pattern, "tile.type"))
    return annotationString(annotation, 0);
  return {};
}

mlir::Type KernelLowering::leafType(QualType type) {
  type = type.getCanonicalType().getUnqualifiedType();
  if (type->isReferenceType())
    return pointerTo(type.getNonReferenceType());
  if (type->isPointerType())
    return pointerTo(type->getPointeeType());
  if (type->isNullPtrType())
    return tile::PtrType::get(b.getI8Type());
  if (type->isMemberDataPointerType())
    return b.getI64Type();
  if (type->isBooleanType())
    return b.getI1Type();
  if (type->isIntegralOrEnumerationType() && ast.getTypeSize(type) <= 64)
    return b.getIntegerType(ast.getTypeSize(type));
  if (type->isSpecificBuiltinType(BuiltinType::Float))
    return b.getF32Type();
  if (type->isSpecificBuiltinType(BuiltinType::Double) || type->isSpecificBuiltinType(BuiltinType::LongDouble))
    return b.getF64Type();
  if (type->isSpecificBuiltinType(BuiltinType::Half) || type->isFloat16Type())
    return b.getF16Type();
  if (type->isBFloat16Type())
    return b.getBF16Type();
  if (const auto *record = type->getAsCXXRecordDecl())
    return classLeafType(record);
  return {};
}

mlir::Type KernelLowering::leafTypeOr(QualType type, SourceLocation where) {
  if (mlir::Type leaf = leafType(type))
    return leaf;
  unsupported(where, "a value of type '" + type.getAsString() + "'");
  return b.getI32Type();
}

mlir::Type KernelLowering::classLeafType(const CXXRecordDecl *record) {
  if (const auto *specialization = dyn_cast<ClassTemplateSpecializationDecl>(record)) {
    llvm::StringRef name = leafTemplateName(specialization);
    return name.empty() ? mlir::Type() : annotatedLeafType(specialization, name);
  }
  if (!record->getDeclContext()->getRedeclContext()->isTranslationUnit() || !record->getIdentifier())
    return {};
  mlir::MLIRContext *context = b.getContext();
  return llvm::StringSwitch<mlir::Type>(record->getName())
      .Case("__half", b.getF16Type())
      .Case("__nv_bfloat16", b.getBF16Type())
      .Case("__nv_fp8_e4m3", mlir::Float8E4M3FNType::get(context))
      .Case("__nv_fp8_e5m2", mlir::Float8E5M2Type::get(context))
      .Case("__nv_fp8_e8m0", mlir::Float8E8M0FNUType::get(context))
      .Case("__nv_fp4_e2m1", mlir::Float4E2M1FNType::get(context))
      .Case("__nv_tf32", mlir::FloatTF32Type::get(context))
      .Default({});
}

/// All integers among the template arguments of the class `type`, packs included, in order.
static llvm::SmallVector<int64_t> integersOf(QualType type) {
  llvm::SmallVector<int64_t> integers;
  const auto *record = dyn_cast_or_null<ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
  auto collect = [&](auto &self, const TemplateArgument &argument) -> void {
    if (argument.getKind() == TemplateArgument::Integral)
      integers.push_back(argument.getAsIntegral().extOrTrunc(64).getSExtValue());
    if (argument.getKind() == TemplateArgument::Pack)
      for (const TemplateArgument &element : argument.pack_elements())
        self(self, element);
  };
  if (record)
    for (const TemplateArgument &argument : record->getTemplateArgs().asArray())
      collect(collect, argument);
  return integers;
}

mlir::Type KernelLowering::annotatedLeafType(const ClassTemplateSpecializationDecl *record, llvm::StringRef name) {
  const TemplateArgumentList &arguments = record->getTemplateArgs();
  if (name != "tile" && name != "tensor_view")
    return viewLeafType(record, name);
  mlir::Type element = leafType(arguments[0].getAsType());
  if (!element)
    return {};
  llvm::SmallVector<int64_t> shape = integersOf(arguments[1].getAsType());
  if (name == "tile")
    return mlir::RankedTensorType::get(shape, element);
  return tile::TensorViewType::get(b.getContext(), shape, element, integersOf(arguments[2].getAsType()));
}

static std::optional<tile::Padding> paddingOf(const TemplateArgument &argument) {
  int64_t value = argument.getAsIntegral().extOrTrunc(64).getSExtValue();
  return value < 0 ? std::nullopt : tile::symbolizePadding(value);
}

mlir::Type KernelLowering::viewLeafType(const ClassTemplateSpecializationDecl *record, llvm::StringRef name) {
  mlir::MLIRContext *context = b.getContext();
  const TemplateArgumentList &arguments = record->getTemplateArgs();
  auto tensor = mlir::dyn_cast_or_null<tile::TensorViewType>(leafType(arguments[0].getAsType()));
  if (!tensor)
    return {};
  llvm::SmallVector<int64_t> shape = integersOf(arguments[1].getAsType());
  if (name == "partition_view")
    return tile::PartitionViewType::get(context, shape, tensor, paddingOf(arguments[2]));
  if (name == "strided_view")
    return tile::StridedViewType::get(context, shape, integersOf(arguments[2].getAsType()), tensor,
                                      paddingOf(arguments[3]));
  if (name == "gather_scatter_view")
    return tile::GatherScatterViewType::get(context, shape, arguments[2].getAsIntegral().extOrTrunc(64).getSExtValue(), tensor,
                                            paddingOf(arguments[3]));
  return {};
}

tile::PtrType KernelLowering::pointerTo(QualType pointee) {
  pointee = pointee.getCanonicalType();
  bool isPointer = pointee->isPointerType() || pointee->isReferenceType() || pointee->isNullPtrType();
  mlir::Type element = isPointer || pointee->isVoidType() ? mlir::Type() : leafType(pointee);
  if (!element || !mlir::isa<mlir::IntegerType, mlir::FloatType>(element) || pointee->isMemberPointerType())
    element = b.getI8Type();
  return tile::PtrType::get(element);
}

QualType KernelLowering::elementOf(QualType type) {
  type = type.getCanonicalType().getUnqualifiedType();
  const auto *record = dyn_cast_or_null<ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
  if (record && leafTemplateName(record) == "tile")
    return record->getTemplateArgs()[0].getAsType().getCanonicalType();
  return type;
}

NumberKind KernelLowering::numberKind(QualType type) {
  type = elementOf(type);
  if (type->isBooleanType())
    return NumberKind::Bool;
  if (type->isPointerType() || type->isNullPtrType() || type->isReferenceType())
    return NumberKind::Pointer;
  if (type->isMemberPointerType())
    return NumberKind::Unsigned;
  if (type->isIntegralOrEnumerationType())
    return type->isUnsignedIntegerOrEnumerationType() ? NumberKind::Unsigned : NumberKind::Signed;
  return NumberKind::Float;
}

bool KernelLowering::isUnion(QualType type) {
  return type->isUnionType();
}
