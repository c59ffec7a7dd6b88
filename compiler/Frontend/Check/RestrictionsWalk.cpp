// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RestrictionsWalk.cpp - the walk over tile code, and its messages -------===//
#include "compiler/Frontend/Check/TileCodeChecker.h"
#include "compiler/Frontend/Messages/TypeNames.h"
#include "compiler/Frontend/Parse/EmbeddedHeaders.h"
#include "compiler/Frontend/Parse/Spaces.h"
#include "clang/AST/Attr.h"
#include "clang/Frontend/CompilerInstance.h"

using namespace clang;
using namespace tilec::frontend;

TileCodeChecker::TileCodeChecker(CompilerInstance &instance, const FrontendOptions &options)
    : instance(instance), ast(instance.getASTContext()), sources(instance.getSourceManager()),
      diagnostics(instance.getDiagnostics()), options(options) {}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

void TileCodeChecker::enter(const FunctionDecl *function, SourceLocation where) {
  const FunctionDecl *definition = nullptr;
  if (!function->isDefined(definition) || definition->isInvalidDecl())
    return;
  if (llvm::any_of(calls, [&](const Call &call) { return call.function == definition; }))
    return reportRecursion(definition, where);
  if (!visited.insert(definition).second)
    return;
  calls.push_back({definition, where});
  auto outside = std::exchange(enclosing, {});
  visitBody(definition);
  enclosing = std::move(outside);
  calls.pop_back();
}

void TileCodeChecker::visitBody(const FunctionDecl *definition) {
  for (const ParmVarDecl *parameter : definition->parameters())
    checkDeclaredType(parameter->getType(), parameter->getLocation());
  if (const auto *constructor = dyn_cast<CXXConstructorDecl>(definition))
    for (const CXXCtorInitializer *initializer : constructor->inits())
      visit(initializer->getInit());
  visit(definition->getBody());
  if (const auto *destructor = dyn_cast<CXXDestructorDecl>(definition))
    for (const FieldDecl *field : destructor->getParent()->fields())
      checkDestruction(field->getType(), definition->getLocation());
}

bool TileCodeChecker::isInEmbeddedHeader(SourceLocation where) const {
  llvm::StringRef file = sources.getFilename(sources.getFileLoc(where));
  return file.starts_with(embeddedRoot);
}

bool TileCodeChecker::isInApi() const {
  return !calls.empty() && isInEmbeddedHeader(calls.back().function->getLocation());
}

//===----------------------------------------------------------------------===//
// Statements and expressions
//===----------------------------------------------------------------------===//

bool TileCodeChecker::isUnevaluated(const Stmt *statement) {
  return isa<UnaryExprOrTypeTraitExpr, CXXNoexceptExpr, RequiresExpr, TypeTraitExpr, ConceptSpecializationExpr,
             SizeOfPackExpr, ConstantExpr, RecoveryExpr, OffsetOfExpr>(statement);
}

void TileCodeChecker::visit(const Stmt *statement) {
  if (!statement || isUnevaluated(statement) || refuseStatement(statement))
    return;
  if (const auto *expression = dyn_cast<Expr>(statement))
    return visitExpression(expression);
  if (const auto *attributed = dyn_cast<AttributedStmt>(statement))
    checkStatementHints(attributed->getAttrs(), attributed->getSubStmt());
  if (const auto *declarations = dyn_cast<DeclStmt>(statement))
    for (const Decl *declaration : declarations->decls())
      if (const auto *variable = dyn_cast<VarDecl>(declaration))
        checkLocal(variable);

  if (const auto *conditional = dyn_cast<IfStmt>(statement))
    visitIf(conditional);
  else if (const auto *choice = dyn_cast<SwitchStmt>(statement))
    visitSwitch(choice);
  else if (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(statement))
    visitLoop(statement);
  else
    visitChildren(statement);
}

void TileCodeChecker::visitChildren(const Stmt *statement) {
  for (const Stmt *child : statement->children())
    visit(child);
}

void TileCodeChecker::visitIf(const IfStmt *statement) {
  visit(statement->getInit());
  if (statement->isConsteval())
    return visit(statement->isNegatedConsteval() ? statement->getThen() : statement->getElse());
  if (statement->isConstexpr())
    if (auto taken = statement->getNondiscardedCase(ast))
      return visit(*taken);
  if (statement->getConditionVariableDeclStmt())
    visit(statement->getConditionVariableDeclStmt());
  visit(statement->getCond());
  visit(statement->getThen());
  visit(statement->getElse());
}

void TileCodeChecker::visitExpression(const Expr *expression) {
  checkType(expression->getType(), expression->getExprLoc());
  if (refuseConstantArrayUse(expression))
    return;
  visitEvaluated(expression);
}

