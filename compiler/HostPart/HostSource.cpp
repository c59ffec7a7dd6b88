// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/HostPart/HostSource.h"
#include "compiler/HostPart/HostParse.h"
#include "compiler/HostPart/Launches.h"
#include "compiler/HostPart/ParseText.h"
#include "compiler/HostPart/References.h"
#include "compiler/HostPart/Spaces.h"
#include "compiler/HostPart/Spelling.h"
#include "compiler/HostPart/Stubs.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/TypeLoc.h"
#include "clang/Frontend/CompilerInstance.h"

using namespace tilec;
using namespace tilec::hostpart;
namespace tok = clang::tok;

namespace {

/// Where the first kernel of the text is declared; its end if there is none.
size_t placeOfFirstKernel(const ParseText &text) {
  for (const SpaceMarker &marker : text.markers)
    if (marker.space == "global" || marker.space == "tile_global")
      return marker.begin;
  return text.tokens.text.size();
}

/// Does the type of this function's result follow from its body, where a template's constraint or `decltype` may ask
/// for it? The body of a function of tile code is then kept: it names the API and what the source declares.
bool needsBodyForType(const clang::FunctionDecl *function) {
  return function->isTemplated() && isInSpace(function, "tile") &&
         function->getDeclaredReturnType()->getContainedAutoType();
}

/// A function of the device alone whose body the host part can do without.
bool losesBody(const clang::FunctionDecl *function) {
  return isDeviceOnly(function) && !needsBodyForType(function);
}

/// Bodies that the host part loses, and those of other libraries before any kernel. Behind one, a library's own
/// functions may launch kernels or ask about them, which makes instances of templates.
bool skipsBody(const clang::FunctionDecl *function, const ParseText &text, size_t firstKernel) {
  if (isKernel(function) || losesBody(function))
    return true;
  const clang::SourceManager &sources = function->getASTContext().getSourceManager();
  return sources.isInSystemHeader(function->getLocation()) && !function->isTemplated() &&
         text.placeOf(function->getLocation(), sources) < firstKernel;
}

/// What tilec_host.h says of the host compiler.
HostMangling manglingOf(const SourceTokens &tokens) {
  HostMangling mangling;
  for (size_t i = 0; i + 2 < tokens.size(); ++i) {
    if (!tokens.is(i + 1, tok::equal))
      continue;
    if (tokens.isName(i, "constraints_in_symbols"))
      mangling.hasConstraints = tokens.textOf(i + 2) == "1";
    if (tokens.isName(i, "lambdas_by_parameters")) {
      mangling.hasLambdasByParameters = tokens.textOf(i + 2) == "1";
      break; // the last of what it says
    }
  }
  return mangling;
}

/// Finds what has to change beyond launches and attributes, and what is registered.
class HostVisitor : public clang::DynamicRecursiveASTVisitor {
public:
  HostVisitor(const SourceTokens &tokens, const std::vector<SpaceMarker> &markers, PlaceOf placeOf, TextEdits &edits,
              const References &references, HostSource &result)
      : tokens(tokens), markers(markers), placeOf(placeOf), edits(edits), references(references), result(result) {}

  bool VisitFunctionDecl(clang::FunctionDecl *function) override {
    if (repeatsLibrary(function))
      dropDeclaration(function);
    if (!function->isThisDeclarationADefinition() || function->isTemplateInstantiation())
      return true;
    if (isKernel(function))
      takeKernel(function);
    else if (losesBody(function) && !function->isConstexpr() && !function->isDefaulted() && !function->isDeleted())
      dropBody(function);
    return true;
  }

  /// `using Exchange = Exchange<T>;` in a class: CUDA compilers take it, GCC wants to know which one is meant.
  bool VisitTypeAliasDecl(clang::TypeAliasDecl *alias) override {
    auto type = alias->getTypeSourceInfo()->getTypeLoc().getAsAdjusted<clang::TemplateSpecializationTypeLoc>();
    const clang::TemplateDecl *used = type ? type.getTypePtr()->getTemplateName().getAsTemplateDecl() : nullptr;
    if (!used || !alias->getDeclContext()->isRecord() || used->getDeclName() != alias->getDeclName() ||
        type.getQualifierLoc() || !used->getDeclContext()->isFileContext())
      return true;
    std::string scope;
    llvm::raw_string_ostream stream(scope);
    used->printNestedNameSpecifier(stream);
    edits.insert(placeOf(type.getTemplateNameLoc()), "::" + scope);
    return true;
  }

