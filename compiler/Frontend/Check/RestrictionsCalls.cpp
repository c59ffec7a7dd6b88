// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RestrictionsCalls.cpp - which functions tile code may call -------------===//
//
// Tile functions and lambdas written in tile code; implicit and defaulted members; a few functions of the C library
// (printf, assert, memcpy, memset) and of the compiler; operators, conversions and constructors of the 16-, 8- and
// 4-bit floating classes. `consteval` functions run in the compiler, so they do not count. Functions that are merely
// `constexpr` need --expt-relaxed-constexpr.
//
//===----------------------------------------------------------------------===//
#include "compiler/Frontend/Check/TileCodeChecker.h"
#include "compiler/Frontend/Messages/ForeignNames.h"
#include "compiler/Frontend/Parse/Spaces.h"
#include "clang/AST/Attr.h"
#include "clang/Basic/Builtins.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"

using namespace clang;
using namespace tilec::frontend;

//===----------------------------------------------------------------------===//
// Calls, constructions, destructions
//===----------------------------------------------------------------------===//

/// Is it a function of libcu++ (`cuda::std` and `cuda`), whose constexpr functions are meant for all spaces?
static bool isOfLibcudacxx(const FunctionDecl *function) {
  const NamespaceDecl *outer = nullptr, *inner = nullptr;
  for (const DeclContext *context = function->getDeclContext(); context; context = context->getParent())
    if (const auto *space = dyn_cast<NamespaceDecl>(context); space && !space->isInline())
      inner = std::exchange(outer, space);
  bool isInHeader = function->getASTContext().getSourceManager().isInSystemHeader(function->getLocation());
  return outer && outer->getName() == "cuda" && isInHeader && (!inner || inner->getName() != "tiles");
}

/// A constant such as `cuda::std::numeric_limits<__half>::max()`: how the library makes it does not matter.
static bool isConstantOfLibrary(const CallExpr *call, const FunctionDecl *function, const ASTContext &ast) {
  Expr::EvalResult result;
  return function->isConstexpr() && isOfLibcudacxx(function) && call->isPRValue() && !call->getType()->isVoidType() &&
         call->EvaluateAsRValue(result, ast) && !result.HasSideEffects;
}

void TileCodeChecker::visitCall(const CallExpr *call) {
  const FunctionDecl *function = call->getDirectCallee();
  if (!function) {
    if (isa<CXXPseudoDestructorExpr>(call->getCallee()->IgnoreParens()))
      return visitChildren(call);
    // Where the pointer was made, that was refused.
    const auto *reference = dyn_cast<DeclRefExpr>(call->getCallee()->IgnoreParenImpCasts());
    const auto *pointer = reference ? dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
    bool hasNoValue = pointer && (!pointer->hasInit() || pointer->getInit()->containsErrors());
    bool isRefused = pointersReported.contains(calls.back().function) || (hasNoValue && diagnostics.hasErrorOccurred());
    if (!call->isTypeDependent() && !call->containsErrors() && !isRefused)
      error(call->getExprLoc(), "a call through a function pointer is not allowed in tile code");
    return visitChildren(call);
  }
  if (function->isImmediateFunction() || isConstantOfLibrary(call, function, ast))
    return;
  checkCallee(function, call->getExprLoc());
  if (unsigned builtin = function->getBuiltinID();
      builtin == Builtin::BIprintf || builtin == Builtin::BI__builtin_printf)
    checkPrintf(call);

  accounted.insert(call->getCallee()->IgnoreParenImpCasts());
  accounted.insert(call->getCallee());
  visitChildren(call);
}

void TileCodeChecker::visitConstruction(const CXXConstructExpr *expression) {
  const CXXConstructorDecl *constructor = expression->getConstructor();
  if (!refuseRecord(constructor->getParent(), expression->getLocation()) && !constructor->isImmediateFunction() &&
      !accounted.contains(expression))
    checkCallee(constructor, expression->getLocation());
  // What a refused class of the library does by default is its own affair.
  bool isRefused = libraryClassesReported.contains(constructor->getParent()->getCanonicalDecl());
  for (const Expr *argument : expression->arguments())
    if (!isRefused || !isa<CXXDefaultArgExpr>(argument))
      visit(argument);
}

void TileCodeChecker::checkDestruction(QualType type, SourceLocation where) {
  const CXXRecordDecl *record = ast.getBaseElementType(type)->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition() || record->hasTrivialDestructor() || record->isInvalidDecl())
    return;
  if (const CXXDestructorDecl *destructor = record->getDestructor())
    checkCallee(destructor, where);
}

void TileCodeChecker::checkCallee(const FunctionDecl *function, SourceLocation where) {
  if (function->isInvalidDecl() || isPrimitive(function) || refuseCallee(function, where) ||
      isKnownLibraryFunction(function) || isTypeHeaderFunction(function))
    return;
  enter(function, where);
}

