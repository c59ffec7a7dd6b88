// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- TileCodeChecker.h - a walk over all that kernels reach -----------------===//
//
// A depth-first walk from each kernel through the bodies of the functions it calls, instantiations included. Each
// function is visited once. The chain of calls that led to a function is at hand, for the notes of a message and to
// recognise recursion.
//
// Not visited, because nothing of it runs: unevaluated operands, discarded branches of `if constexpr`, constant
// expressions that Clang has already replaced by values.
//
//   Restrictions.cpp            what to visit: kernels, tile variables, classes
//   RestrictionsWalk.cpp        the walk itself, messages
//   RestrictionsKernels.cpp     kernel declarations
//   RestrictionsStatements.cpp  statements, `switch`, allocation, exceptions
//   RestrictionsCalls.cpp       which functions may be called
//   RestrictionsVariables.cpp   which variables may be named, `__tile__` and static variables
//   RestrictionsTypes.cpp       types and members
//   RestrictionsPrintf.cpp      formats
//   RestrictionsHost.cpp        host and SIMT code around tile code
//   RestrictionsHintPlacement.cpp  [[cutile::hint(...)]] in the wrong place or with a wrong value
//
// The walk also runs after errors of Clang's, to report all of a source at once; so it steps around invalid
// declarations and recovery expressions.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "compiler/Frontend/Frontend.h"
#include "compiler/Frontend/Parse/Hints.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/Diagnostic.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <set>

namespace clang {
class CompilerInstance;
}

namespace tilec::frontend {

class TileCodeChecker {
public:
  TileCodeChecker(clang::CompilerInstance &instance, const FrontendOptions &options);

  void checkKernel(const clang::FunctionDecl *kernel);
  void checkTileFunctionDeclaration(const clang::FunctionDecl *function);
  /// Code that is not compiled here, around that which is.
  void checkHostFunction(const clang::FunctionDecl *function);
  void checkSimtFunction(const clang::FunctionDecl *function);
  void checkTileVariableDeclaration(const clang::VarDecl *variable);

private:
  using SourceLocation = clang::SourceLocation;
  enum class Enclosing { Loop, Switch };

  //===- RestrictionsWalk.cpp --------------------------------------------------------------------------------===//
  /// Visits the body of `function`, called at `where`, unless that was done before.
  void enter(const clang::FunctionDecl *function, SourceLocation where);
  void visitBody(const clang::FunctionDecl *definition);
  void visit(const clang::Stmt *statement);
  void visitChildren(const clang::Stmt *statement);
  void visitExpression(const clang::Expr *expression);
  void visitEvaluated(const clang::Expr *expression);
  void visitIf(const clang::IfStmt *statement);
  void visitLambda(const clang::LambdaExpr *lambda);
  bool isUnevaluated(const clang::Stmt *statement);
  /// Is this code of the API's own headers, which may do what users may not?
  bool isInApi() const;
  bool isInEmbeddedHeader(SourceLocation where) const;

  /// Gives an error with the calls that led here; false if it was given before.
  bool reportError(SourceLocation where, const llvm::Twine &message);
  void error(SourceLocation where, const llvm::Twine &message) {
    reportError(where, message);
  }
  /// `group`: the -W... flag that it answers to; may be empty.
  void warning(SourceLocation where, const llvm::Twine &message, llvm::StringRef group = "");
  /// Errors and warnings about hints.
  void reportHints(llvm::ArrayRef<HintProblem> problems);
  void note(SourceLocation where, const llvm::Twine &message);
  /// An error about the use of `declaration`, which a note shows.
  void errorAbout(const clang::NamedDecl *declaration, SourceLocation where, const llvm::Twine &message);
  bool report(unsigned id, SourceLocation where, const llvm::Twine &message);
  unsigned plainError() {
    return diagnostics.getCustomDiagID(clang::DiagnosticsEngine::Error, "%0");
  }
  std::string nameOf(const clang::NamedDecl *declaration) const;
  std::string typeName(clang::QualType type) const;

  //===- RestrictionsKernels.cpp -----------------------------------------------------------------------------===//
  void checkKernelParameter(const clang::FunctionDecl *kernel, const clang::ParmVarDecl *parameter);

