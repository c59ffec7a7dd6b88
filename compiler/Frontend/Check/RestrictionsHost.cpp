// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RestrictionsHost.cpp - the host and SIMT code around tile code ---------===//
//
// Only tile code is compiled here, so what is wrong elsewhere is a warning, but in whole programs an error where host
// code would not work:
//
//   host code that calls a tile function, or computes with tiles
//   a launch of a tile kernel with more than one thread in a block
//   a SIMT function, whose body is not read, that calls functions of the API
//
//===----------------------------------------------------------------------===//
#include "compiler/Frontend/Check/TileCodeChecker.h"
#include "compiler/Frontend/Messages/DeclaredNames.h"
#include "compiler/Frontend/Parse/Spaces.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Lex/Lexer.h"

using namespace clang;
using namespace tilec::frontend;

namespace {
bool isWrittenHost(const FunctionDecl *function) {
  const auto *attribute = function->getAttr<CUDAHostAttr>();
  return attribute && !attribute->isImplicit();
}

/// The number of threads that `threads`, the second argument of a launch, asks for in a dimension; 0 if unknown.
int64_t constantThreads(const Expr *threads, const ASTContext &ast) {
  threads = threads->IgnoreImplicit();
  if (const auto *construction = dyn_cast<CXXConstructExpr>(threads)) {
    int64_t most = 0;
    for (const Expr *argument : construction->arguments())
      if (!isa<CXXDefaultArgExpr>(argument))
        most = std::max(most, constantThreads(argument, ast));
    return most;
  }
  if (const auto *cast = dyn_cast<CXXFunctionalCastExpr>(threads))
    return constantThreads(cast->getSubExpr(), ast);
  Expr::EvalResult result;
  bool isNumber = threads->getType()->isIntegralOrEnumerationType() && !threads->isValueDependent();
  return isNumber && threads->EvaluateAsInt(result, ast) ? result.Val.getInt().getExtValue() : 0;
}

/// Looks at what the body of a host function runs.
class HostVisitor : public DynamicRecursiveASTVisitor {
public:
  using Report = llvm::function_ref<void(SourceLocation, const llvm::Twine &)>;
  /// `refuse` is told of what cannot run, `doubt` of what fails when it runs.
  HostVisitor(const ASTContext &ast, Report refuse, Report doubt) : ast(ast), refuse(refuse), doubt(doubt) {
    ShouldWalkTypesOfTypeLocs = false;
  }

  bool VisitCallExpr(CallExpr *call) override {
    const FunctionDecl *callee = call->getDirectCallee();
    if (isa<CUDAKernelCallExpr>(call) || !callee || !isTile(callee))
      return true;
    if (isTileType(callee->getReturnType().getNonReferenceType()))
      refuse(call->getExprLoc(), "tiles are computed in tile code only, not by the host: move this to a kernel or a "
                                 "__tile__ function");
    else if (!isWrittenHost(callee))
      refuse(call->getExprLoc(), "tile function '" + callee->getNameAsString() +
                                     "' cannot be called by host code: declare it __host__ __tile__");
    return true;
  }
  bool VisitCUDAKernelCallExpr(CUDAKernelCallExpr *launch) override {
    const FunctionDecl *kernel = launch->getDirectCallee();
    const CallExpr *configuration = launch->getConfig();
    if (!kernel || !isKernel(kernel) || !configuration || configuration->getNumArgs() < 2)
      return true;
    if (int64_t threads = constantThreads(configuration->getArg(1), ast); threads > 1)
      doubt(launch->getExprLoc(), "kernel '" + kernel->getNameAsString() + "' is launched with " +
                                      llvm::Twine(threads) +
                                      " threads in a block, and a tile kernel has one: write <<<grid, 1>>>");
    return true;
  }
  bool TraverseLambdaExpr(LambdaExpr *lambda) override {
    return isTile(lambda->getCallOperator()) || DynamicRecursiveASTVisitor::TraverseLambdaExpr(lambda);
  }
  bool TraverseUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr *) override {
    return true;
  }
  bool TraverseConstantExpr(ConstantExpr *) override {
    return true;
  }
  bool TraverseCXXNoexceptExpr(CXXNoexceptExpr *) override {
    return true;
  }
  bool TraverseRequiresExpr(RequiresExpr *) override {
    return true;
  }
  bool TraverseDecltypeTypeLoc(DecltypeTypeLoc, bool) override {
    return true;
  }
  bool TraverseVarDecl(VarDecl *variable) override {
    return variable->isConstexpr() || DynamicRecursiveASTVisitor::TraverseVarDecl(variable);
  }

private:
  const ASTContext &ast;
  Report refuse, doubt;
};
} // namespace

void TileCodeChecker::checkHostFunction(const FunctionDecl *function) {
  calls.clear();
  if (refused.contains(function->getCanonicalDecl()))
    return;
  auto warn = [this](SourceLocation where, const llvm::Twine &text) { warning(where, text); };
  auto fail = [this](SourceLocation where, const llvm::Twine &text) { error(where, text); };
  bool runs = options.compilesHostCode && !function->isDependentContext();
  HostVisitor(ast, runs ? HostVisitor::Report(fail) : HostVisitor::Report(warn), warn)
      .TraverseStmt(function->getBody());
}

/// The first function of the API that is called as `api::name` behind `where`, up to the end of the body there; empty
/// if there is none.
static std::string apiCallIn(SourceLocation where, SourceManager &sources, const LangOptions &language,
                             const DeclaredNames &names) {
  auto [file, offset] = sources.getDecomposedLoc(where);
  llvm::StringRef text = sources.getBufferData(file);
  Lexer lexer(sources.getLocForStartOfFile(file), language, text.begin(), text.begin() + offset, text.end());
  std::string space = names.prefix();
  llvm::StringRef last = llvm::StringRef(space).drop_back(2);
  last = last.substr(last.rfind(':') + 1);
  Token token;
  int depth = 0;
  llvm::StringRef before;
  bool isQualified = false;
  while (!lexer.LexFromRawLexer(token) && token.isNot(tok::eof)) {
    depth += token.is(tok::l_brace) - token.is(tok::r_brace);
    if (depth == 0 && token.isOneOf(tok::r_brace, tok::semi))
      break;
    llvm::StringRef word = token.is(tok::raw_identifier) ? token.getRawIdentifier() : llvm::StringRef();
    if (isQualified && !word.empty() && names.isApiFunction(word))
      return space + word.str();
    isQualified = token.is(tok::coloncolon) && before == last;
    before = word;
  }
  return {};
}

void TileCodeChecker::checkSimtFunction(const FunctionDecl *function) {
  calls.clear();
  std::string name =
      apiCallIn(sources.getFileLoc(function->getLocation()), sources, ast.getLangOpts(), DeclaredNames(&ast));
  if (name.empty())
    return;
  bool isGlobal = function->hasAttr<CUDAGlobalAttr>();
  warning(function->getLocation(), std::string(isGlobal ? "SIMT kernel '" : "SIMT function '") + nameOf(function) +
                                       "' calls '" + name + "', which tile code only can: declare it " +
                                       (isGlobal ? "__tile_global__" : "__tile__"));
}