void TileCodeChecker::visitEvaluated(const Expr *expression) {
  if (const auto *argument = dyn_cast<CXXDefaultArgExpr>(expression))
    return visit(argument->getExpr());
  if (const auto *initializer = dyn_cast<CXXDefaultInitExpr>(expression))
    return visit(initializer->getExpr());
  if (const auto *selection = dyn_cast<GenericSelectionExpr>(expression))
    return visit(selection->getResultExpr());
  if (const auto *lambda = dyn_cast<LambdaExpr>(expression))
    return visitLambda(lambda);
  if (const auto *inherited = dyn_cast<CXXInheritedCtorInitExpr>(expression))
    return checkCallee(inherited->getConstructor(), inherited->getLocation());
  if (const auto *call = dyn_cast<CallExpr>(expression))
    return visitCall(call);
  if (const auto *construction = dyn_cast<CXXConstructExpr>(expression))
    return visitConstruction(construction);

  if (const auto *operation = dyn_cast<BinaryOperator>(expression); operation && operation->getOpcode() == BO_Cmp)
    error(operation->getOperatorLoc(),
          "'<=>' cannot be used in tile code: what <compare> does with its result are host functions");
  if (const auto *reference = dyn_cast<DeclRefExpr>(expression))
    checkReference(reference);
  else if (const auto *member = dyn_cast<MemberExpr>(expression))
    checkMember(member);
  else if (const auto *cast = dyn_cast<CastExpr>(expression))
    checkCast(cast);
  else if (const auto *temporary = dyn_cast<CXXBindTemporaryExpr>(expression))
    checkDestruction(temporary->getType(), temporary->getExprLoc());
  visitChildren(expression);
}

void TileCodeChecker::visitLambda(const LambdaExpr *lambda) {
  for (const Expr *capture : lambda->capture_inits())
    visit(capture);
  const CXXMethodDecl *body = lambda->getCallOperator();
  if (!lambda->isGenericLambda() && !body->isDependentContext())
    enter(body, lambda->getBeginLoc());
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

/// Gives a message once for each line: a function may be visited in several instances, and one mistake may be seen in
/// several of its expressions.
bool TileCodeChecker::report(unsigned id, SourceLocation where, const llvm::Twine &message) {
  SourceLocation place = sources.getFileLoc(where);
  std::string text = message.str();
  unsigned column = place.isValid() ? sources.getSpellingColumnNumber(place) : 1;
  if (!reported.insert({place.getRawEncoding() - column, text}).second)
    return false;
  diagnostics.Report(place, id) << text;
  return true;
}

bool TileCodeChecker::reportError(SourceLocation where, const llvm::Twine &message) {
  // What a library does in its headers, or the compiler in members it supplies, is the mistake of who calls it.
  for (size_t i = calls.size(); i != 0 && (sources.isInSystemHeader(where) || calls[i - 1].function->isImplicit()); --i)
    where = calls[i - 1].where;
  if (!report(plainError(), where, message))
    return false;
  constexpr size_t longest = 8;
  for (size_t i = 0; i < longest && i + 1 < calls.size(); ++i) {
    const Call &call = calls[calls.size() - 1 - i];
    if (isLambdaCallOperator(call.function))
      note(call.where, "in a lambda of tile code used here");
    else
      note(call.where, "in tile function '" + nameOf(call.function) + "' called from here");
  }
  return true;
}

void TileCodeChecker::warning(SourceLocation where, const llvm::Twine &message, llvm::StringRef group) {
  DiagnosticIDs::CustomDiagDesc description(
      diag::Severity::Warning, "%0", DiagnosticIDs::CLASS_WARNING, /*ShowInSystemHeader=*/false,
      /*ShowInSystemMacro=*/false,
      group.empty() ? std::optional<diag::Group>() : DiagnosticIDs::getGroupForWarningOption(group));
  report(diagnostics.getDiagnosticIDs()->getCustomDiagID(description), where, message);
}

void TileCodeChecker::note(SourceLocation where, const llvm::Twine &message) {
  diagnostics.Report(where, diagnostics.getCustomDiagID(DiagnosticsEngine::Note, "%0")) << message.str();
}

void TileCodeChecker::errorAbout(const NamedDecl *declaration, SourceLocation where, const llvm::Twine &message) {
  if (reportError(where, message) && !isInEmbeddedHeader(declaration->getLocation()))
    note(declaration->getLocation(), "'" + nameOf(declaration) + "' is declared here");
}

std::string TileCodeChecker::nameOf(const NamedDecl *declaration) const {
  std::string name;
  llvm::raw_string_ostream stream(name);
  declaration->getNameForDiagnostic(stream, ast.getPrintingPolicy(), /*Qualified=*/true);
  shortenTypeNames(name);
  return name;
}

std::string TileCodeChecker::typeName(QualType type) const {
  std::string name = (isTileType(type) ? type.getCanonicalType() : type).getAsString(ast.getPrintingPolicy());
  shortenTypeNames(name);
  return name;
}
