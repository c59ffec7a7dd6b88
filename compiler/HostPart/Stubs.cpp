// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/HostPart/Stubs.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/TypeLoc.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"

using namespace tilec::hostpart;
namespace tok = clang::tok;

/// Where the name of a parameter that has none would stand.
static size_t placeOfName(const clang::ParmVarDecl *parameter, const SourceTokens &tokens, PlaceOf placeOf) {
  clang::TypeLoc type = parameter->getTypeSourceInfo()->getTypeLoc();
  size_t first = tokens.indexAt(placeOf(type.getBeginLoc())), last = tokens.indexAt(placeOf(type.getEndLoc()));
  // `float (*)(int)`, `float (*)[4]`: behind the star.
  for (size_t i = first; i < last; ++i)
    if (tokens.is(i, tok::l_paren) && tokens.is(i + 1, tok::star))
      return tokens[i + 1].end;
  // `float[4]`, `float[][4]`
  for (size_t i = first; i < last && parameter->getOriginalType()->isArrayType(); ++i)
    if (tokens.is(i, tok::l_square))
      return tokens[i].begin;
  return last < tokens.size() ? tokens[last].end : tokens.text.size();
}

/// Where the name of a template parameter that has none would stand: behind `class`, `class...`, `int`, `int...`.
static size_t placeOfName(const clang::NamedDecl *parameter, const SourceTokens &tokens, PlaceOf placeOf) {
  clang::SourceLocation last = parameter->getBeginLoc();
  if (const auto *value = llvm::dyn_cast<clang::NonTypeTemplateParmDecl>(parameter))
    last = value->getTypeSourceInfo()->getTypeLoc().getEndLoc();
  size_t index = tokens.indexAt(placeOf(last));
  if (parameter->isParameterPack() && tokens.is(index + 1, tok::ellipsis))
    ++index;
  return tokens[index].end;
}

/// `<T, N, Types...>` of a template. Parameters without a name get one.
static std::string ownArguments(const clang::TemplateParameterList *parameters, const SourceTokens &tokens,
                                PlaceOf placeOf, TextEdits &edits) {
  std::vector<std::string> names;
  for (const clang::NamedDecl *parameter : *parameters) {
    // What `auto` stands for is deduced, and so is what follows a template.
    if (parameter->isImplicit() ||
        (!parameter->getIdentifier() && llvm::isa<clang::TemplateTemplateParmDecl>(parameter)))
      break;
    std::string name = parameter->getNameAsString();
    if (name.empty()) {
      name = "__tilec_t" + std::to_string(names.size());
      edits.insert(placeOfName(parameter, tokens, placeOf), " " + name);
    }
    names.push_back(name + (parameter->isParameterPack() ? "..." : ""));
  }
  return names.empty() ? "" : "<" + llvm::join(names, ", ") + ">";
}

/// `kernel<T, N>`: the kernel that the stub is of, as the stub itself names it.
static std::string ownName(const clang::FunctionDecl *kernel, const SourceTokens &tokens, PlaceOf placeOf,
                           TextEdits &edits) {
  std::string name = kernel->getNameAsString();
  if (const clang::FunctionTemplateDecl *pattern = kernel->getDescribedFunctionTemplate())
    return name + ownArguments(pattern->getTemplateParameters(), tokens, placeOf, edits);
  const clang::ASTTemplateArgumentListInfo *written = kernel->getTemplateSpecializationArgsAsWritten();
  if (!written || written->getLAngleLoc().isInvalid())
    return name;
  size_t end = tokens.indexAt(placeOf(written->getRAngleLoc()));
  return name + tokens.text.slice(placeOf(written->getLAngleLoc()), tokens[end].end).str();
}

/// Whether the stub's own name stands for one function only. It is cast to the function's type where it does not.
static bool isNamedAlone(const clang::FunctionDecl *kernel) {
  const clang::FunctionTemplateDecl *pattern = kernel->getDescribedFunctionTemplate();
  bool isDeduced = pattern && llvm::any_of(*pattern->getTemplateParameters(),
                                           [](const clang::NamedDecl *parameter) { return parameter->isImplicit(); });
  llvm::SmallPtrSet<const clang::Decl *, 2> others;
  for (const clang::NamedDecl *other : kernel->getDeclContext()->lookup(kernel->getDeclName()))
    others.insert(other->getCanonicalDecl());
  return !isDeduced && others.size() == 1;
}

std::string tilec::hostpart::stubBody(const clang::FunctionDecl *kernel, const SourceTokens &tokens, PlaceOf placeOf,
                                      TextEdits &edits) {
  std::string places, areReferences;
  std::vector<std::string> types;
  bool hasPack = false;
  for (const clang::ParmVarDecl *parameter : kernel->parameters()) {
    std::string name = parameter->getNameAsString();
    if (name.empty()) {
      name = "__tilec_" + std::to_string(parameter->getFunctionScopeIndex());
      edits.insert(placeOfName(parameter, tokens, placeOf), " " + name);
    }
    std::string pack = parameter->isParameterPack() ? "..." : "";
    hasPack |= parameter->isParameterPack();
    places += "(void *)__builtin_addressof(" + name + ")" + pack + ", ";
    areReferences += "::__tilec_host::is_reference<decltype(" + name + ")>" + pack + ", ";
    types.push_back("::__tilec_host::parameter_t<decltype(" + name + ")>" + pack);
  }
  std::string address = "(" + ownName(kernel, tokens, placeOf, edits) + ")";
  // GCC counts the qualifiers of a pack's parameters into the function's type.
  if (!hasPack || !isNamedAlone(kernel))
    address = "static_cast<void (*)(" + llvm::join(types, ", ") + ")>" + address;
  return "{ void *__tilec_places[] = {" + places + "nullptr}; const bool __tilec_references[] = {" + areReferences +
         "false}; ::__tilec_host::launch((const void *)" + address + ", __tilec_places, __tilec_references); }";
}
