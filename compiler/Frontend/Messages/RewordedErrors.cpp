// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Frontend/Messages/RewordedErrors.h"
#include "compiler/Frontend/Messages/LibraryNames.h"
#include "clang/AST/DeclarationName.h"
#include "clang/Basic/DiagnosticParse.h"
#include "clang/Basic/DiagnosticSema.h"

using namespace clang;
using namespace tilec::frontend;

namespace {
/// The name that is argument 0 of a message, without quotes; empty if it is something else.
std::string nameArgument(const Diagnostic &info) {
  if (info.getNumArgs() == 0)
    return {};
  switch (info.getArgKind(0)) {
  case DiagnosticsEngine::ak_declarationname:
    return DeclarationName::getFromOpaqueInteger(info.getRawArg(0)).getAsString();
  case DiagnosticsEngine::ak_identifierinfo:
    return info.getArgIdentifier(0)->getName().str();
  case DiagnosticsEngine::ak_nameddecl:
    return reinterpret_cast<const NamedDecl *>(info.getRawArg(0))->getNameAsString();
  case DiagnosticsEngine::ak_c_string:
    return info.getArgCStr(0);
  case DiagnosticsEngine::ak_std_string:
    return info.getArgStdStr(0);
  default:
    return {};
  }
}

std::string aboutUndeclared(llvm::StringRef name) {
  if (isSimtIntrinsic(name))
    return ("'" + name + "' is not declared; tile code has no SIMT functions").str();
  if (llvm::StringRef counterpart = apiCounterpart(name); !counterpart.empty())
    return ("'" + name + "' is no tile function; use 'cuda::tiles::" + counterpart + "'").str();
  if (name == "ct")
    return "use of undeclared identifier 'ct'; 'namespace ct = cuda::tiles;' declares it";
  return {};
}

/// Clang does not convert lambdas of device code to pointers, but does not say so.
bool isLambdaToPointer(llvm::StringRef text) {
  return text.starts_with("no viable conversion from '(lambda at ") && text.contains("(*)(");
}

} // namespace

std::string tilec::frontend::reworded(const Diagnostic &info, llvm::StringRef text) {
  if (text.contains("annotate' attribute requires parameter"))
    return "architecture and values of a hint have to be constant expressions";
  if (isLambdaToPointer(text))
    return "a lambda cannot become a function pointer in tile code: pass the lambda itself, as a template argument";
  switch (info.getID()) {
  case diag::err_global_call_not_config:
    return "kernel '" + nameArgument(info) + "' cannot be called: kernels are launched by the host";
  case diag::err_kern_type_not_void_return:
    return "a kernel returns nothing: expected return type 'void'";
  case diag::err_kern_is_nonstatic_method:
    return "kernel '" + nameArgument(info) + "' is a class member: a kernel is a function at namespace scope";
  case diag::err_cuda_device_kernel_launch_require_rdc:
    return "a kernel cannot be launched from tile code: kernels are launched by the host";
  case diag::err_dynamic_var_init:
    return "a variable in device memory needs a constant initialiser: no constructor runs there";
  case diag::err_cuda_device_exceptions:
    return "'" + nameArgument(info) + "' is not allowed in tile code: there are no exceptions";
  case diag::err_variadic_device_fn:
    return "an ellipsis is not allowed in tile code: a function takes a fixed number of parameters";
  case diag::err_bracket_depth_exceeded: // nobody can ask for more
    return "brackets nest too deep";
  case diag::err_undeclared_var_use:
  case diag::err_undeclared_var_use_suggest:
    return aboutUndeclared(nameArgument(info));
  default:
    return {};
  }
}
