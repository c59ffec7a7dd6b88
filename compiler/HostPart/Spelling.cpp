// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/HostPart/Spelling.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/PrettyPrinter.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace tilec::hostpart;

static clang::PrintingPolicy policyOfSpelling(const clang::ASTContext &context) {
  clang::PrintingPolicy policy = context.getPrintingPolicy();
  policy.PrintAsCanonical = true;
  policy.FullyQualifiedName = true;
  return policy;
}

std::string tilec::hostpart::spellingOf(clang::QualType type, const clang::ASTContext &context) {
  return type.getCanonicalType().getAsString(policyOfSpelling(context));
}

/// `cfg{3, static_cast<cfg::mode>(1)}`. Clang writes enumerators within objects as plain numbers.
static std::string spellingOf(const clang::APValue &value, clang::QualType type, const clang::ASTContext &context) {
  std::string name = spellingOf(type.getUnqualifiedType(), context);
  std::vector<std::string> parts;
  if (value.isInt() && type->isEnumeralType())
    return "static_cast< " + name + ">(" + llvm::toString(value.getInt(), 10) + ")";
  if (value.isStruct()) {
    const auto *record = type->castAsCXXRecordDecl();
    unsigned index = 0;
    for (const clang::CXXBaseSpecifier &base : record->bases())
      parts.push_back(spellingOf(value.getStructBase(index++), base.getType(), context));
    for (const clang::FieldDecl *field : record->fields())
      if (!field->isUnnamedBitField())
        parts.push_back(spellingOf(value.getStructField(field->getFieldIndex()), field->getType(), context));
    return name + "{" + llvm::join(parts, ", ") + "}";
  }
  if (value.isArray()) {
    clang::QualType element = context.getAsArrayType(type)->getElementType();
    for (unsigned i = 0; i < value.getArraySize(); ++i)
      parts.push_back(
          spellingOf(i < value.getArrayInitializedElts() ? value.getArrayInitializedElt(i) : value.getArrayFiller(),
                     element, context));
    return "{" + llvm::join(parts, ", ") + "}";
  }
  std::string text;
  llvm::raw_string_ostream stream(text);
  value.printPretty(stream, policyOfSpelling(context), type, &context);
  return text;
}

static void spellArguments(llvm::ArrayRef<clang::TemplateArgument> arguments, const clang::ASTContext &context,
                           std::vector<std::string> &spelled) {
  for (const clang::TemplateArgument &argument : arguments) {
    const auto *object = argument.getKind() == clang::TemplateArgument::Declaration
                             ? llvm::dyn_cast<clang::TemplateParamObjectDecl>(argument.getAsDecl())
                             : nullptr;
    if (argument.getKind() == clang::TemplateArgument::Pack) {
      spellArguments(argument.pack_elements(), context, spelled);
    } else if (object) {
      spelled.push_back(spellingOf(object->getValue(), object->getType().getUnqualifiedType(), context));
    } else {
      std::string text;
      llvm::raw_string_ostream stream(text);
      argument.print(policyOfSpelling(context), stream, /*IncludeType=*/true);
      spelled.push_back(text);
    }
  }
}

constexpr llvm::StringLiteral kUnnamed = "(anonymous namespace)::";

std::string tilec::hostpart::spellingOf(const clang::FunctionDecl *kernel) {
  clang::ASTContext &context = kernel->getASTContext();
  std::string name = kernel->getQualifiedNameAsString();
  if (const clang::TemplateArgumentList *arguments = kernel->getTemplateSpecializationArgs()) {
    std::vector<std::string> spelled;
    spellArguments(arguments->asArray(), context, spelled);
    name += "< " + llvm::join(spelled, ", ") + ">";
  }
  std::string text =
      "static_cast< " + spellingOf(context.getPointerType(kernel->getType()), context) + ">(&::" + name + ")";
  // What is in an unnamed namespace is found without it.
  for (size_t place; (place = text.find(kUnnamed)) != std::string::npos;)
    text.erase(place, kUnnamed.size());
  return text;
}