//===----------------------------------------------------------------------===//
// Who may be called
//===----------------------------------------------------------------------===//

/// The results of `<=>` belong to the language, but their operators come from a header.
static bool isOfComparisonCategories(const FunctionDecl *function, const SourceManager &sources) {
  return function->isConstexpr() &&
         llvm::sys::path::filename(sources.getFilename(sources.getFileLoc(function->getLocation()))) == "compare";
}

/// Callable although no execution space is written on it?
bool TileCodeChecker::isCallableWithoutSpace(const FunctionDecl *function) const {
  if (isLambdaCallOperator(function))
    return true;
  if (function->getBuiltinID() || function->isReplaceableGlobalAllocationFunction())
    return isKnownLibraryFunction(function);
  if (function->isImplicit() || (function->isDefaulted() && !function->isDeleted()))
    return true;
  if (const auto *constructor = dyn_cast<CXXConstructorDecl>(function);
      constructor && constructor->isInheritingConstructor())
    return true;
  if (const auto *method = dyn_cast<CXXMethodDecl>(function))
    if (method->getParent()->isInStdNamespace() && method->getParent()->getIdentifier() &&
        method->getParent()->getName() == "initializer_list")
      return true;
  if (function->isReservedGlobalPlacementOperator() || isOfComparisonCategories(function, sources))
    return true;
  return isKnownLibraryFunction(function) || isTypeHeaderFunction(function);
}

bool TileCodeChecker::isKnownLibraryFunction(const FunctionDecl *function) const {
  if (!function->getIdentifier())
    return false;
  llvm::StringRef name = function->getName();
  if (function->isInStdNamespace())
    return name == "is_constant_evaluated" || function->getBuiltinID() == Builtin::BImove ||
           function->getBuiltinID() == Builtin::BIforward || function->getBuiltinID() == Builtin::BIaddressof ||
           function->getBuiltinID() == Builtin::BIas_const;
  if (name.starts_with("__builtin_") && function->getBuiltinID())
    return name != "__builtin_alloca" && name != "__builtin_malloc" && name != "__builtin_calloc";
  return function->isExternC() &&
         llvm::StringSwitch<bool>(name).Cases({"printf", "memcpy", "memset", "__assert_fail"}, true).Default(false);
}

/// Declared in one of the type headers, with scalars only: the lowering knows it by name.
bool TileCodeChecker::isTypeHeaderFunction(const FunctionDecl *function) const {
  llvm::StringRef file = llvm::sys::path::filename(sources.getFilename(sources.getFileLoc(function->getLocation())));
  static constexpr llvm::StringLiteral headers[] = {"cuda_fp16", "cuda_bf16", "cuda_fp8", "cuda_fp4", "cuda_tf32"};
  if (llvm::none_of(headers, [&](llvm::StringRef header) { return file.starts_with(header); }))
    return false;
  auto isScalar = [](QualType type) {
    type = type.getNonReferenceType();
    return type->isVoidType() || type->isArithmeticType() || type->isEnumeralType() || isScalarClass(type);
  };
  if (const auto *method = dyn_cast<CXXMethodDecl>(function); method && !isScalarClass(method->getParent()))
    return false;
  return isScalar(function->getReturnType()) &&
         llvm::all_of(function->parameters(), [&](const ParmVarDecl *p) { return isScalar(p->getType()); });
}

bool TileCodeChecker::refuseCallee(const FunctionDecl *function, SourceLocation where) {
  std::string name = nameOf(function);
  if (isKernel(function)) {
    error(where, "kernel '" + name + "' cannot be called: kernels are launched by the host");
    return true;
  }
  if (const auto *conversion = dyn_cast<CXXConversionDecl>(function);
      conversion && conversion->getParent()->isLambda()) {
    error(where,
          "a lambda cannot become a function pointer in tile code: pass the lambda itself, as a template argument");
    return true;
  }
  if (const auto *method = dyn_cast<CXXMethodDecl>(function); method && method->isVirtual()) {
    if (!polymorphicReported.contains(method->getParent()->getCanonicalDecl()))
      error(where, "'" + name + "' is virtual: there are no virtual functions in tile code");
    return true;
  }
  if (isTile(function) && function->isVariadic()) {
    errorAbout(function, where, "'" + name + "' has an ellipsis, which tile code does not support");
    return true;
  }
  if (isTile(function))
    return refuseMissingBody(function, where);
  // Helpers of the API itself need no specifier.
  if (function->isConstexpr() && isInEmbeddedHeader(function->getLocation()))
    return false;
  if (function->isConstexpr() && isOfLibcudacxx(function))
    return false;
  if (isCallableWithoutSpace(function) || (options.relaxedConstexpr && function->isConstexpr()))
    return false;
  return refuseUnknownSpace(function, where);
}