  bool VisitCXXFunctionalCastExpr(clang::CXXFunctionalCastExpr *cast) override {
    writeDeduced(cast->getTypeInfoAsWritten(), cast->getType());
    return true;
  }

  bool VisitCXXTemporaryObjectExpr(clang::CXXTemporaryObjectExpr *object) override {
    writeDeduced(object->getTypeSourceInfo(), object->getType());
    return true;
  }

  bool VisitVarDecl(clang::VarDecl *variable) override {
    writeDeduced(variable->getTypeSourceInfo(), variable->getType());
    bool isDefined = variable->isThisDeclarationADefinition() == clang::VarDecl::Definition;
    bool isTemplate = variable->isTemplated() || llvm::isa<clang::VarTemplateSpecializationDecl>(variable);
    if (isDefined && !isTemplate && !variable->isInvalidDecl() && isDeviceVariable(variable))
      result.variables.push_back(references.ofVariable(variable));
    return true;
  }

  /// A managed variable is where the runtime says: `x` becomes `(::__tilec_host::managed< x>())`.
  bool VisitDeclRefExpr(clang::DeclRefExpr *use) override {
    const auto *variable = llvm::dyn_cast<clang::VarDecl>(use->getDecl());
    if (!variable || !isInSpace(variable, "managed"))
      return true;
    edits.insert(placeOf(use->getBeginLoc()), "(::__tilec_host::managed< ");
    edits.insert(tokens[tokens.indexAt(placeOf(use->getEndLoc()))].end, ">())");
    return true;
  }

private:
  void takeKernel(clang::FunctionDecl *kernel) {
    if (std::optional<BodyRange> body = bodyOf(kernel, tokens, placeOf))
      edits.replace(body->begin, body->end, stubBody(kernel, tokens, placeOf, edits));
    replaceMarker(kernel, "__attribute__((used))");
    if (kernel->isInAnonymousNamespace() && kernel->getStorageClass() == clang::SC_Static)
      dropStatic(kernel);
    if (clang::FunctionTemplateDecl *pattern = kernel->getDescribedFunctionTemplate()) {
      for (clang::FunctionDecl *instance : pattern->specializations())
        if (instance->isTemplateInstantiation() && instance->isDefined() && !instance->isInvalidDecl())
          result.kernels.push_back(references.ofKernel(instance));
    } else if (!kernel->isTemplated() && !kernel->isInvalidDecl()) {
      result.kernels.push_back(references.ofKernel(kernel));
    }
  }

  /// `ct::shape{2_ic, 4_ic}`: older GCCs deduce no arguments of an alias template, so its type is written there.
  void writeDeduced(const clang::TypeSourceInfo *written, clang::QualType type) {
    auto place = written ? written->getTypeLoc().getAsAdjusted<clang::DeducedTemplateSpecializationTypeLoc>()
                         : clang::DeducedTemplateSpecializationTypeLoc();
    const clang::TemplateDecl *used = place ? place.getTypePtr()->getTemplateName().getAsTemplateDecl() : nullptr;
    if (!llvm::isa_and_nonnull<clang::TypeAliasTemplateDecl>(used) || type->isDependentType())
      return;
    size_t name = tokens.indexAt(placeOf(place.getTemplateNameLoc()));
    edits.replace(placeOf(place.getBeginLoc()), tokens[name].end,
                  spellingOf(type.getUnqualifiedType(), used->getASTContext()));
  }

  /// The CUDA headers declare functions of the C++ library once more, of which newer libraries make some constexpr.
  bool repeatsLibrary(const clang::FunctionDecl *function) const {
    const clang::SourceManager &sources = function->getASTContext().getSourceManager();
    return function->isInvalidDecl() && !function->isThisDeclarationADefinition() &&
           sources.isInSystemHeader(function->getLocation()) && markerOf(function);
  }

