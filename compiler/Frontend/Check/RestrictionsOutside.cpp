// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RestrictionsOutside.cpp - tiles in functions that are no tile code -----===//
//
// A function that computes with tiles and says neither __tile_global__ nor __tile__ is host code, or SIMT code with
// __global__ or __device__. Nothing would come of it. Host code is looked at as it was parsed. Bodies of SIMT functions
// are not parsed, so there the name of the API's namespace is looked for.
//
//===----------------------------------------------------------------------===//
#include "compiler/Frontend/Check/TileCodeChecker.h"
#include "compiler/Frontend/Parse/Spaces.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Lex/Lexer.h"

using namespace clang;
using namespace tilec::frontend;

namespace {
/// Finds the first call in a host function that only tile code can make.
class TileCallFinder : public DynamicRecursiveASTVisitor {
public:
  explicit TileCallFinder(llvm::function_ref<bool(const FunctionDecl *)> isTileOnly) : isTileOnly(isTileOnly) {}

  bool VisitCallExpr(CallExpr *call) override {
    const FunctionDecl *callee = call->getDirectCallee();
    return !callee || !isTileOnly(callee) || stop(call->getExprLoc());
  }
  /// A lambda belongs to who calls it.
  bool TraverseLambdaExpr(LambdaExpr *) override {
    return true;
  }
  SourceLocation found;

private:
  bool stop(SourceLocation where) {
    found = where;
    return false;
  }
  llvm::function_ref<bool(const FunctionDecl *)> isTileOnly;
};

/// The tokens of a body that was not parsed, from its `{` on.
class BodyTokens {
public:
  BodyTokens(SourceLocation declaration, const SourceManager &sources, const LangOptions &language) {
    FileIDAndOffset place = sources.getDecomposedLoc(sources.getFileLoc(declaration));
    llvm::StringRef text = sources.getBufferData(place.first);
    Lexer lexer(sources.getLocForStartOfFile(place.first), language, text.begin(), text.begin() + place.second,
                text.end());
    unsigned depth = 0;
    Token token;
    for (lexer.LexFromRawLexer(token); token.isNot(tok::eof); lexer.LexFromRawLexer(token)) {
      depth += token.is(tok::l_brace);
      if (depth == 0 && token.is(tok::semi)) // no body
        return;
      if (depth != 0)
        tokens.push_back(token);
      if (token.is(tok::r_brace) && --depth == 0)
        return;
    }
  }
  std::vector<Token> tokens;
};
} // namespace

/// Can only tile code call it? What is constexpr computes shapes and the like, for the host as well.
bool TileCodeChecker::isTileOnly(const FunctionDecl *function) const {
  if (function->isConstexpr() || !isTile(function))
    return false;
  return isInEmbeddedHeader(function->getLocation()) || !function->hasAttr<CUDAHostAttr>();
}

/// Where the body names the API's namespace, `cuda::tiles` or an alias of it.
SourceLocation TileCodeChecker::findNamespaceIn(const FunctionDecl *function,
                                                const llvm::StringSet<> &namesOfApi) const {
  BodyTokens body(function->getLocation(), sources, ast.getLangOpts());
  for (size_t i = 0; i + 1 < body.tokens.size(); ++i)
    if (body.tokens[i].is(tok::raw_identifier) && body.tokens[i + 1].is(tok::coloncolon) &&
        namesOfApi.contains(body.tokens[i].getRawIdentifier()))
      return body.tokens[i].getLocation();
  return {};
}

void TileCodeChecker::checkOtherFunction(const FunctionDecl *function, const llvm::StringSet<> &namesOfApi) {
  bool isSimt = isSimtFunction(function);
  SourceLocation use;
  if (isSimt) {
    use = findNamespaceIn(function, namesOfApi);
  } else if (function->hasBody()) {
    auto isTileCallee = [&](const FunctionDecl *callee) { return isTileOnly(callee); };
    TileCallFinder finder(isTileCallee);
    finder.TraverseStmt(function->getBody());
    use = finder.found;
  }
  if (use.isInvalid())
    return;
  bool isKernelOfSimt = isSimt && function->hasAttr<CUDAGlobalAttr>();
  const char *space = isKernelOfSimt ? "a __global__" : isSimt ? "a __device__" : "a host";
  const char *wanted = isKernelOfSimt ? "a kernel of tile code is declared __tile_global__"
                                      : "a function that tile code calls is declared __tile__";
  calls.clear();
  if (report(diagnostics.getCustomDiagID(DiagnosticsEngine::Warning, "%0"), function->getLocation(),
             "'" + nameOf(function) + "' uses tiles and is " + space + " function, which cannot compute with them; " +
                 wanted))
    note(use, "tiles are used here");
}
