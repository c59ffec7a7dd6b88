// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Jit/KernelDescriptions.h"
#include "compiler/Frontend/Parse/Spaces.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Mangle.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"

using namespace tilec;
using namespace tilec::jit;

namespace {

/// Begins the names of the variables that hold name expressions; nothing a user would write.
constexpr llvm::StringLiteral kNamePrefix = "__tilec_name_expression_";

bool isKernel(const clang::FunctionDecl *function) {
  for (const auto *annotation : function->specific_attrs<clang::AnnotateAttr>())
    if (annotation->getAnnotation() == "tile.kernel")
      return true;
  const clang::FunctionDecl *pattern = function->getTemplateInstantiationPattern();
  return pattern && pattern != function && isKernel(pattern);
}

std::string symbolOf(const clang::FunctionDecl *kernel) {
  std::unique_ptr<clang::MangleContext> mangler(kernel->getASTContext().createMangleContext());
  if (!mangler->shouldMangleDeclName(kernel))
    return kernel->getNameAsString();
  std::string symbol;
  llvm::raw_string_ostream stream(symbol);
  bool global = kernel->hasAttr<clang::CUDAGlobalAttr>();
  mangler->mangleName(
      global ? clang::GlobalDecl(kernel, clang::KernelReferenceKind::Kernel) : clang::GlobalDecl(kernel), stream);
  return symbol;
}

/// `ns::softmax<float, 128>(float *, int)`.
std::string displayNameOf(const clang::FunctionDecl *kernel) {
  std::string name;
  llvm::raw_string_ostream stream(name);
  const clang::PrintingPolicy &policy = kernel->getASTContext().getPrintingPolicy();
  kernel->getNameForDiagnostic(stream, policy, /*Qualified=*/true);
  stream << '(';
  llvm::interleaveComma(kernel->parameters(), stream, [&](const clang::ParmVarDecl *parameter) {
    parameter->getType().getUnqualifiedType().print(stream, policy);
  });
  stream << ')';
  return name;
}

/// The spelling of manifest::Parameter::elementType; empty for what has none.
std::string elementTypeOf(clang::QualType type, const clang::ASTContext &ast) {
  type = type.getCanonicalType().getUnqualifiedType();
  if (type->isVoidType())
    return "void";
  if (type->isBooleanType())
    return "bool";
  if (type->isEnumeralType() && type->isIntegralOrEnumerationType())
    return elementTypeOf(type->castAs<clang::EnumType>()->getDecl()->getIntegerType(), ast);
  if (type->isIntegerType())
    return (type->isSignedIntegerType() ? "i" : "u") + std::to_string(ast.getTypeSize(type));
  if (type->isSpecificBuiltinType(clang::BuiltinType::Float))
    return "f32";
  if (type->isSpecificBuiltinType(clang::BuiltinType::Double))
    return "f64";
  if (type->isFloat16Type())
    return "f16";
  const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (!record || !record->getIdentifier())
    return "";
  return llvm::StringSwitch<std::string>(record->getName())
      .Case("__half", "f16")
      .Case("__nv_bfloat16", "bf16")
      .Case("__nv_tf32", "tf32")
      .Case("__nv_fp8_e4m3", "f8E4M3FN")
      .Case("__nv_fp8_e5m2", "f8E5M2")
      .Case("__nv_fp8_e8m0", "f8E8M0FNU")
      .Case("__nv_fp4_e2m1", "f4E2M1FN")
      .Default("");
}

manifest::Parameter describe(const clang::ParmVarDecl *declaration) {
  const clang::ASTContext &ast = declaration->getASTContext();
  clang::QualType type = declaration->getType().getCanonicalType();
  manifest::Parameter parameter;
  parameter.name = declaration->getNameAsString();
  if (type->isPointerType() || type->isReferenceType() || type->isNullPtrType()) {
    parameter.kind = manifest::Parameter::Kind::Pointer;
    parameter.size = parameter.alignment = 8;
    parameter.elementType = type->isNullPtrType() ? "void" : elementTypeOf(type->getPointeeType(), ast);
    return parameter;
  }
  // Tile code has no long double: it is double there.
  if (type->isSpecificBuiltinType(clang::BuiltinType::LongDouble))
    type = ast.DoubleTy;
  parameter.size = ast.getTypeSizeInChars(type).getQuantity();
  parameter.alignment = ast.getTypeAlignInChars(type).getQuantity();
  parameter.elementType = elementTypeOf(type, ast);
  parameter.isSigned = type->isSignedIntegerOrEnumerationType();
  parameter.kind = parameter.elementType.empty()         ? manifest::Parameter::Kind::Record
                   : type->isIntegralOrEnumerationType() ? manifest::Parameter::Kind::Integer
                                                         : manifest::Parameter::Kind::Float;
  return parameter;
}

class KernelVisitor : public clang::ConstDynamicRecursiveASTVisitor {
public:
  explicit KernelVisitor(std::vector<manifest::Kernel> &kernels) : kernels(kernels) {
    ShouldVisitTemplateInstantiations = true;
  }
  bool TraverseStmt(const clang::Stmt *) override {
    return true;
  } // no kernel is declared in a function
  bool VisitFunctionDecl(const clang::FunctionDecl *function) override {
    bool defined = function->doesThisDeclarationHaveABody() && !function->isDependentContext();
    if (!defined || !isKernel(function) || !seen.insert(symbolOf(function)).second)
      return true;
    manifest::Kernel kernel{symbolOf(function), displayNameOf(function), {}, {}};
    for (const clang::ParmVarDecl *parameter : function->parameters())
      kernel.parameters.push_back(describe(parameter));
    kernels.push_back(std::move(kernel));
    return true;
  }

private:
  std::vector<manifest::Kernel> &kernels;
  llvm::StringSet<> seen;
};

/// The function that the initialiser of a variable made by nameExpressionText names; null if none.
const clang::FunctionDecl *functionOf(const clang::VarDecl *variable) {
  const clang::Expr *value = variable->getInit();
  if (!value)
    return nullptr;
  value = value->IgnoreParenImpCasts();
  if (const auto *address = llvm::dyn_cast<clang::UnaryOperator>(value))
    value = address->getSubExpr()->IgnoreParenImpCasts();
  const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(value);
  return reference ? llvm::dyn_cast<clang::FunctionDecl>(reference->getDecl()) : nullptr;
}

} // namespace