bool TileCodeChecker::refuseMissingBody(const FunctionDecl *function, SourceLocation where) {
  if (function->isDefined() || function->isDeleted() || isKnownLibraryFunction(function))
    return false;
  // After an error a template may simply not have been instantiated.
  const FunctionDecl *pattern = function->getTemplateInstantiationPattern();
  if (!(diagnostics.hasErrorOccurred() && pattern && pattern->isDefined()))
    errorAbout(function, where,
               "tile function '" + nameOf(function) +
                   "' has no body in this translation unit: tile code is compiled as a whole");
  return true;
}

bool TileCodeChecker::refuseUnknownSpace(const FunctionDecl *function, SourceLocation where) {
  std::string name = nameOf(function);
  llvm::StringRef plain = function->getIdentifier() ? function->getName() : llvm::StringRef();
  bool isGlobal = function->getDeclContext()->getRedeclContext()->isTranslationUnit() || function->isInStdNamespace();
  if (isSimtIntrinsic(plain)) {
    llvm::StringRef instead = insteadOfSimt(plain);
    error(where, "'" + name + "' is a SIMT intrinsic: tile code has no threads and no barriers" +
                     (instead.empty() ? "" : "; " + instead.str()));
  } else if (function->isReplaceableGlobalAllocationFunction() ||
             llvm::is_contained({"malloc", "calloc", "realloc", "free", "alloca", "__builtin_alloca"}, plain)) {
    error(where,
          "'" + name + "' cannot be called in tile code: there is no heap; use a tile, or an array of constant size");
  } else if (llvm::StringRef counterpart = apiCounterpart(plain); isGlobal && !counterpart.empty()) {
    error(where, "'" + name + "' is no tile function; use 'cuda::tiles::" + counterpart + "'");
  } else if (sources.isInSystemHeader(function->getLocation()) && !isWrittenDevice(function)) {
    refuseLibraryFunction(function, where);
  } else if (function->isConstexprSpecified()) {
    errorAbout(function, where,
               "constexpr function '" + name +
                   "' cannot be called in tile code: declare it __tile__, or compile with --expt-relaxed-constexpr");

  } else if (isWrittenDevice(function)) {
    bool isHost = function->hasAttr<CUDAHostAttr>() && !function->getAttr<CUDAHostAttr>()->isImplicit();
    errorAbout(function, where,
               llvm::Twine(isHost ? "__host__ __device__" : "__device__") + " function '" + name +
                   "' cannot be called in tile code: only tile functions can; declare it __tile__ as well");

  } else {
    refused.insert(function->getCanonicalDecl());
    errorAbout(function, where,
               "host function '" + name +
                   "' cannot be called in tile code: only tile functions can; declare it __tile__");
  }
  return true;
}

/// Does it belong to a class that keeps its elements in memory from the heap?
static bool hasHeap(const CXXMethodDecl *method) {
  return method && method->getParent()->isInStdNamespace() && method->getParent()->getIdentifier() &&
         llvm::StringSwitch<bool>(method->getParent()->getName())
             .Cases({"vector", "basic_string", "deque", "list", "map", "set", "unordered_map", "unordered_set"}, true)
             .Cases({"function", "unique_ptr", "shared_ptr", "allocator"}, true)
             .Default(false);
}

static bool isPrinting(const FunctionDecl *function) {
  return function->getIdentifier() && llvm::StringSwitch<bool>(function->getName())
                                          .Cases({"puts", "putchar", "fprintf", "fputs", "vprintf", "print"}, true)
                                          .Default(false);
}

/// Refuses a function of a library, which the user cannot declare otherwise. One member of a library's class is enough
/// to say so.
void TileCodeChecker::refuseLibraryFunction(const FunctionDecl *function, SourceLocation where) {
  const auto *method = dyn_cast<CXXMethodDecl>(function);
  if (method && !libraryClassesReported.insert(method->getParent()->getCanonicalDecl()).second)
    return;
  std::string what = method ? "class '" + nameOf(method->getParent()) + "'" : "function '" + nameOf(function) + "'";
  const char *why = hasHeap(method)                    ? "there is no heap; use a tile, or an array of constant size"
                    : function->isConstexprSpecified() ? "what is only constexpr needs --expt-relaxed-constexpr"
                    : isPrinting(function)             ? "it is the host's; printf prints scalars and tiles"
                                                       : "it is the host's";
  error(where, "library " + what + " cannot be used in tile code: " + why);
}

void TileCodeChecker::reportRecursion(const FunctionDecl *function, SourceLocation where) {
  report(plainError(), where,
         "recursive call of '" + nameOf(function) +
             "': recursion is not allowed in tile code, where calls are inlined; write a loop");
  // The functions between the first entry and this call.
  auto *first = llvm::find_if(calls, [&](const Call &call) { return call.function == function; });
  for (auto *call = first + 1; call != calls.end(); ++call)
    note(call->where, "through '" + nameOf(call->function) + "', called here");
}
