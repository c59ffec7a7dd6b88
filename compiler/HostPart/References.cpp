// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/HostPart/References.h"
#include "compiler/HostPart/Spaces.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/Mangle.h"
#include "clang/AST/PrettyPrinter.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace tilec::hostpart;

/// The number of a lambda among all of its function, from 1 on.
static clang::UnsignedOrNone lambdaNumber(clang::ASTContext &, const clang::NamedDecl *declaration) {
  const auto *lambda = llvm::dyn_cast<clang::CXXRecordDecl>(declaration);
  if (!lambda || !lambda->isLambda() || !lambda->getDeclContext()->isFunctionOrMethod())
    return std::nullopt;
  unsigned number = 0;
  for (const clang::Decl *other : lambda->getDeclContext()->decls()) {
    const auto *record = llvm::dyn_cast<clang::CXXRecordDecl>(other);
    number += record && record->isLambda();
    if (record == lambda)
      break;
  }
  return number;
}

std::string References::symbolOf(const clang::NamedDecl *declaration, bool hasLambdasByParameters) const {
  clang::ASTContext &context = instance.getASTContext();
  std::unique_ptr<clang::MangleContext> mangler(
      hasLambdasByParameters ? context.createMangleContext()
                             : clang::ItaniumMangleContext::create(context, context.getDiagnostics(), lambdaNumber));
  if (!mangler->shouldMangleDeclName(declaration))
    return declaration->getNameAsString();
  std::string symbol;
  llvm::raw_string_ostream stream(symbol);
  if (const auto *function = llvm::dyn_cast<clang::FunctionDecl>(declaration))
    mangler->mangleName(clang::GlobalDecl(function), stream);
  else
    mangler->mangleName(clang::GlobalDecl(llvm::cast<clang::VarDecl>(declaration)), stream);
  return symbol;
}

std::string References::labelOf(const clang::NamedDecl *declaration) const {
  clang::LangOptions &language = instance.getLangOpts();
  clang::LangOptions::ClangABI present = language.getClangABICompat();
  if (!mangling.hasConstraints)
    language.setClangABICompat(clang::LangOptions::ClangABI::Ver17);
  std::string label = symbolOf(declaration, mangling.hasLambdasByParameters);
  language.setClangABICompat(present);
  return label;
}

/// `ns::k<float, 3>`, without what C++ has no words for.
static std::string nameOf(const clang::NamedDecl *declaration) {
  clang::PrintingPolicy policy = declaration->getASTContext().getPrintingPolicy();
  policy.SuppressUnwrittenScope = true;
  policy.PrintAsCanonical = true;
  policy.SuppressInlineNamespace = llvm::to_underlying(clang::PrintingPolicy::SuppressInlineNamespaceMode::None);
  std::string name;
  llvm::raw_string_ostream stream(name);
  declaration->getNameForDiagnostic(stream, policy, /*Qualified=*/true);
  return name;
}

static clang::PrintingPolicy policyOfSpelling(const clang::ASTContext &context) {
  clang::PrintingPolicy policy = context.getPrintingPolicy();
  policy.PrintAsCanonical = true;
  policy.FullyQualifiedName = true;
  return policy;
}

/// `cfg{3, static_cast<cfg::mode>(1)}`. Clang writes enumerators within objects as plain numbers.
static std::string spellingOf(const clang::APValue &value, clang::QualType type, const clang::ASTContext &context) {
  std::string name = type.getCanonicalType().getUnqualifiedType().getAsString(policyOfSpelling(context));
  std::vector<std::string> parts;
  if (value.isInt() && type->isEnumeralType())
    return "static_cast< " + name + ">(" + llvm::toString(value.getInt(), 10) + ")";
  if (value.isStruct()) {
    const auto *record = type->castAsCXXRecordDecl();
    unsigned index = 0;
    for (const clang::CXXBaseSpecifier &base : record->bases())
      parts.push_back(spellingOf(value.getStructBase(index++), base.getType(), context));
    for (const clang::FieldDecl *field : record->fields())
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

/// `static_cast<void (*)(int *, float)>(&::ns::k<3>)`
static std::string spellingOf(const clang::FunctionDecl *kernel) {
  clang::ASTContext &context = kernel->getASTContext();
  std::string name = kernel->getQualifiedNameAsString();
  if (const clang::TemplateArgumentList *arguments = kernel->getTemplateSpecializationArgs()) {
    std::vector<std::string> spelled;
    spellArguments(arguments->asArray(), context, spelled);
    name += "< " + llvm::join(spelled, ", ") + ">";
  }
  clang::QualType type = context.getPointerType(kernel->getType().getCanonicalType());
  std::string text = "static_cast< " + type.getAsString(policyOfSpelling(context)) + ">(&::" + name + ")";
  // What is in an unnamed namespace is found without it.
  for (size_t place; (place = text.find(kUnnamed)) != std::string::npos;)
    text.erase(place, kUnnamed.size());
  return text;
}

void References::fill(HostReference &reference, const clang::NamedDecl *declaration) const {
  reference.symbol = symbolOf(declaration);
  // A variable of this source alone may have been left out of the object. A managed one is a template's argument.
  if (llvm::isa<clang::VarDecl>(declaration) &&
      (!declaration->isExternallyVisible() || isInSpace(declaration, "managed")))
    reference.expression = "&::" + nameOf(declaration);
  else
    reference.label = labelOf(declaration);
  if (const clang::IdentifierInfo *name = declaration->getIdentifier())
    reference.identifier = name->getName().str();
}

HostKernel References::ofKernel(const clang::FunctionDecl *kernel) const {
  HostKernel reference;
  fill(reference, kernel);
  reference.name = nameOf(kernel);
  reference.spelling = spellingOf(kernel);
  reference.isTile = isInSpace(kernel, "tile_global");
  reference.isUsed = kernel->isReferenced() || kernel->isTemplateInstantiation();
  reference.isWeak = kernel->isExternallyVisible() && (kernel->isTemplateInstantiation() || kernel->isInlined());
  return reference;
}

HostVariable References::ofVariable(const clang::VarDecl *variable) const {
  HostVariable reference;
  fill(reference, variable);
  reference.isTile = isInSpace(variable, "tile");
  reference.isManaged = isInSpace(variable, "managed");
  reference.isConstant = isInSpace(variable, "constant");
  reference.isWeak = variable->isExternallyVisible() && variable->isInline();
  reference.bytes = variable->getASTContext().getTypeSizeInChars(variable->getType()).getQuantity();
  return reference;
}