/// `text` within a string literal.
static std::string quoted(llvm::StringRef text) {
  std::string result;
  llvm::raw_string_ostream stream(result);
  llvm::printEscapedString(text, stream);
  return result;
}

std::string jit::nameExpressionText(const std::vector<std::string> &expressions) {
  std::string text;
  for (size_t i = 0; i < expressions.size(); ++i)
    text += "\n#line 1 \"name expression '" + quoted(expressions[i]) + "'\"\n[[maybe_unused]] static auto *const " +
            kNamePrefix.str() + std::to_string(i) + " = &" + expressions[i] + ";\n";
  return text;
}

std::map<std::string, std::string> jit::findLoweredNames(clang::CompilerInstance &instance,
                                                         const std::vector<std::string> &expressions) {
  std::map<std::string, std::string> names;
  // To look through all declarations would load those that were precompiled.
  for (const clang::Decl *declaration : instance.getASTContext().getTraversalScope()) {
    const auto *variable = llvm::dyn_cast<clang::VarDecl>(declaration);
    llvm::StringRef name = variable && variable->getIdentifier() ? variable->getName() : "";
    size_t index = 0;
    if (!name.consume_front(kNamePrefix) || name.getAsInteger(10, index) || index >= expressions.size())
      continue;
    const clang::FunctionDecl *kernel = functionOf(variable);
    if (kernel && isKernel(kernel)) {
      names[expressions[index]] = symbolOf(kernel);
      continue;
    }
    clang::DiagnosticsEngine &diagnostics = instance.getDiagnostics();
    unsigned id = diagnostics.getCustomDiagID(clang::DiagnosticsEngine::Error, "expected a kernel, got '%0'");
    diagnostics.Report(variable->getLocation(), id) << expressions[index];
  }
  return names;
}

std::vector<manifest::Kernel> jit::describeKernels(clang::CompilerInstance &instance) {
  std::vector<manifest::Kernel> kernels;
  KernelVisitor(kernels).TraverseDecl(instance.getASTContext().getTranslationUnitDecl());
  return kernels;
}

namespace {

/// The first function of the file itself that may be meant as a kernel: a `__global__` or `__tile__` one.
const clang::FunctionDecl *findOtherFunction(clang::CompilerInstance &instance) {
  const clang::SourceManager &sources = instance.getSourceManager();
  for (const clang::Decl *declaration : instance.getASTContext().getTraversalScope()) {
    const clang::FunctionDecl *function = declaration->getAsFunction();
    if (function && !isKernel(function) && (function->hasAttr<clang::CUDAGlobalAttr>() || frontend::isTile(function)) &&
        sources.isWrittenInMainFile(sources.getExpansionLoc(function->getLocation())))
      return function;
  }
  return nullptr;
}

/// The first template of a kernel.
class TemplateVisitor : public clang::ConstDynamicRecursiveASTVisitor {
public:
  bool VisitFunctionTemplateDecl(const clang::FunctionTemplateDecl *declaration) override {
    found = isKernel(declaration->getTemplatedDecl()) ? declaration : nullptr;
    return !found;
  }
  const clang::FunctionTemplateDecl *found = nullptr;
};

} // namespace

void jit::warnWithoutKernels(clang::CompilerInstance &instance) {
  clang::DiagnosticsEngine &diagnostics = instance.getDiagnostics();
  if (diagnostics.hasErrorOccurred())
    return;
  TemplateVisitor templates;
  templates.TraverseDecl(instance.getASTContext().getTranslationUnitDecl());
  clang::SourceManager &sources = instance.getSourceManager();
  const clang::FunctionDecl *other = templates.found ? nullptr : findOtherFunction(instance);
  clang::SourceLocation where = templates.found ? templates.found->getLocation()
                                : other         ? other->getLocation()
                                                : sources.getLocForStartOfFile(sources.getMainFileID());
  std::string text = "there is no kernel in this file, so nothing is compiled";
  if (templates.found)
    text =
        "kernel template '%0' has no instance, so nothing is compiled; 'template __tile_global__ void %0<...>(...);' "
        "makes one";
  else if (other)
    text += "; '%0' is " + std::string(other->hasAttr<clang::CUDAGlobalAttr>() ? "__global__" : "__tile__") +
            ", a kernel of tile code is declared __tile_global__";
  clang::DiagnosticIDs::CustomDiagDesc description(
      clang::diag::Severity::Warning, text, clang::DiagnosticIDs::CLASS_WARNING, /*ShowInSystemHeader=*/false,
      /*ShowInSystemMacro=*/false, clang::DiagnosticIDs::getGroupForWarningOption("empty-translation-unit"));
  auto report = diagnostics.Report(where, diagnostics.getDiagnosticIDs()->getCustomDiagID(description));
  if (templates.found || other)
    report << (other ? other->getNameAsString() : templates.found->getNameAsString());
}