  void dropDeclaration(const clang::FunctionDecl *function) {
    const clang::FunctionTemplateDecl *pattern = function->getDescribedFunctionTemplate();
    size_t begin = placeOf(pattern ? pattern->getBeginLoc() : function->getBeginLoc());
    size_t last = tokens.indexAt(placeOf(function->getEndLoc()));
    while (last < tokens.size() && !tokens.is(last, tok::semi))
      ++last;
    if (last < tokens.size())
      edits.replace(begin, tokens[last].begin);
  }

  /// In an unnamed namespace `static` says nothing new, but GCC has it in the symbol and Clang has not.
  void dropStatic(const clang::FunctionDecl *function) {
    for (size_t i = tokens.indexAt(placeOf(function->getLocation())); i-- > 0;) {
      if (tokens.is(i, tok::semi) || tokens.is(i, tok::l_brace) || tokens.is(i, tok::r_brace))
        return;
      if (tokens.isName(i, "static"))
        return edits.replace(tokens[i].begin, tokens[i].end);
    }
  }

  void dropBody(clang::FunctionDecl *function) {
    std::optional<BodyRange> body = bodyOf(function, tokens, placeOf);
    if (!body)
      return;
    std::string uses;
    for (const clang::ParmVarDecl *parameter : function->parameters())
      if (parameter->getIdentifier() && !parameter->isParameterPack())
        uses += "(void)" + parameter->getNameAsString() + "; ";
    bool isLifetime = llvm::isa<clang::CXXConstructorDecl, clang::CXXDestructorDecl>(function);
    edits.replace(body->begin, body->end, "{ " + uses + (isLifetime ? "}" : "__builtin_trap(); }"));
    replaceMarker(function, "__attribute__((unused))");
  }

  /// The last space among the specifiers of this declaration, or null.
  const SpaceMarker *markerOf(const clang::FunctionDecl *function) const {
    size_t name = placeOf(function->getLocation());
    auto next = llvm::partition_point(markers, [&](const SpaceMarker &marker) { return marker.begin < name; });
    while (next != markers.begin() && std::prev(next)->space.empty())
      --next;
    if (next == markers.begin())
      return nullptr;
    const SpaceMarker &marker = *std::prev(next);
    for (size_t i = tokens.indexAt(marker.end); i < tokens.size() && tokens[i].begin < name; ++i)
      if (tokens.is(i, tok::semi) || tokens.is(i, tok::l_brace) || tokens.is(i, tok::r_brace))
        return nullptr;
    return &marker;
  }

  /// Puts `text` where the space of this declaration is written.
  void replaceMarker(const clang::FunctionDecl *function, const char *text) {
    if (const SpaceMarker *marker = markerOf(function))
      edits.insert(marker->begin, text);
  }

  const SourceTokens &tokens;
  const std::vector<SpaceMarker> &markers;
  PlaceOf placeOf;
  TextEdits &edits;
  const References &references;
  HostSource &result;
};

} // namespace

llvm::Expected<HostSource> hostpart::rewriteForHost(const std::string &preprocessed, const HostOptions &options) {
  HostSource result;
  ParseText text(preprocessed);
  TextEdits edits;
  rewriteLaunches(text.tokens, edits);
  for (const SpaceMarker &marker : text.markers)
    edits.replace(marker.begin, marker.end);
  for (const SpaceMarker &place : findNoInlines(text.tokens))
    edits.replace(place.begin, place.end, "__attribute__((noinline))");

  size_t firstKernel = placeOfFirstKernel(text);
  auto skips = [&](const clang::Decl *declaration) {
    const clang::FunctionDecl *function = declaration->getAsFunction();
    return function && skipsBody(function, text, firstKernel);
  };
  auto visit = [&](clang::CompilerInstance &instance) {
    auto placeOf = [&](clang::SourceLocation where) { return text.placeOf(where, instance.getSourceManager()); };
    References references(instance, manglingOf(text.tokens));
    HostVisitor(text.tokens, text.markers, placeOf, edits, references, result)
        .TraverseDecl(instance.getASTContext().getTranslationUnitDecl());
  };
  if (llvm::Error error = parseHostText(text.parsed.text, options, result.problems, skips, visit))
    return std::move(error);
  result.text = edits.apply(preprocessed).text;
  return result;
}