  //===- RestrictionsStatements.cpp --------------------------------------------------------------------------===//
  /// True if the statement is refused and its parts need no look.
  bool refuseStatement(const clang::Stmt *statement);
  void visitSwitch(const clang::SwitchStmt *statement);
  void visitLoop(const clang::Stmt *statement);
  void checkContinue(const clang::ContinueStmt *statement);
  void checkNew(const clang::CXXNewExpr *expression);

  //===- RestrictionsCalls.cpp -------------------------------------------------------------------------------===//
  void visitCall(const clang::CallExpr *call);
  void visitConstruction(const clang::CXXConstructExpr *expression);
  void checkDestruction(clang::QualType type, SourceLocation where);
  /// May tile code run `function`? If so, its body is visited.
  void checkCallee(const clang::FunctionDecl *function, SourceLocation where);
  bool refuseCallee(const clang::FunctionDecl *function, SourceLocation where);
  bool refuseMissingBody(const clang::FunctionDecl *function, SourceLocation where);
  void refuseLibraryFunction(const clang::FunctionDecl *function, SourceLocation where);
  bool refuseUnknownSpace(const clang::FunctionDecl *function, SourceLocation where);
  bool isCallableWithoutSpace(const clang::FunctionDecl *function) const;
  bool isKnownLibraryFunction(const clang::FunctionDecl *function) const;
  bool isTypeHeaderFunction(const clang::FunctionDecl *function) const;
  void reportRecursion(const clang::FunctionDecl *function, SourceLocation where);

  //===- RestrictionsVariables.cpp ---------------------------------------------------------------------------===//
  void checkReference(const clang::DeclRefExpr *reference);
  bool checkGlobal(const clang::VarDecl *variable, SourceLocation where);
  void checkLocal(const clang::VarDecl *variable);
  void checkStaticLocal(const clang::VarDecl *variable);
  /// Is it a part, chosen at run time, of an array that has no storage in tile code?
  bool refuseConstantArrayUse(const clang::Expr *expression);
  const clang::VarDecl *hostConstantArray(const clang::Expr *expression) const;
  bool holdsPointer(clang::QualType type) const;

  //===- RestrictionsTypes.cpp -------------------------------------------------------------------------------===//
  void checkType(clang::QualType type, SourceLocation where);
  /// The type of a variable or parameter.
  void checkDeclaredType(clang::QualType type, SourceLocation where);
  bool refuseRecord(const clang::CXXRecordDecl *record, SourceLocation where);
  void checkMember(const clang::MemberExpr *expression);
  void checkCast(const clang::CastExpr *cast);
  void checkFunctionReference(const clang::DeclRefExpr *reference);

  //===- RestrictionsPrintf.cpp ------------------------------------------------------------------------------===//
  void checkPrintf(const clang::CallExpr *call);

  //===- RestrictionsHintPlacement.cpp ----------------------------------------------------------------------===//
  void checkKernelHints(const clang::FunctionDecl *kernel);
  void checkStatementHints(llvm::ArrayRef<const clang::Attr *> attributes, const clang::Stmt *statement);
  void checkFunctionHints(const clang::FunctionDecl *function);

  struct Call {
    const clang::FunctionDecl *function;
    SourceLocation where;
  };

  clang::CompilerInstance &instance;
  clang::ASTContext &ast;
  clang::SourceManager &sources;
  clang::DiagnosticsEngine &diagnostics;
  const FrontendOptions &options;

  /// From the kernel to the function being visited; of each, where it is called.
  llvm::SmallVector<Call> calls;
  llvm::DenseSet<const clang::FunctionDecl *> visited;
  /// Loops and switches around the statement being visited.
  llvm::SmallVector<Enclosing> enclosing;
  /// The callees and arrays whose use as a pointer is accounted for by the expression around it, and constructions that
  /// a constant stands for.
  llvm::SmallPtrSet<const clang::Expr *, 8> accounted;
  llvm::DenseSet<const clang::CXXRecordDecl *> polymorphicReported, libraryClassesReported;
  /// Host functions that tile code calls.
  llvm::DenseSet<const clang::FunctionDecl *> refused;
  /// Functions in which the making of a function pointer was refused.
  llvm::DenseSet<const clang::FunctionDecl *> pointersReported;
  std::set<std::pair<unsigned, std::string>> reported;
};

} // namespace tilec::frontend
