// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/HostPart/Stubs.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/TypeLoc.h"
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

/// `<T, N, Types...>` of a template, as far as its parameters have names: what follows is deduced, or has a default.
static std::string ownArguments(const clang::TemplateParameterList *parameters) {
  std::vector<std::string> names;
  for (const clang::NamedDecl *parameter : *parameters) {
    if (!parameter->getIdentifier() || parameter->isImplicit())
      break;
    names.push_back(parameter->getNameAsString() + (parameter->isParameterPack() ? "..." : ""));
  }
  return names.empty() ? "" : "<" + llvm::join(names, ", ") + ">";
}

/// `kernel<T, N>`: the kernel that the stub is of, as the stub itself names it.
static std::string ownName(const clang::FunctionDecl *kernel, const SourceTokens &tokens, PlaceOf placeOf) {
  std::string name = kernel->getNameAsString();
  if (const clang::FunctionTemplateDecl *pattern = kernel->getDescribedFunctionTemplate())
    return name + ownArguments(pattern->getTemplateParameters());
  const clang::ASTTemplateArgumentListInfo *written = kernel->getTemplateSpecializationArgsAsWritten();
  if (!written || written->getLAngleLoc().isInvalid())
    return name;
  size_t end = tokens.indexAt(placeOf(written->getRAngleLoc()));
  return name + tokens.text.slice(placeOf(written->getLAngleLoc()), tokens[end].end).str();
}

std::string tilec::hostpart::stubBody(const clang::FunctionDecl *kernel, const SourceTokens &tokens, PlaceOf placeOf,
                                      TextEdits &edits) {
  std::string addresses;
  std::vector<std::string> types;
  for (const clang::ParmVarDecl *parameter : kernel->parameters()) {
    std::string name = parameter->getNameAsString();
    if (name.empty()) {
      name = "__tilec_" + std::to_string(parameter->getFunctionScopeIndex());
      edits.insert(placeOfName(parameter, tokens, placeOf), " " + name);
    }
    std::string pack = parameter->isParameterPack() ? "..." : "";
    addresses += "(void *)__builtin_addressof(" + name + ")" + pack + ", ";
    types.push_back("::__tilec_host::parameter_t<decltype(" + name + ")>" + pack);
  }
  return "{ void *__tilec_arguments[] = {" + addresses +
         "nullptr}; ::__tilec_host::launch((const void *)static_cast<void (*)(" + llvm::join(types, ", ") + ")>(" +
         ownName(kernel, tokens, placeOf) + "), __tilec_arguments); }";
}
